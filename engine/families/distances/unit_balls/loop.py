"""Balls of distances: all points within a radius of a point, for every p and Mahalanobis.   (Minkowski 1896)

B_p = { y : (Σ_d |y_d − x_d|^p)^(1/p) ≤ r }          B_Σ = { y : (y − x)ᵀ Σ⁻¹ (y − x) ≤ r² }

B_p grows with p. Its area is 4 r² Γ(1 + 1/p)² / Γ(1 + 2/p) in the plane; that of B_Σ is π r² √|Σ|.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engine.base.errors import Objection, Refusal, SetParameter
from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, covariance
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, MAHALANOBIS, MANHATTAN, MINKOWSKI, Metric, Query


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    point = start.point if start else data.X[(params.row or (data.n + 1) // 2) - 1]
    axes = list(params.axes(data))
    x, X = point[axes], data.X[:, axes]
    radius = params.radius or chosen_radius(X)
    step = Step(part="start", model=Query(point), x=x, radius=radius)
    yield step
    for p in orders(params):
        step = replace(step.with_ball(p, within(order(p), x, radius, X), area(p, radius)), part="ball")
        yield step
    sigma = metric_of_rows(X)
    if isinstance(sigma, Metric):
        inside = within(sigma, x, params.deviations, X)
        size = float(np.pi * params.deviations**2 * np.diagonal(np.linalg.cholesky(sigma.covariance)).prod())
        step = replace(step.with_ball(0.0, inside, size), part="Mahalanobis", covariance=sigma.covariance)
        yield step
    return Ending.converged(
        f"Of {counted(data.n, 'row')} between {min(step.counts)} and {max(step.counts)} are inside."
    )


def within(metric: Metric, x: np.ndarray, radius: float, X: np.ndarray) -> np.ndarray:
    """(m,) the rows within the radius of x."""
    return np.flatnonzero(metric.between(x[None], X)[0] <= radius)


def orders(params: Params) -> list[float]:
    """The orders p whose balls are drawn, the least first: five that are known and the own one."""
    return sorted({*KNOWN, params.p})


def order(p: float) -> Metric:
    """The distance of order p in the plane."""
    kind = NAMES.get(p, MINKOWSKI)
    return Metric(kind, np.ones(2), np.zeros((0, 0)), p if kind == MINKOWSKI else 2.0)


def area(p: float, radius: float) -> float:
    """4 r² Γ(1 + 1/p)² / Γ(1 + 2/p), by logarithms; the square of p = ∞ is 4 r²."""
    from scipy.special import gammaln

    return float(4 * radius**2 * np.exp(2 * gammaln(1 + 1 / p) - gammaln(1 + 2 / p)))


def metric_of_rows(X: np.ndarray) -> Metric | None:
    """Mahalanobis by the covariance of the rows; None where some direction has no variance."""
    S = covariance(X - column_means(X), max(len(X) - 1, 1))
    try:
        return Metric(MAHALANOBIS, np.ones(2), S)
    except Refusal:
        return None


def chosen_radius(X: np.ndarray) -> float:
    """A fifth of the wider range of the two features; 1 where all rows are the same."""
    return float(np.ptp(X, axis=0).max()) / 5 or 1.0


def bound(data: Dataset, params: Params) -> int:
    return 2 + len(orders(params))


def limits(data: Dataset, params: Params) -> str:
    """The row is there."""
    if params.row > data.n:
        return Objection(f"row = {params.row} is no row: choose from 1 to {data.n:,}.", SetParameter("row", data.n))
    return ""


def radius_of(step: Any, params: Any) -> float:
    """The radius that was chosen, for the field of the parameter."""
    return float(step.radius)


NAMES = {1.0: MANHATTAN, 2.0: EUCLIDEAN, float("inf"): CHEBYSHEV}
KNOWN = (0.5, 1.0, 2.0, 4.0, float("inf"))


@dataclass(frozen=True)
class Params:
    radius: float = real(
        0.0, low=0.0, high=1e9, symbol="r", auto=radius_of, help="or drag the edge; 0 is a fifth of the wider range"
    )
    p: float = real(
        0.7, low=0.1, high=100.0, log=True, label="one more order", symbol="p", help="beside ½, 1, 2, 4 and ∞"
    )
    deviations: float = real(
        1.0, low=0.01, high=10.0, label="radius of Mahalanobis", help="in standard deviations of the rows"
    )
    row: int = whole(
        0,
        low=0,
        high=1_000_000,
        of_rows=True,
        symbol=r"\mathbf{x}",
        label="row",
        help="0 is the middle one; or drag it",
    )

    first: int = whole(1, low=1, high=1000, label="first feature", help="of more than two: its number", rare=True)
    second: int = whole(2, low=1, high=1000, label="second feature", help="if it is the first: the next", rare=True)

    def axes(self, data: Dataset) -> tuple[int, int]:
        """The indices of the two features that the balls are drawn in, which differ."""
        i, j = min(self.first, data.d) - 1, min(self.second, data.d) - 1
        return (i, j) if i != j else (i, (i + 1) % data.d)


@snapshot
class Step:
    """The balls so far."""

    part: Literal["start", "ball", "Mahalanobis"]
    model: Query
    x: np.ndarray  # (2,) the centre in the two features
    radius: float
    order: float | None = None  # of the newest ball; 0 for Mahalanobis
    known: tuple[float, ...] = ()  # the orders so far
    inside: np.ndarray | None = None  # (m,) the rows in the newest ball
    before: np.ndarray | None = None  # (m,) those in the ball before
    counts: tuple[int, ...] = ()  # how many rows are in each
    areas: tuple[float, ...] = ()
    covariance: np.ndarray | None = None  # (2, 2) of Mahalanobis

    def with_ball(self, p: float, inside: np.ndarray, size: float) -> Step:
        """One ball more."""
        return replace(
            self, order=p, known=(*self.known, p), inside=inside, before=self.inside,
            counts=(*self.counts, len(inside)), areas=(*self.areas, size),
        )  # fmt: skip
