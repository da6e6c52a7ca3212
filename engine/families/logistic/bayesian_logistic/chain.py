"""What the chain of a Bayesian logistic regression keeps, and whether it can be trusted, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.maths.probability.metropolis import Chain, drift, effective_size

if TYPE_CHECKING:
    from engine.families.logistic.bayesian_logistic.loop import Params

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


def total(params: Params) -> int:
    """How many proposals a chain has."""
    return params.burn_in + params.draws * params.thinning if params.draws else 0


def kept(chain: Chain, params: Params) -> np.ndarray:
    """(s, M) the draws kept so far: after the burn-in, every so many."""
    return chain.states(params.burn_in)[params.thinning - 1 :: params.thinning]


def picked(chain: Chain, params: Params, most: int = SHOWN) -> np.ndarray:
    """(at most `most`, M) of them, evenly spaced, without touching the others."""
    count = max(chain.seen - params.burn_in, 0) // params.thinning
    chosen = np.unique(np.linspace(0, count - 1, min(most, count)).round().astype(np.intp))
    return chain.picked(params.burn_in + (chosen + 1) * params.thinning - 1)


def effective_sizes(draws: np.ndarray) -> np.ndarray:
    """(M,) how many independent draws the draws (s, M) are worth for the mean of each weight."""
    return np.array([effective_size(weight) for weight in draws.T])


def doubts(chain: Chain, params: Params) -> list[str]:
    """What speaks against trusting the chain, each with a remedy."""
    said = []
    share = figure(100 * chain.acceptance, 2)
    if chain.seen >= EARLY and chain.acceptance < RARE:
        said.append(f"Only {share} % of the proposals are accepted: they are too long, so lower the scale.")
    if chain.seen >= EARLY and chain.acceptance > OFTEN:
        said.append(f"{share} % of the proposals are accepted: they are too short to get anywhere, so raise the scale.")
    draws = kept(chain, params)
    if len(draws) < EARLY:
        return said
    worth = float(effective_sizes(draws).min())
    if worth < ENOUGH:
        said.append(f"The {counted(len(draws), 'draw')} are worth only {figure(worth, 2)} independent ones: keep more.")
    apart = max(drift(weight) for weight in draws.T)
    if apart > FAR:
        parted = f"The halves of the chain lie {figure(apart, 2)} deviations apart"
        said.append(f"{parted}: it has not settled, so burn in for longer.")
    return said


def verdict(chain: Chain, params: Params) -> Ending:
    """How the run ended: converged, unless something speaks against the chain."""
    draws = kept(chain, params)
    worth = figure(float(effective_sizes(draws).min()), 3)
    said = (
        f"{counted(len(draws), 'draw')} from the posterior, worth at least {worth} independent ones; "
        f"{figure(100 * chain.acceptance, 2)} % of {counted(chain.seen, 'proposal')} were accepted."
    )
    if doubted := doubts(chain, params):
        return Ending.stopped(" ".join([said, *doubted]))
    return Ending.converged(said)
