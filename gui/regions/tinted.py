"""The answers of a model as a picture: tints of the classes, lines where areas meet, stripes where no class is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtGui import QColor, QImage

from gui.look.channels import channels
from gui.look.theme import FIRST_SHADE, REGION, SHADED, Theme
from gui.regions.level_lines import height_pixels, level_pixels
from gui.regions.raster_cells import doubtful, places
from gui.regions.regions import Raster

FAINTEST, DEEPEST = 0.05, 0.3
"""The share of the class colour where the classes are as likely as each other, and where there is no doubt."""
LEVELS = 64
INK = 0.8
"""How dark the line between two areas is."""
HATCH = 10
"""Pixels from one stripe to the next where a model gives no class."""
STRIPE = (0.25, 0.6, 0.6, 0.25)
"""How dark a stripe is, pixel by pixel across it."""


def picture(
    raster: Raster,
    theme: Theme,
    levels: tuple[float, ...] = (),
    edges: bool = True,
    grain: float = 1.0,
    heights: tuple[float, ...] = (),
    pause: Callable[[], object] = lambda: None,
) -> QImage:
    """The tints of a raster; to the pixel, lines between areas, at `levels` of p and at `heights` of the score, and
    stripes where no class is. Shades of numbers follow one another without lines.

    grain  pixels to a logical one: lines and stripes are as wide on paper as on the screen
    pause  called again and again meanwhile: urgent work may go first then, and what is no longer needed is given up
    """
    first = min(int(raster.labels.min(initial=0)), 0)
    codes = raster.labels - first
    numbers = first <= FIRST_SHADE
    plain = np.array([SHADED if numbers else REGION])
    shares = plain if raster.depth is None else FAINTEST + (DEEPEST - FAINTEST) * np.linspace(0, 1, LEVELS)
    tints = _tints(theme, range(first, first + int(codes.max(initial=0)) + 1), shares)
    index = codes if raster.depth is None else codes * LEVELS + np.round(raster.depth * (LEVELS - 1)).astype(np.int16)
    pause()
    pixels = tints.take(index)
    if raster.cell == 1:
        pause()
        hatch(pixels, raster.labels, QColor(theme.quiet), grain)
        if edges and not numbers:
            _draw_edges(pixels, raster.labels, QColor(theme.ink), grain, pause)
        if levels and raster.depth is not None:
            _blend(pixels, *level_pixels(raster.depth, levels, raster.classes), QColor(theme.ink))
        if heights and raster.height is not None:
            _blend(pixels, *height_pixels(raster.height, heights), QColor(theme.ink))
    height, width = pixels.shape
    pause()
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def _tints(theme: Theme, codes: range, shares: np.ndarray) -> np.ndarray:
    """The colours of all classes, each on paper with every share, as 0xffRRGGBB."""
    paper = channels(theme.paper)
    colours = np.array([channels(theme.class_colour(code)) for code in codes])
    mixed = np.round(paper + shares[None, :, None] * (colours[:, None, :] - paper)).astype(np.uint32).reshape(-1, 3)
    return np.asarray(np.uint32(0xFF000000) | mixed[:, 0] << 16 | mixed[:, 1] << 8 | mixed[:, 2])


def hatch(pixels: np.ndarray, labels: np.ndarray, colour: QColor, grain: float = 1.0) -> None:
    """Stripes from the upper right to the lower left wherever the label is −1: no class, or more than one."""
    if not (labels == -1).any():
        return
    across = (np.add.outer(*(np.arange(size) for size in labels.shape)) / grain % HATCH).astype(np.intp)
    rows, columns = places((labels == -1) & (across < len(STRIPE)))
    _blend(pixels, rows, columns, np.array(STRIPE)[across[rows, columns]], colour)


def _draw_edges(pixels: np.ndarray, labels: np.ndarray, ink: QColor, grain: float, pause: Callable[[], object]) -> None:
    """A line where areas meet, about a logical pixel and a half wide and smooth.

    The share of like pixels in a window, 5 by 5 on the screen, tells how far a pixel is from the border of its area.
    """
    near, reach = doubtful(labels), max(round(2 * grain), 2)
    for _ in range(reach - 1):
        near[1:] |= near[:-1]
        near[:-1] |= near[1:]
        near[:, 1:] |= near[:, :-1]
        near[:, :-1] |= near[:, 1:]
    rows, columns = places(near)
    around, side = np.pad(labels, reach, mode="edge"), 2 * reach + 1
    wide, flat, own = around.shape[1], around.ravel(), labels[rows, columns]
    corner, like = rows * wide + columns, np.zeros(len(rows), dtype=np.int16)
    for place, shift in enumerate(np.add.outer(np.arange(side) * wide, np.arange(side)).ravel().tolist()):
        if not place % side:
            pause()
        like += flat.take(corner + shift) == own
    distance = side * (like / side**2 - 0.5)
    opacity = np.clip(0.75 * grain + 0.5 - distance, 0.0, 1.0) * INK
    _blend(pixels, rows, columns, opacity, ink)


def _blend(pixels: np.ndarray, rows: np.ndarray, columns: np.ndarray, opacity: np.ndarray, colour: QColor) -> None:
    """The colour over these pixels, 0xffRRGGBB."""
    own = pixels[rows, columns]
    blended = np.zeros(len(own), dtype=np.uint32)
    for shift, channel in ((16, colour.red()), (8, colour.green()), (0, colour.blue())):
        below = (own >> shift & 255).astype(float)
        blended |= np.round(below + opacity * (channel - below)).astype(np.uint32) << shift
    pixels[rows, columns] = np.uint32(0xFF000000) | blended
