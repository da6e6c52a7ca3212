"""Many points counted pixel by pixel, and the picture of them; one that moves is counted anew, and no other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtGui import QImage

from gui.painters.painter import Screen

SPREAD = 200_000
"""Up to this many counted points are made three pixels wide, so that a lonely one can be seen."""
PIECE = 32_768
"""Number of points placed, or pixels painted, at a time: a size that fits the cache of the processor."""
FEW = 8
"""Up to this number of kinds each has its own count; more share the two halves of an integer."""
ONE = np.int32(1)
HALF = 32
"""Bits: room for the colours of 16 million points in one pixel."""
Place = Callable[[np.ndarray], np.ndarray]
"""From coordinates of the view (m, 2) to the pixels of a picture."""


class Tally:
    """How many points lie in each pixel and the sum of their colours, with one pixel more on every side.

    New memory costs more than counting, so what is kept is whole numbers of few bytes, and nothing of each point.

    place        from coordinates to pixels
    uv (m, 2)    coordinates of the points;   which (m,) the kind of each
    colours      (K, 3) red, green, blue of each kind, 0 to 255
    """

    def __init__(
        self, place: Place, uv: np.ndarray, which: np.ndarray, colours: np.ndarray, width: int, height: int
    ) -> None:
        self._place, self.width, self.height = place, width, height
        self._apart = len(colours) <= FEW  # each kind has its own count
        self._colours = np.round(colours)  # (K, 3)
        red, green, blue = self._colours.T.astype(np.int64)
        self._worth = np.array([1 << HALF | red, green << HALF | blue])  # (2, K) what a point of each kind adds
        row = width + 2
        reach = [-1, 0, 1] if len(uv) <= SPREAD else [0]
        self._around = np.array([up * row + along for up in reach for along in reach])
        self._size = row * (height + 2)
        self.kept = self._spread(self._counted(uv, which))
        self.pixels = np.zeros(self._size, dtype=np.uint32)
        for first in range(0, self._size, PIECE):
            self._paint(first + np.flatnonzero(self.kept[:, first : first + PIECE].any(axis=0)))

    def move(self, uv: np.ndarray, which: np.ndarray, to: np.ndarray, kinds: np.ndarray) -> None:
        """Points that were at `uv` (m, 2), each of a kind `which` (m,), are at `to` now, and of these kinds."""
        touched = np.zeros(self._size, dtype=bool)
        for places, own, change in ((uv, which, -ONE), (to, kinds, ONE)):
            for first in range(0, len(places), PIECE):
                some = slice(first, first + PIECE)
                pixels, counted = self._placed(places[some], own[some])
                near = pixels[:, None] + self._around
                self._add(self.kept, near, counted[:, None], change)
                touched[near] = True
        self._paint(np.flatnonzero(touched))

    def image(self) -> QImage:
        """The mean colour where points lie, the more opaque the more there are; valid until the next move."""
        row, kind = self.width + 2, QImage.Format.Format_ARGB32_Premultiplied
        inner = self.pixels[row + 1 :]
        return QImage(inner.data, self.width, self.height, 4 * row, kind)

    def _counted(self, uv: np.ndarray, which: np.ndarray) -> np.ndarray:
        """(K, pixels) how many of each kind there are where; of many kinds (2, pixels) their number and colours."""
        shape, kind = (len(self._colours), np.int32) if self._apart else (2, np.int64)
        kept = np.zeros((shape, self._size), dtype=kind)
        for first in range(0, len(uv), PIECE):
            some = slice(first, first + PIECE)
            self._add(kept, *self._placed(uv[some], which[some]), ONE)
        return kept

    def _placed(self, uv: np.ndarray, which: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The pixels of the points in sight, and their kinds."""
        x, y = self._place(uv).T
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        if not inside.all():  # what is out of sight may be too far out for a whole number
            x, y, which = x[inside], y[inside], which[inside]
        pixels: np.ndarray = y.astype(np.intp)
        pixels += 1
        pixels *= self.width + 2
        pixels += x.astype(np.intp)
        pixels += 1
        return pixels, which

    def _add(self, kept: np.ndarray, pixels: np.ndarray, which: np.ndarray, change: np.int32) -> None:
        """Points of these kinds come to these pixels, or leave them."""
        if self._apart:
            np.add.at(kept.reshape(-1), which * self._size + pixels, change)
            return
        for sums, worth in zip(kept, self._worth, strict=True):
            np.add.at(sums, pixels, change * worth[which])

    def _spread(self, kept: np.ndarray) -> np.ndarray:
        """The same, every point three pixels wide if there are not too many."""
        if len(self._around) == 1:
            return kept
        grid = kept.reshape(-1, self.height + 2, self.width + 2)
        for axis in (1, 2):
            wide, ahead, behind = grid.copy(), [slice(None)] * 3, [slice(None)] * 3
            ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
            wide[tuple(ahead)] += grid[tuple(behind)]
            wide[tuple(behind)] += grid[tuple(ahead)]
            grid = wide
        return grid.reshape(len(kept), self._size)

    def _sums(self, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(m,) the number of points in these pixels, and (3, m) the sums of their colours."""
        kept = self.kept[:, pixels]
        if not self._apart:
            high, low = kept >> HALF, kept & ((1 << HALF) - 1)
            return high[0], np.array([low[0], high[1], low[1]])
        colours = np.zeros((3, len(pixels)))
        for count, colour in zip(kept, self._colours, strict=True):
            colours += colour[:, None] * count
        return kept.sum(axis=0), colours

    def _paint(self, pixels: np.ndarray) -> None:
        """Colour these pixels by what is counted there."""
        for first in range(0, len(pixels), PIECE):
            some = pixels[first : first + PIECE]
            total, colours = (sums.astype(np.float32) for sums in self._sums(some))
            opacity = np.where(total > 0, 1.0 - 0.3 * np.exp(-(total - 1.0) / 2.0), 0.0).astype(np.float32)
            mean = colours / np.maximum(total, 1.0)
            red, green, blue = (mean * opacity).astype(np.uint32)
            self.pixels[some] = (255 * opacity).astype(np.uint32) << 24 | red << 16 | green << 8 | blue


def in_pixels(screen: Screen, ratio: float, uv: np.ndarray) -> np.ndarray:
    """(m, 2) pixels of a picture of the visible area, with `ratio` of them to a logical one, all x before all y."""
    t, area = screen.transform, screen.area
    places = np.multiply(uv.T, [[t.m11() * ratio], [t.m22() * ratio]], order="C")
    places += [[(t.dx() - area.left()) * ratio], [(t.dy() - area.top()) * ratio]]
    return np.asarray(places.T)
