"""K-means from given centres to its end, for methods in which a whole run of it is one step.   (Lloyd 1957)

A run of many rows and centres pauses on its way: it yields how far it is, and its result is where it came to rest.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.core.pauses import Pauses, most_pauses
from engine.families.clustering.empty import empty, reseeded
from engine.families.clustering.kmeans.loop import assigned, mean, mean_square, moved
from engine.families.clustering.seeding import chosen
from engine.maths.algebra.partitions import by_first_row
from engine.maths.probability.row_keys import RowKeys
from engine.models.groups import Centres

ROUNDS = 300


@snapshot
class Found:
    """Where a run came to rest, or how far it is."""

    start: Centres
    centres: Centres
    labels: np.ndarray  # (n,) the cluster of each row; −1 before the first round
    error: float  # E, the mean squared distance to the own centre; ∞ before the first round
    rounds: int  # of assign and move


Search = Generator[Found, None, Found]
"""What yields how far a run is whenever it pauses, and comes to where it rests."""


def lloyd(X: np.ndarray, start: Centres, pauses: Pauses, most: int = ROUNDS) -> Search:
    """Assign and move by turns until no row changes its cluster; a centre without rows goes to the worst row.

    Where E falls no more, rows that still change do so by rounding, and would go round in a circle; where rounding
    makes it rise, the centres before count.
    """
    X = np.asfortranarray(X)  # distances and sums go through it column by column
    centres = start
    labels = np.full(len(X), -1)
    error = np.inf
    rounds = 0
    resting = False
    last = start
    while not resting and rounds < most:
        before = centres
        old = labels
        was = error
        rounds = rounds + 1
        labels, squares, _ = assigned(X, centres)
        error = mean(squares)
        if error > was:
            return Found(start, last, old, mean_square(X, old, last), rounds)
        for k in empty(labels, len(centres.centres)) if error < was else ():
            centres, labels = reseeded(X, centres, labels, k)
        resting = centres is before and (error >= was or np.array_equal(old, labels))
        if not resting and pauses.due(round_work(len(X), X.shape[1], len(centres.centres))):
            yield Found(start, centres, labels, error, rounds)
        last, centres = centres, centres if resting else moved(X, labels, centres)
    return Found(start, centres, labels, error if resting else mean_square(X, labels, centres), rounds)


def round_work(n: int, d: int, K: int) -> int:
    """The differences of a round: from each row to all centres, and to find the means."""
    return n * (d + 1) * (K + 2)


def seeding_work(n: int, d: int, K: int) -> int:
    """The differences from each row to each centre, as it is chosen."""
    return n * d * K


def most_waits(n: int, d: int, K: int, runs: int, rounds: int = ROUNDS) -> int:
    """How often so many runs with K centres or fewer pause on their way."""
    return most_pauses((seeding_work(n, d, K) + round_work(n, d, K) * rounds) * runs)


def best_of(
    X: np.ndarray,
    row_keys: RowKeys,
    K: int,
    runs: int,
    seeding: str,
    rng: np.random.Generator,
    pauses: Pauses,
    most: int = ROUNDS,
) -> Search:
    """The run, of some, that ends with the least error; its clusters numbered by their first rows."""
    X, ends = np.asfortranarray(X), []
    for _ in range(runs):
        *_, begun = chosen(X, row_keys, K, seeding, rng)
        if pauses.due(seeding_work(len(X), X.shape[1], K)):
            yield Found(begun.centres, begun.centres, np.full(len(X), -1), np.inf, 0)
        ends.append((yield from lloyd(X, begun.centres, pauses, most)))
    return in_order(min(ends, key=lambda found: found.error))


def in_order(found: Found) -> Found:
    """The clusters numbered by their first rows, those without rows last: the same ones then look the same."""
    order = by_first_row(found.labels, len(found.centres.centres))
    start, centres = (Centres(model.centres[order]) for model in (found.start, found.centres))
    return replace(found, start=start, centres=centres, labels=np.argsort(order)[found.labels])
