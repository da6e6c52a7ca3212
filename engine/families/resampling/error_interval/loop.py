"""Error interval: what the errors counted on test rows say of the true share of errors.   (Wilson 1927)

E = k/n        E ± √(E(1 − E)/n) Φ⁻¹((1 + p)/2)        on m later rows: E ± √(E(1 − E)(1/n + 1/m)) Φ⁻¹((1 + p)/2)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.learners import LearnerParams, chosen
from engine.families.resampling.error_interval.counting import TYPED, counting_limits, counts, drawn_apart, stops
from engine.families.resampling.losses import ZERO_ONE
from engine.families.resampling.trials import Setup, Trial
from engine.maths.evaluation.proportions import (
    covered,
    cut,
    exact_interval,
    later_interval,
    normal_interval,
    wilson_interval,
)

METHODS = NORMAL, WILSON, EXACT = ("normal", "Wilson", "exact")
INTERVALS = {NORMAL: normal_interval, WILSON: wilson_interval, EXACT: exact_interval}


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = Step(part="start", model=None, errors=params.errors, n=params.n)
    if params.source == TYPED:
        yield step
    else:
        train, test = drawn_apart(data, params.share, rng)
        step = replace(step, errors=0, n=len(test), train=train, test=test)
        yield step
        asked = Setup(data, chosen(params, data), (), ZERO_ONE)
        trial = yield from on_the_way(asked.trial(train, test, rng), partial(pause, step))
        if trial.failed:
            return Ending.failed(f"There is no model to be judged: {trial.said}")
        step = replace(step, part="fit", model=trial.fitted, trial=trial)
        yield step
        for seen in stops(trial.losses, params.stop_at):
            step = replace(step, part="row", seen=seen, errors=int(trial.losses[:seen].sum()))
            yield step
    for part in ("error", "quantile"):
        step = replace(step, part=part)
        yield step
    k, n, p = step.errors, step.n, params.level
    for interval in INTERVALS.values():
        step = replace(step, part="interval", ends=np.vstack([step.ends, interval(k, n, p)]))
        yield step
    step = replace(step, part="later", later=np.array(later_interval(k, n, params.later, p)))
    yield step
    E0 = supposed(k, n)
    for k_r in counts(n, E0, rng.random(params.simulated)):  # as many errors as each of the simulated test sets has
        step = sampled(step, int(k_r), E0, p)
        yield step
    return ending(step, params)


def pause(step: Step, far: str) -> Step:
    """On the way to the model."""
    return replace(step, part="pause", far=far)


def supposed(k: int, n: int) -> float:
    """The true error that the simulation supposes: the one counted; where it is 0 or 1, (k + 1)/(n + 2)."""
    return k / n if 0 < k < n else (k + 1) / (n + 2)


def sampled(step: Step, k: int, E0: float, p: float) -> Step:
    """A simulated test set more: whether each interval from its k errors holds the true error."""
    each = np.array([cut(interval(k, step.n, p)) for interval in INTERVALS.values()])
    return replace(
        step, part="sample", truth=E0, samples=np.append(step.samples, k),
        ranges=np.concatenate([step.ranges, each[None]]), held=np.vstack([step.held, covered(each, E0)]),
    )  # fmt: skip


def ending(step: Step, params: Params) -> Ending:
    """The Wilson interval, which is no worse than the others, and how often each held the truth."""
    low, high = (figure(end) for end in step.ends[METHODS.index(WILSON)])
    said = f"{counted(step.errors, 'error')} in {step.n:,}: with {figure(100 * params.level)} % confidence "
    said += f"the true error is between {low} and {high} (Wilson)"
    if not len(step.samples):
        return Ending.converged(f"{said}.")
    shares = [f"{name} {figure(100 * share, 3)} %" for name, share in zip(METHODS, step.coverage, strict=True)]
    return Ending.converged(f"{said}. Of {len(step.samples)} simulated test sets held the truth: {', '.join(shares)}.")


def limits(data: Dataset, params: Params) -> str:
    return counting_limits(data, params)


def bound(data: Dataset, params: Params) -> int:
    """The start, the fit with its pauses, the rows, two numbers, four intervals, the simulated test sets."""
    if params.source == TYPED:
        return 7 + params.simulated
    asked = Setup(data, chosen(params, data), (), ZERO_ONE)
    return 8 + data.n + asked.most_pauses(data.n) + params.simulated


@dataclass(frozen=True)
class Counting(LearnerParams):
    """Behind the learner: what is counted."""

    source: str = choice(
        "held-out rows", ("held-out rows", TYPED), label="errors of", help="a classifier, or as they are typed below"
    )
    share: float = real(
        0.3, low=0.05, high=0.95, share=True, when=("source", ("held-out rows",)), label="test share",
        help="of the rows, drawn at random",
    )  # fmt: skip
    stop_at: str = choice(
        "mistakes", ("mistakes", "every row"), when=("source", ("held-out rows",)), rare=True, help="of the test rows"
    )
    errors: int = whole(15, low=0, high=1_000_000, symbol="k", when=("source", (TYPED,)), help="that were counted")
    n: int = whole(100, low=1, high=1_000_000, symbol="n", when=("source", (TYPED,)), label="rows", help="tested")


@dataclass(frozen=True)
class Params(Counting):
    """Then how sure the interval is to be, and how it is tried."""

    level: float = real(
        0.95,
        low=0.5,
        high=0.9999,
        share=True,
        symbol="p",
        label="confidence",
        help="how often an interval holds the truth",
    )
    later: int = whole(50, low=1, high=1_000_000, log=True, symbol="m", label="later rows", help="of a future test set")
    simulated: int = whole(
        100, low=0, high=1000, symbol="R", label="simulated test sets", help="drawn with a known true error"
    )
    method: str = choice(NORMAL, METHODS, rare=True, label="intervals drawn", help="of the simulated test sets")


def none(*shape: int) -> np.ndarray:
    return np.zeros((0, *shape))


@snapshot
class Step:
    """An error more counted, a part of the interval, or a simulated test set. The model is the one judged."""

    part: Literal["start", "pause", "fit", "row", "error", "quantile", "interval", "later", "sample"]
    model: object
    errors: int  # k, counted so far
    n: int  # how many rows judge
    train: np.ndarray = field(default_factory=no_indices)  # the rows learnt from,
    test: np.ndarray = field(default_factory=no_indices)  # (n,) and those that judge, in this order
    seen: int = 0  # how many of these have been looked at
    trial: Trial | None = None
    ends: np.ndarray = field(default_factory=lambda: none(2))  # (i, 2) of the normal, Wilson and exact interval so far
    later: np.ndarray = field(default_factory=no_numbers)  # (2,) for the share of errors among m later rows
    truth: float = 0.0  # the true error that is simulated
    samples: np.ndarray = field(default_factory=no_indices)  # (r,) errors in each simulated test set
    ranges: np.ndarray = field(default_factory=lambda: none(3, 2))  # (r, 3, 2) the three intervals from each
    held: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), dtype=bool))  # (r, 3) whether they hold it
    far: str = ""

    @property
    def share(self) -> float:
        """E, the share of errors: of the rows looked at so far, else of all."""
        return self.errors / (self.seen if self.part == "row" else self.n)

    @property
    def coverage(self) -> np.ndarray:
        """(3,) the share of the simulated test sets whose interval holds the truth."""
        return np.asarray(self.held.mean(axis=0)) if len(self.held) else np.zeros(3)
