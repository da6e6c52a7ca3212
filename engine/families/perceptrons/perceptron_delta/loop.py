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
from engine.families.perceptrons.passes import Passes, PassParams
from engine.maths.algebra.affine import activations, sided, sizes
from engine.models import Hyperplane, ThresholdUnit
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.line import first_line

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, t = expanded(data, basis), zero_one(data)
    X, size = table.X, sizes(table.X)
    begin = first_line(data, table, basis, start)
    unit = ThresholdUnit(begin.weights, begin.bias, begin.classes, basis)
    y = answers(unit, X, size)
    mistakes, wrong = 0, int((y != t).sum())
    yield Step(unit, unit, None, 0, 0, mistakes, wrong)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: y[rows] != t[rows],
        weights=lambda: unit.packed,
    )  # fmt: skip
    for row, _ in passes:
        before, error = unit, int(t[row] - y[row])
        if error:
            unit, mistakes = corrected(unit, X[row], error, params.rate), mistakes + 1
            y = answers(unit, X, size)
            wrong = int((y != t).sum())
        yield Step(unit, before, row, error, passes.epoch, mistakes, wrong)
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, passes))


def answers(unit: Hyperplane, X: np.ndarray, size: np.ndarray | None = None) -> np.ndarray:
    """(n,) the step y = [a > 0] of the activations; quicker where the sizes of the features are known."""
    line = (unit.weights, unit.bias)
    return np.where((activations(X, *line) if size is None else sided(X, size, *line)) > 0, 1, 0)


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
    sample: int | None  # the row presented
    error: int  # t − y: 1, 0 or −1
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows that the unit answers wrongly now


def _gave_up(params: Params, wrong: int, passes: Passes) -> str:
    words = f"{counted(params.epochs, 'pass', 'passes')}, still {counted(wrong, 'wrong answer')}."
    return passes.for_ever() + words if passes.cycle else f"{words} More passes may be needed, or no line separates."
