"""The sheet of a gallery: panels in rows, each a small picture with its title."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.core.marks import Panel
from gui.look.appearance import Appearance
from gui.painters.inset import INSETS
from gui.painters.painter import Screen, View
from gui.painters.sheet_item import Meant, SheetItem, height_of, legible, sheet_font
from gui.regions.levels import Rectangle
from gui.regions.small import SmallRequest

WIDE, HIGH = 152.0, 114.0
"""The size of a small picture, in pixels at the usual text size."""
BESIDE = 0.82
"""With larger text a picture grows by this share of it: its title just has room, and more of them are in view."""
GAP = 14.0
SHARE = 0.5
"""A title keeps so much of the width, however long what stands beside it is."""


@dataclass
class Small:
    """The picture of a panel: the model it is of, what was asked for, and the newest that has come.

    printed  what was computed for a figure, which shows most panels of a step at the next one too
    """

    model: Any
    key: int
    asked: SmallRequest | None = None
    shown: QImage | None = None
    stage: str = "coarse"
    printed: SmallRequest | None = None


class GalleryItem(SheetItem):
    """The panels in rows of `columns`; the painter gives each its picture.

    part    the part of the plane that all of them show;   node  the node of a graph whose pictures stand out as well
    larger  how many times as large as usual the words are, for a sheet that is seen so many times smaller
    """

    larger = 1.0

    def __init__(self, view: View) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.view = view
        self.panels: tuple[Panel, ...] = ()
        self.smalls: Sequence[Small] = ()
        self.columns, self.part = 1, (0.0, 1.0, 0.0, 1.0)
        self.node: tuple[str, int] | None = None
        self.restyle(view.appearance)

    def restyle(self, look: Appearance) -> None:
        """Fonts and lengths at the size of the text in use."""
        self.title, self.detail = sheet_font(look.font("small", weight=600)), sheet_font(look.font("small"))
        for font in (self.title, self.detail):
            font.setPixelSize(round(font.pixelSize() * self.larger))
        self.head = 1.35 * height_of(self.title)
        grown = max(1.0, BESIDE * look.scale)
        self.size, self.gap = (WIDE * grown, HIGH * grown), GAP * look.scale
        self.pitch = (self.size[0] + self.gap, self.size[1] + self.head + self.gap)

    def write(self, larger: float) -> None:
        """Words so many times as large as usual."""
        if larger != self.larger:
            self.larger = larger
            self.restyle(self.view.appearance)
            self.lay_out(self.columns, self.part)

    def room_for_words(self) -> float:
        """How many times as large as they are now the words of the longest heading have room."""
        large, small = QFontMetricsF(self.title), QFontMetricsF(self.detail)
        said = [large.horizontalAdvance(one.title) + small.horizontalAdvance(one.detail) for one in self.panels]
        return self.size[0] / (max(said, default=0.0) + 0.6 * self.head)

    def show_panels(self, panels: tuple[Panel, ...], smalls: Sequence[Small]) -> None:
        self.panels, self.smalls = panels, smalls
        self.lay_out(self.columns, self.part)

    def light(self, node: tuple[str, int] | None) -> None:
        """Have the pictures of this node stand out."""
        if node != self.node:
            self.node = node
            self.update()

    def is_lit(self, panel: Panel) -> bool:
        """Whether the step is about it, or the pointer is on what it belongs to."""
        return panel.role == "focus" or self.is_pointed_at(panel)

    def is_pointed_at(self, panel: Panel) -> bool:
        return panel.node is not None and panel.node == self.node

    def lay_out(self, columns: int, part: Rectangle) -> None:
        """Number of panels in a row."""
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
        lit = self.is_lit(panel)
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
        """The title at the left, the detail at the right; where not both have room, the title is cut first."""
        panel, theme = self.panels[index], self.view.appearance.theme
        line, gap = self.card(index), 0.5 * self.head
        line.setHeight(self.head)
        large, small = QFontMetricsF(self.title), QFontMetricsF(self.detail)
        taken = large.horizontalAdvance(panel.title)
        least = min(taken, SHARE * line.width())
        beside = min(small.horizontalAdvance(panel.detail), line.width() - least - gap) if panel.detail else -gap
        flags, cut = Qt.AlignmentFlag.AlignVCenter, Qt.TextElideMode.ElideRight
        room = line.width() - beside - gap + 1
        painter.setFont(self.title)
        painter.setPen(QColor(theme.accent if self.is_lit(panel) else theme.ink))
        painter.drawText(line, flags, large.elidedText(panel.title, cut, room))
        painter.setFont(self.detail)
        painter.setPen(QColor(theme.quiet))
        words = small.elidedText(panel.detail, cut, max(beside, 0.0) + 1)
        painter.drawText(line, flags | Qt.AlignmentFlag.AlignRight, words)
