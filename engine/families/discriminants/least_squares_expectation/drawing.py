"""What least squares looks like beside E[t|x]: the line leaves 0 … 1, the posterior and the logistic curve do not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.discriminants.least_squares_expectation.loop import (
    Params,
    Step,
    best_line,
    joint,
    posterior,
)
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.sigmoid import sigmoid

CLASSES = ("C′", "C")
DOTS = 300
"""So many points of the sample are drawn at most."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    x = places(params)
    over, below = Surface("chart", "Line and E[t|x]", "x", "t", view=(x[0], x[-1], -0.4, 1.4)), densities(x, params)
    rows = with_ones(x[:, None])
    limits = np.array([[x[0], 0.0], [x[0], 1.0]]), np.array([[x[-1], 0.0], [x[-1], 1.0]])
    best = rows @ best_line(params)
    return [
        Segments(*limits, "spoke", surface=over),
        Points(
            np.column_stack([step.x, step.t])[:DOTS], "data", step.t[:DOTS].astype(int), names=CLASSES, surface=over
        ),
        Curve(np.column_stack([x, posterior(x, params)]), "ghost", label="E[t|x] = P(C|x)", surface=over),
        Curve(np.column_stack([x, sigmoid(rows @ step.curve)]), "path", label="logistic", surface=over),
        Curve(np.column_stack([x, best]), "margin", label="best line", surface=over),
        Curve(np.column_stack([x, rows @ step.w]), "boundary", label="least squares", surface=over),
        *below,
    ]


def places(params: Params) -> np.ndarray:
    """(m,) where the curves are drawn: four deviations to either side of the means."""
    return np.linspace(min(-4.0, params.separation - 4.0 * params.ratio),
                       max(4.0, params.separation + 4.0 * params.ratio), 241)  # fmt: skip


def densities(x: np.ndarray, params: Params) -> list[Mark]:
    """p(x|C) P(C) of both classes."""
    chart = Surface("chart", "The two classes", "x", "p(x|C) P(C)")
    both = enumerate(joint(x, params))
    return [Curve(np.column_stack([x, row]), "plain", group=k, label=CLASSES[k], surface=chart) for k, row in both]
