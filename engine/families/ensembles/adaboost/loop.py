"""AdaBoost: decision stumps one by one, each for the rows that those before it got wrong.   (Freund, Schapire 1997)

    ε = Σ wₙ [h(xₙ) ≠ tₙ]        α = ln((1 − ε)/ε) + ln(K − 1)        wₙ ← wₙ exp(α [h(xₙ) ≠ tₙ]) / Z
    class of x = the k with the most votes  Σ αₘ [hₘ(x) = k]

A stump h asks one feature: a number is cut in two, a category has a branch for each level. Each branch answers with the
class of which most weight is there, so h has the least ε that the question allows, ε = 1 − Σ_v max_k W_vk, and the
question with the least is asked (by Gini: the one with the least mixed branches). A category of many levels wins
easily. A level that no row has is called the heaviest class of all rows.
With two classes ln(K − 1) = 0, and the share of training rows that the vote gets wrong is at most Π 2√(ε(1 − ε)).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.probability.impurity import Measure
from engine.maths.probability.splits import presorted
from engine.models.forest import Forest
from engine.models.tree import Tree
from engine.parts.trees.at_once import Limits, grown
from engine.parts.trees.growing import asked_values, levels_of


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X = asked_values(data)
    t = data.codes
    K = len(data.classes_present)
    order, votes = presorted(X), np.zeros((data.n, len(data.class_names)))
    vote: Forest | None = None
    rounds: tuple[Round, ...] = ()
    weights = np.full(data.n, 1 / data.n)
    yield Step(half="start", model=vote, rounds=rounds, weights=weights)
    for _ in range(params.rounds):
        h = best_stump(data, X, order, weights, params.criterion)
        answers = h.predict(X)
        missed = answers != t
        epsilon = float(weights[missed].sum())
        alpha = stump_weight(epsilon, K) if missed.any() else 1.0
        rounds = (*rounds, Round(h, weights, missed, epsilon, alpha))
        yield Step(half="stump", model=vote, rounds=rounds, weights=weights)

        if epsilon >= guessing(K) - ROUNDING:
            return _given_up(rounds, vote, K)
        vote = Forest(tuple(one.stump for one in rounds), np.array([one.alpha for one in rounds]))
        votes[np.arange(data.n), answers] += alpha
        weights = reweighed(weights, missed, alpha)
        yield Step(half="vote", model=vote, rounds=rounds, weights=weights, wrong=votes.argmax(axis=1) != t)
        if not missed.any():
            return Ending.converged("One stump makes no mistake, so it alone decides.")
    wrong = int((votes.argmax(axis=1) != t).sum())
    return Ending.stopped(f"After {counted(params.rounds, 'round')} the vote gets {wrong} of {data.n:,} rows wrong.")


def best_stump(data: Dataset, X: np.ndarray, order: np.ndarray, weights: np.ndarray, criterion: str) -> Tree:
    """The question of one feature whose branches, each answering with its heaviest class, are the least mixed.

    Of equally heavy classes the first answers.
    """
    stump = grown(
        X, data.codes, len(data.class_names), measure=MEASURES[criterion], limits=Limits(max_depth=1),
        weights=weights, order=order, levels=levels_of(data),
    )  # fmt: skip
    return replace(stump, majority=stump.counts.argmax(axis=1))


def stump_weight(epsilon: float, K: int) -> float:
    """α: how many votes a stump has that gets this share of the weights wrong."""
    return float(np.log((1 - epsilon) / max(epsilon, LEAST)) + np.log(K - 1))


def reweighed(weights: np.ndarray, missed: np.ndarray, alpha: float) -> np.ndarray:
    """The rows that were missed weigh e^α times as much beside the others; together all weigh 1 again."""
    raised = weights * np.where(missed, np.exp(alpha), 1.0)
    return np.asarray(raised / raised.sum())


def guessing(K: int) -> float:
    """The share of the weights that guessing among K classes gets wrong."""
    return 1 - 1 / K


def bound(data: Dataset, params: Params) -> int:
    return 1 + 2 * params.rounds


ROUNDING = 1e-10
LEAST = 1e-300
"""No error that is divided by is smaller."""
MEASURES: dict[str, Measure] = {"weighted error": "error", "Gini": "gini"}


@dataclass(frozen=True)
class Params:
    rounds: int = whole(
        30, low=1, high=500, log=True, symbol="M", label="number of rounds (estimators)", help="one stump each"
    )
    criterion: str = choice(
        "weighted error", tuple(MEASURES), label="decision stump by", rare=True, help="what makes a stump the best"
    )


@snapshot
class Round:
    """One stump, and what it was found for."""

    stump: Tree
    weights: np.ndarray  # (n,) of the rows, which it was found for
    missed: np.ndarray  # (n,) whether it gets each row wrong
    error: float  # ε, the weight of those
    alpha: float  # α, how many votes it has


@snapshot
class Step:
    """One half of a round: a stump is found, or it joins the vote and the rows are weighed anew."""

    half: Literal["start", "stump", "vote"]
    model: Forest | None
    rounds: tuple[Round, ...]
    weights: np.ndarray  # (n,) of the rows, after this half
    wrong: np.ndarray | None = None  # (n,) whether the vote gets each row wrong

    @property
    def missed(self) -> np.ndarray:
        """The rows (m,) that the stump of this half gets wrong, or the vote."""
        return np.flatnonzero(self.rounds[-1].missed if self.wrong is None else self.wrong)


def _given_up(rounds: tuple[Round, ...], vote: Forest | None, K: int) -> Ending:
    error = figure(rounds[-1].error)
    words = (
        f"In round {len(rounds)} no stump is better than guessing among {counted(K, 'class', 'classes')} (ε = {error})"
    )
    if vote is None:
        return Ending.failed(f"{words}, so boosting cannot begin: single stumps tell nothing about these classes.")
    return Ending.stopped(f"{words}, so it is left out and boosting ends.")
