"""Where the centres begin: each rule chooses one more centre (d,), given how far each row is from those so far.

Every centre is a draw of its own in which each row has its random key: a row more changes a centre only where it wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.base.snapshot import sealed
from engine.maths.algebra.distances import nearest, squared_distances
from engine.maths.probability.row_keys import RowKeys, winner
from engine.models.groups import Centres


class Chosen(NamedTuple):
    """The centres so far, those before, the number of the new one, and how it came to be chosen."""

    centres: Centres
    before: Centres
    k: int | None  # None where all are given at once
    row: int | None  # the row it stands on, if it was one
    chances: np.ndarray | None  # (n,) how likely each row was, where one was likelier than another


def chosen(
    X: np.ndarray, row_keys: RowKeys, K: int, rule: str, rng: np.random.Generator, start: Centres | None = None
) -> Iterator[Chosen]:
    """One by one K centres; given ones all at once."""
    if start is not None:
        yield Chosen(start, start, None, None, None)
        return
    centres, squares = Centres(np.zeros((0, X.shape[1]))), nearest_square(X, np.zeros((0, X.shape[1])))
    for k in range(K):
        before, (place, row, chances) = centres, SEEDING[rule](X, squares, k, row_keys, rng)
        centres = Centres(np.vstack([before.centres, place]))
        yield Chosen(centres, before, k, row, chances)
        if k + 1 < K:
            from_new = squared_distances(X, place[None])[:, 0]
            squares = np.minimum(squares, from_new) if k else from_new


Choice = tuple[np.ndarray, int | None, np.ndarray | None]
"""A place (d,), the row it is, and the chances (n,) it was drawn with, where they are not all alike.

A rule is given the rows X (n, d), the squared distance (n,) of each to the nearest of the k centres so far, k, and the
row_keys of the rows.
"""


def random_row(X: np.ndarray, squares: np.ndarray, k: int, row_keys: RowKeys, rng: np.random.Generator) -> Choice:
    """A row that is not a centre already: a duplicate would start an empty cluster."""
    row = winner(squares > 0, row_keys, rng)
    return X[row], row, None


def plus_plus(X: np.ndarray, squares: np.ndarray, k: int, row_keys: RowKeys, rng: np.random.Generator) -> Choice:
    """A row with probability proportional to its squared distance from the nearest centre so far."""
    return drawn(X, squares, row_keys, rng) if k else random_row(X, squares, k, row_keys, rng)


def farthest_first(X: np.ndarray, squares: np.ndarray, k: int, row_keys: RowKeys, rng: np.random.Generator) -> Choice:
    """The row farthest from the centres so far; the first is drawn."""
    if not k:
        return random_row(X, squares, k, row_keys, rng)
    row = int(np.argmax(squares))
    return X[row], row, None


def in_the_box(X: np.ndarray, squares: np.ndarray, k: int, row_keys: RowKeys, rng: np.random.Generator) -> Choice:
    """Anywhere between the least and the greatest value of each feature."""
    return np.asarray(rng.uniform(X.min(axis=0), X.max(axis=0))), None, None


def drawn(X: np.ndarray, weights: np.ndarray, row_keys: RowKeys, rng: np.random.Generator) -> Choice:
    """A row, each with a chance in proportion to its weight (n,)."""
    row = winner(weights, row_keys, rng)
    return X[row], row, sealed(shares(weights))


def shares(weights: np.ndarray) -> np.ndarray:
    """(n,) the weights as chances that add up to 1; where none is above 0, all alike.

    >>> shares(np.array([1.0, 3.0])), shares(np.zeros(2))
    (array([0.25, 0.75]), array([0.5, 0.5]))
    """
    greatest = min(float(weights.max()), np.finfo(float).max)
    parts = np.minimum(weights, greatest) if greatest > 0 else np.ones(len(weights))
    if greatest > 0:
        parts /= greatest
    parts /= parts.sum()
    return np.asarray(parts)


def nearest_square(X: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """(n,) the squared distance of each row to its nearest centre so far; 1 while there is none."""
    return nearest(X, chosen).squares if len(chosen) else np.ones(len(X))


SEEDING = {
    "random rows": random_row,
    "k-means++": plus_plus,
    "farthest first": farthest_first,
    "random in the box": in_the_box,
}
