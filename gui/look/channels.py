"""Colours as numbers: for pictures that are computed pixel by pixel, and for what can be told apart."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor, QImage

TO_CONES = np.array(
    [
        [0.4122214708, 0.2119034982, 0.0883024619],
        [0.5363325363, 0.6806995451, 0.2817188376],
        [0.0514459929, 0.1073969566, 0.6299787005],
    ]
)
FROM_CONES = np.array(
    [
        [0.2104542553, 1.9779984951, 0.0259040371],
        [0.7936177850, -2.4285922050, 0.7827717662],
        [-0.0040720468, 0.4505937099, -0.8086757660],
    ]
)


def channels(colour: QColor | str) -> np.ndarray:
    """(3,) red, green and blue, 0 to 255.

    >>> channels("#0072B2").tolist()
    [0.0, 114.0, 178.0]
    """
    mixed = QColor(colour)
    return np.array([mixed.red(), mixed.green(), mixed.blue()], dtype=float)


def perceived(colours: np.ndarray) -> np.ndarray:
    """(m, 3) lightness, from green to red and from blue to yellow, of red, green and blue (m, 3) from 0 to 255.

    Colours as far apart here look as far apart to the eye, pale ones too, whose channels hardly differ.
    (Ottosson 2020, "Oklab")

    >>> perceived(np.array([[255, 255, 255]])).round(2).tolist()[0][0]
    1.0
    """
    share = np.arange(256) / 255.0
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear[colours] @ TO_CONES) @ FROM_CONES)


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
