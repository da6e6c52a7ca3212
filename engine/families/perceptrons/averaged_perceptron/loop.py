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
    mean, total = line, np.zeros(X.shape[1] + 1)
    m = lasted = 0
    wrong = misclassified(line)
    yield Step(model=mean, current=line, before=line, current_wrong=wrong, wrong=wrong)
    for epoch in range(1, params.epochs + 1):
        cycle.at(epoch, line, params)
        clean = True
        for row in presented(data, params, rng):
            before, mistake = line, False
            m = m + 1
            x, t = X[row], float(targets[row])
            a = activation(line, x)
            if t * a <= 0:
                line = corrected(line, x, t, params.rate)
                wrong = misclassified(line)
                mistake, clean = True, False
                mistakes = mistakes + 1
            if not mistake and params.stop_at == "mistakes":
                lasted += 1
                continue
            total = total + lasted * before.packed + line.packed
            mean = averaged(total, m, line)
            yield Step(
                model=mean, current=line, before=before, sample=row, mistake=mistake, epoch=epoch, mistakes=mistakes,
                presented=m, lasted=lasted, current_wrong=wrong, wrong=misclassified(mean),
            )  # fmt: skip
            lasted = 0
        if clean:
            break
    if lasted:
        mean = averaged(total + lasted * line.packed, m, line)
        yield Step(
            model=mean, current=line, before=line, epoch=epoch, mistakes=mistakes, presented=m, lasted=lasted,
            current_wrong=wrong, wrong=misclassified(mean),
        )  # fmt: skip
    average = f"the average has {counted(misclassified(mean), 'point')} on its wrong side"
    if clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Epoch {epoch} had no mistake, after {corrections}; {average}.")
    return Ending.stopped(f"{cycle.words()}{counted(params.epochs, 'epoch')}: {average}, the current line {wrong:,}.")


def averaged(total: np.ndarray, presented: int, like: Hyperplane) -> Hyperplane:
    """w̄ = total / m as a model; total (M + 1,) has the bias first."""
    return Hyperplane.unpacked(total / presented, like.classes, like.basis)


def bound(data: Dataset, params: Params) -> int:
    return 2 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    """Those of every method that learns pass after pass."""


@snapshot
class Step:
    """The average after so many examples, and the line that walks on."""

    model: Hyperplane  # the average
    current: Hyperplane  # the current line
    before: Hyperplane  # the current line before this step
    current_wrong: int  # rows on the wrong side of the current line
    wrong: int  # rows on the wrong side of the average
    sample: int | None = None  # the row presented; at the start and at the end none
    mistake: bool = False
    epoch: int = 0
    mistakes: int = 0  # corrections so far
    presented: int = 0  # examples so far, each of which adds one line to the sum
    lasted: int = 0  # for how many of them in a row `before` was held since the last step
