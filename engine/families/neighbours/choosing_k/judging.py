"""Which rows are held back, and how many of them each k misclassifies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.data.row_numbers import others
from engine.data.split import folds, learnable
from engine.families.neighbours.measuring import DistanceParams, metric
from engine.maths.probability.row_keys import RowKeys, shuffled
from engine.maths.probability.votes import Ballot, elected
from engine.models.neighbours import Neighbours

MEASURED = 75_000_000
"""After so many gaps between numbers, less than half a second, the search stops for a look."""
SORTED = 6
"""To sort a distance costs about as much as so many gaps."""
ALL, HELD, LAST, GIVEN = SPLITS = ("cross-validation", "rows drawn at random", "the last rows", "the validation rows")


@snapshot
class Part:
    """One way to divide the rows: those learnt from, and those held back, ascending."""

    learnt: np.ndarray
    kept: np.ndarray


def parts_of(data: Dataset, how: str, count: int, share: float, rng: np.random.Generator) -> tuple[Part, ...]:
    """The parts of a table: the rows for validation judge, or they are left alone and the others are divided."""
    rows = learnable(data)
    if how == GIVEN:
        return (Part(rows, others(data.n, rows)),)
    own = divided(data.row_keys_of(rows), how, count, share, rng)
    return tuple(Part(rows[part.learnt], rows[part.kept]) for part in own)


def divided(row_keys: RowKeys, how: str, count: int, share: float, rng: np.random.Generator) -> tuple[Part, ...]:
    """The parts of n rows: `count` folds, each held back once, or one share of the rows, at least one and not all."""
    n = len(row_keys)
    if how == ALL:
        return tuple(Part(others(n, kept), kept) for kept in folds(row_keys, count, rng))
    size = min(max(round(n * share), 1), n - 1)
    order = shuffled(row_keys, rng)[::-1] if how == HELD else np.arange(n)
    return (Part(np.sort(order[: n - size]), np.sort(order[n - size :])),)


@dataclass(frozen=True)
class Judged:
    """Every row with its neighbours among those learnt from, the nearest first, over all parts.

    ballot  what they vote;   truth (m,) what they should elect;   rows (m,) which rows they are
    kept (m,)  whether a row was held back;   rule  what decides a tie
    """

    ballot: Ballot
    truth: np.ndarray
    rows: np.ndarray
    kept: np.ndarray
    rule: str

    def voted(self, votes: np.ndarray | None, k: int) -> np.ndarray:
        """(m, K) the votes when neighbour k has voted too."""
        more = np.zeros(self.ballot.sizes.shape, dtype=np.int64) if votes is None else np.array(votes)
        more[np.arange(len(more)), self.ballot.codes[:, k - 1]] += 1
        return more

    def missed(self, votes: np.ndarray, k: int) -> tuple[int, np.ndarray]:
        """How many rows learnt from k neighbours misclassify, and which of the rows held back, ascending."""
        codes, distances, drawn, sizes = self.ballot
        said = elected(votes, Ballot(codes[:, :k], distances[:, :k], drawn[:, :k], sizes), self.rule)
        wrong = said != self.truth
        return int((wrong & ~self.kept).sum()), np.sort(self.rows[wrong & self.kept])


def judged(
    data: Dataset, known: Neighbours, parts: tuple[Part, ...], most: int, params: DistanceParams
) -> Iterator[tuple[int, Judged | None]]:
    """How many rows have found their neighbours, after each piece of the rows; with the last, what is found.

    What is measured, such as a scale, is of the rows learnt from alone; one of these is a neighbour of its own.
    """
    rows = np.concatenate([np.append(part.learnt, part.kept) for part in parts])
    kept = np.concatenate([np.arange(len(part.learnt) + len(part.kept)) >= len(part.learnt) for part in parts])
    found: list[Ballot] = []
    count, measured = 0, 0
    for part in parts:
        own = replace(only(data, known, part.learnt, params), k=most)
        asked, size = np.append(part.learnt, part.kept), at_a_time(own.X)
        for first in range(0, len(asked), size):
            piece = asked[first : first + size]
            found.append(own.ballot(own.neighbours(data.X[piece])))
            count, measured = count + len(piece), measured + len(piece) * gaps_of(own.X)
            if measured >= MEASURED and count < len(rows):
                yield count, None
                measured = 0
    yield count, Judged(_joined(found), data.codes[rows], rows, kept, known.rule)


def gaps_of(X: np.ndarray) -> int:
    """How many gaps it takes to find the neighbours of one row among the rows X (m, d)."""
    return len(X) * (int(X.shape[1]) + SORTED)


def at_a_time(X: np.ndarray) -> int:
    """How many rows are asked about at once."""
    return max(MEASURED // gaps_of(X), 1)


def most_stops(data: Dataset, parts: int) -> int:
    """How often the search for the neighbours of all rows, over so many parts, may stop for a look."""
    return parts * data.n * gaps_of(data.X) // MEASURED


def only(data: Dataset, known: Neighbours, rows: np.ndarray, params: DistanceParams) -> Neighbours:
    """What is known if these rows alone are."""
    learnt, drawn = data.subset(rows), known.random_keys[rows] if len(known.random_keys) else known.random_keys
    return replace(known, X=learnt.X, y=learnt.codes, metric=metric(learnt, params), random_keys=drawn)


def _joined(ballots: list[Ballot]) -> Ballot:
    """One after the other, each vote with the sizes of its own table."""
    sizes = [np.broadcast_to(one.sizes, (len(one.codes), len(one.sizes))) for one in ballots]
    codes, distances, drawn = (np.concatenate([one[column] for one in ballots]) for column in range(3))
    return Ballot(codes, distances, drawn, np.concatenate(sizes))
