"""Confusion table: every example is dropped in its cell, and rates are shares of its cells.   (van Rijsbergen 1979)

error = (FP + FN) / n        recall = TP / (TP + FN)        precision = TP / (TP + FP)
F_β = (1 + β²) P R / (β² P + R)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engine.base.params import choice, real
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import always, on_the_way
from engine.core.rate_words import RATES
from engine.data.dataset import Dataset
from engine.families.evaluation.answers import (
    Answered,
    answering,
    answering_limits,
    most_answering_pauses,
    stops_of,
)  # fmt: skip
from engine.families.evaluation.scoring import (
    judged_choice,
    learner_choice,
    positive_class,
    positive_of,
    settings_line,
    share_held_out,
)  # fmt: skip
from engine.families.learners import LearnerParams
from engine.maths.evaluation.rates import Outcomes, outcomes

MOST = 60
"""More examples than this are dropped several at a time, unless each is asked for."""
FEW, EACH = STOPS = ("at most 60 stops", "every example")
F, COST = len(RATES), len(RATES) + 1
"""The numbers of the two rates that have parameters."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    begin = Step(part="start", model=None)
    yield begin
    answered = yield from on_the_way(answering(data, params, rng), always(begin))
    if isinstance(answered, str):
        return Ending.failed(answered)
    y, said, K = answered.truth.astype(np.intp), answered.answers.astype(np.intp), len(data.class_names)
    counts, done = np.zeros((K, K), dtype=np.int64), 0
    step = Step(part="fitted", model=answered.base, answered=answered, counts=counts)
    yield step
    for stop in stops_of(len(y), len(y) if params.stop_at == EACH else MOST):
        counts = dropped(counts, y[done:stop], said[done:stop])
        step = replace(step, part="example", counts=counts, done=stop, more=stop - done)
        yield step
        done = stop
    step = replace(step, more=0)
    positive = positive_of(data, params)
    table = against_the_rest(counts, positive)
    for rate in range(len(RATES) + 2):
        cells, bars = counted_cells(rate), rates_of(table, rate, params.beta)
        yield replace(step, part="rate", table=table, bars=bars, rate=rate, counted=cells)
    for code in range(K if K > 2 else 0):
        own = against_the_rest(counts, code)
        yield replace(step, part="class", table=own, bars=f_of_classes(counts, code), code=code)
    yield replace(step, part="summary", table=table, bars=rates_of(table, F, params.beta))
    right, n = int(np.trace(counts)), int(counts.sum())
    share = f", {figure(100 * right / n, 3)} %" if n else ""
    return Ending.converged(f"{right:,} of {n:,} answers are right{share}.")


def dropped(counts: np.ndarray, y: np.ndarray, said: np.ndarray) -> np.ndarray:
    """(K, K) the counts with more examples: each in the row of its class and the column of its answer.

    A row without a class, or without an answer, is in no cell.
    """
    more, K = np.array(counts), len(counts)
    known = (y >= 0) & (said >= 0) & (said < K)
    np.add.at(more, (y[known], said[known]), 1)
    return more


def against_the_rest(counts: np.ndarray, code: int) -> np.ndarray:
    """(2, 2) [[TP, FN], [FP, TN]] of one class."""
    TP = counts[code, code]
    FN, FP = counts[code].sum() - TP, counts[:, code].sum() - TP
    return np.array([[TP, FN], [FP, counts.sum() - TP - FN - FP]])


def rates_of(table: np.ndarray, far: int, beta: float) -> np.ndarray:
    """(m,) the rates up to a number that have a value."""
    (TP, FN), (FP, TN) = table.tolist()
    counts = Outcomes(TP, FN, FP, TN)
    found = [one.of(counts).value for one in RATES[: far + 1]] + [counts.f(beta).value] * (far >= F)
    return np.array([value for value in found if not np.isnan(value)])


def f_of_classes(counts: np.ndarray, last: int) -> np.ndarray:
    """(m,) F₁ of the classes up to one."""
    return np.array([outcomes(counts, code).f().value for code in range(last + 1)])


def counted_cells(rate: int) -> np.ndarray:
    """(2, 2) which cells of that table a rate is a share of; of F all but TN, of the cost the two mistakes."""
    if rate == COST:
        return np.array([[False, True], [True, False]])
    if rate == F:
        return np.array([[True, True], [True, False]])
    name = RATES[rate].formula.split(" / ")[1].strip("()")
    return np.array(
        [[part in name.split(" + ") or name == "n" for part in row] for row in (("TP", "FN"), ("FP", "TN"))]
    )


def bound(data: Dataset, params: Params) -> int:
    """Start and pauses, the examples, the rates, the classes and the summary."""
    examples = data.n if params.stop_at == EACH else min(data.n, MOST)
    return 6 + most_answering_pauses(data, params) + examples + len(RATES) + len(data.class_names)


def limits(data: Dataset, params: Params) -> str:
    return answering_limits(data, params)


@dataclass(frozen=True)
class Params:
    classifier: str = learner_choice("knn")
    settings: str = settings_line()
    judged: str = judged_choice()
    share: float = share_held_out()
    positive: int = positive_class()
    beta: float = real(
        1.0, low=0.0, high=100.0, symbol=r"\beta", clear=True, label="weight of recall in F", help="beside precision"
    )
    false_alarm: float = real(
        1.0, low=0.0, high=1e6, log=True, symbol="C_{FP}", label="cost of a false alarm", clear=True, help="of each FP"
    )
    miss: float = real(
        1.0, low=0.0, high=1e6, log=True, symbol="C_{FN}", label="cost of a miss", clear=True, help="of each FN"
    )
    stop_at: str = choice(FEW, STOPS, label="stop at", clear=True, rare=True, help="how far apart the steps are")

    def learner(self) -> LearnerParams:
        return LearnerParams(classifier=self.classifier, settings=self.settings)


@snapshot
class Step:
    """Some examples dropped in their cells, a rate, a class, or the summary. At the start nothing is answered.

    counts (K, K) so far;   done  how many examples are in it, the last `more` of them since the step before
    table (2, 2)  one class against the rest;   bars  the rates so far, or F₁ of the classes so far
    rate, counted  which rate, and of which cells;   code  which class
    """

    part: Literal["start", "fitted", "example", "rate", "class", "summary"]
    model: Any
    answered: Answered | None = None
    counts: np.ndarray | None = None
    done: int = 0
    more: int = 0
    table: np.ndarray | None = None
    bars: np.ndarray | None = None
    rate: int | None = None
    counted: np.ndarray | None = None
    code: int | None = None
