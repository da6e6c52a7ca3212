"""What takes long to paint, kept as pixels for as long as it would be painted the same."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter

from gui.painters.painter import Screen

MOST = 4_000_000
"""Maximum number of pixels in the cache, of the pictures painted last."""


class ImageCache:
    """Pictures of a layer, by what they show: one is painted when it is not there yet, and copied from then on.

    On paper, and where the pixels of a picture would not be those of the device, everything is painted.
    """

    def __init__(self) -> None:
        self._cache: OrderedDict[Hashable, QImage] = OrderedDict()

    def paint(self, painter: QPainter, screen: Screen, what: Hashable, draw: Callable[[QPainter], None]) -> None:
        """Have `draw` paint `what`, or copy what it painted here before."""
        ratio = abs(painter.deviceTransform().m11())
        if painter.paintEngine().type() != QPaintEngine.Type.Raster or ratio != round(ratio):
            return draw(painter)
        part, t = QRectF(screen.area.toAlignedRect()), screen.transform
        key = (what, ratio, part.getRect(), t.m11(), t.m22(), t.dx(), t.dy())
        if key not in self._cache:
            self._keep(key, picture(part, ratio, draw))
        self._cache.move_to_end(key)
        painter.drawImage(part, self._cache[key])
        return None

    def _keep(self, key: Hashable, image: QImage) -> None:
        self._cache[key] = image
        while len(self._cache) > 1 and sum(one.width() * one.height() for one in self._cache.values()) > MOST:
            self._cache.popitem(last=False)


def picture(part: QRectF, ratio: float, draw: Callable[[QPainter], None]) -> QImage:
    """What is painted on a part of the window, with `ratio` pixels to a logical one."""
    size = math.ceil(part.width() * ratio), math.ceil(part.height() * ratio)
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.scale(ratio, ratio)
    painter.translate(-part.topLeft())
    draw(painter)
    painter.end()
    return image
