"""Learning curve: training and validation error as the rows to learn from grow.   (Cortes et al. 1994)

E_train(m) = mean loss on the m rows learnt from        E_val(m) = mean loss on rows held out, mean over the parts
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import no_indices, no_numbers, read_only, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.resampling.asking import AskedParams, asked_limits, setup
from engine.families.resampling.dividing import ValidatedParams, part_count, parts_limits, parts_of
from engine.families.resampling.trials import Trial
from engine.maths.evaluation.missed import deviation
from engine.maths.probability.row_keys import random_keys


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    asked, parts = setup(data, params), parts_of(data, params, rng)
    keys = random_keys(data.row_keys, rng)
    orders = tuple(read_only(train[np.argsort(keys[train], kind="stable")]) for train, _ in parts)
    step = Step(part="start", model=None, parts=parts, orders=orders)
    yield step
    for m in sizes_of(min(map(len, orders)), params):
        trials: tuple[Trial, ...] = ()
        for order, (_, test) in zip(orders, parts, strict=True):
            trial = yield from on_the_way(asked.trial(order[:m], test, rng), partial(pause, step, m, len(trials)))
            trials += (trial,)
        step = grown(step, m, trials)
        yield step
    return ending(step)


def sizes_of(most: int, params: Params) -> tuple[int, ...]:
    """How many rows are learnt from, ascending: even steps from the smallest share to all of them."""
    shares = np.linspace(params.smallest, 1.0, params.count)
    return tuple(dict.fromkeys(max(int(share * most + 1e-9), 1) for share in shares))


def pause(step: Step, size: int, fitted: int, far: str) -> Step:
    """On the way to the errors with so many rows."""
    return replace(step, part="pause", model=None, size=size, trials=(), fitted=fitted, far=far)


def grown(step: Step, size: int, trials: tuple[Trial, ...]) -> Step:
    """The step after this one, with a size more: its errors over the parts that have a score."""
    at = step.at + 1 + sum(trial.pauses for trial in trials)
    step = replace(step, part="size", model=trials[0].fitted, size=size, trials=trials, at=at)
    good = [trial for trial in trials if not trial.failed]
    if len(good) < len(trials):
        step = replace(step, why=step.why or next(trial.said for trial in trials if trial.failed))
    if not good:
        return step
    E_train, E_val = (np.array([getattr(trial, name) for trial in good]) for name in ("training", "error"))
    return replace(
        step, sizes=np.append(step.sizes, size), steps=np.append(step.steps, at),
        training=np.append(step.training, E_train.mean()), validation=np.append(step.validation, E_val.mean()),
        training_off=np.append(step.training_off, deviation(E_train)),
        validation_off=np.append(step.validation_off, deviation(E_val)),
    )  # fmt: skip


def ending(step: Step) -> Ending:
    """Both errors with all rows."""
    if not len(step.sizes):
        return Ending.failed(f"With no number of rows is there a score. The first: {step.why}")
    said = f"With {step.sizes[-1]} rows: training error {figure(step.training[-1])}"
    return Ending.converged(f"{said}, validation error {figure(step.validation[-1])}.")


def limits(data: Dataset, params: Params) -> str:
    words = parts_limits(data, params)
    return words or asked_limits(data.subset(learnable(data)).changed(held=None), params)


def bound(data: Dataset, params: Params) -> int:
    """The start, and every size with the pauses of its fits."""
    return 1 + params.count * (1 + part_count(params) * setup(data, params).most_pauses(data.n))


@dataclass(frozen=True)
class Params(AskedParams, ValidatedParams):
    """What learns, on which rows it is judged, and how many rows it is given."""

    count: int = whole(10, low=2, high=40, label="number of sizes", clear=True, help="in even steps")
    smallest: float = real(0.1, low=0.01, high=0.9, share=True, label="smallest size", help="of the rows to learn from")


@snapshot
class Step:
    """One number of rows more. The model is that of the first part, which has learnt from the first of its rows."""

    part: Literal["start", "pause", "size"]
    model: object
    parts: tuple[tuple[np.ndarray, np.ndarray], ...]  # the rows learnt from at most and those that judge
    orders: tuple[np.ndarray, ...]  # of each part the rows learnt from, in the order in which they come
    size: int = 0  # how many of them in this step
    trials: tuple[Trial, ...] = ()  # its fits, one for each part
    sizes: np.ndarray = field(default_factory=no_indices)  # (i,) the sizes with a score,
    training: np.ndarray = field(default_factory=no_numbers)  # (i,) the training error of each,
    training_off: np.ndarray = field(default_factory=no_numbers)  # (i,) its deviation over the parts,
    validation: np.ndarray = field(default_factory=no_numbers)  # (i,) the validation error,
    validation_off: np.ndarray = field(default_factory=no_numbers)  # (i,) and its deviation
    steps: np.ndarray = field(default_factory=no_indices)  # (i,) the step of the run about each of them
    at: int = 0  # the step of the run about the newest size
    why: str = ""  # of the first part without a score: why
    fitted: int = 0  # at a pause: how many parts are fitted
    far: str = ""
