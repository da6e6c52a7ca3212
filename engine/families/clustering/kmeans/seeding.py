"""Where the centres begin: each rule chooses one more centre (d,), given those chosen so far (k, d).

Every centre is a draw of its own in which each row has its own lot: a row more changes a centre only where it wins.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.maths.algebra.distances import squared_distances
from engine.maths.probability.lots import winner
from engine.models.groups import Centres


def chosen(
    X: np.ndarray, K: int, rule: str, rng: np.random.Generator, start: Centres | None = None
) -> Iterator[tuple[Centres, Centres, int | None]]:
    """One by one K centres: all so far, those before, and the number of the new one; given ones all at once."""
    if start is not None:
        yield start, start, None
        return
    centres = Centres(np.zeros((0, X.shape[1])))
    for k in range(K):
        before, one = centres, SEEDING[rule](X, centres.centres, rng)
        centres = Centres(np.vstack([before.centres, one]))
        yield centres, before, k


def random_row(X: np.ndarray, chosen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A row that is not a centre already: a duplicate would start an empty cluster."""
    free = nearest_square(X, chosen) > 0
    return np.asarray(X[winner(free.astype(float), rng)])


def plus_plus(X: np.ndarray, chosen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A row with probability proportional to its squared distance from the nearest centre so far."""
    return np.asarray(X[winner(nearest_square(X, chosen), rng)])


def farthest_first(X: np.ndarray, chosen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The row farthest from the centres so far; the first is drawn."""
    row = np.argmax(nearest_square(X, chosen)) if len(chosen) else winner(np.ones(len(X)), rng)
    return np.asarray(X[row])


def in_the_box(X: np.ndarray, chosen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Anywhere between the least and the greatest value of each feature."""
    return np.asarray(rng.uniform(X.min(axis=0), X.max(axis=0)))


def nearest_square(X: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """(n,) the squared distance of each row to its nearest centre so far; 1 while there is none."""
    return np.asarray(squared_distances(X, chosen).min(axis=1)) if len(chosen) else np.ones(len(X))


SEEDING = {
    "random rows": random_row,
    "k-means++": plus_plus,
    "farthest first": farthest_first,
    "random in the box": in_the_box,
}
