"""The border of two Gaussians, a(x) = xᵀ Q x + b · x + c = 0, and what kind of curve it is.

Q = −½ (Σ₁⁻¹ − Σ₂⁻¹)    b = Σ₁⁻¹ μ₁ − Σ₂⁻¹ μ₂    c = −½ μ₁ᵀ Σ₁⁻¹ μ₁ + ½ μ₂ᵀ Σ₂⁻¹ μ₂ − ½ ln |Σ₁| / |Σ₂| + ln π₁ / π₂

det Q > 0 ellipse, det Q = 0 parabola or parallel lines, det Q < 0 hyperbola or crossing lines, Q = 0 a line.
"""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.repairs import varying

TOLERANCE = 1e-9
"""Beside the terms that it was added up from, a coefficient smaller than this is 0."""

LINE, PLANE, POINT, TWO_POINTS = "a line", "a hyperplane", "one point", "two points"
CIRCLE, ELLIPSE, PARABOLA, HYPERBOLA = "a circle", "an ellipse", "a parabola", "a hyperbola"
CROSSING, PARALLEL, QUADRIC = "two crossing lines", "two parallel lines", "a quadric surface"
NONE, EVERYWHERE = "no border", "a tie everywhere"


@snapshot
class Border:
    """a(x) = (x − m)ᵀ Q (x − m) + b · (x − m) + c around the middle m (d,) of the two means, and the kind of a = 0.

    Q (d, d), b (d,), c;   values (d,) the eigenvalues of Q, the largest first
    """

    middle: np.ndarray
    Q: np.ndarray
    b: np.ndarray
    c: float
    values: np.ndarray
    kind: str

    @property
    def det(self) -> float:
        """|Q|: its sign tells ellipses from hyperbolas; infinite of numbers too small to square."""
        with np.errstate(over="ignore"):
            return float(np.prod(self.values))


def border(means: np.ndarray, covariances: np.ndarray, priors: np.ndarray, tolerance: float = TOLERANCE) -> Border:
    """The border of two Gaussians: means (2, d), covariances (2, d, d), priors (2,); some may be singular.

    A coefficient smaller than the tolerance, beside the terms it was added up from, is 0.

    >>> border(np.array([[0.0, 0.0], [2.0, 0.0]]), np.array([np.eye(2), np.eye(2)]), np.array([0.5, 0.5])).kind
    'a line'
    """
    middle = means.mean(axis=0)
    ways = means - middle
    inverses, logs = np.zeros_like(covariances), np.zeros(2)
    for k in range(2):
        U, values = varying(covariances[k])
        inverses[k], logs[k] = (U.T / values) @ U, np.log(values).sum()
    sizes = float(np.abs(inverses).max())
    Q = -0.5 * (inverses[0] - inverses[1])
    Q = np.where(np.abs(Q) <= tolerance * sizes, 0.0, (Q + Q.T) / 2)
    turned = np.einsum("kij,kj->ki", inverses, ways)
    b = turned[0] - turned[1]
    b = np.where(np.abs(b) <= tolerance * max(float(np.abs(turned).max()), 1e-300), 0.0, b)
    terms = np.array([*(-0.5 * np.array([1, -1]) * (turned * ways).sum(axis=1)), *(-0.5 * logs * [1, -1])])
    with np.errstate(divide="ignore"):
        odds = float(np.log(priors[0]) - np.log(priors[1]))
    c = float(terms.sum()) + odds
    if math.isfinite(odds) and abs(c) <= tolerance * (float(np.abs(terms).max()) + abs(odds)):
        c = 0.0
    values, axes = np.linalg.eigh(Q)
    values = np.where(np.abs(values) <= tolerance * sizes, 0.0, values)[::-1]
    return Border(middle, Q, b, c, values, _kind(values, axes.T[::-1] @ b, c, len(middle), tolerance))


def _kind(values: np.ndarray, b: np.ndarray, c: float, d: int, tolerance: float) -> str:
    """The kind of Σ λⱼ uⱼ² + bⱼ uⱼ + c = 0."""
    if not math.isfinite(c):
        return NONE
    if not values.any():
        if not b.any():
            return NONE if c else EVERYWHERE
        return {1: POINT, 2: LINE}.get(d, PLANE)
    if d > 2:
        return QUADRIC
    bent = values != 0
    size = float(np.abs(b).max()) * tolerance
    if (np.abs(b[~bent]) > size).any():
        return PARABOLA
    squares = b[bent] ** 2 / (4 * values[bent])
    height = c - float(squares.sum())  # of a(x) at its centre, or along its ridge
    if abs(height) <= tolerance * (abs(c) + float(np.abs(squares).sum())):
        height = 0.0
    same = bool((values[bent] > 0).all() or (values[bent] < 0).all())
    if not same:
        return HYPERBOLA if height else CROSSING
    if height * values[bent][0] > 0:
        return NONE
    if not bent.all():
        return PARALLEL if height else LINE
    if not height:
        return POINT
    if d == 1:
        return TWO_POINTS
    return CIRCLE if abs(values[0] - values[1]) <= tolerance * abs(values[0]) else ELLIPSE


def roots(a: Border) -> np.ndarray:
    """(r,) where a(x) = 0 over one feature, ascending: no point, one or two.

    The root of the larger size is found first, and the other from their product, so that neither loses digits.
    """
    q, b, c, m = float(a.Q[0, 0]), float(a.b[0]), a.c, float(a.middle[0])
    if not np.isfinite(c) or not (q or b):
        return np.zeros(0)
    if not q:
        return np.array([m - c / b])
    inside = b * b - 4 * q * c
    if a.kind == POINT:
        return np.array([m - b / (2 * q)])
    if inside < 0:
        return np.zeros(0)
    far = -0.5 * (b + (np.sqrt(inside) if b >= 0 else -np.sqrt(inside)))
    return np.sort(m + np.array([far / q, c / far if far else 0.0]))
