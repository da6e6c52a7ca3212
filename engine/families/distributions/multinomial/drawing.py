"""What a step of the multinomial looks like: tiles, a spinner with a sample of draws, and the covariance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Matrix, Points, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.multinomial.loop import Params, Step

TILES = Surface("chart", "Counts: a tile for each, equal ones together", axes=False)
SPINNER = Surface("chart", "Spinner, and a sample of draws", square=True, view=(-1.5, 1.5, -1.5, 1.5), axes=False)
FACTORS = Surface("chart", "Factors of one order", "kind", "p to the power of x")
SPREAD = Surface("table", "Mean and covariance")
ARC = 40
"""A sector of the spinner has so many points."""
LEAST_WIDE = 6
"""The picture is at least so many tiles wide."""
ROW = 12
"""So many tiles stand side by side."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    names = params.letters
    drawn: list[Mark] = [] if step.part == "moments" else [*_tiles(step, names)]
    if step.part in ("counts", "product", "moments"):
        drawn += _spinner(step, names)
    if step.part in ("factor", "product"):
        k = len(step.factors)
        chosen = step.d if step.part == "factor" else None
        drawn.append(Bars(step.factors, names[:k], groups=np.arange(k), chosen=chosen, surface=FACTORS))
    if step.mean is not None and step.covariance is not None:
        drawn.append(Matrix(step.mean[None], ("mean",), names, "table", surface=SPREAD))
        drawn.append(Matrix(step.covariance, names, names, "table", title="covariance", place=(1, 0), surface=SPREAD))
    return drawn


def _tiles(step: Step, names: tuple[str, ...]) -> list[Mark]:
    """A tile for each item, those of a kind in a row of their own, with its name before them."""
    wide = float(min(max(step.x.max(), LEAST_WIDE), ROW + 1))
    surface = replace(TILES, view=(-1.2, wide, -0.7, len(step.x) - 0.3))
    drawn: list[Mark] = []
    for d, count in enumerate(step.x.astype(int)):
        up = float(len(step.x) - 1 - d)
        chosen = step.d == d and step.part in ("divided", "factor")
        drawn.append(Text(np.array([-0.4, up]), names[d], "focus" if chosen else "plain", (1.0, 0.5), surface=surface))
        shown = min(count, ROW)
        if shown:
            places = np.column_stack([np.arange(shown), np.full(shown, up)])
            drawn.append(Points(places, groups=np.full(shown, d), sizes=np.full(shown, 3.0), surface=surface))
        if count > ROW:
            drawn.append(Text(np.array([ROW - 0.5, up]), f"… {count}", anchor=(0.0, 0.5), surface=surface))
    return drawn


def _spinner(step: Step, names: tuple[str, ...]) -> list[Mark]:
    """A sector as wide as each probability; outside it a dot for each draw, in the middle of its share of the rim."""
    ends = 2 * np.pi * np.concatenate([[0.0], np.cumsum(step.p)])
    drawn: list[Mark] = []
    for d, (low, high) in enumerate(pairwise(ends)):
        if high <= low:
            continue
        angles = np.linspace(low, high, ARC)
        rim = np.column_stack([np.sin(angles), np.cos(angles)])
        drawn.append(Curve(np.vstack([[0.0, 0.0], rim, [0.0, 0.0]]), group=d, surface=SPINNER))
        middle = 0.6 * np.array([np.sin((low + high) / 2), np.cos((low + high) / 2)])
        drawn.append(Text(middle, names[d], anchor=(0.5, 0.5), surface=SPINNER))
        count = int((step.draws == d).sum())
        if count:
            angles = np.linspace(low, high, count + 2)[1:-1]
            dots = 1.15 * np.column_stack([np.sin(angles), np.cos(angles)])
            drawn.append(Points(dots, groups=np.full(count, d), surface=SPINNER))
    return drawn
