"""Least squares for classification: regress coded classes on the features, and let the greatest output win.

E(W) = ½ Σₙ ‖W̃ᵀ x̃ₙ − tₙ‖² + ½ λ ‖W‖²        (X̃ᵀX̃ + λI) W̃ = X̃ᵀT        class = argmaxₖ w̃ₖ · x̃
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.targets import one_of_k, signs, two_classes, zero_one
from engine.families.discriminants.least_squares.beside import BesideParams
from engine.maths.algebra.least_squares import least_squares, squared_error
from engine.models.basis import Basis
from engine.models.linear import Hyperplane, Scores
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.ridge import RidgeParams


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | Scores | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, T = expanded(data, basis), targets(data, params)
    yield Step("targets", basis=basis)
    if words := needs.moderate(table):
        return Ending.failed(words)

    yield Step("normal", basis=basis)

    fit = least_squares(table.X, T, params.penalty, params.penalise_bias)
    weights = read_only(fit.weights)
    error = squared_error(table.X, T, weights)
    model = modelled(weights, data, params, basis)
    yield Step(stage="solved", model=model, basis=basis, weights=weights, rank=fit.rank, error=error)

    wrong = int((model.predict(data.X) != data.codes).sum())
    yield Step(stage="classified", model=model, basis=basis, weights=weights, rank=fit.rank, error=error, wrong=wrong)
    said = f"The least squares are found: {counted(wrong, 'point')} of {data.n:,} on the wrong side."
    return Ending.converged(
        said if not wrong else said + " Another line may misclassify fewer: the squared error does not count mistakes."
    )


def targets(data: Dataset, params: Params) -> np.ndarray:
    """T (n, K) for the coding 1 of K, (n, 1) for ±1 and 0/1."""
    if params.coding == "1 of K":
        return one_of_k(data)
    return (signs(data) if params.coding == "±1" else zero_one(data))[:, None]


def modelled(weights: np.ndarray, data: Dataset, params: Params, basis: Basis | None) -> Hyperplane | Scores:
    """The classifier of the weights: the greatest output wins, or the side of 0, or (for 0/1) the side of ½."""
    if params.coding == "1 of K":
        return Scores.unpacked(weights.T, np.array(data.classes_present), basis)
    middle = 0.0 if params.coding == "±1" else 0.5
    return Hyperplane(weights[1:, 0], float(weights[0, 0]) - middle, two_classes(data), basis)


def bound(data: Dataset, params: Params) -> int:
    return 4


def limits(data: Dataset, params: Params) -> str:
    """One output tells two classes apart, not more."""
    if params.coding != "1 of K" and len(data.classes_present) > 2:
        count = len(data.classes_present)
        words = f"The coding {params.coding} is for two classes, and there are {count}: set coding to '1 of K'."
        return Objection(words, SetParameter("coding", "1 of K"))
    return basis_limits(data, params)


@dataclass(frozen=True)
class Params(BesideParams, RidgeParams):
    coding: str = choice(
        "1 of K", ("1 of K", "±1", "0/1"), symbol="t", label="class coding", help="numbers for the classes"
    )


@snapshot
class Step:
    """What is known so far: the weights are None until they are solved for."""

    stage: Literal["targets", "normal", "solved", "classified"]
    model: Hyperplane | Scores | None = None
    basis: Basis | None = None
    weights: np.ndarray | None = None  # (M + 1, outputs), the bias first
    rank: int = 0  # of what determines the weights
    error: float | None = None  # ½ Σ (y − t)², without the penalty
    wrong: int = 0  # rows given another class than their own
