"""Logistic regression by gradient descent: go downhill on the error, all the examples at a time.

y = σ(w · x + b)      ∇E = Φᵀ(y − t) + λ w      Δw ← μ Δw − η ∇E      w ← w + Δw
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import local
from engine.models import Hyperplane, Logistic
from engine.parts import descending as descent
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.line import beginning
from engine.parts.ridge import RidgeParams, penalties, suggested_rate
from engine.parts.weight_space import grown

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, classes = expanded(data, basis), two_classes(data)
    Phi, t, ridge = with_ones(table.X), zero_one(data), penalties(params, table.d)
    safe = suggested_rate(Phi, CURVATURE, params.penalty)
    rate = params.rate or safe
    w, delta = beginning(start, table.d), np.zeros(table.d + 1)
    model = before = origin = Logistic.unpacked(w, classes, basis)
    way, iteration, rises = np.zeros((0, 2)), 0, 0
    objective_before = gradient_before = first = None
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            a, error, objective, g = local(w, Phi, t, ridge)
        way, wrong = grown(way, w), int(((a >= 0) != (t > 0)).sum())
        rises += descent.has_risen(objective, objective_before)
        first = objective if first is None else first
        found = (error, objective, objective_before, first, g, g if gradient_before is None else gradient_before)
        step = Step(model, before, origin, iteration, way, rate, *found, wrong, rises)
        yield step

        if end := descent.ending(step, params, safe):
            return end
        objective_before, gradient_before, before = objective, g, model
        delta = next_move(delta, g, rate, params.momentum)
        w = w + delta
        model, iteration = Logistic.unpacked(w, classes, basis), iteration + 1


def next_move(last: np.ndarray, gradient: np.ndarray, rate: float, momentum: float) -> np.ndarray:
    """The step μ Δw − η ∇E, with Δw the last one."""
    return np.asarray(momentum * last - rate * gradient)


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


CURVATURE = 0.25
"""The most that one example can curve the error: y (1 − y) ≤ ¼."""


@dataclass(frozen=True)
class Params(RidgeParams):
    rate: float = real(
        0.0, low=0.0, high=1e3, log=True, symbol=r"\eta", help="size of a step; 0 takes the safe 1/(¼ λmax(ΦᵀΦ) + λ)"
    )
    momentum: float = real(0.0, low=0.0, high=0.99, symbol=r"\mu", help="share of the last step that the next keeps")
    iterations: int = whole(100, low=1, high=10_000, log=True, help="passes over the data before giving up")
    tolerance: float = real(1e-6, low=1e-12, high=1.0, log=True, help="stop when the gradient is no longer than this")


@snapshot
class Step:
    """The weights after so many passes, M = d + 1 of them, the bias first."""

    model: Logistic
    before: Logistic  # the model before this step; at the start, the model itself
    origin: Logistic  # where the run began
    iteration: int
    way: np.ndarray  # (m, 2) the way so far on the chart of weight space
    rate: float
    error: float  # E, the cross-entropy, a sum over the rows
    objective: float  # E + ½ Σ λ w²: what is made least
    objective_before: float | None
    first: float  # the objective at the start
    gradient: np.ndarray  # (M,) here
    gradient_before: np.ndarray  # (M,) where the step began
    wrong: int  # rows whose own class has a probability below ½
    rises: int  # how often the objective has risen so far

    @property
    def moved(self) -> np.ndarray:
        """(M,) the step that led here."""
        return np.asarray(self.model.packed - self.before.packed)

    @property
    def predicted(self) -> float:
        """By how much the objective would have changed along its slope."""
        return float(self.gradient_before @ self.moved)

    @property
    def slope(self) -> float:
        """The length of the gradient."""
        return float(np.linalg.norm(self.gradient))

    @property
    def length(self) -> float:
        """The length of the weights, the bias aside."""
        return float(np.linalg.norm(self.model.weights))
