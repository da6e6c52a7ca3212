"""The levels written on their lines: along one ray, where no other number and no caption stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from engine.base.words import figure
from gui.painters.curve_labels import crossed, segments_of, sides_of
from gui.painters.painter import Screen
from gui.painters.text_box import UNBROKEN, size_of
from gui.regions.levels import Relief

ROOM = 90.0
"""A line shorter than this many pixels bears no number."""
RING = 90.0, 60.0
"""Nor a ring that is narrower or lower: the numbers of such rings crowd at the bottom, and hide what stands there."""
HALF = 24, 12
"""Half of the room that a number takes at most, across and up, in pixels of the usual size."""
TOGETHER, MOST = 32, 512
"""Number of places tested at a time, and maximum number per line."""
NOTHING, NONE = segments_of([]), np.zeros(2)
FAR = np.array([3.0, 1.0])
"""Numbers are so far from each other at least, in pixels."""


def level_words(levels: Sequence[float]) -> list[str]:
    """The levels in as few digits as tell them apart.

    >>> level_words([35.96, 35.99]), level_words([35.961, 35.962])
    (['35.96', '35.99'], ['35.961', '35.962'])
    """
    texts = [[figure(level, digits) for level in levels] for digits in range(4, 12)]
    return next((words for words in texts if len(set(words)) == len(levels)), texts[-1])


@dataclass(frozen=True)
class Ray:
    """From the bottom of the relief towards the farthest corner, in pixels: the numbers stand along it."""

    start: np.ndarray
    along: np.ndarray

    @classmethod
    def across(cls, lowest: Sequence[np.ndarray], screen: Screen) -> Ray:
        """The ray of a relief with this lowest line."""
        area = screen.area
        low = np.vstack(lowest).mean(axis=0) if lowest else np.array([area.center().x(), area.center().y()])
        corners = np.array([[x, y] for x in (area.left(), area.right()) for y in (area.bottom(), area.top())])
        ways = corners - low
        farthest = ways[np.argmax((ways**2).sum(axis=1))]
        return cls(low, farthest / (np.hypot(*farthest) or 1.0))

    def off(self, spots: np.ndarray) -> np.ndarray:
        """(m,) how far from the ray positions (m, 2) are; what lies behind its start is farther than anything else."""
        ways = spots - self.start
        beside = np.abs(ways[:, 0] * self.along[1] - ways[:, 1] * self.along[0])
        return np.asarray(np.where(ways @ self.along < 0, beside + 1e6, beside))


def bearing(lines: Sequence[np.ndarray], screen: Screen, ray: Ray, scale: float) -> np.ndarray:
    """(m, 2) where a number may stand on the longest line, nearest to the ray first; nowhere on one that is short."""
    lengths = [float(np.hypot(*np.diff(line, axis=0).T).sum()) for line in lines]
    if not lines or max(lengths) < ROOM * scale:
        return np.zeros((0, 2))
    line = lines[int(np.argmax(lengths))]
    if np.array_equal(line[0], line[-1]) and (np.ptp(line, axis=0) < scale * np.array(RING)).any():
        return np.zeros((0, 2))
    spots = line[np.argsort(ray.off(line), kind="stable")]
    return np.asarray(spots[within(spots, sides_of([around(screen.area, -scale)]))])


def resting_place(
    spots: np.ndarray, taken: np.ndarray, half: np.ndarray = NONE, drawn: tuple[np.ndarray, np.ndarray] = NOTHING
) -> np.ndarray | None:
    """(2,) the first of some positions (m, 2) where a number has room; None without one.

    taken  (t, 4) the sides of boxes in which its middle would hide, or be cut by, what stands there
    half   (2,) of its width and height;   drawn  the starts (m, 2) and the ends of segments that keep clear of it
    """
    spots = spots[~within(spots, taken)][:MOST]
    for some in (spots[i : i + TOGETHER] for i in range(0, len(spots), TOGETHER)):
        clear = ~crossed(np.hstack([some - half, some + half]), *drawn)
        if clear.any():
            return np.asarray(some[int(np.argmax(clear))])
    return None


class Numbers:
    """The numbers of a relief on a screen, and where they stand as long as there is nothing else."""

    def __init__(self, shown: Relief, screen: Screen, scale: float, font: QFont) -> None:
        ray = Ray.across([screen(piece) for piece in shown.lines[0]], screen)
        texts, found = level_words(shown.levels), list[tuple[str, np.ndarray, np.ndarray, np.ndarray]]()
        taken = np.zeros((0, 4))
        for text, pieces in zip(texts, shown.lines, strict=True):
            size, spots = size_of(text, font, UNBROKEN), bearing(list(map(screen, pieces)), screen, ray, scale)
            half = np.array(size) / 2 + 1.0
            if (place := resting_place(spots, taken)) is not None:
                found.append((text, half, spots, place))
                taken = np.vstack([taken, apart(place, half)])
        self.texts, self._spots = [one[0] for one in found], [one[2] for one in found]
        self._halves = np.array([one[1] for one in found]).reshape(-1, 2)
        self._first = np.array([one[3] for one in found]).reshape(-1, 2)

    def placed(self, words: np.ndarray, drawn: tuple[np.ndarray, np.ndarray]) -> list[tuple[QPointF, str]]:
        """The numbers and where they stand: those in the way of words or lines elsewhere, if there is room.

        words  (w, 4) the sides of boxes where the middle of a number would hide words;   drawn  as above
        """
        places = list[np.ndarray | None](self._first)
        boxes = np.hstack([self._first - self._halves, self._first + self._halves])
        hit = within(self._first, words) | crossed(boxes, *drawn)
        for i in np.flatnonzero(hit).tolist():
            others = [apart(one, self._halves[k]) for k, one in enumerate(places) if one is not None and k != i]
            places[i] = resting_place(self._spots[i], np.vstack([words, *others]), self._halves[i], drawn)
        found = zip(places, self.texts, strict=True)
        return [(QPointF(*place.tolist()), text) for place, text in found if place is not None]


def apart(place: np.ndarray, half: np.ndarray) -> np.ndarray:
    """(4,) the sides of the box in which no middle of another number may lie."""
    far = 2 * half + FAR
    return np.concatenate([place - far, place + far])


def within(spots: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """(m,) whether positions (m, 2) are in one of the boxes, given by their sides (b, 4)."""
    left, top, right, bottom = boxes.T[:, :, None]
    x, y = spots.T
    return np.asarray(((left <= x) & (x <= right) & (top <= y) & (y <= bottom)).any(axis=0))


def around(box: QRectF, scale: float) -> QRectF:
    """A rectangle with the room of half a number on all sides; less than it with a negative scale."""
    across, up = (scale * half for half in HALF)
    return box.adjusted(-across, -up, across, up)
