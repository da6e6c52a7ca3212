"""The levels written on their lines: along one ray, where no other number and no caption stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from engine.base.words import figure
from gui.canvas.painters.painter import Screen

ROOM = 90.0
"""A line shorter than this many pixels bears no number."""
RING = 90.0, 60.0
"""Nor a ring that is narrower or lower: the numbers of such rings crowd at the bottom, and hide what stands there."""
HALF = 24, 12
"""Half of the room that a number takes at most, across and up, in pixels of the usual size."""


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


def resting_place(
    lines: Sequence[np.ndarray], screen: Screen, ray: Ray, taken: Sequence[QRectF], scale: float
) -> QPointF | None:
    """A position on the longest line, near the ray, where a number has room; None without one.

    taken  where the middle of a number would hide, or be cut by, what stands there
    """
    lengths = [float(np.hypot(*np.diff(line, axis=0).T).sum()) for line in lines]
    if not lines or max(lengths) < ROOM * scale:
        return None
    line = lines[int(np.argmax(lengths))]
    if np.array_equal(line[0], line[-1]) and (np.ptp(line, axis=0) < scale * np.array(RING)).any():
        return None
    area = around(screen.area, -scale)
    spots = line[np.argsort(ray.off(line), kind="stable")]
    places = (QPointF(x, y) for x, y in spots.tolist())
    return next((p for p in places if area.contains(p) and not any(box.contains(p) for box in taken)), None)


def around(box: QRectF, scale: float) -> QRectF:
    """A rectangle with the room of half a number on all sides; less than it with a negative scale."""
    across, up = (scale * half for half in HALF)
    return box.adjusted(-across, -up, across, up)
