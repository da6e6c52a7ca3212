"""Softmax regression by gradient descent: every class has its weights, and all of them go downhill together.

yₖ = exp(wₖ · φ) / Σⱼ exp(wⱼ · φ)      ∇ₖE = Σₙ (yₙₖ − tₙₖ) φₙ + λ wₖ      ΔW ← μ ΔW − η ∇E      W ← W + ΔW
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.many_classes import beginning
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.softmax_entropy import own_rows, softmax_gradient, softmax_here
from engine.models import Scores, Softmax
from engine.parts import descending as descent
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.ridge import RidgeParams, penalties, suggested_rate
from engine.parts.weight_space import grown

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    basis, classes = chosen_basis(params, data, start), np.array(data.classes_present)
    table = expanded(data, basis)
    Phi, own, ridge = with_ones(table.X), own_rows(data.codes, classes), penalties(params, table.d)
    safe = suggested_rate(Phi, CURVATURE, params.penalty)
    rate = params.rate or safe
    W = beginning(start, classes, table.d)
    delta, way = np.zeros_like(W), np.zeros((0, len(classes), 2))
    model = before = origin = Softmax.unpacked(W, classes, basis)
    iteration, rises = 0, 0
    objective_before = gradient_before = first = None
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            Y, _, error, objective = softmax_here(W, Phi, own, ridge)
            g = softmax_gradient(Y, Phi, own, W, ridge)
        way, wrong = grown(way, W), int((np.argmax(Y, axis=0) != own).sum())
        rises += descent.has_risen(objective, objective_before)
        first = objective if first is None else first
        found = (error, objective, objective_before, first, g, g if gradient_before is None else gradient_before)
        step = Step(model, before, origin, iteration, way, rate, *found, wrong, rises)
        yield step

        if end := descent.ending(step, params, safe):
            return end
        objective_before, gradient_before, before = objective, g, model
        delta = params.momentum * delta - rate * g
        W = W + delta
        model, iteration = Softmax.unpacked(W, classes, basis), iteration + 1


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


CURVATURE = 0.5
"""The most that one example can curve the error: the largest eigenvalue of diag(y) − y yᵀ is at most ½."""


@dataclass(frozen=True)
class Params(RidgeParams):
    rate: float = real(
        0.0, low=0.0, high=1e3, log=True, symbol=r"\eta", help="size of a step; 0 takes the safe 1/(½ λmax(ΦᵀΦ) + λ)"
    )
    momentum: float = real(0.0, low=0.0, high=0.99, symbol=r"\mu", help="share of the last step that the next keeps")
    iterations: int = whole(100, low=1, high=10_000, log=True, help="passes over the data before giving up")
    tolerance: float = real(1e-6, low=1e-12, high=1.0, log=True, help="stop when the gradient is no longer than this")


@snapshot
class Step:
    """The weights after so many passes, M = d + 1 for each of K classes, the biases first."""

    model: Softmax
    before: Softmax  # the model before this step; at the start, the model itself
    origin: Softmax  # where the run began
    iteration: int
    way: np.ndarray  # (m, K, 2) the way so far of each class on the chart of weight space
    rate: float
    error: float  # E, the cross-entropy, a sum over the rows
    objective: float  # E + ½ Σ λ w²: what is made least
    objective_before: float | None
    first: float  # the objective at the start
    gradient: np.ndarray  # (K, M) here
    gradient_before: np.ndarray  # (K, M) where the step began
    wrong: int  # rows whose own class is not the likeliest
    rises: int  # how often the objective has risen so far

    @property
    def moved(self) -> np.ndarray:
        """(K, M) the step that led here."""
        return np.asarray(self.model.packed - self.before.packed)

    @property
    def predicted(self) -> float:
        """By how much the objective would have changed along its slope."""
        return float((self.gradient_before * self.moved).sum())

    @property
    def slope(self) -> float:
        """The length of the gradient."""
        return float(np.linalg.norm(self.gradient))

    @property
    def length(self) -> float:
        """The length of the weights, the biases aside."""
        return float(np.linalg.norm(self.model.weights))
