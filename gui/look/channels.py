"""Colours as numbers, for pictures that are computed pixel by pixel."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor


def channels(colour: QColor | str) -> np.ndarray:
    """(3,) red, green and blue, 0 to 255.

    >>> channels("#0072B2").tolist()
    [0.0, 114.0, 178.0]
    """
    mixed = QColor(colour)
    return np.array([mixed.red(), mixed.green(), mixed.blue()], dtype=float)
