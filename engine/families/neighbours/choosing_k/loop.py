"""Choosing k: the number of neighbours that errs least on rows that were held back.   (Stone 1974)

k* = argmin E_val(k)        the larger k of several that err as little
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.neighbours.choosing_k.judging import (
    ALL,
    GIVEN,
    HELD,
    LAST,
    SPLITS,
    Part,
    judged,
    most_stops,
    only,
    parts_of,
)
from engine.families.neighbours.measuring import DistanceParams, metric, metric_objection
from engine.maths.probability.row_keys import random_keys
from engine.maths.probability.votes import NEAREST, RANDOM, RULES
from engine.models.neighbours import Neighbours

NONE_GIVEN = "No rows are for validation, and judged_by asks for them: keep some (panel Data, under Split)"
NOTHING, NO_ROW = np.zeros(0), np.zeros(0, dtype=np.intp)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    parts = parts_of(data, params.judged_by, params.folds, params.share, rng)
    most = largest_k(parts, params)
    known = kept_rows(data, params, random_keys(data.row_keys, rng) if params.tie == RANDOM else np.zeros(0))
    learnt = known if data.held is None else only(data, known, learnable(data), params)
    step = Step(part="split", model=None, parts=parts, training=NOTHING, validation=NOTHING, wrong=0, missed=NO_ROW)
    yield step

    for count, asked in judged(data, known, parts, most, params):  # the neighbours of every row, sorted once
        if asked is None:
            yield replace(step, part="search", searched=count)
    assert asked is not None
    votes = None
    for k in range(1, most + 1):
        votes = asked.voted(votes, k)
        wrong, missed = asked.missed(votes, k)
        step = step.judged(replace(learnt, k=k), wrong, missed)
        yield step

    best = step.best
    yield replace(step, part="choose", model=step.tried[best - 1])
    return Ending.converged(
        f"k = {best} has the least error: {figure(step.validation[best - 1])} of the rows held back."
    )


def largest_k(parts: tuple[Part, ...], params: Params) -> int:
    """How many neighbours are tried: no more than there are rows to learn from."""
    return min(params.most, *(len(part.learnt) for part in parts))


def kept_rows(data: Dataset, params: Params, drawn: np.ndarray) -> Neighbours:
    """Rows as they answer once k is chosen."""
    return Neighbours(data.X, metric(data, params), 1, False, data.codes, len(data.class_names), params.tie, drawn)


def bound(data: Dataset, params: Params) -> int:
    stops = most_stops(data, params.folds if params.judged_by == ALL else 1)
    return 2 + stops + min(params.most, data.n)


def limits(data: Dataset, params: Params) -> str:
    """There must be rows to learn from and rows to judge by."""
    if params.judged_by == GIVEN and data.held is None:
        return Objection(f"{NONE_GIVEN}, or set judged_by to {ALL}.", SetParameter("judged_by", ALL))
    if params.judged_by == ALL and params.folds > (n := len(learnable(data))):
        words = f"folds = {params.folds} need as many points, and there are {n}: choose folds from 2 to {n}."
        return Objection(words, SetParameter("folds", n))
    return metric_objection(data, params)


@dataclass(frozen=True)
class Trying:
    """What stands before the parameters of the distance."""

    most: int = whole(50, low=1, high=50, symbol=r"k_{\max}", label="largest k", help="that is tried")
    judged_by: str = choice(ALL, SPLITS, label="judged by", help="rows that were not learnt from")
    folds: int = whole(5, low=2, high=20, when=("judged_by", (ALL,)), help="parts, each held back once")
    share: float = real(
        0.3, low=0.05, high=0.9, when=("judged_by", (HELD, LAST)), label="validation fraction", help="share of the rows"
    )
    tie: str = choice(NEAREST, tuple(RULES), label="tie rule", rare=True, help="odd k leaves out the farthest")


@dataclass(frozen=True)
class Params(DistanceParams, Trying):
    """Which k are tried, on which rows, and how far it is to them."""


@snapshot
class Step:
    """One k tried. The model has this k and all rows that are not for validation; of a large table it is None while
    the neighbours are searched."""

    part: Literal["split", "search", "k", "choose"]
    model: Neighbours | None
    parts: tuple[Part, ...]
    training: np.ndarray  # the share of errors for k = 1, 2, ... on the rows that were learnt from
    validation: np.ndarray  # the same on those held back
    wrong: int  # errors on the rows learnt from, over all parts
    missed: np.ndarray  # the rows held back that this k misclassifies
    tried: tuple[Neighbours, ...] = ()  # the models of all k so far
    searched: int = 0  # how many rows have found their neighbours, over all parts, where a run stops meanwhile

    @property
    def learnt(self) -> int:
        """How many rows were learnt from, over all parts."""
        return sum(len(part.learnt) for part in self.parts)

    @property
    def kept(self) -> int:
        """How many rows were held back, over all parts."""
        return sum(len(part.kept) for part in self.parts)

    @property
    def k(self) -> int:
        """The last k that was tried."""
        return len(self.validation)

    @property
    def best(self) -> int:
        """The k that errs least on the rows held back, the largest of several."""
        return 1 + int(np.flatnonzero(self.validation == self.validation.min())[-1])

    def judged(self, model: Neighbours, wrong: int, missed: np.ndarray) -> Step:
        """The next k with its errors."""
        training = np.append(self.training, wrong / self.learnt)
        validation = np.append(self.validation, len(missed) / self.kept)
        tried = (*self.tried, model)
        return Step(
            part="k", model=model, parts=self.parts, training=training, validation=validation, wrong=wrong,
            missed=missed, tried=tried,
        )  # fmt: skip


def alike(step: Step) -> str:
    """What is said where several k err as little."""
    count = int((step.validation == step.validation.min()).sum())
    return f" {count} values of k have this error: the largest is preferred." if count > 1 else ""
