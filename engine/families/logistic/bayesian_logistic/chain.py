"""The chain of a Bayesian logistic regression: its walk, what is kept, and whether it can be trusted, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.families.logistic.bayesian_logistic.peak import Peak
from engine.maths.probability.metropolis import BLOCK, Chain, LogDensity, chains, drift, effective_sizes
from engine.parts.weight_space import Problem

FAN = 20
"""So many sampled boundaries are drawn."""
SHOWN = 200
"""The model of a step on the way holds at most so many of the draws, evenly spaced; that of the last step holds all."""
RARE, OFTEN = 0.05, 0.95
"""Fewer or more proposals than this should not be accepted."""
ENOUGH = 50
"""Draws that are worth fewer independent ones than this are too few."""
EARLY = 100
"""Nothing is said against a chain of fewer proposals or draws than this."""
FAR = 1.2
"""Halves of a chain whose means lie more than so many deviations apart do not tell of the same density."""


AWAY = 4.0
"""The chain begins so many standard deviations from w_MAP, so that one can see whether it finds its way."""
BEST_SCALE = 2.4
"""Proposals with 2.4 / √M times the deviations of the posterior mix best (Gelman, Roberts and Gilks 1996)."""
WORK = 2_000_000
"""About so many activations are computed between two shown steps of a chain."""


@dataclass(frozen=True)
class ChainParams:
    """How long the chain is, what is kept of it, and how far a proposal goes."""

    draws: int = whole(2000, low=0, high=100_000, symbol="S", help="of the chain that are kept; 0: no chain")
    burn_in: int = whole(
        500, low=0, high=100_000, label="burn-in", rare=True, help="proposals at the beginning that are not kept"
    )
    thinning: int = whole(1, low=1, high=100, rare=True, help="proposals from one kept draw to the next")
    scale: float = real(
        1.0, low=1e-3, high=1e3, log=True, label="proposal size", rare=True, help="1 is 2.4/√M times the deviations"
    )
    stop_every: int = whole(
        10,
        low=1,
        high=10_000,
        log=True,
        label="proposals per step",
        clear=True,
        rare=True,
        help="1 shows every one of them",
    )


def walked(
    w: np.ndarray, peak: Peak, problem: Problem, params: ChainParams, rng: np.random.Generator
) -> Iterator[Chain]:
    """Metropolis's walk over the true posterior, seen every so many proposals; it begins some way off w_MAP."""
    if not params.draws:
        return
    way = rng.standard_normal(len(w))
    first = w + AWAY * peak.factor @ (way / np.linalg.norm(way))
    step = params.scale * BEST_SCALE / np.sqrt(len(w)) * peak.factor
    size = min(max(WORK // len(problem.t), 1), BLOCK)

    yield from chains(log_posterior(problem), first, step, rng, total(params), params.stop_every, size)


def log_posterior(problem: Problem) -> LogDensity:
    """ln p(w | t) + c = −Σ ln(1 + e⁻ˢᵃ) − ½ α ‖w‖² of weights w (M,), with s = 2t − 1 multiplied in once for all."""
    opposed, penalties = (1.0 - 2.0 * problem.t)[:, None] * problem.Phi, problem.penalties
    ones = np.ones(len(opposed))

    def level(w: np.ndarray) -> float:  # `dot`, which begins sooner than @ does: a walk asks at every proposal
        wrong = opposed.dot(w)
        loss = float(ones.dot(np.log1p(np.exp(wrong))))
        if loss == math.inf:  # an e⁻ˢᵃ is past what a number holds, and its logarithm is not
            loss = float(ones.dot(np.logaddexp(0.0, wrong)))
        return -loss - 0.5 * float(penalties.dot(w * w))

    return level


def total(params: ChainParams) -> int:
    """How many proposals a chain has."""
    return params.burn_in + params.draws * params.thinning if params.draws else 0


def kept(chain: Chain, params: ChainParams) -> np.ndarray:
    """(s, M) the draws kept so far: after the burn-in, every so many."""
    return chain.states(params.burn_in)[params.thinning - 1 :: params.thinning]


def picked(chain: Chain, params: ChainParams) -> np.ndarray:
    """(at most SHOWN, M) of them, evenly spaced, without touching the others."""
    count = max(chain.seen - params.burn_in, 0) // params.thinning
    every = params.thinning * max(-(-count // SHOWN), 1)
    return chain.thinned(params.burn_in + params.thinning - 1, every)


def evenly(count: int, most: int) -> np.ndarray:
    """(at most `most`,) the numbers from 0 to count − 1 evenly spaced, with both ends.

    >>> evenly(7, 3), evenly(3, 7)
    (array([0, 3, 6]), array([0, 1, 2]))
    """
    chosen = np.arange(min(most, count))
    return chosen if count <= most else chosen * (count - 1) // (most - 1)


def series_of(draws: np.ndarray) -> np.ndarray:
    """(M, s) the draws (s, M) with each weight's one after the other in memory, where sums over them are quick."""
    return np.ascontiguousarray(draws.T)


def doubts(chain: Chain, series: np.ndarray, sizes: np.ndarray) -> list[str]:
    """Reasons to distrust the chain with the draws (M, s) of effective sizes (M,), each with a remedy."""
    said = []
    share = figure(100 * chain.acceptance, 2)
    if chain.seen >= EARLY and chain.acceptance < RARE:
        said.append(f"Only {share} % of the proposals are accepted: they are too long, so lower the scale.")
    if chain.seen >= EARLY and chain.acceptance > OFTEN:
        said.append(f"{share} % of the proposals are accepted: they are too short, so raise the scale.")
    count = series.shape[1]
    if count < EARLY:
        return said
    worth = float(sizes.min())
    if worth < ENOUGH:
        said.append(f"The {counted(count, 'draw')} are worth only {figure(worth, 2)} independent ones: keep more.")
    apart = drift(series)
    if apart > FAR:
        parted = f"The halves of the chain lie {figure(apart, 2)} deviations apart"
        said.append(f"{parted}: it has not settled, so burn in for longer.")
    return said


def verdict(chain: Chain, params: ChainParams) -> Ending:
    """How the run ended: converged, unless there is a reason to distrust the chain."""
    series = series_of(kept(chain, params))
    sizes = effective_sizes(series)
    worth = figure(float(sizes.min()), 3)
    said = (
        f"{counted(series.shape[1], 'draw')} from the posterior, worth at least {worth} independent ones; "
        f"{figure(100 * chain.acceptance, 2)} % of {counted(chain.seen, 'proposal')} were accepted."
    )
    if doubted := doubts(chain, series, sizes):
        return Ending.stopped(" ".join([said, *doubted]))
    return Ending.converged(said)
