"""Knob curve: training and validation error as a parameter of a learner is turned.   (Stone 1974)

v* = argmin E_val(v)      the simpler of several as good, that with the greater training error
one standard error:  the simplest v with E_val(v) ≤ E_val(v*) + se(v*)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.errors import Objection, Refusal
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.resampling.asking import AskedParams, asked_limits, setup
from engine.families.resampling.dividing import ValidatedParams, part_count, parts_limits, parts_of
from engine.families.resampling.knobs import KnobParams, best_of, knob_of, standard_error
from engine.families.resampling.trials import NO_ROW, Trial


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    asked, parts = setup(data, params), parts_of(data, params, rng)
    knob = knob_of(asked.learner, params, min(len(train) for train, _ in parts))
    step = Step(part="start", model=None, parts=parts)
    yield step
    for i in range(len(knob.values)):
        turned = replace(asked, learner=knob.at(asked.learner, i))
        trials: tuple[Trial, ...] = ()
        for train, test in parts:
            trial = yield from on_the_way(turned.trial(train, test, rng), partial(pause, step, i, len(trials)))
            trials += (trial,)
        step = tried(step, i, trials)
        yield step
    if not len(step.places):
        return Ending.failed(f"No value of {knob.called} has a score. The first: {step.why}")

    v = chosen_place(step, params.one_se)
    turned = replace(asked, learner=knob.at(asked.learner, v))
    trial = yield from on_the_way(turned.trial(learnable(data), NO_ROW, rng), partial(pause, step, v, 0))
    yield replace(step, part="choose", model=trial.fitted, number=v, trials=(trial,), at=step.at + 1 + trial.pauses)
    E = step.validation[step.places == v][0]
    return Ending.converged(f"{knob.told(v)} is chosen: validation error {figure(E)}.")


def pause(step: Step, number: int, fitted: int, far: str) -> Step:
    """On the way to the errors of the next value."""
    return replace(step, part="pause", model=None, number=number, trials=(), fitted=fitted, far=far)


def tried(step: Step, number: int, trials: tuple[Trial, ...]) -> Step:
    """The step after this one, with a value more: its errors, over the parts that have a score."""
    at = step.at + 1 + sum(trial.pauses for trial in trials)
    step = replace(step, part="value", model=trials[0].fitted, number=number, trials=trials, at=at)
    good = [trial for trial in trials if not trial.failed]
    if len(good) < len(trials):
        step = replace(step, why=step.why or next(trial.said for trial in trials if trial.failed))
    if not good:
        return step
    errors = np.array([trial.error for trial in good])
    return replace(
        step, places=np.append(step.places, number), steps=np.append(step.steps, at),
        validation=np.append(step.validation, errors.mean()),
        training=np.append(step.training, np.mean([trial.training for trial in good])),
        errors_off=np.append(step.errors_off, standard_error(errors, good[0].losses)),
    )  # fmt: skip


def chosen_place(step: Step, one_se: bool) -> int:
    """The place of the value with the least validation error; by the rule the simplest within one standard error."""
    return int(step.places[best_of(step.validation, step.training, step.errors_off, one_se)])


def limits(data: Dataset, params: Params) -> str:
    if words := parts_limits(data, params):
        return words
    rows = data.subset(learnable(data)).changed(held=None)
    if words := asked_limits(rows, params):
        return words
    try:
        knob_of(setup(rows, params).learner, params, rows.n)
    except Refusal as refusal:
        return Objection(str(refusal), *refusal.remedies)
    return ""


def bound(data: Dataset, params: Params) -> int:
    """The start, every value with the pauses of its fits, the choice."""
    asked = setup(data, params)
    knob = knob_of(asked.learner, params, data.n)
    fits = [replace(asked, learner=knob.at(asked.learner, i)).most_pauses(data.n) for i in range(len(knob.values))]
    return 2 + len(fits) + sum(fits) * part_count(params) + max(fits, default=0)


@dataclass(frozen=True)
class Params(AskedParams, ValidatedParams, KnobParams):
    """What learns, which parameter of it is tried, on which rows, and what a mistake costs."""


@snapshot
class Step:
    """One value tried. The model is that of the first part, at last that of all rows with the chosen value."""

    part: Literal["start", "pause", "value", "choose"]
    model: object
    parts: tuple[tuple[np.ndarray, np.ndarray], ...]  # the rows learnt from and those that judge, of each part
    number: int = -1  # the place of the value in view
    trials: tuple[Trial, ...] = ()  # its fits, one for each part
    places: np.ndarray = field(default_factory=no_indices)  # (i,) of the values with a score,
    training: np.ndarray = field(default_factory=no_numbers)  # (i,) their training error,
    validation: np.ndarray = field(default_factory=no_numbers)  # (i,) their validation error,
    errors_off: np.ndarray = field(default_factory=no_numbers)  # (i,) and its standard error
    steps: np.ndarray = field(default_factory=no_indices)  # (i,) the step about each of them
    at: int = 0  # the step of the run that was about the newest value
    why: str = ""  # of the first part without a score: why
    fitted: int = 0  # at a pause: how many parts are fitted
    far: str = ""
