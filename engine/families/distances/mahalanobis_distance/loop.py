"""Mahalanobis distance: how many standard deviations a point is away, in its direction.   (Mahalanobis 1936)

    Δ² = (x − μ)ᵀ Σ⁻¹ (x − μ) = ‖y‖²,   L y = x − μ,   Σ = L Lᵀ (Cholesky)

y is the difference whitened: rotated and scaled so that Σ becomes the identity. It is solved for from above. The
pseudo-inverse Σ⁺ has an L with a column for every direction that has variance, orthogonal to each other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distances.mahalanobis_distance.sigma import (
    SigmaParams,
    centre,
    covariance_objection,
    mended,
    spread,
)
from engine.maths.algebra.repairs import thin_root
from engine.models.neighbours import Query
from engine.parts.repairing import NONE, PSEUDO


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    model = start or Query(data.X[params.row - 1])
    mean, sigma = centre(data, params), spread(data, params)
    step = Step(part="start", model=model, mean=mean, sigma=sigma)
    yield step

    if params.repair != NONE:
        sigma = mended(sigma, data, params)
        step = replace(step, part="repair", sigma=sigma, former=step.sigma)
        yield step

    gap = model.point - mean
    step = replace(step, part="difference", gap=gap)
    yield step

    L = thin_root(sigma) if params.repair == PSEUDO else np.linalg.cholesky(sigma)
    step = replace(step, part="root", L=L)
    yield step

    y = np.zeros(L.shape[1])
    for j in range(len(y)):
        y[j] = along(L[:, j], gap) if params.repair == PSEUDO else (gap[j] - L[j, :j] @ y[:j]) / L[j, j]
        if data.d <= FEW:
            step = replace(step, part="solve", y=y.copy(), solved=j + 1)
            yield step

    step = replace(step, part="answer", y=y, solved=len(y), square=float(y @ y))
    yield step
    return Ending.converged(f"The point is {figure(step.distance)} standard deviations from the mean.")


def along(column: np.ndarray, gap: np.ndarray) -> float:
    """How many times a column of L (d,), orthogonal to all others, x − μ goes along it."""
    return float(column @ gap) / float(column @ column)


def bound(data: Dataset, params: Params) -> int:
    return 5 + min(data.d, FEW)


def limits(data: Dataset, params: Params) -> str:
    """The row must be there, as many numbers typed as fit, and Σ must have a root."""
    d = data.d
    if params.row > data.n:
        return Objection(f"row = {params.row} is no row: choose from 1 to {data.n:,}.", SetParameter("row", data.n))
    for name, typed, wanted in (("mean", params.mean, d), ("covariance", params.covariance, d * d)):
        if len(typed) not in (0, wanted):
            words = f"{name} needs {wanted} numbers, and {len(typed)} were typed: type them all, or none to estimate it"
            return Objection(f"{words}.", SetParameter(name, ()))
    return covariance_objection(data, params)


FEW = 12
"""So many coordinates are solved for one by one."""


@dataclass(frozen=True)
class Chosen:
    """What stands before the parameters of the covariance."""

    row: int = whole(
        1, low=1, high=1_000_000, of_rows=True, symbol=r"\mathbf{x}", label="row", help="or drag it in the picture"
    )


@dataclass(frozen=True)
class Params(SigmaParams, Chosen):
    """How far which row is, by which covariance."""


@snapshot
class Step:
    """How far the distance has been worked out."""

    part: Literal["start", "repair", "difference", "root", "solve", "answer"]
    model: Query
    mean: np.ndarray  # (d,) μ
    sigma: np.ndarray  # (d, d) Σ
    former: np.ndarray | None = None  # (d, d) Σ before it was repaired
    gap: np.ndarray | None = None  # (d,) x − μ
    L: np.ndarray | None = None  # (d, d) lower triangular; of the pseudo-inverse (d, r)
    y: np.ndarray | None = None  # (d,) or (r,) the whitened difference as far as it is solved
    solved: int = 0
    square: float = 0.0  # Δ² at the end

    @property
    def distance(self) -> float:
        return float(np.sqrt(self.square))
