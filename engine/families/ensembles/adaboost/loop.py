"""AdaBoost: one cut after the other, each for the rows that those before it got wrong.   (Freund and Schapire 1997)

    ε = Σ wₙ [h(xₙ) ≠ tₙ]        α = ln((1 − ε)/ε) + ln(K − 1)        wₙ ← wₙ exp(α [h(xₙ) ≠ tₙ]) / Z
    class of x = the k with the most votes  Σ αₘ [hₘ(x) = k]

With two classes ln(K − 1) = 0, and the share of training rows that the vote gets wrong is at most Π 2√(ε(1 − ε)).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.probability.impurity import Measure
from engine.maths.probability.splits import best_cuts, indicators, presorted
from engine.models.forest import Forest
from engine.models.tree import Tree


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X = data.X
    y = data.codes
    K = len(data.classes_present)
    order, votes = presorted(X), np.zeros((data.n, len(data.class_names)))
    vote: Forest | None = None
    rounds: tuple[Round, ...] = ()
    weights = np.full(data.n, 1 / data.n)
    yield Step(half="start", model=vote, rounds=rounds, weights=weights)
    for _ in range(params.rounds):
        stump = best_stump(data, order, weights, params.criterion)
        said = stump.predict(X)
        missed = said != y
        error = float(weights[missed].sum())
        alpha = say(error, K) if missed.any() else 1.0
        rounds = (*rounds, Round(stump, weights, missed, error, alpha))
        yield Step(half="cut", model=vote, rounds=rounds, weights=weights)

        if no_better_than_guessing(error, K):
            return _given_up(rounds, vote, K)
        vote = Forest(tuple(one.stump for one in rounds), np.array([one.alpha for one in rounds]))
        votes[np.arange(data.n), said] += alpha
        weights = reweighed(weights, missed, alpha)
        yield Step(half="vote", model=vote, rounds=rounds, weights=weights, wrong=votes.argmax(axis=1) != y)
        if not missed.any():
            return Ending.converged("One cut makes no mistake, so it alone decides.")
    wrong = int((votes.argmax(axis=1) != y).sum())
    return Ending.stopped(f"After {counted(params.rounds, 'round')} the vote gets {wrong} of {data.n} rows wrong.")


def best_stump(data: Dataset, order: np.ndarray, weights: np.ndarray, criterion: str) -> Tree:
    """The cut of one feature whose two sides, each answering with its heaviest class, are the least mixed."""
    columns, targets = np.ascontiguousarray(data.X.T), indicators(data.codes, len(data.class_names), weights)
    cuts = best_cuts(columns, targets, order, measure=MEASURES[criterion])
    whole = targets.sum(axis=1)
    if cuts.best < 0:  # all rows alike: nothing can be cut
        none = np.array([-1])
        return Tree(none, none, none, whole[None], whole[None].argmax(axis=1), n_features=data.d)
    below, asks = cuts.below[cuts.best], np.array([cuts.best, -1, -1])
    counts = np.array([whole, below, np.maximum(whole - below, 0.0)])
    return Tree(
        asks, np.array([-1, 0, 0]), np.array([-1, 0, 1]), counts, counts.argmax(axis=1),
        threshold=np.array([cuts.thresholds[cuts.best], 0.0, 0.0]), numeric=asks >= 0, n_features=data.d,
    )  # fmt: skip


def say(error: float, K: int) -> float:
    """α: how many votes a cut has that gets this share of the weights wrong."""
    return float(np.log((1 - error) / max(error, LEAST)) + np.log(K - 1))


def reweighed(weights: np.ndarray, missed: np.ndarray, alpha: float) -> np.ndarray:
    """The rows that were missed weigh e^α times as much beside the others; together all weigh 1 again."""
    raised = weights * np.where(missed, np.exp(alpha), 1.0)
    return np.asarray(raised / raised.sum())


def no_better_than_guessing(error: float, K: int) -> bool:
    """Whether a cut gets as much of the weights wrong as guessing among K classes does, but for rounding."""
    return error >= 1 - 1 / K - 1e-10


def bound(data: Dataset, params: Params) -> int:
    return 1 + 2 * params.rounds


LEAST = 1e-300
"""No error that is divided by is smaller."""
MEASURES: dict[str, Measure] = {"weighted error": "error", "Gini": "gini"}


@dataclass(frozen=True)
class Params:
    rounds: int = whole(
        30, low=1, high=500, log=True, symbol="M", label="number of rounds (estimators)", help="one cut each"
    )
    criterion: str = choice(
        "weighted error", tuple(MEASURES), label="decision stump by", rare=True, help="what makes a cut the best"
    )


@snapshot
class Round:
    """One cut, and what it was found for."""

    stump: Tree
    weights: np.ndarray  # (n,) of the rows, which it was found for
    missed: np.ndarray  # (n,) whether it gets each row wrong
    error: float  # ε, the weight of those
    alpha: float  # α, how many votes it has


@snapshot
class Step:
    """One half of a round: a cut is found, or it joins the vote and the rows are weighed anew."""

    half: Literal["start", "cut", "vote"]
    model: Forest | None
    rounds: tuple[Round, ...]
    weights: np.ndarray  # (n,) of the rows, after this half
    wrong: np.ndarray | None = None  # (n,) whether the vote gets each row wrong

    @property
    def missed(self) -> np.ndarray:
        """The rows (m,) that the cut of this half gets wrong, or the vote."""
        return np.flatnonzero(self.rounds[-1].missed if self.wrong is None else self.wrong)


def _given_up(rounds: tuple[Round, ...], vote: Forest | None, K: int) -> Ending:
    error = figure(rounds[-1].error)
    words = (
        f"In round {len(rounds)} no cut is better than guessing among {counted(K, 'class', 'classes')} (ε = {error})"
    )
    if vote is None:
        return Ending.failed(f"{words}, so boosting cannot begin: single cuts tell nothing about these classes.")
    return Ending.stopped(f"{words}, so it is left out and boosting ends.")
