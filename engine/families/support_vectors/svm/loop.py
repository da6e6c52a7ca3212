"""Support vector machine: the widest margin, with violations penalised by C.   (Platt 1998; Fan, Chen and Lin 2005)

    max over α   W = Σ αₙ − ½ Σₙ Σₘ αₙ αₘ tₙ tₘ K(xₙ, xₘ)      with  0 ≤ αₙ ≤ C  and  Σ αₙ tₙ = 0       t ∈ {−1, +1}

    f(x) = Σ αₙ tₙ K(xₙ, x) + b          bₙ = tₙ − Σₘ αₘ tₘ K(xₘ, xₙ), the bias that would make f(xₙ) = tₙ

A row whose α t can grow requires b ≥ bₙ, and one whose α t can shrink b ≤ bₙ. While two rows contradict each other,
some α t goes from the one to the other until they agree, or until an α meets an end of its box.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from weakref import ref

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.support_vectors.dual import Dual, Pair
from engine.families.support_vectors.posing import KernelParams, Problem, kernel_limits, posed
from engine.families.support_vectors.svm.starting import beginning
from engine.models.support_vectors import SupportVectors

limits = kernel_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: SupportVectors | None = None) -> Steps:
    problem = posed(data, params)
    dual = beginning(problem, start)
    up, low = dual.violating()
    yield Step(problem=problem, shares=dual.shares, biases=dual.biases, up=up, low=low, pairs=0)
    for count in range(1, params.pairs + 1):
        if dual.gap(up, low) <= params.tolerance:
            return Ending.converged(_found(dual, count - 1, problem))
        j = low if params.second == VIOLATING else dual.partner(up)
        pair = dual.settled(up, j)
        if pair.after == pair.before:
            return Ending.converged(_exhausted(dual.gap(up, low), count - 1))
        dual.move(pair)
        up, low = dual.violating()
        if count % params.pairs_a_step == 0 or count == params.pairs or dual.gap(up, low) <= params.tolerance:
            yield Step(problem=problem, shares=dual.shares, biases=dual.biases, up=up, low=low, pairs=count, pair=pair)
    return Ending.stopped(_gave_up(dual.gap(up, low), params))


def bound(data: Dataset, params: Params) -> int:
    return 2 + params.pairs // params.pairs_a_step


VIOLATING = "most violating"


@dataclass(frozen=True)
class Params(KernelParams):
    tolerance: float = real(
        1e-3,
        low=1e-9,
        high=1.0,
        log=True,
        rare=True,
        help="violation of the optimality conditions (KKT) allowed at the end",
    )
    second: str = choice(
        "second order", ("second order", VIOLATING), label="second point", rare=True,
        help="the one with the greatest rise of the objective, or the greatest violation",
    )  # fmt: skip
    pairs: int = whole(
        100_000,
        low=1,
        high=10_000_000,
        log=True,
        label="maximum iterations",
        clear=True,
        rare=True,
        help="before giving up",
    )
    pairs_a_step: int = whole(
        1, low=1, high=10_000, log=True, label="pairs per step", clear=True, rare=True, help="until the next stop"
    )


@snapshot
class Step:
    """A pair of multipliers moved. At the start none has been."""

    problem: Problem
    shares: np.ndarray  # (n,) s = α t
    biases: np.ndarray  # (n,) bₙ, the bias that would make f(xₙ) = tₙ
    up: int  # the row that requires the greatest bias of those whose s can grow,
    low: int  # and for the least, of those whose s can shrink
    pairs: int
    pair: Pair | None = None

    @property
    def model(self) -> SupportVectors | None:
        """The rows with α > 0; None while there is none.

        It is kept by a weak reference: thousands of steps cannot each hold their own.
        """
        made: ref[SupportVectors] | None = self.__dict__.get("made")
        model = made() if made is not None else None
        if model is None and len(rows := self.support):
            vectors = self.problem.X[rows]
            shares = self.shares[rows]
            problem = self.problem
            model = SupportVectors(vectors, shares, self.bias, problem.kernel, problem.classes)
            self.__dict__["made"] = ref(model)
        return model

    @property
    def support(self) -> np.ndarray:
        """(s,) the rows with α > 0."""
        return np.flatnonzero(self.shares)

    @property
    def bias(self) -> float:
        """Midway between the most violating two, m and M."""
        return float(self.biases[self.up] + self.biases[self.low]) / 2

    @property
    def gap(self) -> float:
        """m − M: at 0 the optimality conditions hold, and W is at its greatest."""
        return float(self.biases[self.up] - self.biases[self.low])

    @property
    def rightness(self) -> np.ndarray:
        """(n,) t f(x): 1 or more outside of the margin, on the right side."""
        return 1.0 - self.problem.t * (self.biases - self.bias)

    @cached_property
    def square(self) -> float:
        """‖w‖² = Σ s (t − bₙ)."""
        return float(self.shares @ (self.problem.t - self.biases))

    @cached_property
    def dual(self) -> float:
        """W = Σ α − ½ ‖w‖²."""
        return float(np.abs(self.shares).sum()) - 0.5 * self.square

    @cached_property
    def primal(self) -> float:
        """½ ‖w‖² + C Σ max(0, 1 − t f): never less than W, and equal at the best."""
        return 0.5 * self.square + self.problem.C * float(np.maximum(1.0 - self.rightness, 0.0).sum())


def _found(dual: Dual, pairs: int, problem: Problem) -> str:
    support = np.flatnonzero(dual.shares)
    bound = int((np.abs(dual.shares[support]) == problem.C).sum())
    rests = counted(len(support), "support vector")
    words = f"After {counted(pairs, 'pair')} all conditions for the optimum hold within the tolerance"
    return f"{words}: {rests}, {bound} of them at the limit C."


def _exhausted(gap: float, pairs: int) -> str:
    words = f"After {counted(pairs, 'pair')} no multiplier changes within floating-point precision"
    return f"{words}; two points still violate the conditions by {figure(gap)}."


def _gave_up(gap: float, params: Params) -> str:
    words = f"{counted(params.pairs, 'pair')}, and two points still violate the conditions by {figure(gap)}"
    return f"{words}: allow more, lower C, or standardise the columns."
