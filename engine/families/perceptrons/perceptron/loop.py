"""Perceptron: turn the line whenever a point falls on its wrong side.   (Rosenblatt 1958)

    a = w · x + b          mistake when  t a ≤ 0          w ← w + η t x,   b ← b + η t          t ∈ {−1, +1}

With a basis x stands for φ(x).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.perceptrons.mistakes import Misclassified, Record, activation
from engine.families.perceptrons.passes import Cycle, PassParams, posed, presented
from engine.models.linear import Hyperplane
from engine.parts.basis import basis_limits

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    X, targets, line = posed(data, params, start)
    misclassified = Misclassified(X, targets, params.at_zero)
    record = Record.begun(line, misclassified(line))
    mistakes = 0
    cycle = Cycle()
    yield Step(model=line, before=line, record=record)
    for epoch in range(1, params.epochs + 1):
        cycle.at(epoch, line, params)
        clean = True
        for row in presented(data, params, rng):
            before, mistake = line, False
            x, t = X[row], float(targets[row])
            a = activation(line, x, params.at_zero)
            if t * a <= 0:
                line = corrected(line, x, t, params.rate)
                record = record.after(line, misclassified(line))
                mistake = True
                mistakes = mistakes + 1
                clean = False
            if mistake or params.stop_at == "examples":
                yield Step(
                    model=line, before=before, record=record,
                    sample=row, mistake=mistake, epoch=epoch, mistakes=mistakes,
                )  # fmt: skip
        if clean:
            corrections = counted(mistakes, "correction")
            return Ending.converged(f"Epoch {epoch} had no mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, record, cycle))


def corrected(line: Hyperplane, x: np.ndarray, t: float, rate: float) -> Hyperplane:
    """The update rule: w + η t x, b + η t."""
    return replace(line, weights=line.weights + rate * t * x, bias=float(line.bias + rate * t))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    at_zero: str = choice("mistake", ("mistake", "+1", "-1"), label="activation 0 is", rare=True, help="in training")


@snapshot
class Step:
    """One example presented: the line before and after it. At the start no example has been presented."""

    model: Hyperplane
    before: Hyperplane
    record: Record  # what the line misclassifies, and the best line so far
    sample: int | None = None  # the row presented
    mistake: bool = False
    epoch: int = 0
    mistakes: int = 0  # corrections so far

    @property
    def wrong(self) -> int:
        """How many rows lie on the wrong side of the line now."""
        return self.record.wrong

    @property
    def best(self) -> Hyperplane:
        """The line with the fewest rows on its wrong side so far."""
        return self.record.best

    @property
    def best_wrong(self) -> int:
        """How many rows that line has there."""
        return self.record.best_wrong


def _gave_up(params: Params, record: Record, cycle: Cycle) -> str:
    allowed, points = counted(params.epochs, "epoch"), counted(record.wrong, "point")
    words = f"{allowed}, still {points} on the wrong side; the best line had {record.best_wrong}."
    if cycle.period:
        return cycle.words() + words
    return f"{words} Either no line separates these classes, or more epochs are needed."
