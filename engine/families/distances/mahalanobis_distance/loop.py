"""Mahalanobis distance: how many standard deviations a point is away, in its direction.   (Mahalanobis 1936)

    Δ² = (x − μ)ᵀ Σ⁻¹ (x − μ) = ‖y‖²,   L y = x − μ,   Σ = L Lᵀ (Cholesky)

y is the difference whitened: rotated and scaled so that Σ becomes the identity. It is solved for from above.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import AddPoints, KeepColumns, Objection, Refusal, SetParameter
from engine.base.params import choice, real, several, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, covariance
from engine.maths.algebra.metrics import whitening
from engine.models.neighbours import Query


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    model = start or Query(data.X[params.row - 1])
    mean, sigma = centre(data, params), spread(data, params)
    step = Step("start", model, mean, sigma)
    yield step

    if params.repair != NONE:
        sigma = repaired(sigma, params)
        step = replace(step, part="repair", sigma=sigma, former=step.sigma)
        yield step

    gap = model.point - mean
    step = replace(step, part="difference", gap=gap)
    yield step

    L = np.linalg.cholesky(sigma)
    step = replace(step, part="root", L=L)
    yield step

    y = np.zeros(data.d)
    for j in range(data.d):
        y[j] = (gap[j] - L[j, :j] @ y[:j]) / L[j, j]
        if data.d <= FEW:
            step = replace(step, part="solve", y=y.copy(), solved=j + 1)
            yield step

    step = replace(step, part="answer", y=y, solved=data.d, square=float(y @ y))
    yield step
    return Ending.converged(f"The point is {figure(step.distance)} standard deviations from the mean.")


def centre(data: Dataset, params: Params) -> np.ndarray:
    """(d,) μ: as typed, or the mean of the rows."""
    return np.array(params.mean) if params.mean else column_means(data.X)


def spread(data: Dataset, params: Params) -> np.ndarray:
    """(d, d) Σ: as typed, or that of the rows."""
    if params.covariance:
        return np.array(params.covariance).reshape(data.d, data.d)
    divisor = data.n - 1 if params.divisor == UNBIASED else data.n
    return covariance(data.X - column_means(data.X), divisor)


def repaired(sigma: np.ndarray, params: Params) -> np.ndarray:
    """(d, d) Σ with some variance in every direction: (1 − ρ) Σ + ρ (tr Σ / d) I, or the variances alone."""
    d = len(sigma)
    if params.repair == SHRUNK:
        return np.asarray((1 - params.rho) * sigma + params.rho * np.trace(sigma) / d * np.eye(d))
    return np.diag(np.diagonal(sigma)) if params.repair == DIAGONAL else sigma


def bound(data: Dataset, params: Params) -> int:
    return 5 + min(data.d, FEW)


def limits(data: Dataset, params: Params) -> str:
    """The row must be there, as many numbers typed as fit, and Σ must have a root."""
    d = data.d
    if params.row > data.n:
        return Objection(f"row = {params.row} is no row: choose from 1 to {data.n}.", SetParameter("row", data.n))
    for name, typed, wanted in (("mean", params.mean, d), ("covariance", params.covariance, d * d)):
        if len(typed) not in (0, wanted):
            words = f"{name} needs {wanted} numbers, and {len(typed)} were typed: type them all, or none to estimate it"
            return Objection(f"{words}.", SetParameter(name, ()))
    return covariance_objection(data, params)


def covariance_objection(data: Dataset, params: Params) -> str:
    """Why Σ has no root, what would give it one, or ''."""
    sigma = spread(data, params)
    if not (words := fault(repaired(sigma, params))):
        return ""
    mends = [
        SetParameter("repair", way)
        for way in (SHRUNK, DIAGONAL)
        if params.repair == NONE and not fault(repaired(sigma, replace(params, repair=way)))
    ]
    mend = ", or shrink it" if mends else ""
    if params.covariance:
        return Objection(f"covariance: {words} Type another, or none{mend}.", SetParameter("covariance", ()), *mends)
    if not (kept := independent(sigma)):
        return Objection(f"{words} Add points that differ, or type a covariance.", AddPoints())
    return Objection(f"{words} Leave features out, or type a covariance{mend}.", KeepColumns(kept), *mends)


def fault(sigma: np.ndarray) -> str:
    """Why Σ is no covariance with a root, or ''."""
    try:
        whitening(sigma)
    except Refusal as refusal:
        return str(refusal)
    return ""


def independent(sigma: np.ndarray) -> tuple[int, ...]:
    """The first columns that vary beside the ones before."""
    kept: list[int] = []
    for j in range(len(sigma)):
        if not fault(sigma[np.ix_([*kept, j], [*kept, j])]):
            kept.append(j)
    return tuple(kept)


UNBIASED, LIKELIHOOD = DIVISORS = ("N − 1", "N")
NONE, SHRUNK, DIAGONAL = REPAIRS = ("none", "shrunk", "diagonal")
FEW = 12
"""So many coordinates are solved for one by one."""


@dataclass(frozen=True)
class Params:
    row: int = whole(
        1, low=1, high=1_000_000, of_rows=True, symbol=r"\mathbf{x}", label="row", help="or drag it in the picture"
    )
    divisor: str = choice(UNBIASED, DIVISORS, help="of the covariance of the rows")
    repair: str = choice(
        NONE, REPAIRS, rare=True, help="of a covariance that is flat: shrunk towards a sphere, or without covariances"
    )
    rho: float = real(
        0.1, low=1e-6, high=1.0, log=True, symbol=r"\rho", when=("repair", (SHRUNK,)), rare=True,
        label="shrunk by", help="the share of the sphere",
    )  # fmt: skip
    mean: tuple[float, ...] = several(most=1000, symbol=r"\mu", rare=True, help="none: that of the rows")
    covariance: tuple[float, ...] = several(
        most=2500, symbol=r"\Sigma", rare=True, help="row after row; none: that of the rows"
    )


@snapshot
class Step:
    """How far the distance has been worked out."""

    part: Literal["start", "repair", "difference", "root", "solve", "answer"]
    model: Query
    mean: np.ndarray  # (d,) μ
    sigma: np.ndarray  # (d, d) Σ
    former: np.ndarray | None = None  # (d, d) Σ before it was repaired
    gap: np.ndarray | None = None  # (d,) x − μ
    L: np.ndarray | None = None  # (d, d) lower triangular
    y: np.ndarray | None = None  # (d,) the whitened difference as far as it is solved
    solved: int = 0
    square: float = 0.0  # Δ² at the end

    @property
    def distance(self) -> float:
        return float(np.sqrt(self.square))
