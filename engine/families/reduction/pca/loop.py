"""Principal component analysis: the perpendicular directions along which the data varies most.   (Pearson 1901)

S = Σ (xₙ − x̄)(xₙ − x̄)ᵀ / (N − 1)        S uⱼ = λⱼ uⱼ,  λ₁ ≥ λ₂ ≥ …        x̂ = x̄ + Σ_{j ≤ M} (uⱼ · (x − x̄)) uⱼ
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, percent
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.reduction.covariance_limit import covariance_objection
from engine.maths.algebra.agreement import DIGITS, cleared
from engine.maths.algebra.covariance import column_means, covariance, deviation_scale, orthonormal, principal_axes
from engine.models.projections import Components


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Components | None = None) -> Steps:
    X = data.X
    divisor = params.divided_by(data.n)
    yield Step(model=None, stage="data")

    # Read-only arrays are shared by the steps, not copied into each.
    mean = read_only(column_means(X))
    scale = read_only(deviation_scale(X - mean, divisor) if params.standardise else np.ones(data.d))
    Z = (X - mean) / scale
    yield Step(model=None, stage="centred", mean=mean, scale=scale)

    rows = data.n if params.stop_at == "rows" else 0
    for row in range(rows):
        yield Step(model=None, stage="added", mean=mean, scale=scale, row=row)
    S = read_only(covariance(Z, divisor))
    yield Step(model=None, stage="covariance", mean=mean, scale=scale, covariance=S)
    if np.trace(S) == 0:
        return Ending.failed(_no_variance(X))

    axes, variances, given = directions(S, start)
    axes, variances = read_only(axes), read_only(variances)
    model = None
    for j in range(params.kept(data, len(axes))):
        model = Components(mean, axes[: j + 1], variances[: j + 1], scale)
        yield Step(
            model=model, stage="axis", mean=mean, scale=scale, covariance=S, variances=variances,
            given=None if given is None else given[j],
        )  # fmt: skip
    if model is None:
        return Ending.failed("The given directions have no length: give one that leads away from the mean.")
    for row in range(rows):
        yield Step(model=model, stage="dropped", mean=mean, scale=scale, covariance=S, variances=variances, row=row)
    yield Step(model=model, stage="projected", mean=mean, scale=scale, covariance=S, variances=variances)

    left, whole = Z, float((Z**2).sum())
    for used, axis in enumerate((np.zeros(data.d), *model.components)):  # first without any axis
        left = left - np.outer(left @ axis, axis)
        yield Step(
            model=model, stage="rebuilt", mean=mean, scale=scale, covariance=S, variances=variances, used=used,
            error=float(cleared((left**2).sum(), whole, DIGITS**2)),
        )  # fmt: skip
    share, found = percent(float(model.variances.sum() / np.trace(S))), counted(len(model.components), "axis", "axes")
    return Ending.converged(f"PCA is complete: {found} for {counted(data.d, 'feature')}, with {share} of the variance.")


def directions(S: np.ndarray, start: Components | None) -> tuple[np.ndarray, np.ndarray, list[float] | None]:
    """The axes (k, d), the variances uᵀSu along them, and for given directions how much of each was perpendicular."""
    if start is None:
        return *principal_axes(S), None
    axes, shares = orthonormal(start.components)
    axes = cleared(axes, 1.0)  # what rounding leaves of a right angle
    return axes, np.einsum("ji,ik,jk->j", axes, S, axes), [float(share) for share in shares if share > 0]


def bound(data: Dataset, params: Params) -> int:
    each = 2 * data.n if params.stop_at == "rows" else 0
    return 5 + 2 * params.kept(data, data.d) + each


def limits(data: Dataset, params: Params) -> str:
    """The covariance must fit."""
    return covariance_objection(data, WIDEST)


WIDEST = 2000
"""The covariance of more features is too large: its axes take too long to find."""


@dataclass(frozen=True)
class Params:
    components: int = whole(
        2,
        low=1,
        high=WIDEST,
        log=True,
        symbol="M",
        label="components",
        clear=True,
        help="at most the features, and the rows less one",
    )
    divisor: str = choice("N - 1", ("N - 1", "N"), help="what the sums of squares are divided by")
    standardise: bool = flag(False, help="divide every feature by its standard deviation first")
    share: float = real(
        0.9, low=0.01, high=1.0, label="share to reach", rare=True, help="how many axes carry this much of the variance"
    )
    stop_at: str = choice(
        "stages", ("stages", "rows"), label="stop after", clear=True, rare=True, help="each stage, or every row of it"
    )

    def divided_by(self, n: int) -> int:
        """What the sums of squares of n rows are divided by."""
        return n - 1 if self.divisor == "N - 1" else n

    def kept(self, data: Dataset, there: int) -> int:
        """How many of the axes there are kept: the rows span at most N − 1 directions around their mean."""
        return min(self.components, there, data.n - 1)


@snapshot
class Step:
    """What is known so far; `model` is None until there is an axis, and then has one axis more in each step."""

    model: Components | None
    stage: Literal["data", "centred", "added", "covariance", "axis", "dropped", "projected", "rebuilt"]
    mean: np.ndarray | None = None
    scale: np.ndarray | None = None  # what each centred feature is divided by
    covariance: np.ndarray | None = None
    variances: np.ndarray | None = None  # along all axes, also those that are not kept
    given: float | None = None  # of a direction given from outside: how much of it was perpendicular to those before
    used: int = 0  # axes used to rebuild the points
    error: float | None = None  # SSE, the squared lengths that the rebuilt points leave over
    row: int | None = None  # the row whose outer product was just added, or that was just dropped on the axes

    @property
    def total(self) -> float:
        """The total variance, the trace of S."""
        return 0.0 if self.covariance is None else float(np.trace(self.covariance))

    @property
    def axis(self) -> int | None:
        """The place of the axis that the step is about."""
        if self.stage == "axis" and self.model is not None:
            return len(self.model.components) - 1
        return self.used - 1 if self.used else None

    def deviations(self, X: np.ndarray) -> np.ndarray:
        """(m, d) rows as S sees them: centred, and divided by the scale."""
        return np.asarray((X - self.mean) / self.scale)

    def added(self, data: Dataset, divisor: int, row: int) -> np.ndarray:
        """(d, d) what the outer products of the rows up to this one make of S."""
        return covariance(self.deviations(data.X[: row + 1]), divisor)

    def farthest(self, data: Dataset) -> int:
        """The row that is farthest from the mean, and so adds most to the total variance."""
        return int(np.argmax((self.deviations(data.X) ** 2).sum(axis=1)))


def _no_variance(X: np.ndarray) -> str:
    if (X[0] == X).all():
        return "All points are the same: the total variance is 0 and no direction stands out. Move or add a point."
    return "The points lie so close together that their squared distances are 0 in floating point: rescale the columns."
