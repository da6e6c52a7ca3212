"""Matching data and model complexity: the evidence of all 512 labellings of nine points.   (Murray, Ghahramani 2005)

p(D | M) = ∫ Πₙ σ(tₙ a(xₙ)) N(w | 0, σ_w² I) dw        Σ_D p(D | M) = 1 for every model
coin: a = 0    one weight: a = w₁x₁    two weights: a = w₁x₁ + w₂x₂    and a bias: a = w₀ + w₁x₁ + w₂x₂
p(M | D) = p(D | M) / Σ p(D | M'), the models as probable as each other
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import real
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.matching_complexity.labellings import (
    COUNT,
    LABELS,
    MODELS,
    evidences,
    sorted_sets,
    winners,
)
from engine.maths.probability.gaussians import log_sum

NO_ORDER = np.zeros(0, dtype=int)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    log_p = np.zeros((0, COUNT))
    for which in range(len(MODELS)):
        log_p = np.vstack([log_p, np.log(evidences(which, params.spread))])
        yield Step(phase="model", log_p=log_p, which=which, order=NO_ORDER)

    order, best = sorted_sets(log_p), winners(log_p)
    for place, labelling in enumerate(order.tolist()):
        yield Step(phase="data", log_p=log_p, which=int(best[labelling]), order=order, place=place, labelling=labelling)
    return Ending.converged("Every data set has one model that makes it most probable, and no model has them all.")


def bound(data: Dataset, params: Params) -> int:
    return len(MODELS) + COUNT


@dataclass(frozen=True)
class Params:
    """How large the weights are supposed to be."""

    spread: float = real(
        10.0, low=0.1, high=10.0, log=True, symbol=r"\sigma_w", label="prior deviation", help="of every weight"
    )


@snapshot
class Step:
    """The evidence of every data set under the models so far; then one data set after the other."""

    phase: Literal["model", "data"]
    log_p: np.ndarray  # (k, 512) ln p(D | M)
    which: int  # the model of this step; of a data set the one that makes it most probable
    order: np.ndarray  # (512,) the data sets by the model that explains them best, and by how well
    place: int = 0  # where in the order this one is
    labelling: int = 0  # its number
    model: None = None

    @property
    def targets(self) -> np.ndarray:
        """(9,) the targets of the data set, row by row of the grid."""
        return np.asarray(LABELS[self.labelling])

    @property
    def posterior(self) -> np.ndarray:
        """(k,) p(M | D) of the data set."""
        joints = self.log_p[:, self.labelling]
        return np.asarray(np.exp(joints - log_sum(joints[:, None])[0]))

    @property
    def chances(self) -> np.ndarray:
        """(k,) p(D | M) of the data set."""
        return np.asarray(np.exp(self.log_p[:, self.labelling]))

    @property
    def tops(self) -> np.ndarray:
        """(512,) log₁₀ p(D | M) of the best model, in the order of the data sets; (0,) before there is one."""
        return np.asarray(self.log_p[:, self.order].max(axis=0) / np.log(10.0))

    @property
    def won(self) -> np.ndarray:
        """(4,) how many data sets each model makes most probable, once all are known."""
        return np.bincount(winners(self.log_p), minlength=len(MODELS))
