"""Active learning: a classifier asks for the label it is least sure of.   (Lewis and Gale 1994)

fit on the labelled rows;   for every other row a doubt u(x);   ask for the label of the row with the greatest

least confident  1 − max P        margin  1 − (P₍₁₎ − P₍₂₎)        entropy  −Σ P ln P        random
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.semi_supervised.fitting import scales_of, softmax_fit
from engine.families.semi_supervised.pool import UNKNOWN, PoolParams, first_labels, pool_objection
from engine.maths.probability.row_keys import random_keys
from engine.models.linear import Softmax


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    labels, scales = first_labels(data, params, rng), scales_of(data.X)
    keys = random_keys(data.row_keys, rng)
    step = Step(part="start", labels=labels, given=labels)
    yield step
    for turn in range(params.questions + 1):
        known = labels != UNKNOWN
        model = softmax_fit(data.X[known], labels[known], params.penalty, scales)
        step = replace(step, part="fit", turn=turn, model=model, labels=labels, asked=None, u=no_numbers(), answer=None)
        yield step
        if known.all():
            return Ending.converged(f"After {counted(turn, 'question')} every row has a label.")
        if turn == params.questions:
            return Ending.stopped(f"{counted(turn, 'question was', 'questions were')} asked: allow more to go on.")
        u = keys if params.strategy == RANDOM else doubts(model.predict_proba(data.X), params.strategy)
        row = int(np.where(known, -np.inf, u).argmax())
        step = replace(step, part="ask", turn=turn + 1, asked=row, u=u)
        yield step
        if data.codes[row] == UNKNOWN:
            name = data.row_name(row)
            return Ending.stopped(f"Which class has point {name}? Right-click it and choose one: the run goes on.")
        labels = np.array(labels)
        labels[row] = data.codes[row]
        step = replace(step, part="answer", labels=labels, answer=int(labels[row]))
        yield step
    raise AssertionError("the last fit returns")


def doubts(P: np.ndarray, strategy: str) -> np.ndarray:
    """(n,) how unsure the probabilities (n, K) are.

    >>> doubts(np.array([[0.5, 0.5], [0.9, 0.1]]), MARGIN).round(9).tolist()
    [1.0, 0.2]
    """
    if strategy == ENTROPY:
        return np.asarray(-(P * np.log(np.maximum(P, np.finfo(float).tiny))).sum(axis=1))
    second, first = np.sort(P, axis=1)[:, -2:].T
    return np.asarray(1 - first if strategy == LEAST else 1 - (first - second))


def bound(data: Dataset, params: Params) -> int:
    return 2 + 3 * min(params.questions, data.n)


def limits(data: Dataset, params: Params) -> str:
    """Some row is unlabelled at first."""
    return pool_objection(data, params)


LEAST, MARGIN, ENTROPY, RANDOM = STRATEGIES = ("least confident", "margin", "entropy", "random")


@dataclass(frozen=True)
class Params(PoolParams):
    strategy: str = choice(LEAST, STRATEGIES, help="which row is asked for; random: any, for comparison")
    questions: int = whole(10, low=1, high=200, label="number of questions", clear=True, help="at most")


@snapshot
class Step:
    """Which labels are known, and which row is asked for."""

    part: Literal["start", "fit", "ask", "answer"]
    labels: np.ndarray  # (n,) class codes known, -1 for none
    given: np.ndarray  # (n,) those known at first
    turn: int = 0  # how many questions have been asked
    model: Softmax | None = None
    asked: int | None = None  # the row whose label is asked for
    u: np.ndarray = field(default_factory=no_numbers)  # (n,) the doubt of every row
    answer: int | None = None  # its class code
