"""Gradient boosting: one small tree after the other, each for what those before it left over.   (Friedman 2001)

    f(x) = mean of the targets        rₙ = tₙ − f(xₙ)        fit a tree h to the residuals r        f ← f + η h

The residual is the negative gradient of ½ (t − f)², so each tree is a step of gradient descent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.models.boosted import Boosted
from engine.models.tree import RegressionTree
from engine.parts.trees.at_once import Limits
from engine.parts.trees.growing import leaves
from engine.parts.trees.regression import grown, targets
from engine.parts.trees.weighing import Columns


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    t, features = targets(data), Columns.of(data)
    model = Boosted(float(t.mean()), (), params.rate, data.d)
    rounds: tuple[Round, ...] = ()
    r = t - model.base
    yield Step(model=model, rounds=rounds, residuals=r)
    for round in range(1, params.rounds + 1):
        h = grown(features, r, Limits(params.leaves, min_leaf=params.min_leaf))
        if leaves(h) == 1:
            return Ending.converged(f"{counted(round - 1, 'tree')}: what is left over cannot be cut any further.")
        rounds = (*rounds, Round(h, r))
        model = replace(model, trees=(*model.trees, h))
        r = r - params.rate * h.predict(features.X)
        yield Step(model=model, rounds=rounds, residuals=r)
    trees = counted(params.rounds, "tree")
    return Ending.stopped(f"After {trees} the mean square of the residuals is {figure(mean_square(r))}.")


def mean_square(residuals: np.ndarray) -> float:
    """(1/N) Σ rₙ²."""
    return float((residuals**2).mean())


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.rounds


@dataclass(frozen=True)
class Params:
    rounds: int = whole(
        30, low=1, high=500, log=True, symbol="T", label="number of trees", clear=True, help="that are added"
    )
    rate: float = real(0.3, low=0.01, high=1.0, log=True, symbol=r"\eta", help="how much of each tree is added")
    leaves: int = whole(3, low=2, high=64, log=True, label="maximum leaves", help="the most that a tree grows")
    min_leaf: int = whole(1, low=1, high=10_000, log=True, label="minimum rows per leaf", rare=True, help="at least")


@snapshot
class Round:
    """One tree, and the residuals it was grown for."""

    tree: RegressionTree
    residuals: np.ndarray  # (n,)


@snapshot
class Step:
    """The model after a tree more; at the start it is the mean."""

    model: Boosted
    rounds: tuple[Round, ...]
    residuals: np.ndarray  # (n,) what the model leaves over
