"""The picture of a region for a figure: every pixel is asked, some at a time, so that it can be given up meanwhile."""

from __future__ import annotations

import time
from collections.abc import Generator

import numpy as np

from gui.regions.regions import Raster
from gui.regions.request import Picture, Request

PAUSE = 0.05
"""Seconds from one pause to the next: as many pixels are asked at a time."""
SMALLEST, LARGEST = 32, 200_000
"""Number of pixels evaluated at first, and maximum number however fast the model is."""


def answered(request: Request, fine: bool = True) -> Generator[float, None, Picture]:
    """The picture that is asked for; it yields how much of it is done.   fine  whether every pixel is asked"""
    raster = yield from piecemeal(request) if fine else adaptive(request)
    return request.drawn(raster, "exact")


def adaptive(request: Request) -> Generator[float, None, Raster]:
    """Finer and finer where neighbours disagree."""
    grid = request.grid()
    for raster in grid.finer(request.show):
        yield 1.0 / raster.cell
    return raster


def piecemeal(request: Request) -> Generator[float, None, Raster]:
    """The answers at all pixels, from the top to the bottom."""
    grid = request.grid()
    count = request.width * request.height
    labels = np.zeros(count, dtype=np.int16)
    depth = np.zeros(count, dtype=np.float32) if grid.has_depth(request.show) else None
    first, size = 0, SMALLEST
    while first < count:
        began, part = time.perf_counter(), slice(first, min(first + size, count))
        pixels = np.divmod(np.arange(part.start, part.stop), request.width)
        if depth is None:
            labels[part] = grid.labels(*pixels)
        else:
            labels[part], depth[part] = grid.together(*pixels, grid.labels, grid.depths)
        pace = max(time.perf_counter() - began, 1e-6) / (part.stop - part.start)
        first, size = part.stop, int(np.clip(PAUSE / pace, SMALLEST, LARGEST))
        yield first / count
    shape = (request.height, request.width)
    deep = None if depth is None else depth.reshape(shape)
    return Raster(labels.reshape(shape), deep, classes=grid.classes, height=grid.heights())
