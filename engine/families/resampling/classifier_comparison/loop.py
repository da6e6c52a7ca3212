"""Two learners compared on the same rows: McNemar's counts, differences over folds, bootstrap.   (Dietterich 1998)

d_i = E_A,i − E_B,i over folds i        t = d̄ / (s √(1/k + N_test/N_train))
b, c rows right by A alone, by B alone; if neither is better, b ~ binomial(b + c, ½)
"""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.resampling.asking import setup
from engine.families.resampling.classifier_comparison.both import Params, both_limits, other
from engine.families.resampling.dividing import parts_of
from engine.families.resampling.trials import Trial
from engine.maths.evaluation.paired import mcnemar_exact, paired_t
from engine.maths.probability.row_keys import bootstrap

BATCHES = 5
"""The bootstrap samples come in so many steps."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    both = setup(data, params, training=False), setup(data, other(params), training=False)
    parts = parts_of(data, params, rng)
    step = Step(part="start", model=None, k=len(parts))
    yield step
    for train, test in parts:
        trials: tuple[Trial, ...] = ()
        for asked in both:  # both learn from the same rows, and are judged on the same others
            trials += ((yield from on_the_way(asked.trial(train, test, rng), partial(pause, step, len(trials)))),)
        step = judged(step, trials)
        yield step
    if not len(step.d):
        return Ending.failed(f"No fold has a score of both learners. The first: {step.why}")

    for part in ("mcnemar", "paired") if data.target == "class" else ("paired",):
        step = replace(step, part=part, trials=())
        yield step
    apart, keys = differences(step)
    for size in batches(params.samples):
        means = [float(apart[bootstrap(data.row_keys_of(keys), rng)].mean()) for _ in range(size)]
        step = replace(step, part="bootstrap", means=np.append(step.means, means))
        yield step
    return ending(step, data, params)


def pause(step: Step, learner: int, far: str) -> Step:
    """On the way to the next fold."""
    return replace(step, part="pause", model=None, trials=(), learner=learner, far=far)


def judged(step: Step, trials: tuple[Trial, ...]) -> Step:
    """The step after this one, with a fold more: what each of its rows cost A, and B."""
    at = step.at + 1 + sum(trial.pauses for trial in trials)
    step = replace(step, part="fold", model=trials[0].fitted, trials=trials, number=step.number + 1, at=at)
    failed = [trial for trial in trials if trial.failed]
    if failed:
        return replace(step, why=step.why or failed[0].said)
    A, B = trials
    return replace(
        step, rows=np.append(step.rows, A.test), sizes=np.array([A.size, len(A.test)]),
        losses=np.vstack([step.losses, np.column_stack([A.losses, B.losses])]),
        right=np.vstack([step.right, np.column_stack([A.losses, B.losses]) == 0]),
        d=np.append(step.d, A.error - B.error), steps=np.append(step.steps, at),
        scored=np.append(step.scored, step.number),
    )  # fmt: skip


def differences(step: Step) -> tuple[np.ndarray, np.ndarray]:
    """(m,) how much more each judged row cost A than B, and (m,) which rows these are, ascending."""
    order = np.argsort(step.rows)
    return (step.losses[:, 0] - step.losses[:, 1])[order], step.rows[order]


def batches(samples: int) -> list[int]:
    """How many bootstrap samples come in each step."""
    return [len(some) for some in np.array_split(np.arange(samples), BATCHES)]


def told_apart(step: Step, data: Dataset, params: Params) -> bool:
    """Whether the two differ more than chance explains: by McNemar's test, of numbers by the corrected t of the "
    "folds."""
    return step.p_value(data) <= 1.0 - params.level


def ending(step: Step, data: Dataset, params: Params) -> Ending:
    """The difference, and whether the two can be told apart on so many rows."""
    low, high = (figure(end) for end in step.interval(params.level))
    said = f"A minus B: {figure(step.difference)}, {figure(100 * params.level)} % interval {low} to {high}, "
    said += f"p = {figure(step.p_value(data))}"
    rows = counted(len(step.rows), "row")
    if told_apart(step, data, params):
        return Ending.converged(f"{said}. {'A' if step.difference < 0 else 'B'} is better on these {rows}.")
    return Ending.converged(f"{said}. These two cannot be told apart on {rows}.")


def limits(data: Dataset, params: Params) -> str:
    return both_limits(data, params)


def bound(data: Dataset, params: Params) -> int:
    """The start, the folds with the pauses of both fits, three tests."""
    fits = sum(setup(data, one, training=False).most_pauses(data.n) for one in (params, other(params)))
    return 3 + BATCHES + params.folds * (1 + fits)


@snapshot
class Step:
    """One fold judged by both, then the tests. The model is that of A."""

    part: Literal["start", "pause", "fold", "mcnemar", "paired", "bootstrap"]
    model: object
    k: int
    rows: np.ndarray = field(default_factory=no_indices)  # (m,) the rows judged by both,
    losses: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))  # (m, 2) what each cost A, and B,
    right: np.ndarray = field(
        default_factory=lambda: np.zeros((0, 2), dtype=bool)
    )  # (m, 2) and whether they were right
    d: np.ndarray = field(default_factory=no_numbers)  # (i,) E_A − E_B of each fold with both scores,
    scored: np.ndarray = field(default_factory=no_indices)  # (i,) which these are, counted from 0,
    steps: np.ndarray = field(default_factory=no_indices)  # (i,) and the step of the run about each
    sizes: np.ndarray = field(default_factory=lambda: np.array([1, 0]))  # (2,) rows learnt from and judged in a fold
    means: np.ndarray = field(default_factory=no_numbers)  # (b,) the mean difference in each bootstrap sample
    trials: tuple[Trial, ...] = ()  # of A and of B in the fold in view
    number: int = -1  # the fold in view, counted from 0
    at: int = 0
    learner: int = 0  # at a pause: 0 for A, 1 for B
    why: str = ""
    far: str = ""

    @property
    def counts(self) -> np.ndarray:
        """(2, 2) rows that both have right, A alone; B alone, neither: rows by A, columns by B, right before wrong."""
        A, B = self.right.T
        return np.array([[(A & B).sum(), (A & ~B).sum()], [(~A & B).sum(), (~A & ~B).sum()]])

    @property
    def difference(self) -> float:
        """E_A − E_B over all rows judged."""
        return float((self.losses[:, 0] - self.losses[:, 1]).mean()) if len(self.losses) else 0.0

    @property
    def corrected_t(self) -> tuple[float, float]:
        """t and p over the folds, with the variance corrected for the rows that the fits share."""
        return paired_t(self.d, float(self.sizes[1] / self.sizes[0])) if len(self.d) else (0.0, 1.0)

    def p_value(self, data: Dataset) -> float:
        """McNemar's exact p; of numbers the corrected one of the folds."""
        if data.target != "class":
            return self.corrected_t[1]
        counts = self.counts
        return mcnemar_exact(int(counts[0, 1]), int(counts[1, 0]))

    def interval(self, level: float) -> tuple[float, float]:
        """The ends between which this share of the bootstrap means lies."""
        low, high = np.quantile(self.means, [(1.0 - level) / 2.0, (1.0 + level) / 2.0])
        return float(low), float(high)
