"""How large the panels of a gallery are in the room there is, in how many columns, and how large their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gui.painters.gallery_item import GalleryItem

SCALES = (1.6, 1.25, 1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.15)
"""The panels are as large as the first of these at which all have room; on the screen none is smaller than 0.8."""
SMALLER = 0.8
"""Where the text is larger than usual, panels are so much smaller at least if two rows have room then, not one."""
WORDS = (2.0, 1.75, 1.5, 1.25, 1.0)
"""Where panels are small, their words are so many times as large as they would be with them, if they have room."""
Size = tuple[float, int]
"""Pixels to a unit of the sheet, and columns."""


@dataclass(frozen=True)
class GalleryRoom:
    """The room of a gallery in pixels.

    most    so many panels there are at any step of the run;   free  what is left of the height if words count them
    limits  how small and how large they may be;               text  how large all text is
    """

    items: Sequence[GalleryItem]
    most: int
    width: float
    height: float
    free: float
    limits: tuple[float, float]
    text: float

    def sized(self, worded: float) -> Size:
        """With words that can be read, so large that no panel goes out of view for them, and as they have room."""
        self._write(1.0)
        plain = self._size()
        panels, tidy = self._shown(plain)
        for larger in WORDS:
            if 1.0 < larger < min(1.0 / plain[0] + 0.125, worded):
                self._write(larger)
                size = self._size()
                seen, still = self._shown(size)
                if seen >= panels and still >= tidy:
                    return size
        self._write(1.0)
        return plain

    def _write(self, larger: float) -> None:
        for item in self.items:
            item.write(larger)

    @property
    def _pitch(self) -> tuple[float, float, float]:
        """From one panel to the next across and down, and the gap in that."""
        return *self.items[0].pitch, self.items[0].gap

    def _rows(self, columns: int) -> int:
        """Number of rows that all galleries have, including those of other steps."""
        counts = [len(item.panels) for item in self.items]
        counts[-1] += self.most - sum(counts)
        return sum(-(-count // columns) for count in counts)

    def _size(self) -> Size:
        across, down, gap = self._pitch
        smallest, largest = self.limits
        for scale in (scale for scale in SCALES if smallest <= scale <= largest):
            columns = max(int((self.width + gap * scale) / (across * scale)), 1)
            rows = self._rows(columns)
            if rows * down - gap <= self.height / scale:
                break
        widest = min(self.width / (columns * across - gap), largest)  # what is left of the width is filled, none is cut
        room = self.height / (rows * down - gap)
        if room >= scale:
            return min(widest, room), columns
        return self._whole() if room >= self._least(rows) else (self._whole_rows(widest), columns)

    def _whole(self) -> Size:
        """As large as all panels have room."""
        across, down, gap = self._pitch
        ways = range(1, max(self.most, 1) + 1)
        high = [self.height / (self._rows(columns) * down - gap) for columns in ways]
        wide = [self.width / (columns * across - gap) for columns in ways]
        return max((min(*both, self.limits[1]), columns) for *both, columns in zip(high, wide, ways, strict=True))

    def _whole_rows(self, scale: float) -> float:
        """A little smaller where so the last row in view, which would be cut, is whole: two rows sooner than one."""
        _, down, gap = self._pitch
        rows = int(np.ceil((self.free / scale + gap) / down))
        smaller = self.free / (rows * down - gap)
        return smaller if smaller >= self._least(rows) else scale

    def _least(self, rows: int) -> float:
        """How small panels may be so that as many rows have room."""
        return self.limits[0] * max(SMALLER, 1 / (self.text if rows == 2 else 1.0))

    def _shown(self, size: Size) -> tuple[int, bool]:
        """How many panels are in view, and whether no part of another row is."""
        (scale, columns), (_, down, gap) = size, self._pitch
        if self._rows(columns) * down - gap <= self.height / scale + 1e-6:
            return self.most, True
        room = self.free / scale
        rows = int((room + gap + 1e-6) // down)
        return rows * columns, room - rows * down <= 1e-6
