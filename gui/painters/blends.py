"""Points that belong to several groups: the colour of the one that has most of them, mixed with that of the next."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

from gui.look.theme import Theme

LEVELS = 4
"""A blend has so many grades, the last of which is half and half: more could not be told apart."""
COLOURS = 8
"""Number of groups with a colour of their own."""
BLOCK = 16_384
"""Number of points processed at a time."""
BLENDS = 1 + LEVELS * COLOURS
"""Number of blends of one colour; 0 is the pure one."""


def blends(shares: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """(m,) how the colour of each point is mixed, by how much each group has of it (m, K), and the group it is in.

    >>> blends(np.array([[1.0, 0.0], [0.5, 0.5], [0.1, 0.9]]), np.array([0, 0, 1])).tolist()
    [0, 8, 1]
    """
    found = np.empty(len(shares), dtype=np.intp)
    for first in range(0, len(shares), BLOCK):
        part = slice(first, first + BLOCK)
        found[part] = _mixed(shares[part], groups[part])
    return found


def _mixed(shares: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """The blends of so few points that what is found on the way stays in the cache: less than half of the time."""
    second, less, more = np.zeros(len(shares), dtype=np.int8), np.zeros(len(shares)), np.zeros(len(shares))
    for k, share in enumerate(shares.T):  # by whole columns, which is quick
        own = share * (groups == k)
        more += own
        other = share - own
        second = np.where(other > less, np.int8(k % COLOURS), second)
        np.maximum(less, other, out=less)
    grade = np.rint(2 * LEVELS * less / (less + more)).astype(np.int8)
    return np.where(grade > 0, second * np.int8(LEVELS) + grade, np.int8(0))


def blended(theme: Theme, colour: QColor, blend: int) -> QColor:
    """A colour with so much of the next in it."""
    if not blend:
        return colour
    second, grade = divmod(blend - 1, LEVELS)
    return theme.mixed(colour, theme.class_colour(second), (grade + 1) / (2 * LEVELS))
