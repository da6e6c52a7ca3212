"""What a test sees in a picture: which colours, and where."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget


def pixels(picture: QImage | QWidget) -> np.ndarray:
    """(h, w, 3) red, green, blue."""
    image = picture if isinstance(picture, QImage) else picture.grab().toImage()
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)


def where(picture: QImage | QWidget, colour: Any, tolerance: int = 6) -> np.ndarray:
    """(m, 2) x and y of the pixels in a colour."""
    wanted = np.array(QColor(colour).getRgb()[:3])
    rows, columns = np.nonzero(np.abs(pixels(picture) - wanted).max(axis=2) <= tolerance)
    return np.column_stack([columns, rows])


def share(picture: QImage | QWidget, colour: Any, tolerance: int = 6) -> float:
    """The share of the picture in a colour."""
    seen = pixels(picture)
    return len(where(picture, colour, tolerance)) / (seen.shape[0] * seen.shape[1])
