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
from engine.families.perceptrons.mistakes import Misclassified, activation
from engine.families.perceptrons.passes import Cycle, PassParams, posed, presented
from engine.families.perceptrons.perceptron.loop import corrected
from engine.models.linear import Hyperplane
from engine.parts.basis import basis_limits

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    X, targets, line = posed(data, params, start)
    misclassified = Misclassified(X, targets)
    mistakes = 0
    cycle = Cycle()
    pocket = line
    wrong = fewest = misclassified(line)
    changes = 0
    yield Step(model=pocket, current=line, before=line, current_wrong=wrong, wrong=fewest)
    for epoch in range(1, params.epochs + 1):
        cycle.at(epoch, line, params)
        for row in presented(data, params, rng):
            before = line
            replaced = None
            mistake = False
            x, t = X[row], float(targets[row])
            a = activation(line, x)
            if t * a <= 0:
                line = corrected(line, x, t, params.rate)
                wrong = misclassified(line)
                mistake = True
                mistakes = mistakes + 1
                if wrong < fewest:
                    replaced = pocket
                    pocket = line
                    fewest = wrong
                    changes = changes + 1
            if mistake or params.stop_at == "examples":
                yield Step(
                    model=pocket, current=line, before=before, replaced=replaced, sample=row, mistake=mistake,
                    epoch=epoch, mistakes=mistakes, changes=changes, current_wrong=wrong, wrong=fewest,
                )  # fmt: skip
            if not fewest:
                corrections = counted(mistakes, "correction")
                words = f"The line in the pocket classifies every point correctly, after {corrections}."
                return Ending.converged(words)
    return Ending.stopped(_gave_up(params, fewest, changes, cycle))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    order: str = choice("shuffled", ("as given", "shuffled"), clear=True, rare=True, help="within an epoch")


@snapshot
class Step:
    """One example presented to the current line, and the pocket after it. At the start none has been presented."""

    model: Hyperplane  # the pocket: the best line so far
    current: Hyperplane  # the current line
    before: Hyperplane  # the current line before this step
    current_wrong: int  # rows on the wrong side of the current line
    wrong: int  # rows on the wrong side of the pocket's line
    replaced: Hyperplane | None = None  # what was in the pocket, if this step changed it
    sample: int | None = None  # the row presented
    mistake: bool = False
    epoch: int = 0
    mistakes: int = 0  # corrections so far
    changes: int = 0  # how often the pocket has changed


def _gave_up(params: Params, fewest: int, changes: int, cycle: Cycle) -> str:
    allowed, points = counted(params.epochs, "epoch"), counted(fewest, "point")
    return (
        f"{cycle.words()}After {allowed} the line in the pocket has {points} on its wrong side; "
        f"it was changed {counted(changes, 'time')}."
    )
