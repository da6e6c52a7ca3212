"""Choosing K: E of K-means falls with every centre more, so the silhouette or the gap chooses.   (Rousseeuw 1987)

E(K) = min E        s = mean of (b − a) / max(a, b)        Gap(K) = mean of ln W* − ln W,  W = N E(K)
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import Pauses, always, on_the_way
from engine.data.dataset import Dataset
from engine.families.clustering.counting import distinct_points
from engine.families.clustering.lloyd import Found, Search, in_order, lloyd, most_waits
from engine.families.clustering.measures import apart, mean_silhouette
from engine.families.clustering.seeding import Chosen, chosen
from engine.maths.algebra.distances import own_squares
from engine.maths.algebra.gap import first_within, gap, in_the_box
from engine.maths.probability.row_keys import RowKeys, random_keys
from engine.models.groups import Centres

SILHOUETTE, GAP = "silhouette", "gap"


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X = data.X
    tried: tuple[Tried, ...] = ()
    boxes = (in_the_box(X, random_keys(data.row_keys, rng, data.d)) for _ in range(params.references))
    tables = (X, *boxes)  # the others are without groups
    starts = [begun(table, data.row_keys, most(data, params), params.runs, rng) for table in tables]
    found: list[Found] = []
    yield Step(kind="start", model=None, tried=tried)
    far, pauses = apart(X), Pauses()  # the rows stay where they are, whatever K is
    for _ in range(most(data, params)):
        found = yield from best_of_each(tables, starts, found, tried, pauses)
        own, references = found[0], data.n * np.array([one.error for one in found[1:]])
        tried += (Tried(own, mean_silhouette(X, far, own.labels), references, *gap(data.n * own.error, references)),)
        yield Step(kind="K", model=own.centres, tried=tried)

    K = by_silhouette(tried) if params.chosen_by == SILHOUETTE else by_gap(tried)
    yield Step(kind="choose", model=tried[K - 1].found.centres, tried=tried)
    if len(tried) == 1:
        return Ending.converged(ALONE)
    edge = f" {beyond(K)}" if is_edge(K, tried, data) else ""
    return Ending.converged(f"The {params.chosen_by} chooses K = {K}.{edge} {falls(tried)}")


EDGE = "That is the largest K tried, so a larger one may be better still:"
CAP = 30
ALONE = "Only K = 1 was tried, so there is nothing to choose among."


Starts = list[Iterator[Chosen]]


def begun(X: np.ndarray, row_keys: RowKeys, most: int, runs: int, rng: np.random.Generator) -> Starts:
    """Other starts, each by k-means++: its centres for one K more are those for K and one, with nothing drawn anew."""
    return [chosen(X, row_keys, most, "k-means++", rng) for _ in range(runs)]


def best_of_each(
    tables: Sequence[np.ndarray],
    starts: Sequence[Starts],
    before: Sequence[Found],
    tried: tuple[Tried, ...],
    pauses: Pauses,
) -> Generator[Step, None, list[Found]]:
    """The run with the least E on each table, the clusters of the first in order; with a step at each pause."""
    found: list[Found] = []
    model = tried[-1].found.centres if tried else None
    for X, own, was in zip_longest(tables, starts, before):
        pause = Step(kind="search", model=model, tried=tried, searched=len(found))
        found.append((yield from on_the_way(best(X, own, was, pauses), always(pause))))
    return [in_order(found[0]), *found[1:]]


def best(X: np.ndarray, starts: Starts, before: Found | None, pauses: Pauses) -> Search:
    """The run with the least E: one from the centres before and the worst row, which cannot end above; and others."""
    found = yield from one_more(X, before, pauses)
    for other in [next(start).centres for start in starts]:
        run = (yield from lloyd(X, other, pauses)) if before else found  # one centre can only be the mean
        found = run if run.error < found.error else found
    return found


def one_more(X: np.ndarray, before: Found | None, pauses: Pauses) -> Search:
    """K-means from the centres before and one more, on the row that is worst off; the first is the mean."""
    if before is None:
        return (yield from lloyd(X, Centres(X.mean(axis=0)[None]), pauses))
    worst = int(own_squares(X, before.centres.centres, before.labels).argmax())
    return (yield from lloyd(X, Centres(np.vstack([before.centres.centres, X[worst]])), pauses))


def by_silhouette(tried: tuple[Tried, ...]) -> int:
    """The K with the largest mean silhouette, the least of several; one group has none."""
    return 2 + int(np.argmax([one.silhouette for one in tried[1:]])) if len(tried) > 1 else 1


def by_gap(tried: tuple[Tried, ...]) -> int:
    """The first K of which one more is no better, but for chance."""
    return 1 + first_within(np.array([one.gap for one in tried]), np.array([one.spread for one in tried]))


def is_edge(K: int, tried: tuple[Tried, ...], data: Dataset) -> bool:
    """Whether this is the largest K tried, and there are points enough for a larger one."""
    return K == len(tried) < distinct_points(data.X, K + 1)


def beyond(K: int) -> str:
    """What can be done about a choice at the edge of what was tried."""
    if K < CAP:
        return f"{EDGE} raise the largest K to see."
    return f"{EDGE} more are not compared here, but K-means itself takes them."


def falls(tried: tuple[Tried, ...]) -> str:
    """What E alone would say."""
    return f"E falls from {figure(tried[0].E)} to {figure(tried[-1].E)} all the same: it cannot choose."


def most(data: Dataset, params: Params) -> int:
    """No more clusters than there are distinct points."""
    return distinct_points(data.X, params.most)


def bound(data: Dataset, params: Params) -> int:
    """The start, every K with its pauses, the choice."""
    tried = min(params.most, data.n)
    runs = (params.references + 1) * (params.runs + 1) * tried
    return 2 + tried + most_waits(data.n, data.d, tried, runs)


@dataclass(frozen=True)
class Params:
    most: int = whole(8, low=1, high=CAP, symbol=r"K_{\max}", label="largest K", clear=True, help="that is tried")
    chosen_by: str = choice(SILHOUETTE, (SILHOUETTE, GAP), label="chosen by", clear=True, help="what chooses K")
    runs: int = whole(
        1, low=1, high=10, symbol="R", label="number of restarts", help="for each K, besides going on from K − 1"
    )
    references: int = whole(
        3, low=2, high=20, symbol="B", label="references", rare=True, help="tables without groups, for the gap"
    )


@snapshot
class Tried:
    """One K: the best run of K-means, and how good its groups are."""

    found: Found
    silhouette: float  # the mean; 0 for one group
    references: np.ndarray  # (B,) W of rows without groups
    gap: float
    spread: float  # of the gap

    @property
    def E(self) -> float:
        return self.found.error


@snapshot
class Step:
    """One K tried, or a pause on the way to it; at last one is chosen, and the model is that of the choice."""

    kind: Literal["start", "search", "K", "choose"]
    model: Centres | None
    tried: tuple[Tried, ...]  # for K = 1, 2, ...
    searched: int = 0  # at a pause: of so many tables, the data first, the best run for the next K is known

    @property
    def K(self) -> int:
        """The K in view."""
        return 0 if self.model is None else len(self.model.centres)
