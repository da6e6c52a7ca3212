"""Bootstrap: samples of the rows with repetition, each judged on the rows that it lacks.   (Efron 1983)

E_oob = mean over rows of the mean loss in the samples that lack it        E_.632 = 0.368 E_train + 0.632 E_oob
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.resampling.asking import AskedParams, asked_limits, setup
from engine.families.resampling.trials import NO_ROW, Trial
from engine.maths.evaluation.missed import deviation
from engine.maths.probability.row_keys import bootstrap

FULL = "It holds every row, so none is left to judge it."
IN_SAMPLE = 1.0 - float(np.exp(-1.0))
"""The share of the rows that a large sample holds: .632."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    asked, n = setup(data, params, training=False), data.n
    step = Step(part="start", model=None, sums=np.zeros(n), times=np.zeros(n, dtype=np.intp))
    yield step
    whole_fit = replace(asked, training=True)
    trial = yield from on_the_way(whole_fit.trial(np.arange(n), NO_ROW, rng), partial(pause, step))
    if trial.failed:
        return Ending.failed(f"The learner has no model of all rows: {trial.said}")
    step = replace(step, part="all", model=trial.fitted, trial=trial, training=trial.training, at=1 + trial.pauses)
    yield step
    for _ in range(params.samples):
        drawn = bootstrap(data.row_keys, rng)
        lacking = np.setdiff1d(np.arange(n), drawn)  # the rows out of the bag judge
        trial = yield from on_the_way(asked.trial(np.sort(drawn), lacking, rng), partial(pause, step))
        step = sampled(step, trial, np.bincount(drawn, minlength=n))
        yield step
    return ending(step, params)


def pause(step: Step, far: str) -> Step:
    """On the way to the next model."""
    return replace(step, part="pause", model=None, trial=None, far=far)


def sampled(step: Step, trial: Trial, copies: np.ndarray) -> Step:
    """The step after this one, with a sample more: what the rows that it lacks cost."""
    step = replace(
        step, part="sample", model=trial.fitted, trial=trial, copies=copies, number=step.number + 1,
        at=step.at + 1 + trial.pauses,
    )  # fmt: skip
    if trial.failed or not len(trial.test):
        why = trial.said if trial.failed else FULL
        return replace(step, failed=step.failed + 1, why=step.why or why)
    sums, times = np.array(step.sums), np.array(step.times)
    sums[trial.test] += trial.losses
    times[trial.test] += 1
    return replace(step, sums=sums, times=times, errors=np.append(step.errors, trial.error))


def ending(step: Step, params: Params) -> Ending:
    """The estimates, and the interval of the samples' errors."""
    if not len(step.errors):
        return Ending.failed(f"No sample has a score. The first: {step.why}")
    low, high = (figure(end) for end in step.interval(params.level))
    said = f"{counted(len(step.errors), 'sample')}: training error {figure(step.training)}, out of the bag "
    said += f"{figure(step.out_of_bag)}, .632 estimate {figure(step.estimate)}; {figure(100 * params.level)} % of the "
    said += f"samples err between {low} and {high}"
    if step.failed:
        return Ending.stopped(f"{said}; {step.failed} failed. The first: {step.why}")
    return Ending.converged(f"{said}.")


def limits(data: Dataset, params: Params) -> str:
    return asked_limits(data, params)


def bound(data: Dataset, params: Params) -> int:
    """The start, the fit to all rows, every sample, each with its pauses."""
    return 1 + (params.samples + 1) * (1 + setup(data, params).most_pauses(data.n))


@dataclass(frozen=True)
class Params(AskedParams):
    """What learns, how many samples it is given, and how wide the interval is."""

    samples: int = whole(
        100, low=1, high=2000, log=True, symbol="B", label="samples", help="of as many rows as there are"
    )
    level: float = real(
        0.95, low=0.5, high=0.999, share=True, rare=True, label="interval", help="of the samples' errors"
    )


@snapshot
class Step:
    """One sample more; before them the fit to all rows."""

    part: Literal["start", "pause", "all", "sample"]
    model: object
    sums: np.ndarray  # (n,) what each row cost in all samples that lack it
    times: np.ndarray  # (n,) how many these are
    training: float = 0.0  # E_train, of the fit to all rows
    errors: np.ndarray = field(default_factory=no_numbers)  # (b,) the error of each sample on the rows that it lacks
    copies: np.ndarray = field(default_factory=no_indices)  # (n,) how often the newest sample holds each row
    number: int = 0  # how many samples were drawn
    trial: Trial | None = None
    failed: int = 0  # samples without a score
    at: int = 0  # the step of the run about the newest sample
    why: str = ""  # of the first of these: why
    far: str = ""

    @property
    def out_of_bag(self) -> float:
        """E_oob over the rows that some sample lacks."""
        judged = self.times > 0
        return float((self.sums[judged] / self.times[judged]).mean()) if judged.any() else float("nan")

    @property
    def estimate(self) -> float:
        """E_.632, between the training error, which is too small, and E_oob, which is too large."""
        return (1.0 - IN_SAMPLE) * self.training + IN_SAMPLE * self.out_of_bag

    @property
    def spread(self) -> float:
        """The standard deviation of the samples' errors."""
        return deviation(self.errors, 1) if len(self.errors) > 1 else float("nan")

    def interval(self, level: float) -> tuple[float, float]:
        """The ends between which this share of the samples' errors lies: their quantiles."""
        low, high = np.quantile(self.errors, [(1.0 - level) / 2.0, (1.0 + level) / 2.0])
        return float(low), float(high)
