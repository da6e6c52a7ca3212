"""Where the panes of the canvas stand: the arrangement that draws the data largest in the room there is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

LONGEST = 2.0
"""A pane that its points fill shows nothing larger for being more than so many times as long as it is wide."""
CHROME = (42.0, 100.0)
"""Pixels of a plane that its axes, its heading and its caption take of its width and of its height, at usual text."""
NARROW, LOW = 180.0, 150.0
"""A surface beside the planes has at least this width and height."""
UNDER = 0.46
"""The least share of the height that surfaces below a single plane get: in less, charts are strips."""
BETTER = 1.05
"""An arrangement less usual must draw the data so many times as large."""

STRIP = 150.0
"""How high a plane of one feature is, with its heading and its axis, at usual text."""
ROOMY = 220.0
"""So high surfaces stand one above the other over such strips; where they would be lower, side by side."""

Side = Literal["right", "below", "corner", "above", "none"]
"""Where the other surfaces stand: beside the planes, below them, in the cell that the planes leave free, or above."""


@dataclass(frozen=True)
class Arrangement:
    """Number of planes in a row, and on which side of them the other surfaces are."""

    columns: int
    side: Side

    def rows(self, planes: int) -> int:
        """In so many rows stand the planes."""
        return math.ceil(planes / self.columns)


@dataclass(frozen=True)
class Room:
    """What is to be arranged, and in how much room.

    size    width and height of the canvas in pixels;   scale  how large its text is
    planes  how many planes there are;   others  how many other surfaces;   share  of the width or height, for those
    shape   how many times as wide as high the data are with equal scales; None where their units are unlike
    strip   whether the points lie in one line: their planes are strips below the others
    folded  whether of the plane the heading alone is seen, above the others
    """

    size: tuple[float, float]
    planes: int
    others: int = 0
    share: float = 0.0
    shape: float | None = None
    scale: float = 1.0
    strip: bool = False
    folded: bool = False

    @property
    def panes(self) -> tuple[object, ...]:
        """Which surfaces open and close: any change recomputes the whole arrangement."""
        return self.planes, self.share, bool(self.others), self.strip, self.folded

    def share_of(self, one: Arrangement) -> float:
        """The share of the others: they are no larger than a plane where there are several."""
        if self.planes == 1:
            return max(self.share, UNDER) if one.side == "below" else self.share
        return min(self.share, 1 / ((one.columns if one.side == "right" else one.rows(self.planes)) + 1))

    def plane(self, one: Arrangement) -> tuple[float, float]:
        """Width and height of a plane."""
        (width, height), share = self.size, self.share_of(one)
        wide, high = (1 - share if one.side == side else 1.0 for side in ("right", "below"))
        return width * wide / one.columns, height * high / one.rows(self.planes)

    def other(self, one: Arrangement) -> tuple[float, float]:
        """Width and height of another surface: they stand one above the other, or below the planes in a row."""
        (width, height), share = self.size, self.share_of(one)
        if one.side == "right":
            return width * share, height / self.others
        if one.side == "below":
            return width / self.others, height * share
        wide, high = self.plane(one)
        return wide, high * (one.rows(self.planes) * one.columns - self.planes) / self.others

    def drawn(self, one: Arrangement) -> float:
        """The pixels that the data are drawn on, all planes together."""
        wide, high = (max(room - self.scale * taken, 1.0) for room, taken in zip(self.plane(one), CHROME, strict=True))
        if self.shape is None:
            wide, high = min(wide, LONGEST * high), min(high, LONGEST * wide)
        else:
            wide, high = min(wide, self.shape * high), min(high, wide / self.shape)
        return self.planes * wide * high

    def fits(self, one: Arrangement) -> bool:
        """Whether the other surfaces can be read."""
        if one.side == "none":
            return True
        wide, high = self.other(one)
        return wide >= NARROW * self.scale and high >= LOW * self.scale

    def tried(self) -> Iterator[Arrangement]:
        """All arrangements, the usual one first."""
        if not self.others:
            yield from (Arrangement(columns, "none") for columns in range(self.planes, 0, -1))
            return
        for columns in range(self.planes, 0, -1):
            whole = self.planes % columns == 0
            sides: tuple[Side, ...] = ("right", "below") if whole else ("corner",)
            yield from (Arrangement(columns, side) for side in sides)


def best(room: Room) -> Arrangement:
    """The arrangement that draws the data largest; the usual one where no other draws them noticeably larger."""
    if room.folded:
        return Arrangement(1, "below")
    if room.strip and room.others:
        return Arrangement(1, "above")
    tried = list(room.tried())
    chosen = tried[0]
    for one in tried[1:]:
        if room.fits(one) and (room.drawn(one) > BETTER * room.drawn(chosen) or not room.fits(chosen)):
            chosen = one
    return chosen
