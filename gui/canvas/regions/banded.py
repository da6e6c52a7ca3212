"""The picture of a region for a figure: every pixel is asked, band by band, so that it can be given up at any time."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace

import numpy as np

from gui.canvas.regions.regions import Grid, Raster, rasterise
from gui.canvas.regions.service import Picture, Request

PAUSE = 0.05
"""Seconds that a band should take: as many rows of pixels are asked at a time."""
LARGEST = 200_000
"""Pixels of a band at most, however quick the model is."""


def answered(request: Request, fine: bool = True) -> Generator[float, None, Picture]:
    """The picture that is asked for; it yields how much of it is done.   fine  whether every pixel is asked"""
    raster = yield from banded(request) if fine else adaptive(request)
    return request.drawn(raster, "exact")


def adaptive(request: Request) -> Generator[float, None, Raster]:
    """Finer and finer where neighbours disagree."""
    grid = Grid(request.model, request.plane, request.rect, request.width, request.height)
    for raster in grid.finer(request.show):
        yield 1.0 / raster.cell
    return raster


def banded(request: Request) -> Generator[float, None, Raster]:
    """The answers at all pixels, from the top to the bottom."""
    x0, x1, y0, y1 = request.rect
    bands: list[Raster] = []
    top, rows = 0, 1
    while top < request.height:
        began, bottom = time.perf_counter(), min(top + rows, request.height)
        upper, lower = (y1 - place * ((y1 - y0) / request.height) for place in (top, bottom))
        wanted = (request.model, request.plane, (x0, x1, lower, upper), request.width, bottom - top, request.show)
        bands.append(rasterise(*wanted))
        pace = max(time.perf_counter() - began, 1e-6) / (bottom - top)
        top, rows = bottom, int(np.clip(PAUSE / pace, 1, max(LARGEST // request.width, 1)))
        yield top / request.height
    depths = [band.depth for band in bands if band.depth is not None]
    labels = np.concatenate([band.labels for band in bands])
    return replace(bands[-1], labels=labels, depth=np.concatenate(depths) if depths else None)
