"""Small pictures of the plane side by side, each with its title: computed elsewhere, one after the other, and kept."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.core.marks import Gallery, Panel
from gui.canvas.painters.inset import INSETS
from gui.canvas.painters.painter import Screen, View, Work
from gui.canvas.painters.sheet_item import Meant, SheetItem, SheetPainter, height_of, legible, sheet_font
from gui.canvas.regions.asked import Predicts
from gui.canvas.regions.banded import answered
from gui.canvas.regions.service import Picture
from gui.canvas.regions.small import Dots, Rectangle, SmallRequest, paint_dots, widths_of
from gui.look.appearance import Appearance

WIDE, HIGH = 152.0, 114.0
"""The size of a small picture, in pixels at the usual text size."""
GAP = 14.0
USUAL, SHARPEST = 1.6, 4
"""A picture has so many pixels to one of its size; one that is enlarged, up to so many times as many each way."""
KEPT = 600
"""So many pictures are kept, so that stepping back and forth computes none anew."""

_keys = count()


@dataclass
class Small:
    """The picture of a panel: the model it is of, what was asked for, and the newest that has come."""

    model: Any
    key: int
    asked: SmallRequest | None = None
    shown: QImage | None = None
    final: bool = False


class GalleryItem(SheetItem):
    """The panels in rows of `columns`; the painter gives each its picture.

    part  the part of the plane that all of them show
    """

    def __init__(self, view: View) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.view = view
        self.panels: tuple[Panel, ...] = ()
        self.smalls: Sequence[Small] = ()
        self.columns, self.part = 1, (0.0, 1.0, 0.0, 1.0)
        self.restyle(view.appearance)

    def restyle(self, look: Appearance) -> None:
        """Fonts and lengths at the size of the text in use."""
        self.title, self.detail = sheet_font(look.font("small", weight=600)), sheet_font(look.font("small"))
        self.head = 1.35 * height_of(self.title)
        self.size = (WIDE * look.scale, HIGH * look.scale)
        self.pitch = (self.size[0] + GAP * look.scale, self.size[1] + self.head + GAP * look.scale)

    def show_panels(self, panels: tuple[Panel, ...], smalls: Sequence[Small]) -> None:
        self.panels, self.smalls = panels, smalls
        self.lay_out(self.columns, self.part)

    def lay_out(self, columns: int, part: Rectangle) -> None:
        """So many panels in a row."""
        self.columns, self.part = max(columns, 1), part
        rows = -(-len(self.panels) // self.columns)
        across = min(self.columns, max(len(self.panels), 1))
        self.resized(QRectF(-3, -3, across * self.pitch[0], rows * self.pitch[1]))

    def card(self, index: int) -> QRectF:
        """The rectangle of a panel with its title."""
        row, column = divmod(index, self.columns)
        corner = QPointF(column * self.pitch[0], row * self.pitch[1])
        return QRectF(corner.x(), corner.y(), self.size[0], self.size[1] + self.head)

    def place_of(self, index: int) -> QRectF:
        """The rectangle of its picture."""
        return self.card(index).adjusted(0, self.head, 0, 0)

    def within(self, seen: QRectF) -> list[int]:
        """The panels that a part of the sheet shows."""
        first, last = (int(edge // self.pitch[1]) for edge in (seen.top(), seen.bottom()))
        left, right = (int(edge // self.pitch[0]) for edge in (seen.left(), seen.right()))
        across = range(max(left, 0), min(right + 1, self.columns))
        rows = range(max(first, 0), min(last + 1, -(-len(self.panels) // self.columns)))
        indices = (row * self.columns + column for row in rows for column in across)
        return [index for index in indices if index < len(self.panels)]

    # -- the mouse -----------------------------------------------------------------------------------------------------

    def panel_at(self, place: QPointF) -> int | None:
        """The panel under a position."""
        found = self.within(QRectF(place.x(), place.y(), 0, 0))
        return found[0] if found and self.card(found[0]).contains(place) else None

    def told_at(self, place: QPointF) -> str:
        index, meant = self.panel_at(place), self.meant_at(place)
        if index is None:
            return ""
        panel = self.panels[index]
        goes = "" if meant is None else f"Click to go to step {meant.step}, which is about it."
        return "\n".join(filter(None, (panel.title, panel.detail, goes, "Double-click to enlarge it.")))

    def meant_at(self, place: QPointF) -> Meant | None:
        index = self.panel_at(place)
        if index is None or self.panels[index].step is None or self.panels[index].role == "focus":
            return None
        return Meant(self.panels[index].step)

    # -- painting ------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        for index in self.within(option.exposedRect):
            self._paint_picture(painter, index)
            if legible(painter, self.title):
                self._paint_words(painter, index)

    def _paint_picture(self, painter: QPainter, index: int) -> None:
        """The picture, or paper until there is one; over it the marks, and a frame around it."""
        panel, place, theme = self.panels[index], self.place_of(index), self.view.appearance.theme
        image = self.smalls[index].shown if index < len(self.smalls) else None
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if image is None:
            painter.fillRect(place, QColor(theme.panel))
        else:
            painter.drawImage(place, image)
        if panel.marks:
            self._paint_marks(painter, panel, place)
        lit = panel.role == "focus"
        pen = QPen(QColor(theme.accent if lit else theme.line), (3.0 if lit else 1.0) * self.view.appearance.scale)
        path = QPainterPath()
        path.addRect(place)
        painter.strokePath(path, pen)

    def _paint_marks(self, painter: QPainter, panel: Panel, place: QRectF) -> None:
        x0, x1, y0, y1 = self.part
        across, down = place.width() / (x1 - x0), place.height() / (y1 - y0)
        screen = Screen(QTransform(across, 0, 0, -down, place.left() - across * x0, place.top() + down * y1), place)
        painter.save()
        painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in panel.marks:
            INSETS[type(mark)](painter, mark, self.view, screen)
        painter.restore()

    def _paint_words(self, painter: QPainter, index: int) -> None:
        """The title at the left; at the right, in what room is left, the detail."""
        panel, theme, metrics = self.panels[index], self.view.appearance.theme, QFontMetricsF(self.title)
        line = self.card(index)
        line.setHeight(self.head)
        flags, cut = Qt.AlignmentFlag.AlignVCenter, Qt.TextElideMode.ElideRight
        taken = min(metrics.horizontalAdvance(panel.title), line.width())
        painter.setFont(self.title)
        painter.setPen(QColor(theme.accent if panel.role == "focus" else theme.ink))
        painter.drawText(line, flags, metrics.elidedText(panel.title, cut, line.width() + 1))
        painter.setFont(self.detail)
        painter.setPen(QColor(theme.quiet))
        rest = line.adjusted(taken + 0.5 * self.head, 0, 0, 0)
        words = QFontMetricsF(self.detail).elidedText(panel.detail, cut, max(rest.width(), 0.0) + 1)
        painter.drawText(rest, flags | Qt.AlignmentFlag.AlignRight, words)


class GalleryPainter(SheetPainter[Gallery, GalleryItem]):
    """Asks for the pictures of the panels that are seen; one that is there for a model stays while the model does."""

    def __init__(self, view: View) -> None:
        super().__init__(view, GalleryItem(view))
        self._kept: dict[tuple[int, str], Small] = {}
        self._uv: dict[int, np.ndarray] = {}
        view.regions.ready.connect(self._take)
        view.box.sigRangeChanged.connect(self.ask)

    def draw(self, mark: Gallery) -> None:
        before, self._uv = list(self.item.smalls), {}
        smalls = [self._small(panel, before[i] if i < len(before) else None) for i, panel in enumerate(mark.panels)]
        self._forget({(id(panel.model), panel.title) for panel in mark.panels})
        self.item.restyle(self.view.appearance)
        self.item.show_panels(mark.panels, smalls)
        self.item.show()

    def clear(self) -> None:
        super().clear()
        self._forget(set(), 0)
        self.item.show_panels((), ())

    def _small(self, panel: Panel, before: Small | None) -> Small:
        """The picture that is kept for a model; of a new one, until it is there, what its place showed before."""
        name = (id(panel.model), panel.title)
        small = self._kept.pop(name, None) or Small(panel.model, next(_keys), shown=before.shown if before else None)
        self._kept[name] = small
        return small

    def _forget(self, shown: set[tuple[int, str]], most: int = KEPT) -> None:
        """Let go of the oldest pictures that are not shown."""
        old = [name for name in self._kept if name not in shown]
        for name in old[: max(len(self._kept) - most, 0)]:
            self.view.regions.forget(self._kept.pop(name).key)

    # -- pictures ------------------------------------------------------------------------------------------------------

    def ask(self, *_: object) -> None:
        """Ask for what is seen and not yet there."""
        if not self.item.isVisible():
            return
        for index in self.seen():
            small, request = self.item.smalls[index], self._request(index)
            if not request.same_as(small.asked):
                small.asked, small.final = request, False
                if hasattr(small.model, "predict"):
                    self.view.regions.ask(small.key, request)
                else:
                    small.shown, small.final = self._plain(request), True

    def seen(self) -> list[int]:
        """The panels in view."""
        return self.item.within(self.item.mapRectFromParent(self.view.box.viewRect()))

    def _request(self, index: int, ratio: float | None = None) -> SmallRequest:
        """The picture of a panel, in the pixels of the screen or in so many to a unit of the sheet."""
        panel, (wide, high) = self.item.panels[index], self.item.size
        fine = self._sharpness() if ratio is None else ratio
        width, height = max(round(wide * fine), 2), max(round(high * fine), 2)
        model: Predicts = panel.model
        return SmallRequest(
            model, self.view.lifting_plane(), self.item.part, width, height, "auto", self.view.appearance.theme,
            grain=fine * self.view.appearance.scale, dots=self._dots(panel),
        )  # fmt: skip

    def _sharpness(self) -> float:
        """Device pixels to a unit of the sheet: the same for all that fits, doubled as one is enlarged beyond."""
        doublings = int(np.ceil(np.log2(np.clip(self._enlarged() / USUAL, 1.0, SHARPEST))))
        return float(USUAL * 2**doublings * self.view.widget.devicePixelRatioF())

    def _enlarged(self) -> float:
        """Pixels to a unit of the sheet, from what is in view: the item is told of it only when it is painted."""
        return float(self.view.box.width() / self.view.box.viewRect().width())

    def _dots(self, panel: Panel) -> Dots | None:
        """Where the dots of a panel are; panels that show the same positions have them projected once."""
        dots = panel.dots
        if dots is None:
            return None
        if id(dots.positions) not in self._uv:
            self._uv[id(dots.positions)] = self.view.placed(dots.positions, dots.rows)
        return Dots(self._uv[id(dots.positions)], dots.groups, widths_of(dots.sizes, len(dots.positions)), dots.role)

    @staticmethod
    def _plain(request: SmallRequest) -> QImage:
        """Dots on paper, for a panel without a model."""
        image = QImage(request.width, request.height, QImage.Format.Format_RGB32)
        image.fill(QColor(request.theme.paper))
        if request.dots is not None:
            painter = QPainter(image)
            size = (request.width, request.height)
            paint_dots(painter, request.dots, request.rect, size, request.theme, request.grain)
            painter.end()
        return image

    def _take(self, key: int, made: Picture) -> None:
        for index, small in enumerate(self.item.smalls):
            if small.key == key and small.asked is made.request:
                small.shown, small.final = made.image, made.stage != "coarse"
                self.item.update(self.item.card(index))

    @property
    def settled(self) -> bool:
        """Whether every panel in view shows what was asked for, to the pixel."""
        return all(self.item.smalls[index].final for index in self.seen())

    def work(self, ratio: float, fine: bool = True) -> Work | None:
        """For a figure: the pictures of all panels in view, one after the other."""
        if not self.item.isVisible():
            return None
        ratio *= self._enlarged()
        asked = [(index, self._request(index, ratio)) for index in self.seen()]
        return Work(partial(_all_answered, asked, fine), self._put)

    def _put(self, made: dict[int, QImage]) -> None:
        for index, image in made.items():
            self.item.smalls[index].shown = image
        self.item.update()


def _all_answered(asked: Sequence[tuple[int, SmallRequest]], fine: bool) -> Generator[float, None, dict[int, QImage]]:
    """The pictures that are asked for, by the places of their panels; it yields how much is done."""
    made: dict[int, QImage] = {}
    for place, (index, request) in enumerate(asked):
        if not hasattr(request.model, "predict"):
            made[index] = GalleryPainter._plain(request)
            continue
        work = answered(request, fine)
        while True:
            try:
                share = next(work)
            except StopIteration as end:
                made[index] = end.value.image
                break
            yield (place + share) / len(asked)
    return made
