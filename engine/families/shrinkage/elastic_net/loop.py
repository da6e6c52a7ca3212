"""Elastic net: least squares with the penalties of lasso and ridge, by coordinate descent.   (Zou and Hastie 2005)

E + penalty = ½ Σ (t − y)² + λ (ρ Σ |wⱼ| + ½ (1 − ρ) Σ wⱼ²)        wⱼ ← S(zⱼ, λ ρ) / (aⱼ + λ (1 − ρ))

scikit-learn divides E by the number of rows: its alpha is λ / N, its l1_ratio ρ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.shrinkage.coordinates import Step as Step
from engine.families.shrinkage.coordinates import SweepParams, descend, most_steps, soft_threshold
from engine.families.shrinkage.posing import PenaltyParams, posed
from engine.models.linear import LinearPredictor
from engine.parts.basis import basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)

    def updated(z: float, a: float) -> float:
        return elastic_weight(z, a, params.penalty, params.ratio)

    return (yield from descend(problem, updated, params))


def elastic_weight(z: float, a: float, penalty: float, ratio: float) -> float:
    """S(z, λ ρ) / (a + λ (1 − ρ)): the weight that makes ½ a w² − z w + λ (ρ |w| + ½ (1 − ρ) w²) least.

    >>> elastic_weight(6.0, 2.0, 2.0, 1.0), elastic_weight(6.0, 2.0, 4.0, 0.5)
    (2.0, 1.0)
    """
    return soft_threshold(z, penalty * ratio) / (a + penalty * (1.0 - ratio))


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


@dataclass(frozen=True)
class RatioParams(PenaltyParams):
    """The penalty, and how it is divided."""

    ratio: float = real(
        0.5,
        low=0.0,
        high=1.0,
        share=True,
        symbol=r"\rho",
        label="L1 ratio",
        help="1 is the lasso, 0 is ridge regression",
    )


@dataclass(frozen=True)
class Params(SweepParams, RatioParams):
    """Those of coordinate descent, and how the penalty is divided."""
