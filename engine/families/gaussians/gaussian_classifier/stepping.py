"""What the Gaussian classifier is asked for, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import no_indices, snapshot
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import EstimateParams
from engine.families.gaussians.gaussian_classifier.examples import EXAMPLES, FROM_ROWS, TIES
from engine.maths.algebra.conics import TOLERANCE, Border
from engine.models.gaussians import GaussianClasses


def no_parts() -> np.ndarray:
    """No feature yet."""
    return np.zeros((0, 0))


@dataclass(frozen=True)
class Params(EstimateParams):
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="point", help="the row worked out, at most the last")
    missing: int = whole(
        0, low=0, high=1000, label="missing feature", rare=True, help="its number, at most the last; 0: none is missing"
    )
    later: bool = flag(
        False,
        label="add the last class later",
        rare=True,
        help="the others are fitted first, then it alone",
    )
    example: str = choice(
        FROM_ROWS,
        EXAMPLES,
        typical=EXAMPLES[-3:],
        rare=True,
        help="Gaussians with a border of this kind, around the middle of the points",
    )
    tolerance: float = real(
        TOLERANCE, low=1e-14, high=0.1, log=True, rare=True,
        help="a coefficient of a border smaller than this, beside its terms, is 0",
    )  # fmt: skip

    def grouped(self, K: int) -> np.ndarray:
        """(K,) the group of each class: the classes of a group share their covariance."""
        return np.array(TIES[self.example]) if len(TIES.get(self.example, ())) == K else super().grouped(K)

    def shown(self, data: Dataset) -> int:
        """The index of the row that is worked out."""
        return min(self.row, data.n) - 1

    def left_out(self, data: Dataset) -> int:
        """The index of the feature that is missing, of one that is."""
        return min(self.missing, data.d) - 1


Part = Literal[
    "start", "prior", "mean", "scatter", "pool", "shape", "repair", "fitted", "new",
    "border", "borders", "feature", "score", "expand", "cancel", "collect", "posterior", "missing", "classified",
]  # fmt: skip


@snapshot
class Step:
    """How far the Gaussians are estimated, their borders found, and one point is worked out."""

    part: Part
    counts: np.ndarray  # (K,) rows of each class
    model: GaussianClasses | None = None
    k: int | None = None  # the place of the class that this step is about
    priors: np.ndarray | None = None  # (K,)
    means: np.ndarray | None = None  # (k, d) as far as they are known
    scatters: np.ndarray | None = None  # (k, d, d) of each class by itself
    covariances: np.ndarray | None = None  # (k, d, d) in use
    pooled: np.ndarray | None = None  # (d, d)
    former: np.ndarray | None = None  # (K, d, d) before the repair
    pair: tuple[int, int] | None = None
    border: Border | None = None  # of that pair
    kinds: tuple[str, ...] = ()  # of the borders of all pairs
    parts: np.ndarray = field(default_factory=no_parts)  # (K, j) what each feature so far adds to the scores
    row: int | None = None
    terms: np.ndarray | None = None  # (k, 3) of each class: square, determinant, prior
    expansion: np.ndarray | None = None  # (K, 4) of one covariance: the square in x, linear in x, constant, prior
    weights: np.ndarray | None = None  # (K, d) wₖ
    biases: np.ndarray | None = None  # (K,) wₖ₀
    posterior: np.ndarray | None = None  # (K,)
    marginal: np.ndarray | None = None  # (K,) without the missing feature
    wrong: np.ndarray = field(default_factory=no_indices)
    log_likelihood: float | None = None  # ln L at the end

    @property
    def scores(self) -> np.ndarray | None:
        """(k,) aₖ, the sums of the terms."""
        return None if self.terms is None else self.terms.sum(axis=1)
