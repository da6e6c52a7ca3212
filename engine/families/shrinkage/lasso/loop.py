"""Lasso: least squares with a penalty on the sizes of the weights, by coordinate descent.   (Tibshirani 1996)

E + penalty = ½ Σ (t − y)² + λ Σ |wⱼ|        wⱼ ← S(zⱼ, λ) / aⱼ,  S(z, λ) = sign(z) max(|z| − λ, 0)

scikit-learn divides E by the number of rows: its alpha is λ / N.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.shrinkage.coordinates import Step as Step
from engine.families.shrinkage.coordinates import SweepParams, descend, most_steps, soft_threshold
from engine.families.shrinkage.posing import posed
from engine.models.linear import LinearPredictor
from engine.parts.basis import basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)

    def updated(z: float, a: float) -> float:
        return lasso_weight(z, a, params.penalty)

    return (yield from descend(problem, updated, params))


def lasso_weight(z: float, a: float, penalty: float) -> float:
    """S(z, λ) / a: the weight that makes ½ a w² − z w + λ |w| least.

    >>> lasso_weight(6.0, 2.0, 2.0), lasso_weight(1.0, 2.0, 2.0)
    (2.0, 0.0)
    """
    return soft_threshold(z, penalty) / a


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


@dataclass(frozen=True)
class Params(SweepParams):
    """Those of coordinate descent."""
