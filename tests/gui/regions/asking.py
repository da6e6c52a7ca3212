"""What a model says at every pixel, here and now."""

from __future__ import annotations

from typing import Any

from gui.regions.regions import Grid, Raster


def rasterise(
    model: Any,
    plane: Any,
    rect: tuple[float, float, float, float],
    width: int,
    height: int,
    show: str = "auto",
    exact: bool = True,
) -> Raster:
    """exact  ask at every pixel, or only where neighbouring cells disagree"""
    grid = Grid(model, plane, rect, width, height)
    return grid.exact(show) if exact else list(grid.finer(show))[-1]
