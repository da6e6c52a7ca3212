"""Sigmoid unit: gradient descent on the squared error of y = σ(a); of more than two classes a unit for each.

a = W x̃,  y = σ(a)        E = ½ Σ (y − t)²        ∇E = Σ δ x̃ᵀ,  δ = (y − t) y (1 − y)        W ← W + ΔW,  ΔW = −η ∇E

y (1 − y) is the slope of σ: where it is nearly 0 so is δ, however wrong y is. With cross-entropy δ is y − t.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.data.targets import one_of_k, zero_one
from engine.families.networks.delta_rule import (
    EXAMPLES,
    ONLINE,
    UpdateParams,
    diverged,
    ended,
    most_steps,
    out_of_epochs,
    parts_of_epoch,
    updated,
)
from engine.families.networks.layer_stepping import adding, begun, moved
from engine.families.networks.one_layer import SIGMOID, Problem, problem_of
from engine.maths.probability.cross_entropy import uncertainty
from engine.maths.probability.sigmoid import sigmoid
from engine.models.network import Network


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Network | None = None) -> Steps:
    problem = posed(data)
    X = problem.X
    T = problem.T
    W = problem.first(start)
    rate, online = params.rate or problem.usual_rate, params.updates == ONLINE
    step = begun(problem, W, rate)
    yield step
    for epoch in range(1, params.epochs + 1):
        delta_W = np.zeros_like(W)
        for rows in parts_of_epoch(data, params, rng):
            part = gradient(W, X[rows], T[rows])
            delta_W = delta_W + part
            if online:
                W = updated(W, part, rate)
            if params.stop_at == EXAMPLES:
                n, last = int(rows[0]), step
                step = moved(step, problem, W, epoch, part, n) if online else adding(step, epoch, delta_W, n)
                if step.is_lost:
                    return diverged(last, problem, params)
                yield step
        if not online:
            W = updated(W, delta_W, rate)

        if not (online and params.stop_at == EXAMPLES):
            last, step = step, moved(step, problem, W, epoch, delta_W)
            if step.is_lost:
                return diverged(last, problem, params)
            yield step
        if end := ended(step, problem, delta_W, params):
            return end
    return out_of_epochs(step, problem, delta_W, params)


def posed(data: Dataset) -> Problem:
    """The problem: two classes share one unit, of more each has its own."""
    return data.cached("sigmoid unit", lambda: problem_of(data, targets(data), SIGMOID))


def targets(data: Dataset) -> np.ndarray:
    """(n, K) T."""
    return zero_one(data)[:, None] if len(data.classes_present) == 2 else one_of_k(data)


@np.errstate(over="ignore", invalid="ignore")
def gradient(W: np.ndarray, X: np.ndarray, T: np.ndarray) -> np.ndarray:
    """(K, D+1) Σ δ x̃ᵀ of rows X (m, D+1) with targets T (m, K): of one row, its part of ∇E."""
    return np.asarray(deltas(X @ W.T, T).T @ X)


def deltas(A: np.ndarray, T: np.ndarray) -> np.ndarray:
    """(m, K) δ = (y − t) y (1 − y) of the activations A (m, K)."""
    return np.asarray((sigmoid(A) - T) * uncertainty(A))


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data.n, params)


@dataclass(frozen=True)
class Params(UpdateParams):
    """Those of the delta rule."""
