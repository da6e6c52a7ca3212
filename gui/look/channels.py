"""Colours as numbers: for pictures that are computed pixel by pixel, and for what can be told apart."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QImage


def channels(colour: QColor | str) -> np.ndarray:
    """(3,) red, green and blue, 0 to 255.

    >>> channels("#0072B2").tolist()
    [0.0, 114.0, 178.0]
    """
    mixed = QColor(colour)
    return np.array([mixed.red(), mixed.green(), mixed.blue()], dtype=float)


def alpha(image: QImage) -> np.ndarray:
    """(h, w) how opaque each pixel is, 0 to 255."""
    made = image.convertToFormat(QImage.Format.Format_Alpha8)
    rows = np.frombuffer(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine())
    return np.array(rows[:, : made.width()])


def luminance(colour: QColor | str) -> float:
    """How bright a colour is, from 0 to 1.   (WCAG 2.1)"""
    share = channels(colour) / 255.0
    linear = np.where(share <= 0.03928, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one: QColor | str, other: QColor | str) -> float:
    """How well one colour stands out from another, from 1 to 21; 3 is enough for shapes.   (WCAG 2.1)"""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
