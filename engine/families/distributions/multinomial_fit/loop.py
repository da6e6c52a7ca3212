"""Maximum likelihood of shares: counts divided by their sum, by a Lagrange multiplier.   (Bishop 2006, section 2.2)

max Σ cₖ ln qₖ  where  Σ qₖ = 1:        cₖ / qₖ = λ        qₖ = cₖ / λ        Σ cₖ / λ = 1, so λ = Σ cₖ
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import several
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    c = np.array(params.counts)
    even = np.full(len(c), 1 / len(c))
    step = Step(part="objective", counts=c, q=even, value=objective(c, even))
    yield step
    step = replace(step, part="stationarity", slopes=c / even)  # they differ: q is not yet the best
    yield step
    multiplier = float(c.sum())  # Σ cₖ / λ = 1
    step = replace(step, part="multiplier", multiplier=multiplier)
    yield step
    q = c / multiplier
    step = replace(step, part="shares", q=q, even=step.value, value=objective(c, q), slopes=slopes(c, q, multiplier))
    yield step
    return Ending.converged(f"The most likely shares are {vector(q)}; the multiplier is {figure(multiplier)}.")


def objective(c: np.ndarray, q: np.ndarray) -> float:
    """Σ cₖ ln qₖ, in which 0 ln 0 = 0."""
    from scipy.special import xlogy

    return float(xlogy(c, q).sum())


def slopes(c: np.ndarray, q: np.ndarray, multiplier: float) -> np.ndarray:
    """(K,) cₖ / qₖ at the best; of a count of 0, which lies on the border, 0."""
    return np.where(c > 0, multiplier, 0.0) if not q.min() > 0 else np.asarray(c / q)


def bound(data: Dataset, params: Params) -> int:
    return 4


def limits(data: Dataset, params: Params) -> str:
    """There are two kinds or more, with counts from 0 on of which not all are 0."""
    c = np.array(params.counts)
    if len(c) < 2:
        words = f"There are counts for 2 kinds or more, and here for {len(c)}: type others."
        return Objection(words, SetParameter("counts", COUNTS))
    if c.min() < 0:
        words = f"A count is at least 0, and one is {figure(c.min())}: type others."
        return Objection(words, SetParameter("counts", COUNTS))
    if not c.sum() > 0:
        words = "All counts are 0: every share is as likely as any other, and no best one is defined."
        return Objection(words, SetParameter("counts", COUNTS))
    return ""


COUNTS = (3.0, 5.0, 2.0)


@dataclass(frozen=True)
class Params:
    counts: tuple[float, ...] = several(
        COUNTS, most=12, symbol="c", help="one for each kind; of three a triangle is drawn"
    )


@snapshot
class Step:
    """The shares q so far: first equal ones, at the end the best."""

    part: Literal["objective", "stationarity", "multiplier", "shares"]
    counts: np.ndarray  # (K,)
    q: np.ndarray  # (K,) the shares
    value: float  # Σ cₖ ln qₖ at q
    slopes: np.ndarray = field(default_factory=no_numbers)  # (K,) cₖ / qₖ at q
    multiplier: float | None = None
    even: float | None = None  # the objective at equal shares
    model: None = None
