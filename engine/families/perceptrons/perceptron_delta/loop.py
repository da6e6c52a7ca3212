"""Perceptron in delta form: a unit that answers 0 or 1 is corrected by how far its answer is from the target.

    y = [w · x + b > 0]          w ← w + η (t − y) x,   b ← b + η (t − y)          t ∈ {0, 1}   (Rosenblatt 1958)

Only an activation of exactly 0 is treated otherwise than with targets ±1: it answers 0, which is right for t = 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.perceptrons.mistakes import activation, count
from engine.families.perceptrons.passes import Cycle, PassParams, posed, presented
from engine.maths.algebra.affine import sided, sizes
from engine.models.linear import Hyperplane, ThresholdUnit
from engine.parts.basis import basis_limits

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    X, _, line = posed(data, params, start)
    targets, size = zero_one(data), sizes(X)
    unit = ThresholdUnit(line.weights, line.bias, line.classes, line.basis)
    wrong = count(answers(unit, X, size) != targets)
    mistakes = 0
    cycle = Cycle()
    yield Step(model=unit, before=unit, wrong=wrong)
    for epoch in range(1, params.epochs + 1):
        cycle.at(epoch, unit, params)
        clean = True
        for row in presented(data, params, rng):
            before = unit
            x, t = X[row], int(targets[row])
            y = int(activation(unit, x) > 0)
            if y != t:
                unit = corrected(unit, x, t - y, params.rate)
                wrong = count(answers(unit, X, size) != targets)
                mistakes = mistakes + 1
                clean = False
            if y != t or params.stop_at == "examples":
                yield Step(
                    model=unit, before=before, sample=row, error=t - y, epoch=epoch, mistakes=mistakes, wrong=wrong
                )
        if clean:
            corrections = counted(mistakes, "correction")
            return Ending.converged(f"Epoch {epoch} had no mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, cycle))


def answers(unit: Hyperplane, X: np.ndarray, size: np.ndarray) -> np.ndarray:
    """(n,) the step y = [a > 0] of the activations of the rows X (n, M), whose largest |x| are the size (M,)."""
    return np.where(sided(X, size, unit.weights, unit.bias) > 0, 1, 0)


def corrected(unit: ThresholdUnit, x: np.ndarray, error: int, rate: float) -> ThresholdUnit:
    """The delta rule: w + η (t − y) x, b + η (t − y); nothing changes where the answer is right."""
    return replace(unit, weights=unit.weights + rate * error * x, bias=float(unit.bias + rate * error))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    """Those of every method that learns pass after pass."""


@snapshot
class Step:
    """One example presented: the unit before and after it. At the start no example has been presented."""

    model: ThresholdUnit
    before: ThresholdUnit
    wrong: int  # rows that the unit answers wrongly now
    sample: int | None = None  # the row presented
    error: int = 0  # t − y: 1, 0 or −1
    epoch: int = 0
    mistakes: int = 0  # corrections so far


def _gave_up(params: Params, wrong: int, cycle: Cycle) -> str:
    words = f"{counted(params.epochs, 'epoch')}, still {counted(wrong, 'wrong answer')}."
    return (
        cycle.words() + words if cycle.period else f"{words} Allow more epochs, unless no line separates the classes."
    )
