"""A figure before it is written: copies of the surfaces, where they stand, and the words and the legend around them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication

from engine.base.errors import Refusal
from engine.data.bundled import title_of
from gui.canvas.surfaces.plane_view import PlaneView
from gui.canvas.surfaces.sheet_view import SheetView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.export.axes import steady
from gui.export.options import FigureOptions
from gui.export.rings import show_part_of
from gui.export.shown import Entry, Source, caption_of, heading_of, legend_of, longest_caption_of, shown_in
from gui.export.strokes import strokes
from gui.look.appearance import Appearance, Size
from gui.look.shapes import paint_shape
from gui.painters import EVERY_PAINTER
from gui.painters.painter import Work

EDGE = 10.0
"""Logical pixels of paper around the figure and between its parts."""
MAIN = 0.58
"""The share of the figure that the first of several surfaces takes."""
IN_A_ROW = 3
"""More planes than this stand in two rows."""
LEAST = 130.0, 100.0
"""Logical pixels that each surface needs in width and in height."""
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

    source      one surface, or a canvas
    searchable  numbers as text that can be searched and copied, at the price of digits of slightly different widths
    rows        the legend has room for at least so many, for a run whose groups come and go
    """

    def __init__(self, source: Source, options: FigureOptions, searchable: bool = False, rows: int = 0) -> None:
        self.look = FigureLook(options.theme, searchable)
        self.theme = self.look.theme
        self.page, self.title, self.caption = options.page, options.title, options.caption
        views = shown_in(source)
        self.name = self.title or title_of(views[0].session.table.data.name)
        whole_sheet = isinstance(views[0], SheetView)  # a legend inside would hide a part of the tree or the table
        self.legend = "outside" if whole_sheet and options.legend == "inside" else options.legend
        self.entries = legend_of(views) if self.legend != "none" else []
        self._plan(views, rows)

    # -- planning ------------------------------------------------------------------------------------------------------

    def _plan(self, views: Sequence[SurfaceView], least: int) -> None:
        """Divide the page: title, surfaces, legend, caption."""
        width, line = self.page.width() - 2 * EDGE, self._line("small")
        top = EDGE + (self._line("title") if self.title else 0.0)
        self.rows = self._legend_rows()
        self.foot = self.page.height() - EDGE - self.foot_height(self.caption)
        self.legend_top = self.foot - max(len(self.rows), least) * line
        whole = QRectF(EDGE, top, width, self.legend_top - top)
        several = len(views) > 1
        places = divided(whole, len(views), max(sum(isinstance(view, PlaneView) for view in views), 1))
        if any(place.width() < LEAST[0] or place.height() < LEAST[1] for place in places):
            what = f"{len(views)} surfaces" if several else "the picture beside its words"
            raise Refusal(f"There is no room for {what}: make the figure larger, its text smaller, or show less of it.")
        self.panels = [self._panel(view, place, several) for view, place in zip(views, places, strict=True)]

    def _legend_rows(self) -> list[list[Entry]]:
        outside = self.entries if self.legend == "outside" else []
        return wrapped(outside, self.page.width() - 2 * EDGE, self._entry_width)

    def relabel(self) -> None:
        """The groups and the words may be others at another step of a run; the room for them stays."""
        if self.legend != "none":
            self.entries = legend_of([panel.view for panel in self.panels])
            self.rows = self._legend_rows()
        for panel in self.panels:
            panel.caption = caption_of(panel.view)

    def _panel(self, view: SurfaceView, place: QRectF, several: bool) -> Panel:
        line = self._line("small")
        caption = caption_of(view)
        below = self._caption_height(longest_caption_of(view), place.width())
        inner = place.adjusted(0, line if several else 0.0, 0, -below)
        return Panel(copied(view, self.look, inner), inner, heading_of(view) if several else "", caption)

    def foot_height(self, words: str) -> float:
        """The room that a caption of the whole figure needs."""
        return self._caption_height(words, self.page.width() - 2 * EDGE)

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

    def work(self, ratio: float, fine: bool = True) -> list[Work]:
        """What must be computed before it can be painted with so many pixels to a logical one."""
        views = [panel.view for panel in self.panels]
        painters = [painter for view in views for kind in EVERY_PAINTER for painter in view.painters_of(kind)]
        works = (painter.work(ratio, fine) for painter in painters)
        return [work for work in works if work is not None]

    def sharpen(self, scale: float) -> None:
        """Lines whose width is in device pixels grow with the resolution; all others do so by themselves."""
        for panel in self.panels:
            for side in ("left", "bottom"):
                axis = panel.view.plot.getAxis(side)
                pen = axis.pen()
                pen.setWidthF(max(scale, 1.0))
                axis.setPen(pen)
                axis.setTextPen(QColor(self.theme.quiet))

    def pieces(self, painter: QPainter) -> Iterator[None]:
        """Paint everything, in logical pixels, with a pause after each piece."""
        for panel in self.panels:
            yield from strokes(painter, panel.view, panel.place.topLeft())
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
        painter.setFont(self.look.font("small"))
        painter.setPen(QColor(self.theme.ink))
        room = QRectF(EDGE, self.foot + 8.0, self.page.width() - 2 * EDGE, self.page.height())
        painter.drawText(room, Qt.TextFlag.TextWordWrap, self.caption)

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


def copied(view: SurfaceView, look: Appearance, place: QRectF) -> SurfaceView:
    """A surface built a second time, in the look of the figure and with the size of its place, showing the same."""
    copy = type(view)(view.surface, view.session, look)
    copy.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    copy.compute_nothing()
    copy.working = False
    copy.widget.setFixedSize(round(place.width()), round(place.height()))
    copy.adjustSize()
    copy.show()
    copy.show_marks(view.marks, view.frame)
    if isinstance(copy, SheetView) and isinstance(view, SheetView) and not view.touched:
        copy.largest, copy.smallest = LARGEST, 0.0
        copy.fit()
    else:
        show_part_of(view, copy)
        steady(copy)
        show_part_of(view, copy)
    copy.plot.scene().prepareForPaint()
    return copy


def look_at(view: SurfaceView, part: QRectF) -> None:
    """Show this part of a surface."""
    view.box.setRange(part, padding=0, disableAutoRange=True)


# -- dividing a page ---------------------------------------------------------------------------------------------------


def divided(whole: QRectF, count: int, alike: int = 1) -> list[QRectF]:
    """Places for `count` surfaces, side by side or on a tall page one below the other.

    The first `alike`, which show the same points, are equally large; one alone is the largest, and what is left stands
    beside, one below the other.
    """
    beside, rest = whole.width() > whole.height(), count - alike
    across = whole if beside else whole.transposed()
    rows = 1 if alike <= IN_A_ROW else 2
    columns = math.ceil(alike / rows)
    share = 1.0 if not rest else MAIN if columns == 1 else columns / (columns + 1)
    wide = (across.width() * share - EDGE / 2 * bool(rest) - EDGE * (columns - 1)) / columns
    high = (across.height() - EDGE * (rows - 1)) / rows
    corners = [(i % columns * (wide + EDGE), i // columns * (high + EDGE)) for i in range(alike)]
    left, each = columns * (wide + EDGE), (across.height() - EDGE * (rest - 1)) / max(rest, 1)
    places = [QRectF(x, y, wide, high) for x, y in corners]
    places += [QRectF(left, i * (each + EDGE), across.width() - left, each) for i in range(rest)]
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
