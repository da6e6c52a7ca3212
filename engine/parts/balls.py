"""The ball of a distance: all points that are as near to a centre as a radius."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Curve, Ellipse, Mark
from engine.core.surfaces import Role
from engine.maths.algebra.metrics import between
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MAHALANOBIS, MANHATTAN, Metric

CORNERS = 96
FAMILIAR = {
    EUCLIDEAN: "circle", MANHATTAN: "diamond", CHEBYSHEV: "square", MAHALANOBIS: "ellipse",
}  # fmt: skip
"""What the ball is called on a plane."""


def ball(metric: Metric, centre: np.ndarray, radius: float, role: Role = "margin") -> list[Mark]:
    """The outline of the ball around a centre (d,); none where it has no outline that can be drawn.

    Round ones are drawn in any number of dimensions, as shadows; those with corners on a plane.
    """
    d = metric.n_features
    if metric.kind == HAMMING or not radius > 0:
        return []
    if metric.kind == MAHALANOBIS:
        return [Ellipse(centre, metric.covariance, radius, role)]
    if metric.kind == EUCLIDEAN or d == 1:
        return [Ellipse(centre, np.diag(metric.scales**2), radius, role)]
    return [Curve(centre + radius * unit_ball(metric) * metric.scales, role)] if d == 2 else []


def unit_ball(metric: Metric) -> np.ndarray:
    """(m, 2) the outline of the ball of radius 1 around the origin, closed: directions by how far they reach."""
    turns = np.linspace(0.0, 2.0 * np.pi, CORNERS + 1)
    directions = np.column_stack([np.cos(turns), np.sin(turns)])
    directions[np.abs(directions) < 1e-12] = 0.0
    return np.asarray(directions / between(metric.combine, directions, np.zeros((1, 2))))


def called(metric: Metric) -> str:
    """What the ball is called: where features are scaled, a circle is an ellipse."""
    name = FAMILIAR.get(metric.kind, "ball")
    return "ellipse" if name == "circle" and not (metric.scales == metric.scales[0]).all() else name
