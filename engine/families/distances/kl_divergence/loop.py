"""Kullback-Leibler divergence: what it costs to take one distribution for another.   (Kullback and Leibler 1951)

D(p ‖ q) = Σⱼ pⱼ log (pⱼ / qⱼ)        0 log 0 = 0        pⱼ > 0 where qⱼ = 0: infinite

In general D(p ‖ q) ≠ D(q ‖ p).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, flag, real, several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    p, q = params.distributions
    step = Step(part="start", p=p, q=q)
    yield step
    forth = np.zeros(0)
    for j in range(len(p)):
        forth = np.append(forth, term(p[j], q[j], params.unit))
        step = replace(step, part="term", forth=forth, j=j)
        yield step
        if not np.isfinite(forth[j]):
            break
    step = replace(step, part="sum", j=None)
    yield step
    back = np.array([term(q[j], p[j], params.unit) for j in range(len(p))])
    yield replace(step, part="other way", back=back)
    return Ending.converged(f"D(p ‖ q) = {figure(step.divergence)} {params.base}.")


def term(p: float, q: float, unit: float) -> float:
    """p log (p / q) in units of `unit`: 0 where p is 0, infinite where q is 0 and p is not."""
    if p == 0:
        return 0.0
    return p * (np.log(p) - np.log(q)) / unit if q > 0 else float("inf")


def bound(data: Dataset, params: Params) -> int:
    return 3 + MOST


def limits(data: Dataset, params: Params) -> str:
    """Both are distributions over as many values."""
    for name in ("p", "q"):
        given = getattr(params, name)
        if not 2 <= len(given) <= MOST:
            words = f"{name} has {len(given)} numbers, and takes from 2 to {MOST}."
            return Objection(words, SetParameter(name, (0.5, 0.5)))
        if min(given) < 0 or not sum(given) > 0:
            words = f"A probability is at least 0, and not all are 0; the least of {name} is {figure(min(given))}."
            return Objection(words, SetParameter(name, (1.0 / len(given),) * len(given)))
    if len(params.p) != len(params.q):
        K = len(params.p)
        words = f"p has {K} numbers and q {len(params.q)}: both need as many."
        return Objection(words, SetParameter("q", (1.0 / K,) * K))
    for name in ("p", "q"):
        total = params.typed_sum(name)
        if not params.normalise and total != 1:
            words = f"{name} adds up to {figure(total, 10)}, and not to 1: divide both by their sums, or type others."
            return Objection(words, SetParameter("normalise", True))
    return ""


MOST = 32
"""So many values have a probability at most."""
TOLERANCE = 1e-9
"""So exactly probabilities add up to 1."""
BITS, NATS = BASES = ("bits", "nats")


@dataclass(frozen=True)
class Params:
    p: tuple[float, ...] = several((0.7, 0.2, 0.1), most=MOST, help="the truth: a probability for each value")
    q: tuple[float, ...] = several((0.5, 0.25, 0.25), most=MOST, help="what is taken for it")
    base: str = choice(BITS, BASES, label="unit", help="bits: logarithms of base 2; nats: natural ones")
    normalise: bool = flag(
        True, label="divide by the sums", rare=True, help="told where it changes a number; off: sums must be 1"
    )
    smoothing: float = real(
        0.0, low=0.0, high=1.0, symbol=r"\epsilon", rare=True, help="added to every probability first"
    )

    def typed_sum(self, name: str) -> float:
        """What the numbers typed for p or q add up to: exactly 1 where they do but for rounding."""
        total = float(np.sum(getattr(self, name)))
        return 1.0 if abs(total - 1) <= TOLERANCE else total

    @property
    def unit(self) -> float:
        """The size of a unit in nats."""
        return float(np.log(2)) if self.base == BITS else 1.0

    @property
    def distributions(self) -> tuple[np.ndarray, np.ndarray]:
        """(K,) p and q, each divided by its sum, then smoothed, and made to add up to 1 once more."""
        p, q = (np.array(getattr(self, name)) / self.typed_sum(name) + self.smoothing for name in ("p", "q"))
        return p / p.sum(), q / q.sum()


@snapshot
class Step:
    """How many terms have been added."""

    part: Literal["start", "term", "sum", "other way"]
    p: np.ndarray  # (K,)
    q: np.ndarray  # (K,)
    forth: np.ndarray | None = None  # (j,) the terms of D(p ‖ q) so far
    back: np.ndarray | None = None  # (K,) the terms of D(q ‖ p)
    j: int | None = None  # the value of this step
    model: None = None

    @property
    def pairs(self) -> np.ndarray:
        """(2 K,) the probabilities in turns: of p and of q for each value."""
        return np.column_stack([self.p, self.q]).ravel()

    @property
    def divergence(self) -> float:
        """D(p ‖ q) so far."""
        return 0.0 if self.forth is None else float(self.forth.sum())

    @property
    def reverse(self) -> float | None:
        """D(q ‖ p)."""
        return None if self.back is None else float(self.back.sum())
