"""Points stamped in the order of their rows from one picture of the markers; of many, only what changed is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from gui.painters.markers import Atlas
from gui.painters.painter import Screen

FEW_ENOUGH = 2_000
"""Up to this number of points no picture is cached."""
FEW = 384
"""Maximum number of moved or restyled points for which the picture is patched."""
MARGIN = 24.0
"""Pixels around the visible area in which the middle of a visible point may lie."""

CELL = 2
"""Pixels of a cell of the grid on which those points are looked up that touch others: of larger ones more come."""

Key = tuple[QTransform, QRectF, Atlas]


@dataclass
class Picture:
    """What all points look like in the part `around` of the window; `xy` (n, 2) are the pixels where they stand.

    cells  (n,) the cell of a grid over that part in which each stands, or the nearest one
    """

    key: Key
    image: QImage
    xy: np.ndarray
    around: QRect
    cells: np.ndarray


class Stamps:
    """Paints points, whose positions and looks are given each time; `move` and `forget` tell what changed in them."""

    def __init__(self) -> None:
        self._fragments = PrimitiveArray(QPainter.PixmapFragment, 10)
        self._filled: Key | None = None
        self._picture: Picture | None = None
        self._moved: set[int] = set()
        self._spare: QImage | None = None  # a new one as large is given by the system page by page, at every step

    def forget(self) -> None:
        """All points may be others."""
        self._filled = self._picture = None
        self._moved = set()

    def move(self, rows: np.ndarray) -> None:
        """These points are elsewhere, or look otherwise."""
        self._filled = None
        if self._picture is not None and len(self._moved) + len(rows) <= FEW:
            self._moved.update(rows.tolist())
        elif len(rows):
            self.forget()

    def paint(
        self, painter: QPainter, screen: Screen, uv: np.ndarray, which: np.ndarray, atlas: Atlas, ratio: float
    ) -> None:
        """Show points at coordinates of the view (n, 2), each with its picture of the atlas.

        ratio  pixels of the device to a logical one
        """
        key = (screen.transform, screen.area, atlas)
        if len(uv) <= FEW_ENOUGH or ratio != round(ratio):
            if self._filled != key:
                xy, inside = visible(screen, uv)
                self._fill(snapped(xy, ratio), atlas.places[which[inside]], ratio)
                self._filled = key
            return self._stamp(painter, atlas)
        picture = self._picture
        if picture is None or picture.key != key:
            picture = self._picture = self._whole(key, screen, uv, which, atlas, ratio)
        elif self._moved:
            self._mend(picture, screen, uv, which, ratio)
        self._moved = set()
        painter.drawImage(QRectF(picture.around), picture.image)
        return None

    def _whole(
        self, key: Key, screen: Screen, uv: np.ndarray, which: np.ndarray, atlas: Atlas, ratio: float
    ) -> Picture:
        """The picture of all points."""
        around = screen.area.toAlignedRect()
        xy = snapped(screen(uv), ratio)
        inside = near(xy, screen.area, MARGIN)
        self._fill(xy[inside], atlas.places[which[inside]], ratio)
        return Picture(key, self._stamped(around, atlas, ratio), xy, around, cells_in(around, xy))

    def _mend(self, picture: Picture, screen: Screen, uv: np.ndarray, which: np.ndarray, ratio: float) -> None:
        """Stamp again, in the order of the rows, whatever touches where a moved point was or is."""
        rows, atlas = np.array(sorted(self._moved)), picture.key[2]
        before, now = picture.xy[rows], snapped(screen(uv[rows]), ratio)
        spots = np.vstack([now, before[(now != before).any(axis=1)]])  # what looks otherwise stands where it stood
        picture.xy[rows] = now
        picture.cells[rows] = cells_in(picture.around, now)
        reach = float(atlas.places[:, 2].max()) / ratio / 2  # from the middle of a pixel, where all stand, to an edge
        spots = spots[near(spots, QRectF(picture.around), reach)]
        if not len(spots):
            return
        squares = boxes_around(spots, reach, picture.around) - corner_of(picture.around)
        touching = touched(picture, squares, math.ceil(reach - 0.5 / ratio))
        self._fill(picture.xy[touching], atlas.places[which[touching]], ratio)
        boxes = round(ratio) * squares
        anew = self._beside(picture, boxes, atlas, ratio)
        kept = pixels_of(picture.image)
        for (x0, y0), (x1, y1) in boxes.tolist():
            kept[y0:y1, x0:x1] = anew[y0:y1, x0:x1]

    def _beside(self, picture: Picture, boxes: np.ndarray, atlas: Atlas, ratio: float) -> np.ndarray:
        """Pixels like those of the picture, in which what is to be stamped stands in boxes of it; used again."""
        if self._spare is None or self._spare.size() != picture.image.size():
            self._spare = QImage(picture.image.size(), picture.image.format())
        anew = pixels_of(self._spare)
        (x0, y0), (x1, y1) = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
        anew[y0:y1, x0:x1] = 0
        painter = painter_of(self._spare, picture.around, ratio)
        self._stamp(painter, atlas)
        painter.end()
        return anew

    def _stamped(self, around: QRect, atlas: Atlas, ratio: float) -> QImage:
        """A picture of this part of the window with what is to be stamped."""
        size = round(around.width() * ratio), round(around.height() * ratio)
        image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = painter_of(image, around, ratio)
        self._stamp(painter, atlas)
        painter.end()
        return image

    def _fill(self, xy: np.ndarray, places: np.ndarray, ratio: float) -> None:
        """Have these pictures stamped at these pixels."""
        self._filled = None
        self._fragments.resize(len(xy))
        table = self._fragments.ndarray()
        table[:, 0:2], table[:, 2:6] = xy, places
        table[:, 6:10] = (1 / ratio, 1 / ratio, 0.0, 1.0)

    def _stamp(self, painter: QPainter, atlas: Atlas) -> None:
        painter.drawPixmapFragments(*self._fragments.drawargs(), atlas.pixmap)  # type: ignore[call-arg]  # stubs: no array


def painter_of(image: QImage, around: QRect, ratio: float) -> QPainter:
    """A painter of the picture of a part of the window, in the pixels of the window."""
    painter = QPainter(image)
    painter.scale(ratio, ratio)
    painter.translate(-around.topLeft())
    return painter


def snapped(xy: np.ndarray, ratio: float) -> np.ndarray:
    """The middle of the pixel of the device in which each place lies: sharp, and the quickest."""
    return np.asarray((np.floor(xy * ratio) + 0.5) / ratio)


def near(xy: np.ndarray, area: QRectF, margin: float) -> np.ndarray:
    """(n,) whether places (n, 2) lie in an area, or so near to it."""
    inside = (xy[:, 0] > area.left() - margin) & (xy[:, 0] < area.right() + margin)
    inside &= (xy[:, 1] > area.top() - margin) & (xy[:, 1] < area.bottom() + margin)
    return np.asarray(inside)


def cells_in(around: QRect, xy: np.ndarray) -> np.ndarray:
    """(m,) the number of the cell of a grid over a part of the window in which each place lies, or of the nearest."""
    columns = around.width() // CELL + 1
    last = columns - 1, around.height() // CELL
    across, up = np.clip((xy - (around.left(), around.top())) / CELL, 0, last).astype(np.intp).T
    return np.asarray(up * columns + across)


def touched(picture: Picture, squares: np.ndarray, reach: int) -> np.ndarray:
    """The points within reach of one of these squares (m, 2, 2), given by their corners in pixels of the picture."""
    columns, rows = picture.around.width() // CELL + 1, picture.around.height() // CELL + 1
    grid = np.zeros((rows, columns), dtype=bool)
    first, last = np.maximum(squares[:, 0] - reach, 0) // CELL, -((squares[:, 1] + reach) // -CELL)
    for x0, y0, x1, y1 in np.hstack([first, last]).tolist():
        grid[y0:y1, x0:x1] = True
    return np.flatnonzero(grid.ravel()[picture.cells])


def boxes_around(places: np.ndarray, reach: float, area: QRect) -> np.ndarray:
    """(m, 2, 2) the upper left and the lower right corners of squares around places, as far as they lie in an area."""
    left, top = area.left(), area.top()
    corners = np.stack([np.floor(places - reach), np.ceil(places + reach)], axis=1)
    inside = np.clip(corners, (left, top), (left + area.width(), top + area.height()))
    return np.asarray(inside.astype(np.intp))


def corner_of(area: QRect) -> tuple[int, int]:
    """The upper left pixel."""
    return area.left(), area.top()


def pixels_of(image: QImage) -> np.ndarray:
    """(h, w) the pixels of an image of 32 bits each, to be written to while the image is there."""
    return np.frombuffer(image.bits(), dtype=np.uint32).reshape(image.height(), image.width())


def changed(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """The numbers of the rows that differ; of a million few do, and a row may come once for each of its values."""
    places = np.flatnonzero(before != now)
    return places if now.ndim == 1 else places // now.shape[1]


def visible(screen: Screen, uv: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pixels of the points in sight, and which points they are."""
    xy = screen(uv)
    inside = near(xy, screen.area, MARGIN)
    return xy[inside], inside
