"""The chain of a Bayesian logistic regression: its walk, what is kept, and whether it can be trusted, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.families.logistic.bayesian_logistic.peak import Peak
from engine.maths.probability.metropolis import BLOCK, Chain, LogDensity, chains, drift, effective_size
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
"""About so many activations are reckoned before the next step of a chain can be shown."""


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
        label="proposals a step",
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
    size = int(np.clip(WORK // len(problem.t), 1, BLOCK))

    yield from chains(log_posterior(problem), first, step, rng, total(params), params.stop_every, size)


def log_posterior(problem: Problem) -> LogDensity:
    """ln p(w | t) + c = −Σ ln(1 + e⁻ˢᵃ) − ½ α ‖w‖² of weights w (M,), with s = 2t − 1 multiplied in once for all."""
    signed, penalties = (2.0 * problem.t - 1.0)[:, None] * problem.Phi, problem.penalties

    def level(w: np.ndarray) -> float:
        right = signed @ w
        loss = np.maximum(-right, 0.0) + np.log1p(np.exp(-np.abs(right)))
        return -(float(np.add.reduce(loss)) + 0.5 * float(penalties @ (w * w)))

    return level


def total(params: ChainParams) -> int:
    """How many proposals a chain has."""
    return params.burn_in + params.draws * params.thinning if params.draws else 0


def kept(chain: Chain, params: ChainParams) -> np.ndarray:
    """(s, M) the draws kept so far: after the burn-in, every so many."""
    return chain.states(params.burn_in)[params.thinning - 1 :: params.thinning]


def picked(chain: Chain, params: ChainParams, most: int = SHOWN) -> np.ndarray:
    """(at most `most`, M) of them, evenly spaced, without touching the others."""
    count = max(chain.seen - params.burn_in, 0) // params.thinning
    chosen = np.linspace(0, count - 1, min(most, count)).round().astype(np.intp)
    return chain.picked(params.burn_in + (chosen + 1) * params.thinning - 1)


def effective_sizes(draws: np.ndarray) -> np.ndarray:
    """(M,) how many independent draws the draws (s, M) are worth for the mean of each weight."""
    return np.array([effective_size(weight) for weight in draws.T])


def doubts(chain: Chain, draws: np.ndarray, sizes: np.ndarray) -> list[str]:
    """What speaks against trusting the chain with the draws (s, M) of effective sizes (M,), each with a remedy."""
    said = []
    share = figure(100 * chain.acceptance, 2)
    if chain.seen >= EARLY and chain.acceptance < RARE:
        said.append(f"Only {share} % of the proposals are accepted: they are too long, so lower the scale.")
    if chain.seen >= EARLY and chain.acceptance > OFTEN:
        said.append(f"{share} % of the proposals are accepted: they are too short to get anywhere, so raise the scale.")
    if len(draws) < EARLY:
        return said
    worth = float(sizes.min())
    if worth < ENOUGH:
        said.append(f"The {counted(len(draws), 'draw')} are worth only {figure(worth, 2)} independent ones: keep more.")
    apart = max(drift(weight) for weight in draws.T)
    if apart > FAR:
        parted = f"The halves of the chain lie {figure(apart, 2)} deviations apart"
        said.append(f"{parted}: it has not settled, so burn in for longer.")
    return said


def verdict(chain: Chain, params: ChainParams) -> Ending:
    """How the run ended: converged, unless something speaks against the chain."""
    draws = kept(chain, params)
    sizes = effective_sizes(draws)
    worth = figure(float(sizes.min()), 3)
    said = (
        f"{counted(len(draws), 'draw')} from the posterior, worth at least {worth} independent ones; "
        f"{figure(100 * chain.acceptance, 2)} % of {counted(chain.seen, 'proposal')} were accepted."
    )
    if doubted := doubts(chain, draws, sizes):
        return Ending.stopped(" ".join([said, *doubted]))
    return Ending.converged(said)
