"""A figure before it is written: copies of the surfaces, where they stand, and the words and the legend around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication

from gui.canvas.painters import EVERY_PAINTER
from gui.canvas.surfaces.sheet_view import SheetView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.export.shown import Entry, Source, caption_of, legend_of, shown_in
from gui.look.appearance import Appearance, Size
from gui.look.shapes import paint_shape

EDGE = 10.0
"""Logical pixels of paper around the figure and between its parts."""
MAIN = 0.58
"""The share of the figure that the first of several surfaces takes."""

LARGEST = 1.2
"""Trees and tables are not enlarged beyond this, so that their text goes with that of the other surfaces."""


@dataclass
class Panel:
    """A copy of a surface and the rectangle it fills, in logical pixels; the words above it and below."""

    view: SurfaceView
    place: QRectF
    heading: str = ""
    caption: str = ""


class FigureLook(Appearance):
    """The look of a figure: on white paper when it is light, never in presentation mode."""

    def __init__(self, theme: str, searchable: bool) -> None:
        super().__init__(theme)
        if theme == "light":
            self.theme = replace(self.theme, paper="#FFFFFF")
        self.searchable = searchable

    def font(self, size: Size = "body", mono: bool = False, weight: int = 400) -> QFont:
        """In a PDF without alternative forms of digits and signs: Qt embeds them without saying what they stand for."""
        font = super().font(size, mono, weight)
        if self.searchable:
            font.unsetFeature(QFont.Tag("tnum"))
            font.setFeature(QFont.Tag("calt"), 0)
        return font


class Figure:
    """Copies of surfaces on one page. `close` it when it has been written.

    source   one surface, or a canvas;   page  in logical pixels, 96 to the inch
    searchable  numbers as text that can be searched and copied, at the price of digits of slightly different widths
    fine        whether everything is computed to the last pixel, or quickly: for a preview
    """

    def __init__(
        self,
        source: Source,
        theme: str,
        page: QSizeF,
        legend: str = "outside",
        title: str = "",
        searchable: bool = False,
        fine: bool = True,
    ) -> None:
        self.look = FigureLook(theme, searchable)
        self.theme = self.look.theme
        self.page, self.legend, self.title, self.fine = page, legend, title, fine
        views = shown_in(source)
        self.name = title or views[0].session.data.name
        self.entries = legend_of(views) if legend != "none" else []
        if isinstance(views[0], SheetView) and legend == "inside":
            self.legend = "outside"  # inside, it would hide a part of the tree or the table
        self._plan(views)

    # -- planning ------------------------------------------------------------------------------------------------------

    def _plan(self, views: Sequence[SurfaceView]) -> None:
        """Divide the page: title, surfaces, legend."""
        top = EDGE + (self._line("title") if self.title else 0.0)
        outside = self.entries if self.legend == "outside" else []
        self.rows = wrapped(outside, self.page.width() - 2 * EDGE, self._entry_width)
        bottom = self.page.height() - EDGE - len(self.rows) * self._line("small")
        whole = QRectF(EDGE, top, self.page.width() - 2 * EDGE, bottom - top)
        self.legend_top = bottom
        several = len(views) > 1
        places = divided(whole, len(views))
        self.panels = [self._panel(view, place, several) for view, place in zip(views, places, strict=True)]

    def relabel(self) -> None:
        """The groups may be others at another step of a run; the room for the legend stays."""
        if self.legend != "none":
            self.entries = legend_of([panel.view for panel in self.panels])
            outside = self.entries if self.legend == "outside" else []
            self.rows = wrapped(outside, self.page.width() - 2 * EDGE, self._entry_width)

    def _panel(self, view: SurfaceView, place: QRectF, several: bool) -> Panel:
        line = self._line("small")
        caption = caption_of(view)
        inner = place.adjusted(0, line if several else 0.0, 0, -self._caption_height(caption, place.width()))
        return Panel(copied(view, self.look, inner, self.fine), inner, view.surface.name if several else "", caption)

    def _caption_height(self, words: str, width: float) -> float:
        """The room that a caption needs below a surface, on as many lines as it takes."""
        if not words:
            return 0.0
        room, wrap = QRectF(0, 0, width, 1e4), Qt.TextFlag.TextWordWrap
        return QFontMetricsF(self.look.font("small")).boundingRect(room, wrap, words).height() + 8.0

    def _line(self, size: Size) -> float:
        return 1.5 * QFontMetricsF(self.look.font(size)).height()

    def _entry_width(self, entry: Entry) -> float:
        return QFontMetricsF(self.look.font("small")).horizontalAdvance(entry[1]) + 34.0

    # -- painting ------------------------------------------------------------------------------------------------------

    def sharpen(self, scale: float) -> None:
        """Lines whose width is in device pixels grow with the resolution; all others do so by themselves."""
        for panel in self.panels:
            for side in ("left", "bottom"):
                axis = panel.view.plot.getAxis(side)
                pen = axis.pen()
                pen.setWidthF(max(scale, 1.0))
                axis.setPen(pen)
                axis.setTextPen(QColor(self.theme.quiet))

    def paint(self, painter: QPainter) -> None:
        """Everything, in logical pixels."""
        for panel in self.panels:
            scene = panel.view.plot.scene()
            scene.prepareForPaint()
            scene.render(painter, panel.place, QRectF(0, 0, panel.place.width(), panel.place.height()))
        self.paint_words(painter)

    def paint_words(self, painter: QPainter) -> None:
        """The title, the headings, the captions and the legend."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.title:
            self._write(painter, QPointF(EDGE, EDGE), self.title, self.look.font("title", weight=600), self.theme.ink)
        strong, line = self.look.font("small", weight=600), self._line("small")
        for panel in self.panels:
            place = panel.place
            self._write(painter, place.topLeft() - QPointF(0, line), panel.heading, strong, self.theme.ink)
            painter.setFont(self.look.font("small"))
            painter.setPen(QColor(self.theme.quiet))
            room = QRectF(place.left(), place.bottom() + 4.0, place.width(), self.page.height())
            painter.drawText(room, Qt.TextFlag.TextWordWrap, panel.caption)
        if self.legend == "outside":
            for i, row in enumerate(self.rows):
                self._paint_row(painter, row, QPointF(EDGE, self.legend_top + (i + 0.25) * line))
        elif self.entries:
            self._paint_box(painter)

    def _write(self, painter: QPainter, corner: QPointF, words: str, font: QFont, colour: str) -> None:
        """Words from their upper left corner, cut with an ellipsis where the page ends."""
        if words:
            metrics = QFontMetricsF(font)
            cut = metrics.elidedText(words, Qt.TextElideMode.ElideRight, self.page.width() - corner.x() - EDGE / 2)
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(corner + QPointF(0, metrics.ascent()), cut)

    def _paint_row(self, painter: QPainter, row: Sequence[Entry], corner: QPointF) -> None:
        for entry in row:
            self._paint_entry(painter, entry, corner)
            corner = corner + QPointF(self._entry_width(entry), 0.0)

    def _paint_entry(self, painter: QPainter, entry: Entry, corner: QPointF) -> None:
        """The marker of a class and its name."""
        code, name = entry
        font = self.look.font("small")
        painter.save()
        painter.translate(corner + QPointF(8.0, QFontMetricsF(font).height() / 2))
        paint_shape(painter, self.theme, self.theme.class_shape(code), self.theme.class_colour(code), 9.0)
        painter.restore()
        self._write(painter, corner + QPointF(18.0, 0.0), name, font, self.theme.ink)

    def _paint_box(self, painter: QPainter) -> None:
        """The legend in the upper right corner of the first surface, on paper."""
        view, line = self.panels[0].view, self._line("small")
        area = view.box.sceneBoundingRect().translated(self.panels[0].place.topLeft())
        wide = max(self._entry_width(entry) for entry in self.entries) - 4.0
        high = len(self.entries) * line + 6.0
        box = QRectF(area.right() - wide - 8.0, area.top() + 8.0, wide, high)
        paper = QColor(self.theme.paper)
        paper.setAlphaF(0.9)
        painter.setPen(QColor(self.theme.line))
        painter.setBrush(paper)
        painter.drawRoundedRect(box, 4.0, 4.0)
        for i, entry in enumerate(self.entries):
            self._paint_entry(painter, entry, box.topLeft() + QPointF(4.0, 3.0 + (i + 0.17) * line))

    def close(self) -> None:
        """Let go of the copies."""
        for panel in self.panels:
            panel.view.show_marks((), None)  # what is still being computed is wanted no more
            panel.view.close_down()
            panel.view.close()
            panel.view.deleteLater()
            QApplication.sendPostedEvents(panel.view, QEvent.Type.DeferredDelete.value)
        self.panels = []


