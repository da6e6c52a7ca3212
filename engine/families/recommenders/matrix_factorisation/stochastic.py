"""Stochastic gradient descent: each rating moves the factors of its user and its film a little."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.maths.probability.row_keys import RowKeys, random_keys
from engine.models.ratings import RatingFactors

EACH = 40
"""So many ratings of the first epoch are steps of their own."""
STRETCH = 2000
"""After so many the descent pauses."""


def epoch(
    R: np.ndarray, learnt: np.ndarray, factors: RatingFactors, row_keys: RowKeys, rng: np.random.Generator, rate: float,
    penalty: float, biases: bool, first: bool,
) -> Iterator[tuple[int, int, float, RatingFactors]]:  # fmt: skip
    """The ratings in the order of their random keys; at each pause the cell, its error before, and the factors."""
    keys = random_keys(row_keys, rng, R.shape[1])
    users, films = np.nonzero(learnt)
    order = np.argsort(keys[users, films], kind="stable")
    b, c, P, Q = (np.array(one) for one in (factors.user_bias, factors.film_bias, factors.P, factors.Q))
    for n, at in enumerate(order.tolist(), 1):
        u, f = int(users[at]), int(films[at])
        e = R[u, f] - b[u] - c[f] - float(P[u] @ Q[f])
        if biases:
            b[u] += rate * (e - penalty * b[u])
            c[f] += rate * (e - penalty * c[f])
        P[u], Q[f] = moved(P[u], Q[f], e, rate, penalty), moved(Q[f], P[u], e, rate, penalty)
        if (first and n <= EACH) or n % STRETCH == 0 or n == len(order):
            yield u, f, float(e), replace(factors, user_bias=b, film_bias=c, P=P, Q=Q)


def moved(p: np.ndarray, q: np.ndarray, e: float, rate: float, penalty: float) -> np.ndarray:
    """p ← p + η (e q − λ p)."""
    return np.asarray(p + rate * (e * q - penalty * p))


def most(ratings: int) -> int:
    """How many pauses an epoch can have."""
    return EACH + ratings // STRETCH + 1
