"""Bayes' rule: multiply the likelihoods by the priors, add up, divide.   (Bayes 1763)

p(x, Cₖ) = p(x | Cₖ) P(Cₖ)        p(x) = Σₖ p(x, Cₖ)        P(Cₖ | x) = p(x, Cₖ) / p(x) = exp aₖ / Σⱼ exp aⱼ

aₖ = ln p(x, Cₖ): the class with the largest product is the answer, with the denominator and without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import several, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.models.naive_bayes import posteriors


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    priors, likelihoods = params.shares, np.array(params.likelihoods)
    step = Step(part="priors", cases=params.cases, priors=priors, likelihoods=likelihoods)
    yield step

    for k in range(len(priors)):
        logs = np.append(step.logs, product(likelihoods[k], priors[k]))
        step = replace(step, part="multiply", k=k, logs=logs)
        yield step

    step = replace(step, part="sum", k=None, evidence=float(np.exp(step.logs).sum()))
    yield step

    every = posteriors(step.logs[:, None])[:, 0]
    for k in range(len(priors)):
        step = replace(step, part="divide", k=k, posterior=every[: k + 1])
        yield step

    yield replace(step, part="label", k=None)
    if np.isnan(every).any():
        return Ending.converged("Every product is 0: the posterior is 0 / 0, and the class undecided.")
    best = int(every.argmax())
    return Ending.converged(f"C{best + 1} is most probable, P = {figure(every[best])}, of {len(every)} classes.")


def product(likelihood: float, prior: float) -> float:
    """ln p(x, Cₖ) = ln p(x | Cₖ) + ln P(Cₖ), which is a number also where the product is too small for one."""
    with np.errstate(divide="ignore"):
        return float(np.log(likelihood) + np.log(prior))


def bound(data: Dataset, params: Params) -> int:
    return 3 + 2 * len(params.priors)


def limits(data: Dataset, params: Params) -> str:
    """As many likelihoods as priors, none below 0, and some prior above 0."""
    K, given = len(params.priors), len(params.likelihoods)
    if K < 1:
        return Objection("priors are empty: type one for each class.", SetParameter("priors", ILLNESS))
    if given != K:
        words = f"There are {counted(K, 'prior')} and {counted(given, 'likelihood')}: type one of each for each class."
        return Objection(words, SetParameter("priors", ILLNESS), SetParameter("likelihoods", TEST))
    if min(params.priors) < 0 or not 0 < sum(params.priors) < np.inf:
        words = "A prior is at least 0, and not all are 0: type other priors, or give all classes the same."
        return Objection(words, SetParameter("priors", (1.0,) * K))
    if min(params.likelihoods) < 0 or not max(params.likelihoods) < np.inf:
        words = f"A likelihood is at least 0; the least is {figure(min(params.likelihoods))}: type others."
        return Objection(words, SetParameter("likelihoods", (1.0,) * K))
    return ""


ILLNESS, TEST = (0.01, 0.99), (0.99, 0.05)
"""One in a hundred is ill; 99 % of the ill and 5 % of the healthy test positive."""
MOST = 12
"""There are at most so many classes."""


@dataclass(frozen=True)
class Params:
    priors: tuple[float, ...] = several(
        ILLNESS, most=MOST, symbol="P(C_k)", help="how probable each class is beforehand; divided by their sum"
    )
    likelihoods: tuple[float, ...] = several(
        TEST, most=MOST, symbol="p(x|C_k)", help="how probable what was seen is in each class"
    )
    cases: int = whole(10_000, low=10, high=1_000_000, log=True, help="imagined, and counted in the tree")

    @property
    def shares(self) -> np.ndarray:
        """(K,) the priors, which add up to 1."""
        return np.asarray(np.array(self.priors) / np.sum(self.priors))


@snapshot
class Step:
    """How far the products, their sum and the posteriors have been worked out."""

    part: Literal["priors", "multiply", "sum", "divide", "label"]
    cases: int  # imagined
    priors: np.ndarray  # (K,) P(Cₖ)
    likelihoods: np.ndarray  # (K,) p(x | Cₖ)
    logs: np.ndarray = field(default_factory=no_numbers)  # (k,) ln p(x, Cₖ) as far as they are known
    evidence: float | None = None  # p(x)
    posterior: np.ndarray = field(default_factory=no_numbers)  # (k,) P(Cₖ | x) as far as they are known; NaN for 0 / 0
    k: int | None = None  # the class of this step
    model: None = None

    @property
    def joint(self) -> np.ndarray:
        """(k,) p(x, Cₖ)."""
        return np.asarray(np.exp(self.logs))

    @property
    def best(self) -> int | None:
        """The class with the largest product, the first on a tie; None where all are 0, or not yet."""
        if len(self.logs) < len(self.priors) or not np.isfinite(self.logs.max()):
            return None
        return int(self.logs.argmax())

    @property
    def of_classes(self) -> np.ndarray:
        """(K,) the cases of each class."""
        return self.cases * self.priors

    @property
    def seen(self) -> np.ndarray:
        """(k,) those of them in which x is seen."""
        return np.asarray(self.cases * self.joint)

    @property
    def stacks(self) -> np.ndarray:
        """(K, 3) the prior, the product and the posterior of each class, 0 where it is not known."""
        found = np.zeros((len(self.priors), 3))
        found[:, 0] = self.priors
        found[: len(self.logs), 1] = self.joint
        found[: len(self.posterior), 2] = np.nan_to_num(self.posterior)
        return found
