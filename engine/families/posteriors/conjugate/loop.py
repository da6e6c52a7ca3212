"""Conjugate priors: the posterior is of the kind of the prior, with other numbers.   (Bishop 2006, chapter 2)

p(θ | x) = p(x | θ) p(θ) / p(x)

αₖ ← αₖ + 1 for outcome k        κ' = κ + 1,  m' = (κ m + x) / κ',  a' = a + ½,  b' = b + κ (x − m)² / (2 κ')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.posteriors.conjugate.beliefs import Belief, Dirichlet, NormalGamma


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    prior = belief = params.prior
    low, high = interval(belief, params.level)
    yield Step(part="prior", n=0, belief=belief, low=low, high=high)
    xs = observations(params, rng)
    for n, x in enumerate(xs.tolist(), start=1):
        evidence = belief.predictive(x)
        before, belief = belief, updated(belief, x)
        low, high = interval(belief, params.level)
        yield Step(
            part="observed", n=n, x=x, before=before, belief=belief, evidence=evidence, low=low, high=high, xs=xs[:n]
        )
    together = all_at_once(prior, xs)
    yield Step(part="together", n=len(xs), before=prior, belief=together, stepwise=belief, low=low, high=high, xs=xs)
    words = f"{counted(len(xs), 'observation')} seen, one by one and all at once: the posterior is the same"
    return Ending.converged(f"{words}, with {figure(100 * params.level)} % from {figure(low)} to {figure(high)}.")


def updated(belief: Belief, x: float) -> Belief:
    """The posterior after one observation: an outcome, numbered from 0, or a point."""
    if isinstance(belief, Dirichlet):
        alpha = belief.alpha.copy()
        alpha[int(x)] += 1
        return Dirichlet(alpha)
    m, kappa, a, b = belief.m, belief.kappa, belief.a, belief.b
    return NormalGamma(
        m=(kappa * m + x) / (kappa + 1), kappa=kappa + 1, a=a + 0.5, b=b + kappa * (x - m) ** 2 / (2 * (kappa + 1))
    )


def all_at_once(prior: Belief, xs: np.ndarray) -> Belief:
    """The posterior from the counts of the outcomes, or from the number, mean and squares of the points."""
    if isinstance(prior, Dirichlet):
        return Dirichlet(prior.alpha + np.bincount(xs.astype(int), minlength=len(prior.alpha)))
    n, mean = len(xs), float(xs.mean())
    kappa = prior.kappa + n
    squares = 0.5 * float(((xs - mean) ** 2).sum()) + prior.kappa * n * (mean - prior.m) ** 2 / (2 * kappa)
    m = (prior.kappa * prior.m + n * mean) / kappa
    return NormalGamma(m=m, kappa=kappa, a=prior.a + n / 2, b=prior.b + squares)


def interval(belief: Belief, level: float) -> tuple[float, float]:
    """The credible interval with equal tails of the first probability, or of the mean."""
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    ends = belief.quantile(0, tails) if isinstance(belief, Dirichlet) else belief.quantile(tails)
    return float(ends[0]), float(ends[1])


def observations(params: Params, rng: np.random.Generator) -> np.ndarray:
    """(n,) those that are typed, outcomes numbered from 0, or drawn at random."""
    if params.observed:
        typed = np.array(params.observed)
        return 1 - typed if params.family == COIN else typed - 1 if params.family == DIE else typed
    if params.family == GAUSSIAN:
        return np.asarray(params.true_mean + params.true_deviation * rng.standard_normal(params.count))
    shares = np.array([params.true_p, 1 - params.true_p] if params.family == COIN else params.true_shares)
    ends = np.cumsum(shares / shares.sum())
    drawn = np.searchsorted(ends, rng.random(params.count), side="right")
    return np.asarray(np.minimum(drawn, np.flatnonzero(shares)[-1]), dtype=float)


def bound(data: Dataset, params: Params) -> int:
    return 2 + (len(params.observed) or params.count)


def limits(data: Dataset, params: Params) -> str:
    """The prior has its numbers, and what is typed can be observed."""
    name, usual = PRIORS[params.family]
    typed = getattr(params, name)
    above = typed[1:] if params.family == GAUSSIAN else typed
    if len(typed) != len(usual) or min(above, default=0) < LEAST or max(above) > MOST or abs(typed[0]) > MOST:
        words = f"{name} needs {len(usual)} numbers, from {figure(LEAST)} to {MOST:,.0f}"
        words += ", but for the mean m, which is at most as large." if params.family == GAUSSIAN else "."
        return Objection(words, SetParameter(name, usual))
    legal = {COIN: (0.0, 1.0), DIE: (1.0, 2.0, 3.0)}.get(params.family)
    for place, x in enumerate(params.observed, start=1):
        if (legal and x not in legal) or abs(x) > MOST:
            wanted = {COIN: "1 (heads) or 0 (tails)", DIE: "1, 2 or 3"}.get(params.family, f"at most {MOST:,.0f}")
            words = f"Observation {place} is {figure(x)}, and must be {wanted}: type another, or none to draw them."
            return Objection(words, SetParameter("observed", ()))
    shares = params.true_shares
    if params.family == DIE and (len(shares) != 3 or min(shares) < 0 or not sum(shares) > 0):
        return Objection("true_shares needs 3 numbers of at least 0, not all 0.", SetParameter("true_shares", SHARES))
    return ""


COIN, DIE, GAUSSIAN = FAMILIES = ("beta–Bernoulli", "Dirichlet–multinomial", "normal–gamma")
LEAST, MOST = 0.1, 1e6
SHARES = (0.5, 0.3, 0.2)
PRIORS: dict[str, tuple[str, tuple[float, ...]]] = {
    COIN: ("beta", (2.0, 2.0)), DIE: ("alpha", (1.0, 1.0, 1.0)), GAUSSIAN: ("normal_gamma", (0.0, 1.0, 2.0, 2.0)),
}  # fmt: skip


@dataclass(frozen=True)
class Params:
    family: str = choice(COIN, FAMILIES, label="prior and likelihood", clear=True, help="what is learnt")
    beta: tuple[float, ...] = several(
        (2.0, 2.0), most=2, symbol="a, b", when=("family", (COIN,)), label="prior", help="heads and tails imagined"
    )
    alpha: tuple[float, ...] = several(
        (1.0, 1.0, 1.0), most=3, symbol=r"\alpha", when=("family", (DIE,)), label="prior", help="one number a side"
    )
    normal_gamma: tuple[float, ...] = several(
        (0.0, 1.0, 2.0, 2.0), most=4, symbol=r"m, \kappa, a, b", when=("family", (GAUSSIAN,)), label="prior",
        help="of the mean, and of the precision",
    )  # fmt: skip
    observed: tuple[float, ...] = several(most=64, symbol="x", help="typed in order; empty: drawn at random")
    level: float = real(0.95, low=0.5, high=0.999, share=True, label="credible level", help="share within the interval")
    count: int = whole(20, low=1, high=500, log=True, symbol="N", label="draws", help="observations drawn at random")
    true_p: float = real(0.7, low=0.0, high=1.0, when=("family", (COIN,)), label="true P(heads)", help="of the draws")
    true_shares: tuple[float, ...] = several(
        SHARES, most=3, when=("family", (DIE,)), label="true probabilities", help="of the draws"
    )
    true_mean: float = real(1.0, low=-100.0, high=100.0, when=("family", (GAUSSIAN,)), help="of the draws")
    true_deviation: float = real(1.0, low=0.01, high=100.0, when=("family", (GAUSSIAN,)), help="of the draws")

    @property
    def prior(self) -> Belief:
        """What is believed before anything is observed."""
        if self.family == GAUSSIAN:
            m, kappa, a, b = self.normal_gamma
            return NormalGamma(m, kappa, a, b)
        return Dirichlet(np.array(self.beta if self.family == COIN else self.alpha))


@snapshot
class Step:
    """What is believed after so many observations."""

    part: Literal["prior", "observed", "together"]
    n: int
    belief: Belief
    low: float  # the credible interval of the first probability, or of the mean
    high: float
    x: float | None = None  # what was observed: an outcome, numbered from 0, or a point
    before: Belief | None = None  # what was believed before it; of all together the prior
    evidence: float | None = None  # p(x), which the product is divided by
    stepwise: Belief | None = None  # the posterior reached one by one
    xs: np.ndarray = field(default_factory=no_numbers)  # (n,) all so far
    model: None = None
