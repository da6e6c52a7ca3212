"""Many points counted pixel by pixel, and the picture of them; one that moves is counted anew, and no other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtGui import QImage

from gui.canvas.painters.painter import Screen

SPREAD = 200_000
"""Up to this many counted points are made three pixels wide, so that a lonely one can be seen."""
PIECE = 65_536
"""So many points are placed at one go: what that takes stays near the processor, and memory is not asked for anew."""
FEW = 8
"""Of so many kinds each has a count of its own."""
Place = Callable[[np.ndarray], np.ndarray]
"""From coordinates of the view (m, 2) to the pixels of a picture."""


class Tally:
    """How many points lie in each pixel and the sum of their colours, with one pixel more on every side.

    place        from coordinates to pixels
    uv (m, 2)    coordinates of the points;   which (m,) the kind of each
    colours      (K, 3) red, green, blue of each kind, 0 to 255
    """

    def __init__(
        self, place: Place, uv: np.ndarray, which: np.ndarray, colours: np.ndarray, width: int, height: int
    ) -> None:
        self._place, self.width, self.height = place, width, height
        self._worth = np.column_stack([np.ones(len(colours)), colours])  # (K, 4) what a point of each kind adds
        row = width + 2
        reach = [-1, 0, 1] if len(uv) <= SPREAD else [0]
        self._around = np.array([up * row + along for up in reach for along in reach])
        self._size = row * (height + 2)
        self._nowhere = len(colours) * self._size
        self.spots = np.empty(len(uv), dtype=np.intp)
        for first in range(0, len(uv), PIECE):
            some = slice(first, first + PIECE)
            self.spots[some] = self._placed(uv[some], which[some])
        self.sums = self._counted(which)
        self.pixels = np.zeros(self._size, dtype=np.uint32)
        self._paint(np.flatnonzero(self.sums[0]))

    def move(self, rows: np.ndarray, uv: np.ndarray, which: np.ndarray) -> None:
        """Some points are elsewhere now, or of another kind."""
        fresh = self._placed(uv, which)
        touched = np.zeros(self._size, dtype=bool)
        for spots, change in ((self.spots[rows], -1.0), (fresh, 1.0)):
            kinds, pixels = np.divmod(spots[spots < self._nowhere], self._size)
            near = pixels[:, None] + self._around
            for sums, worth in zip(self.sums, self._worth.T, strict=True):
                np.add.at(sums, near, change * worth[kinds, None])
            touched[near] = True
        self.spots[rows] = fresh
        self._paint(np.flatnonzero(touched))

    def image(self) -> QImage:
        """The mean colour where points lie, the more opaque the more there are; valid until the next move."""
        row, kind = self.width + 2, QImage.Format.Format_ARGB32_Premultiplied
        inner = self.pixels[row + 1 :]
        return QImage(inner.data, self.width, self.height, 4 * row, kind)

    def _placed(self, uv: np.ndarray, which: np.ndarray) -> np.ndarray:
        """(m,) where each point is counted: its pixel in the picture of its kind."""
        x, y = self._place(uv).T
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        with np.errstate(invalid="ignore"):  # what is out of sight may be too far out for a whole number
            spots: np.ndarray = y.astype(np.intp)
            across = x.astype(np.intp)
        spots += 1
        spots *= self.width + 2
        spots += across
        spots += 1
        spots += which * self._size
        spots[~inside] = self._nowhere
        return spots

    def _counted(self, which: np.ndarray) -> np.ndarray:
        """(4, pixels) from all the spots; of few kinds each is counted, of many the colours are summed at once."""
        if len(self._worth) <= FEW:
            counts = np.bincount(self.spots, minlength=self._nowhere + 1)[:-1].reshape(-1, self._size)
            return np.asarray(self._worth.T @ self._spread(counts.astype(float)))
        seen = self.spots < self._nowhere
        kinds = which[seen]
        pixels = self.spots[seen] - kinds * self._size
        return self._spread(np.array([np.bincount(pixels, worth[kinds], self._size) for worth in self._worth.T]))

    def _spread(self, sums: np.ndarray) -> np.ndarray:
        """The same, every point three pixels wide if there are not too many."""
        if len(self._around) == 1:
            return sums
        grid = sums.reshape(-1, self.height + 2, self.width + 2)
        for axis in (1, 2):
            wide, ahead, behind = grid.copy(), [slice(None)] * 3, [slice(None)] * 3
            ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
            wide[tuple(ahead)] += grid[tuple(behind)]
            wide[tuple(behind)] += grid[tuple(ahead)]
            grid = wide
        return grid.reshape(len(sums), self._size)

    def _paint(self, pixels: np.ndarray) -> None:
        """Colour these pixels by what is counted there."""
        total = self.sums[0, pixels].astype(np.float32)
        opacity = np.where(total > 0, 1.0 - 0.3 * np.exp(-(total - 1.0) / 2.0), 0.0).astype(np.float32)
        mean = self.sums[1:, pixels].astype(np.float32) / np.maximum(total, 1.0)
        red, green, blue = (mean * opacity).astype(np.uint32)
        self.pixels[pixels] = (255 * opacity).astype(np.uint32) << 24 | red << 16 | green << 8 | blue


def in_pixels(screen: Screen, ratio: float, uv: np.ndarray) -> np.ndarray:
    """(m, 2) pixels of a picture of the visible area, with `ratio` of them to a logical one, all x before all y."""
    t, area = screen.transform, screen.area
    places = np.multiply(uv.T, [[t.m11() * ratio], [t.m22() * ratio]], order="C")
    places += [[(t.dx() - area.left()) * ratio], [(t.dy() - area.top()) * ratio]]
    return np.asarray(places.T)
