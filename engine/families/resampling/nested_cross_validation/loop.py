"""Nested cross-validation: a parameter is chosen inside each fold, and judged outside.   (Varma and Simon 2006)

v_i = argmin E_inner(v), over folds of the rows that outer fold i leaves        E = 1/k Σ E_outer,i(v_i)
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.errors import Objection, Refusal, SetParameter
from engine.base.params import whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.data.split import folds
from engine.families.resampling.asking import AskedParams, asked_limits, setup
from engine.families.resampling.dividing import held_out
from engine.families.resampling.knobs import Knob, KnobParams, best_of, knob_of, standard_error
from engine.families.resampling.trials import NO_ROW, Setup, Trial


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    asked, n = setup(data, params), data.n
    outer = dealt(data, np.arange(n), params.outer, rng)
    knob = knob_of(asked.learner, params, smallest(n, params))
    step = Step(part="start", model=None, fold=outer)
    yield step
    for i in range(params.outer):
        train, test = held_out(outer, i)
        step = replace(step, number=i)
        curve = yield from searched(asked, knob, train, params, step, rng)  # the rows held out play no part in it
        if curve is None:
            step = replace(step, part="fold", model=None, trial=None, failed=step.failed + 1)
        else:
            v = best_of(*curve, params.one_se)
            turned = replace(asked, learner=knob.at(asked.learner, v))
            trial = yield from on_the_way(turned.trial(train, test, rng), partial(pause, step))
            step = judged(step, trial, curve, v)
        yield step
    if not len(step.errors):
        return Ending.failed(f"No outer fold has a score. The first: {step.why or NO_CURVE}")

    curve = yield from searched(asked, knob, np.arange(n), params, step, rng)
    assert curve is not None  # an outer fold had one, of fewer rows
    v = best_of(*curve, params.one_se)
    turned = replace(asked, learner=knob.at(asked.learner, v))
    trial = yield from on_the_way(turned.trial(np.arange(n), NO_ROW, rng), partial(pause, step))
    yield replace(step, part="all", model=trial.fitted, trial=trial, inner=curve[0], chosen=v)
    return ending(step, knob, v)


NO_CURVE = "no value of the parameter has a score inside it."
Curve = tuple[np.ndarray, np.ndarray, np.ndarray]
"""(m,) the validation error of each value, its training error, and the standard error of the first."""


def dealt(data: Dataset, rows: np.ndarray, k: int, rng: np.random.Generator) -> np.ndarray:
    """(m,) the fold of each of these rows."""
    fold = np.empty(len(rows), dtype=np.intp)
    for number, some in enumerate(folds(data.row_keys_of(rows), k, rng.spawn(1)[0])):
        fold[some] = number
    return fold


def smallest(n: int, params: Params) -> int:
    """How many rows the smallest inner fit learns from."""
    left = n - -(-n // params.outer)
    return max(left - -(-left // params.inner), 1)


def searched(
    asked: Setup, knob: Knob, rows: np.ndarray, params: Params, now: Step, rng: np.random.Generator
) -> Generator[Step, None, Curve | None]:
    """The errors of every value over inner folds of these rows; None where one of them has no score anywhere."""
    inner = dealt(asked.data, rows, params.inner, rng)
    found: list[tuple[float, float, float]] = []
    for place in range(len(knob.values)):
        turned, trials = replace(asked, learner=knob.at(asked.learner, place)), list[Trial]()
        for i in range(params.inner):
            train, test = (rows[some] for some in held_out(inner, i))
            trials.append((yield from on_the_way(turned.trial(train, test, rng), partial(pause, now))))
        good = [trial for trial in trials if not trial.failed]
        if not good:
            return None
        errors = np.array([trial.error for trial in good])
        training = float(np.mean([trial.training for trial in good]))
        found.append((float(errors.mean()), training, standard_error(errors, good[0].losses)))
    validation, training_errors, off = np.array(found).T
    return validation, training_errors, off


def pause(step: Step, far: str) -> Step:
    """On the way to the next choice."""
    return replace(step, part="pause", model=None, trial=None, far=far)


def judged(step: Step, trial: Trial, curve: Curve, v: int) -> Step:
    """The step after this one, with an outer fold more: what was chosen in it, and what that is worth outside."""
    step = replace(step, part="fold", model=trial.fitted, trial=trial, inner=curve[0], chosen=v)
    if trial.failed:
        return replace(step, failed=step.failed + 1, why=step.why or trial.said)
    return replace(
        step, scored=np.append(step.scored, step.number), places=np.append(step.places, v),
        errors=np.append(step.errors, trial.error), promised=np.append(step.promised, curve[0][v]),
    )  # fmt: skip


def ending(step: Step, knob: Knob, v: int) -> Ending:
    """The honest estimate, and the one that the choice was made by."""
    said = f"Outer error {figure(float(step.errors.mean()))} over {counted(len(step.errors), 'fold')}; the errors "
    said += "that the "
    said += f"choices were made by promised {figure(float(step.promised.mean()))}. On all rows {knob.told(v)} is "
    said += "chosen."
    return Ending.stopped(f"{said} {step.failed} folds failed.") if step.failed else Ending.converged(said)


def limits(data: Dataset, params: Params) -> str:
    n = data.n
    if params.outer > n:
        words = f"outer = {params.outer} folds need as many rows, and there are {n}: choose outer from 2 to {n}."
        return Objection(words, SetParameter("outer", n))
    left = n - -(-n // params.outer)
    if params.inner > left:
        words = f"inner = {params.inner} folds need as many rows, and an outer fold leaves {left}"
        remedy = (SetParameter("inner", left),) if left > 1 else ()
        return Objection(f"{words}: {'choose inner up to ' + str(left) if left > 1 else 'add rows'}.", *remedy)
    if words := asked_limits(data, params):
        return words
    try:
        knob_of(setup(data, params).learner, params, smallest(n, params))
    except Refusal as refusal:
        return Objection(str(refusal), *refusal.remedies)
    return ""


def bound(data: Dataset, params: Params) -> int:
    """The start, the outer folds and the choice on all rows, with the pauses of all their fits."""
    asked = setup(data, params)
    knob = knob_of(asked.learner, params, smallest(data.n, params))
    fits = [replace(asked, learner=knob.at(asked.learner, i)).most_pauses(data.n) for i in range(len(knob.values))]
    return 1 + (params.outer + 1) * (1 + params.inner * sum(fits) + max(fits))


@dataclass(frozen=True)
class Params(AskedParams, KnobParams):
    """What learns, which parameter of it is chosen, and the folds outside and inside."""

    count: int = whole(6, low=2, high=40, rare=True, label="number of values", help="where none are given")
    outer: int = whole(5, low=2, high=20, label="outer folds", help="each judges a choice that it played no part in")
    inner: int = whole(3, low=2, high=20, label="inner folds", help="of the other rows, by which a value is chosen")


@snapshot
class Step:
    """One outer fold: what was chosen without it, and what that is worth on it; at last the choice on all rows."""

    part: Literal["start", "pause", "fold", "all"]
    model: object
    fold: np.ndarray  # (n,) the outer fold of each row
    number: int = -1  # the outer fold in view, counted from 0
    inner: np.ndarray = field(default_factory=no_numbers)  # (m,) the inner error of every value in it
    chosen: int = 0  # the place of the value chosen in it
    trial: Trial | None = None
    scored: np.ndarray = field(default_factory=no_indices)  # (i,) the folds with a score,
    places: np.ndarray = field(default_factory=no_indices)  # (i,) the value chosen in each,
    errors: np.ndarray = field(default_factory=no_numbers)  # (i,) its error outside,
    promised: np.ndarray = field(default_factory=no_numbers)  # (i,) and inside, by which it was chosen
    failed: int = 0
    why: str = ""
    far: str = ""
