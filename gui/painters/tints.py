"""Cells as pixels: the grey or the colours of a picture, the tints of a heat map."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, qRgb

from engine.core.marks import Matrix
from gui.look.appearance import Appearance
from gui.look.channels import channels

SIZES = 127
"""How many sizes of numbers a heat map tells apart by their tint."""


def picture(mark: Matrix, look: Appearance) -> QImage:
    """An image with a pixel for each cell; a missing cell is left as paper."""
    values = np.asarray(mark.values, dtype=float)
    if mark.colours is None and mark.style != "image":
        return _heat(values, look)
    colours = _grey(values) if mark.colours is None else np.clip(np.round(mark.colours), 0, 255)
    colours[np.isnan(values)] = channels(look.theme.paper)
    rows, columns = values.shape
    pixels = np.dstack([colours, np.full((rows, columns), 255)]).astype(np.uint8)
    return QImage(pixels.tobytes(), columns, rows, 4 * columns, QImage.Format.Format_RGBA8888).copy()


def _heat(values: np.ndarray, look: Appearance) -> QImage:
    """The tints of all numbers, to one of 127 sizes of either sign: of four million cells in a twentieth of the time.

    The colours stand in a table, in which 0 is a missing cell and 128 the number 0.
    """
    largest = float(max(np.nanmax(values, initial=0.0), -np.nanmin(values, initial=0.0))) or 1.0
    with np.errstate(invalid="ignore"):  # an infinite number beside others
        share = values / largest
    share *= SIZES
    share += SIZES + 1.5
    share[np.isnan(share)] = 0.0
    rows, columns = values.shape
    image = QImage(share.astype(np.uint8).tobytes(), columns, rows, columns, QImage.Format.Format_Indexed8)
    tints = np.vstack([channels(look.theme.paper), tinted(np.linspace(-1, 1, 2 * SIZES + 1)[None], look)[0]])
    image.setColorTable([qRgb(*tint) for tint in tints.astype(int).tolist()])
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _grey(values: np.ndarray) -> np.ndarray:
    """The least value black, the greatest white."""
    finite = values[np.isfinite(values)]
    low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
    share = (values - low) / ((high - low) or 1.0)
    return np.repeat(np.round(255 * share)[..., None], 3, axis=2)


def tinted(values: np.ndarray, look: Appearance) -> np.ndarray:
    """(r, c, 3) from paper to blue for positive numbers and to orange for negative ones, by their size."""
    theme = look.theme
    paper, up, down = channels(theme.paper), channels(theme.class_colour(0)), channels(theme.class_colour(1))
    largest = np.nanmax(np.abs(values), initial=0.0) or 1.0
    share = np.clip(np.nan_to_num(values / largest), -1, 1)[..., None]
    return np.asarray(paper + np.where(share >= 0, up - paper, down - paper) * np.abs(share) * 0.62)
