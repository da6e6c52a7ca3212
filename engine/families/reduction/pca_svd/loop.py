"""Principal components by singular values: the same axes, and no covariance is ever formed.   (Eckart and Young 1936)

X − x̄ = U diag(s) Vᵀ        the columns of V are the axes, λ = s² / (N − 1), and U diag(s) are the scores
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import column_means, upright
from engine.models.projections import Components


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    mean = read_only(column_means(data.X))
    Z = data.X - mean
    yield Step(stage="centred", model=None, mean=mean)
    if not np.abs(Z).max() > SMALLEST:
        return Ending.failed("All points are the same, as far as their squares can tell: there is no direction.")

    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    axes, s = read_only(upright(Vt)), read_only(cleared(s, s[0]))
    variances = read_only(s**2 / params.divided_by(data.n))
    for j in range(params.kept(data, s)):
        model = Components(mean, axes[: j + 1], variances[: j + 1])
        yield Step(stage="axis", model=model, mean=mean, singular=s, variances=variances)

    scores = U * s * np.sign((Vt * axes).sum(axis=1))
    yield Step(stage="scores", model=model, mean=mean, singular=s, variances=variances, scores=scores[:, : j + 1])

    multiplied = Z.T @ (Z @ axes[: j + 1].T) / params.divided_by(data.n)
    off = np.abs(multiplied - axes[: j + 1].T * variances[: j + 1]).max()
    apart = float(cleared(off, float(variances.max()), ROUNDING))
    yield Step(
        stage="checked", model=model, mean=mean, singular=s, variances=variances, scores=scores[:, : j + 1], apart=apart
    )
    return Ending.converged(f"{counted(j + 1, 'axis', 'axes')} found: S u is λ u to within {figure(apart)}.")


SMALLEST = 1e-140
"""Below this a square is nothing."""
ROUNDING = 1e-13
"""A share of the largest variance or singular value that is rounding alone."""
RANK = 1e-12
"""A singular value below this share of the greatest is rounding."""


def bound(data: Dataset, params: Params) -> int:
    return 3 + min(params.components, data.d, data.n)


@dataclass(frozen=True)
class Params:
    components: int = whole(2, low=1, high=2000, log=True, symbol="M", clear=True, help="at most the rank")
    divisor: str = choice("N - 1", ("N - 1", "N"), help="what the sums of squares are divided by")

    def divided_by(self, n: int) -> int:
        """What the sums of squares of n rows are divided by."""
        return n - 1 if self.divisor == "N - 1" else n

    def kept(self, data: Dataset, s: np.ndarray) -> int:
        """How many axes are kept: as many as were asked for, and as the table has directions."""
        return min(self.components, int((s > RANK * s[0]).sum()))


@snapshot
class Step:
    """How far it is; the model has one axis more in each step."""

    stage: Literal["centred", "axis", "scores", "checked"]
    model: Components | None
    mean: np.ndarray
    singular: np.ndarray | None = None  # (r,) s, the greatest first
    variances: np.ndarray | None = None  # (r,) s² over the divisor
    scores: np.ndarray | None = None  # (n, k) U diag(s), with the signs of the axes
    apart: float | None = None  # by how much S u differs from λ u, at most
