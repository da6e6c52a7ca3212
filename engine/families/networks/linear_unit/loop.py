"""Linear unit: the delta rule, gradient descent on the squared error.   (Widrow and Hoff 1960)

y = w · x̃,  x̃ = (1, x)        E = ½ Σ (y − t)²        ∇E = Σ δ x̃,  δ = y − t        w ← w + Δw,  Δw = −η ∇E

batch: after all rows; online: after each one. It is stable iff 0 < η < 2/λmax of X̃ᵀX̃.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
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
from engine.families.networks.one_layer import LINEAR, Problem, problem_of
from engine.models.network import Network


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Network | None = None) -> Steps:
    problem = posed(data)
    X = problem.X
    t = problem.T[:, 0]
    w = problem.first(start)[0]
    rate, online = params.rate or problem.usual_rate, params.updates == ONLINE
    step = begun(problem, w, rate)
    yield step
    for epoch in range(1, params.epochs + 1):
        delta_w = np.zeros_like(w)
        for rows in parts_of_epoch(data, params, rng):
            part = gradient(w, X[rows], t[rows])
            delta_w = delta_w + part
            if online:
                w = updated(w, part, rate)
            if params.stop_at == EXAMPLES:
                n, last = int(rows[0]), step
                step = moved(step, problem, w, epoch, part, n) if online else adding(step, epoch, delta_w, n)
                if step.is_lost:
                    return diverged(last, problem, params)
                yield step
        if not online:
            w = updated(w, delta_w, rate)

        if not (online and params.stop_at == EXAMPLES):
            last, step = step, moved(step, problem, w, epoch, delta_w)
            if step.is_lost:
                return diverged(last, problem, params)
            yield step
        if end := ended(step, problem, delta_w, params):
            return end
    return out_of_epochs(step, problem, delta_w, params)


def posed(data: Dataset) -> Problem:
    """The problem: the target is a number, or two classes as 0 and 1."""
    return data.cached("linear unit", lambda: problem_of(data, targets(data)[:, None], LINEAR))


def targets(data: Dataset) -> np.ndarray:
    """(n,) t."""
    return zero_one(data) if data.y is None or data.target == "class" else data.y


@np.errstate(over="ignore", invalid="ignore")
def gradient(w: np.ndarray, X: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(D+1,) Σ δ x̃ with δ = y − t, of rows X (m, D+1) with targets t (m,): of one row, its part of ∇E."""
    return np.asarray((X @ w - t) @ X)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data.n, params)


@dataclass(frozen=True)
class Params(UpdateParams):
    """Those of the delta rule."""
