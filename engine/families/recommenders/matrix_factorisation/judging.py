"""How good the predictions of held-out ratings are, beside those of means: errors, and rankings."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.spread import spread
from engine.maths.evaluation.ranking import average_precision, normalised_gain
from engine.models.ratings import RatingFactors

RANKED = 1000
"""The rankings of so many users are judged."""
NAMES = ("mean of all", "item mean", "item mean + user", "factors")


@snapshot
class Judged:
    """Of each of the four: the root mean squared error, and MAP and NDCG over the users (n) that can be ranked."""

    errors: np.ndarray  # (4,)
    precision: np.ndarray  # (4,)
    gain: np.ndarray  # (4,)
    users: int


def judged(M: np.ndarray, learnt: np.ndarray, held: np.ndarray, factors: RatingFactors) -> Judged | None:
    """None where no rating is held out."""
    rows, columns = np.nonzero(held)
    if not len(rows):
        return None
    right = M[rows, columns]
    guesses = [*means(M, learnt, rows, columns), factors.predicted(rows, columns)]
    errors = np.array([rmse(right - guess) for guess in guesses])
    rankings = np.array([ranking(right, guess, rows, float(M[learnt].mean())) for guess in guesses])
    return Judged(errors, rankings[:, 0], rankings[:, 1], int(rankings[0, 2]))


def rmse(errors: np.ndarray) -> float:
    """√ mean e², of errors in units of the largest."""
    largest = float(np.abs(errors).max(initial=0.0))
    return largest * float(np.sqrt(((errors / largest) ** 2).mean())) if largest else 0.0


def means(M: np.ndarray, learnt: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> list[np.ndarray]:
    """What the mean of all, that of the film, and that with the mean deviation of the user predict of some cells."""
    overall = float(M[learnt].mean())
    there = np.where(learnt, M, 0.0)
    n = learnt.sum(axis=0)
    film = np.where(n > 0, there.sum(axis=0) / np.maximum(n, 1), overall)
    away = np.where(learnt, M - film, 0.0).sum(axis=1) / np.maximum(learnt.sum(axis=1), 1)
    return [np.full(len(rows), overall), film[columns], film[columns] + away[rows]]


def ranking(right: np.ndarray, guess: np.ndarray, users: np.ndarray, liked: float) -> tuple[float, float, float]:
    """MAP and NDCG of the held-out films of each user in the order of the guesses; what is above `liked` is relevant.

    Users count who have two films or more, a relevant one and another; of very many users evenly spaced ones. The gain
    is the rating above the least.
    """
    found = []
    order = np.argsort(users, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(users[order])) + 1)
    for own in (groups[at] for at in spread(len(groups), RANKED)):
        relevant = right[own] > liked
        if not 0 < relevant.sum() < len(own):
            continue
        best = own[np.argsort(-guess[own], kind="stable")]
        gains = right[best] - right.min()
        top = float(gains.max())
        found.append((average_precision(right[best] > liked), normalised_gain(gains / top if top else gains)))
    if not found:
        return 0.0, 0.0, 0.0
    precision, gain = np.mean(found, axis=0)
    return float(precision), float(gain), float(len(found))
