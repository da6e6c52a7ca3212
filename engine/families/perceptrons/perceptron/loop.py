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
from engine.families.perceptrons.mistakes import Mistakes, count
from engine.families.perceptrons.passes import Circle, PassParams, posed, presented
from engine.models.linear import Hyperplane
from engine.parts.basis import basis_limits

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    X, t, line = posed(data, params, start)
    missed_by = Mistakes(X, t, params.at_zero).of
    missed, mistakes, circle = missed_by(line), 0, Circle()
    best, fewest = line, count(missed)
    yield Step(line, line, None, False, 0, mistakes, count(missed), best, fewest)
    for epoch in range(1, params.epochs + 1):
        circle.at(epoch, line, params)
        clean = True
        for row in presented(data, params, rng):
            before, wrong = line, bool(missed[row])
            if wrong:
                line = corrected(line, X[row], t[row], params.rate)
                missed, mistakes, clean = missed_by(line), mistakes + 1, False
                best, fewest = (line, count(missed)) if count(missed) < fewest else (best, fewest)
            if wrong or params.stop_at == "examples":
                yield Step(line, before, row, wrong, epoch, mistakes, count(missed), best, fewest)
        if clean:
            corrections = counted(mistakes, "correction")
            return Ending.converged(f"Pass {epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, count(missed), fewest, circle))


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
    sample: int | None  # the row presented
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows on the wrong side of the line now
    best: Hyperplane  # the line with the fewest rows on its wrong side so far
    best_wrong: int


def _gave_up(params: Params, wrong: int, fewest: int, circle: Circle) -> str:
    allowed, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    words = f"{allowed}, still {points} on the wrong side; the best line had {fewest}."
    if circle.period:
        return circle.words() + words
    return f"{words} Either no line separates these classes, or more passes are needed."
