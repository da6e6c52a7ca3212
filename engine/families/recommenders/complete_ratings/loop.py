"""Completing a user's ratings: a prediction for every gap, and the films ranked by it.   (Segaran 2007)

x̂_uf for every f ∉ F_u, by the item mean, by weights from distances, or by scores weighed by correlations
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import AskParams, critics_of, ratings, user_of
from engine.families.recommenders.predicting import BY_DISTANCE, METHODS, predicted
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = ratings(data, params)
    u, critics = user_of(M, params), critics_of(M, params)
    gaps = np.flatnonzero(np.isnan(M[u]))
    step = Step(part="start", user=u, critics=len(critics), gaps=gaps, filled=np.array(M[u]))
    yield step
    if not len(gaps):
        return Ending.converged("The user has rated everything: there is nothing to complete.")

    x, evidence, _ = predicted(M, u, critics, params.method)
    for done in pauses(len(gaps), STRETCHES, False):
        filled = np.array(M[u])
        filled[gaps[:done]] = x[gaps[:done]]
        step = replace(step, part="gap", filled=filled, evidence=evidence[gaps], done=done, before=step.done)
        yield step

    order = ranked(x[gaps])
    if not len(order):
        return Ending.failed("No gap can be predicted: nobody who can be compared has rated any of these films.")
    yield replace(step, part="ranking", order=order)
    return Ending.converged(f"{counted(len(order), 'film')} ranked, of {counted(len(gaps), 'gap')}.")


def ranked(x: np.ndarray) -> np.ndarray:
    """The places of the predictions (g,), the highest first; those without one are left out, and ties in order."""
    order = np.argsort(-x, kind="stable")
    return np.asarray(order[~np.isnan(x[order])])


def bound(data: Dataset, params: Params) -> int:
    return 2 + FEW


STRETCHES = 12
"""Many gaps are filled in so many stretches."""


@dataclass(frozen=True)
class Completing:
    """How gaps are filled."""

    method: str = choice(BY_DISTANCE, METHODS, label="prediction", clear=True, help="of each gap")
    top: int = whole(3, low=1, high=100, log=True, symbol="n", label="recommended", clear=True, help="the first of all")


@dataclass(frozen=True)
class Params(Completing, AskParams):
    """How gaps are filled, and of whom."""


@snapshot
class Step:
    """How many gaps are filled."""

    part: Literal["start", "gap", "ranking"]
    user: int
    critics: int  # so many can be asked
    gaps: np.ndarray  # (g,) the films that the user has not rated
    filled: np.ndarray  # (F,) the ratings of the user, and predictions for the gaps so far
    evidence: np.ndarray | None = None  # (g,) how many critics count
    done: int = 0
    before: int = 0
    order: np.ndarray | None = None  # places among the gaps, the highest prediction first
    model: None = None

    @property
    def film(self) -> int | None:
        """The film of the gap that was just filled."""
        return int(self.gaps[self.done - 1]) if self.part == "gap" else None

    @property
    def predictions(self) -> np.ndarray:
        """(g,) what is predicted, NaN where nothing is, or not yet."""
        return np.asarray(self.filled[self.gaps])
