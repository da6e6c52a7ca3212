"""Multinomial distribution: orders of a word, the probability of counts, and one draw.   (Bishop 2006, section 2.2)

P(x) = n! / Πd xd!  ×  Πd pd^xd        n = Σd xd        mean n pd        Var = n pd (1 − pd)        Cov = −n pd pe

With n = 1 it is the categorical distribution: x is 1 in one place and 0 elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import line, several
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    x, p = params.x, params.p
    n = int(x.sum())
    draws = np.searchsorted(np.cumsum(p)[:-1], rng.random(n), side="right")  # one sample of n draws from the bag
    step = Step(part="counts", x=x, p=p, draws=draws)
    yield step
    orders = math.factorial(n)
    step = replace(step, part="factorial", orders=orders)
    yield step
    for d in np.flatnonzero(x > 1).tolist():
        orders = without_repeats(orders, int(x[d]))
        step = replace(step, part="divided", d=d, before=step.orders, orders=orders)
        yield step
    for d in range(len(x)):
        factor = power(float(p[d]), int(x[d]))
        step = replace(
            step, part="factor", d=d, factors=np.append(step.factors, factor), one_order=step.one_order * factor
        )
        yield step
    probability = orders * step.one_order
    step = replace(step, part="product", d=None, probability=probability)
    yield step
    yield replace(step, part="moments", mean=n * p, covariance=n * (np.diag(p) - np.outer(p, p)))
    return Ending.converged(f"{orders:,} orders; the probability of the counts is {figure(probability)}.")


def without_repeats(orders: int, x_d: int) -> int:
    """The orders that can be told apart where x_d of the items are the same: divided by x_d!, an exact integer."""
    return orders // math.factorial(x_d)


def power(p_d: float, x_d: int) -> float:
    """p_d^x_d, and 1 where x_d is 0, also of p_d = 0."""
    return 1.0 if x_d == 0 else p_d**x_d


def bound(data: Dataset, params: Params) -> int:
    return 4 + 2 * max(len(params.x), 1)


def limits(data: Dataset, params: Params) -> str:
    """Counts are whole and few enough, and there is a probability for each, which add up to 1."""
    x, p = params.x, np.array(params.probabilities)
    if len(x) and not (np.all(x >= 0) and np.all(x == np.floor(x)) and x.sum() <= MOST):
        words = f"Counts are whole numbers from 0 on, {MOST} together at most: type others, or a word."
        return Objection(words, SetParameter("counts", ()))
    D = len(x)
    if not D:
        words = "There is nothing to count: type a word, or counts, or probabilities."
        return Objection(words, SetParameter("word", WORD), SetParameter("probabilities", LETTERS))
    if D > KINDS:
        words = f"There are {D} kinds, and at most {KINDS} are taken: type a word with fewer letters."
        return Objection(words, SetParameter("word", WORD), SetParameter("probabilities", LETTERS))
    if len(p) and len(p) != D:
        words = f"There are {D} kinds and {len(p)} probabilities: type one for each, or none, and all are equal."
        return Objection(words, SetParameter("probabilities", ()))
    if len(p) and (p.min() < 0 or not p.sum() > 0):
        words = f"A probability is at least 0, and not all are 0; the least is {figure(p.min())}."
        return Objection(words, SetParameter("probabilities", ()))
    if len(p) and abs(p.sum() - 1) > TOLERANCE:
        words = f"The probabilities add up to {figure(float(p.sum()), 10)}, and not to 1: divide them by their sum."
        return Objection(words, SetParameter("probabilities", tuple((p / p.sum()).tolist())))
    return ""


MOST = 170
"""So many items are counted at most: their factorial is a number to the computer."""
KINDS = 12
"""So many kinds of items there are at most."""
TOLERANCE = 1e-9
"""So exactly probabilities add up to 1."""
WORD, LETTERS = "eleven", (0.2, 0.3, 0.4, 0.1)


@dataclass(frozen=True)
class Params:
    word: str = line(WORD, most=40, help="its letters are counted, in the order in which they first come")
    counts: tuple[float, ...] = several(most=KINDS, symbol="x", help="in place of a word; one 1 and zeros: one draw")
    probabilities: tuple[float, ...] = several(
        LETTERS, most=KINDS, symbol="p", help="one for each letter or count; empty: all are equal"
    )

    @property
    def letters(self) -> tuple[str, ...]:
        """What is counted."""
        if self.counts:
            return tuple(f"kind {d + 1}" for d in range(len(self.counts)))
        kinds = tuple(dict.fromkeys(self.word))
        return kinds or tuple(f"kind {d + 1}" for d in range(len(self.probabilities)))

    @property
    def x(self) -> np.ndarray:
        """(D,) how often each comes; of no word each 0 times."""
        if self.counts:
            return np.array(self.counts)
        return np.array([float(self.word.count(letter)) for letter in self.letters if self.word] or self._none)

    @property
    def _none(self) -> list[float]:
        return [0.0] * len(self.probabilities)

    @property
    def p(self) -> np.ndarray:
        """(D,) the probability of each."""
        return np.array(self.probabilities or (1 / len(self.x),) * len(self.x))


@snapshot
class Step:
    """How far the coefficient and the probability have been worked out."""

    part: Literal["counts", "factorial", "divided", "factor", "product", "moments"]
    x: np.ndarray  # (D,) the counts
    p: np.ndarray  # (D,) the probabilities
    draws: np.ndarray  # (n,) which kind each of n draws is
    d: int | None = None  # the kind of this step
    before: int = 1  # the orders before it
    orders: int = 1  # the orders so far
    factors: np.ndarray = field(default_factory=no_numbers)  # p_d^x_d of the kinds so far
    one_order: float = 1.0  # their product
    probability: float | None = None  # of the counts
    mean: np.ndarray | None = None  # (D,)
    covariance: np.ndarray | None = None  # (D, D)
    model: None = None
