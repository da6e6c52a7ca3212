"""What a step of the multinomial fit looks like: bars of shares and slopes, and for three kinds the triangle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Contours, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.multinomial_fit.loop import Params, Step
from engine.families.distributions.simplex import CORNERS, VIEW, frame, over_triangle

SHARES = Surface("chart", "Shares", "kind", "q")
SLOPES = Surface("chart", "Slope of the objective by share", "kind", "c / q")
SIMPLEX = Surface(
    "chart", "All shares of three kinds, and lines of equal likelihood", square=True, view=VIEW, axes=False
)  # fmt: skip
BELOW = (4.0, 2.0, 1.0, 0.5, 0.1)
"""Lines are drawn so far below the greatest ln L."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    K = len(step.q)
    names, groups = tuple(f"kind {k + 1}" for k in range(K)), np.arange(K)
    drawn: list[Mark] = [Bars(step.q, names, groups=groups, surface=SHARES)]
    if len(step.slopes):
        drawn.append(Bars(step.slopes, names, groups=groups, surface=SLOPES))
    return [*drawn, *_triangle(step, names)] if K == 3 else drawn


def _triangle(step: Step, names: tuple[str, ...]) -> list[Mark]:
    c = step.counts
    best = c / c.sum()

    def log_likelihood(q: np.ndarray) -> np.ndarray:
        """(m,) Σ cₖ ln qₖ."""
        return np.asarray(xlogy(c, q).sum(axis=1))

    from scipy.special import xlogy

    top = float(xlogy(c, best).sum())
    levels = tuple(top - down for down in BELOW)
    drawn: list[Mark] = [
        Contours(over_triangle(log_likelihood), ("shares", *c.tolist()), levels, surface=SIMPLEX),
        Points((step.q @ CORNERS)[None], "best" if step.part == "shares" else "focus", surface=SIMPLEX),
    ]
    drawn[1:1] = frame(names, SIMPLEX)
    return drawn
