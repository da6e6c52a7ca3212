"""An item drawn at its natural size, one unit to a pixel, on a sheet that is moved and enlarged: a tree, a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEngine, QPainter
from PySide6.QtWidgets import QGraphicsSceneHoverEvent

from gui.look.plain import plain
from gui.painters.painter import M, Painter, View

FEW = 200
"""With more texts than this, texts with digits in the same places are measured once."""
ALIKE = str.maketrans("123456789", "0" * 9)
"""No digit is wider than a nought."""
LEGIBLE = 4.0
"""Text lower than this many pixels on the screen is left out."""


def sheet_font(font: QFont) -> QFont:
    """The font without hinting, so that text is as wide at every enlargement as it was measured."""
    unhinted = QFont(font)
    unhinted.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return unhinted


def widest(font: QFont, texts: Iterable[str]) -> float:
    """How wide the widest of some texts is, 0 of none; one of several lines is as wide as its longest.

    Of many, those with figures in the same places count as equally wide.
    """
    metrics, lines = QFontMetricsF(font), [line for text in texts for line in text.split("\n")]
    measured = lines if len(lines) <= FEW else {line.translate(ALIKE) for line in lines}
    return max(map(metrics.horizontalAdvance, measured), default=0.0)


def height_of(font: QFont, text: str = "") -> float:
    """How high a text of one or more lines is."""
    return QFontMetricsF(font).lineSpacing() * (text.count("\n") + 1)


def legible(painter: QPainter, font: QFont, least: float = LEGIBLE) -> bool:
    """Whether text in this font is large enough to read at the painter's scale; on paper (PDF, SVG) it always is."""
    if painter.paintEngine().type() != QPaintEngine.Type.Raster:
        return True
    return font.pixelSize() * abs(painter.deviceTransform().m22()) >= least


@dataclass(frozen=True)
class Meant:
    """What a part of an item stands for: a step of the run, or rows (m,) of its data; a click goes or lights there."""

    step: int | None = None
    rows: np.ndarray | None = None


class SheetItem(pg.GraphicsObject):
    """Something with a size of its own. Subclasses keep what they draw and call `resized` when it changes."""

    def __init__(self) -> None:
        super().__init__()
        self._bounds = QRectF()
        self.setAcceptHoverEvents(True)

    def told_at(self, place: QPointF) -> str:
        """The tool tip of the part under a position, "" for none."""
        return ""

    def meant_at(self, place: QPointF) -> Meant | None:
        """What the part under a position stands for, if a click on it does something."""
        return None

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        able = self.meant_at(event.pos()) is not None
        self.setToolTip(plain(self.told_at(event.pos())))
        self.setCursor(Qt.CursorShape.PointingHandCursor if able else Qt.CursorShape.ArrowCursor)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def resized(self, bounds: QRectF) -> None:
        """Another extent, and another picture."""
        self.prepareGeometryChange()
        self._bounds = bounds
        self.update()


Item = TypeVar("Item", bound=SheetItem)
"""The kind of item that a painter keeps."""


class SheetPainter(Painter[M], Generic[M, Item]):
    """Keeps one item and shows the mark in it; the view says where on the sheet it stands."""

    def __init__(self, view: View, item: Item) -> None:
        super().__init__(view)
        self.item = item
        item.hide()
        view.box.addItem(item)

    def clear(self) -> None:
        self.item.hide()
