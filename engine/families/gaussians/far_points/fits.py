"""Four classifiers of two classes on a line: their boundaries, and what these follow from.

own variances        π₁ N(x | μ₁, σ₁²) = π₂ N(x | μ₂, σ₂²), of two such places the nearer to the middle of the means
shared variance      (μ₁ + μ₂) / 2 + σ² ln(π₁ / π₂) / (μ₂ − μ₁)
least squares        Σ (w x + b − t)² with t = ±1 is least;   logistic regression   E + ½ λ w² is least: w x + b = 0
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.conics import border, roots
from engine.maths.algebra.least_squares import least_squares
from engine.maths.probability.logistic_fit import logistic_fit

OWN, SHARED, SQUARES, LOGISTIC = METHODS = (
    "own variances", "shared variance", "least squares", "logistic regression",
)  # fmt: skip


@snapshot
class Fit:
    """All four, of the same points.

    counts, means, variances (2,) of the classes, and the shared variance;   lines (2, 2) bias and weight of least
    squares and of logistic regression;   boundaries  a place for each method, None where it has none
    """

    counts: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    shared: float
    lines: np.ndarray
    boundaries: tuple[float | None, ...]


def fit(x: np.ndarray, second: np.ndarray, penalty: float, middle: float | None = None) -> Fit:
    """The four of points x (n,), of which those of the second class are marked (n,).

    middle  near which the boundary of the Gaussians is looked for; None: half-way between the means
    """
    parts = [x[~second], x[second]]
    counts = np.array([len(part) for part in parts])
    means = np.array([part.mean() for part in parts])
    variances = np.array([((part - mean) ** 2).mean() for part, mean in zip(parts, means, strict=True)])
    shared = float(counts @ variances / counts.sum())
    lines = np.array([squares_line(x, second), logistic_line(x, second, penalty)])
    of_lines = [crossing(line) for line in lines]
    near = float(means.mean()) if middle is None else middle
    gaussian = [gaussian_boundary(counts, means, each, near) for each in (variances, np.full(2, shared))]
    return Fit(counts, means, variances, shared, lines, (*gaussian, *of_lines))


def gaussian_boundary(counts: np.ndarray, means: np.ndarray, variances: np.ndarray, near: float) -> float | None:
    """Where the classes are equally probable, of two places the one that is nearer to a place."""
    found = roots(border(means[:, None], variances[:, None, None], counts / counts.sum()))
    if not len(found):
        return None
    return float(found[np.argmin(np.abs(found - near))])


def squares_line(x: np.ndarray, second: np.ndarray) -> np.ndarray:
    """(2,) bias and weight of the line through the targets −1 and 1 with the least squares."""
    return least_squares(x[:, None], np.where(second, 1.0, -1.0)[:, None]).weights[:, 0]


def logistic_line(x: np.ndarray, second: np.ndarray, penalty: float) -> np.ndarray:
    """(2,) bias and weight of the logistic regression whose weight, not its bias, is held near 0."""
    return logistic_fit(np.column_stack([np.ones(len(x)), x]), second.astype(float), np.array([0.0, penalty]))


def crossing(line: np.ndarray) -> float | None:
    """Where a line is 0; None where it is flat."""
    bias, weight = map(float, line)
    place = -bias / weight if weight else np.inf
    return place if np.isfinite(place) else None
