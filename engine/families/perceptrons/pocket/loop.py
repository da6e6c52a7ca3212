"""Pocket algorithm: the perceptron walks on, and the best line it has met stays in the pocket.   (Gallant 1990)

    w ← w + η t x  at each mistake of w          pocket ← w  when w is wrong on fewer rows than the pocket is

The pocket is what predicts. Where no line separates the classes the walk never ends, but the pocket never gets worse.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice
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
    current = pocket = first_line(data, table, basis, start)
    missed = mistakes_of(current)
    current_wrong = wrong = count(missed)
    mistakes = changes = 0
    yield Step(pocket, current, current, None, None, False, 0, mistakes, current_wrong, wrong, changes)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: missed[rows],
        weights=lambda: current.packed,
    )  # fmt: skip
    for row, mistake in passes:
        before, replaced = current, None
        if mistake:
            current, mistakes = corrected(current, X[row], t[row], params.rate), mistakes + 1
            missed = mistakes_of(current)
            current_wrong = count(missed)
        if current_wrong < wrong:
            replaced, pocket, wrong, changes = pocket, current, current_wrong, changes + 1
        counts = (passes.epoch, mistakes, current_wrong, wrong, changes)
        yield Step(pocket, current, before, replaced, row, mistake, *counts)
        if not wrong:
            break
    return _ending(wrong, mistakes, changes, params, passes)


def _ending(wrong: int, mistakes: int, changes: int, params: Params, passes: Passes) -> Ending:
    if not wrong:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"The line in the pocket has every point on its right side, after {corrections}.")
    allowed, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    kept = f"after {allowed} the line in the pocket has {points} on its wrong side; it was changed"
    words = f"{kept} {counted(changes, 'time')}."
    return Ending.stopped(passes.for_ever() + words[0].upper() + words[1:])


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    order: str = choice("shuffled", ("as given", "shuffled"), help="the order in which a pass presents the examples")


@snapshot
class Step:
    """One example presented to the walking line, and the pocket after it."""

    model: Hyperplane  # the pocket: the best line so far
    current: Hyperplane  # the walking line
    before: Hyperplane  # the walking line before this step
    replaced: Hyperplane | None  # what was in the pocket, if this step changed it
    sample: int | None  # the row presented
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    current_wrong: int  # rows on the wrong side of the walking line
    wrong: int  # rows on the wrong side of the pocket's line
    changes: int  # how often the pocket has changed