# -- surfaces ----------------------------------------------------------------------------------------------------------


def copied(view: SurfaceView, look: Appearance, place: QRectF, fine: bool) -> SurfaceView:
    """A surface built a second time, in the look of the figure and with the size of its place, showing the same."""
    copy = type(view)(view.surface, view.session, look)
    copy.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    copy.widget.setFixedSize(round(place.width()), round(place.height()))
    copy.adjustSize()
    copy.show()
    copy.show_marks(view.marks, view.frame)
    if isinstance(copy, SheetView) and isinstance(view, SheetView) and not view.touched:
        copy.largest, copy.smallest = LARGEST, 0.0
        copy.fit()
    else:
        copy.look_like(view)
    copy.plot.scene().prepareForPaint()
    for painter in (painter for kind in EVERY_PAINTER for painter in copy.painters_of(kind)):
        painter.complete(fine)
    return copy


# -- dividing a page ---------------------------------------------------------------------------------------------------


def divided(whole: QRectF, count: int) -> list[QRectF]:
    """Places for `count` surfaces: the first is the largest, the others stand beside it, or below on a tall page."""
    if count == 1:
        return [whole]
    beside = whole.width() > whole.height()
    share = MAIN if count > 1 else 1.0
    across = whole if beside else whole.transposed()
    first = across.width() * share - EDGE / 2
    rest = across.width() - first - EDGE
    each = (across.height() - EDGE * (count - 2)) / (count - 1)
    places = [QRectF(0, 0, first, across.height())]
    places += [QRectF(first + EDGE, i * (each + EDGE), rest, each) for i in range(count - 1)]
    turned = places if beside else [QRectF(p.y(), p.x(), p.height(), p.width()) for p in places]
    return [place.translated(whole.topLeft()) for place in turned]


def wrapped(entries: Sequence[Entry], width: float, measure: Callable[[Entry], float]) -> list[list[Entry]]:
    """The entries in rows no wider than `width`."""
    rows: list[list[Entry]] = []
    room = 0.0
    for entry in entries:
        if not rows or measure(entry) > room:
            rows.append([])
            room = width
        rows[-1].append(entry)
        room -= measure(entry)
    return rows
