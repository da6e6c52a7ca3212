"""Averaged perceptron: every line the perceptron has held gets a vote, as long as it lasted.   (Freund, Schapire 1999)

    w ← w + η t x  at each mistake of w          w̄ = (1 / m) Σ w after each of the m examples presented

Only a running sum is kept: a line that lasts for r examples is added r times at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons.mistakes import Mistakes, count
from engine.families.perceptrons.passes import Passes, PassParams
from engine.families.perceptrons.perceptron.loop import corrected
from engine.models import Hyperplane
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.line import first_line

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, t = expanded(data, basis), signs(data)
    X, mistakes_of = table.X, Mistakes(table.X, t).of
    mean = current = before = first_line(data, table, basis, start)
    total, counted_in, mistakes = np.zeros(table.d + 1), 0, 0
    missed = mistakes_of(current)
    current_wrong = wrong = count(missed)
    yield Step(mean, current, current, None, False, 0, mistakes, 0, 0, current_wrong, wrong)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: missed[rows],
        weights=lambda: current.packed,
    )  # fmt: skip
    for row, mistake in passes:
        before, lasted = current, passes.presented - counted_in - 1
        if mistake:
            current, mistakes = corrected(current, X[row], t[row], params.rate), mistakes + 1
            missed = mistakes_of(current)
            current_wrong = count(missed)
        total, counted_in = total + lasted * before.packed + current.packed, passes.presented
        mean = averaged(total, counted_in, current)
        wrong = count(mistakes_of(mean))
        yield Step(
            mean, current, before, row, mistake, passes.epoch, mistakes, counted_in, lasted, current_wrong, wrong
        )
    if lasted := passes.presented - counted_in:
        mean = averaged(total + lasted * current.packed, passes.presented, current)
        wrong = count(mistakes_of(mean))
        yield Step(
            mean, current, current, None, False, passes.epoch, mistakes, passes.presented, lasted, current_wrong, wrong
        )
    return _ending(wrong, current_wrong, mistakes, params, passes)


def averaged(total: np.ndarray, presented: int, like: Hyperplane) -> Hyperplane:
    """w̄ = total / m as a model; total (M + 1,) has the bias first."""
    w = total / presented
    return Hyperplane(w[1:], float(w[0]), like.classes, like.basis)


def _ending(wrong: int, current_wrong: int, mistakes: int, params: Params, passes: Passes) -> Ending:
    average = f"the average has {counted(wrong, 'point')} on its wrong side"
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake, after {corrections}; {average}.")
    allowed = counted(params.epochs, "pass", "passes")
    words = f"{allowed}: {average}, the walking line {current_wrong:,}."
    return Ending.stopped(passes.for_ever() + words)


def bound(data: Dataset, params: Params) -> int:
    return 2 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    """Those of every method that learns pass after pass."""


@snapshot
class Step:
    """The average after so many examples, and the line that walks on."""

    model: Hyperplane  # the average
    current: Hyperplane  # the walking line
    before: Hyperplane  # the walking line before this step
    sample: int | None  # the row presented; at the start and at the end none
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    presented: int  # examples so far, each of which adds one line to the sum
    lasted: int  # for how many of them in a row `before` was held since the last step
    current_wrong: int  # rows on the wrong side of the walking line
    wrong: int  # rows on the wrong side of the average
