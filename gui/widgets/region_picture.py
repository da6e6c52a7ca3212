"""An image with the outlines of its regions; the one that is looked at is lit."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.data.regions import Regions
from gui.look.appearance import Appearance


class RegionPicture(QWidget):
    """As large as there is room, pixel by pixel. `chosen` brings the region under a click."""

    chosen = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._regions: Regions | None = None
        self._image = QImage()
        self._borders: list[tuple[QLineF, int, int]] = []
        self.lit = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("The image with the outlines of its regions")
        self.setToolTip("Click a region to see its row")
        appearance.changed.connect(self.update)

    def show_regions(self, regions: Regions) -> None:
        """Show these; none of them is lit."""
        self._regions, self.lit = regions, -1
        pixels = np.ascontiguousarray(np.round(regions.image).astype(np.uint8))
        high, wide = pixels.shape[:2]
        self._image = QImage(pixels.tobytes(), wide, high, 3 * wide, QImage.Format.Format_RGB888).copy()
        self._borders = [(QLineF(x, y, u, v), one, other) for x, y, u, v, one, other in regions.borders()]
        self.update()

    def light(self, region: int) -> None:
        """Light the outline of this region."""
        if region != self.lit:
            self.lit = region
            self.update()

    def place(self) -> QRectF:
        """Where the image is painted."""
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(QPointF(0, 0), size)
        box.moveCenter(QRectF(self.rect()).center())
        return box

    def region_at(self, spot: QPointF) -> int:
        """The region at a place of the widget, or −1."""
        box, shown = self.place(), self._regions
        if shown is None or not box.contains(spot):
            return -1
        high, wide = shown.labels.shape
        x = min(int((spot.x() - box.left()) / box.width() * wide), wide - 1)
        y = min(int((spot.y() - box.top()) / box.height() * high), high - 1)
        return int(shown.labels[y, x])

    def sizeHint(self) -> QSize:
        return QSize(360, 300)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if (region := self.region_at(event.position())) >= 0:
            self.chosen.emit(region)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._regions is None:
            return
        painter, box, theme = QPainter(self), self.place(), self._appearance.theme
        painter.drawImage(box, self._image)
        painter.translate(box.topLeft())
        painter.scale(box.width() / self._image.width(), box.height() / self._image.height())
        lit = [line for line, *two in self._borders if self.lit in two and self.lit >= 0]
        every = [line for line, *_ in self._borders]
        for lines, colour, width in (
            (every, "#FFFFFF", 3.0),  # an image may be light or dark whatever the theme is
            (every, "#000000", 1.0),
            (lit, "#FFFFFF", 5.0),
            (lit, theme.accent, 3.0),
        ):
            pen = QPen(QColor(colour), width)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawLines(lines)
