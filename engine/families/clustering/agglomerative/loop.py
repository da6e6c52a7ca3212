"""Agglomerative clustering: every row is a group, and the two nearest groups merge until one is left.   (Ward 1963)

merge a, b = argmin d(a, b)          d(a ∪ b, c) from d(a, c), d(b, c) and d(a, b), by the linkage
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import most_pauses
from engine.data.dataset import Dataset
from engine.families.clustering.agglomerative.linkages import TOGETHER, WRITTEN, GroupTable, finished
from engine.models.merges import AVERAGE, LINKAGES, Merges, unmerged

BY_COUNT, BY_HEIGHT = "into groups", "at a height"


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Merges | None = None) -> Steps:
    held = start is not None and bool(np.isfinite(start.cut))
    model = unmerged(data.X, params.linkage, start.cut if start is not None else np.inf)
    whole = whole_run(data, model, known(start, model))
    yield Step(kind="start", model=model, whole=whole, held=held)

    table = GroupTable(data.X, params.linkage, at_once=False) if whole.known is None else None
    for measured in table.measure(data.X) if table is not None else ():
        yield Step(kind="measure", model=model, whole=whole, held=held, measured=measured)
    while not model.complete:
        if table is None:
            model = whole.tree.first(len(model.pairs) + 1)
        else:
            a, b, height, tied = table.closest()
            model = model.merged(table.names[a], table.names[b], height, tied)
            table.merge(a, b, name=data.n + len(model.pairs) - 1)
        yield Step(kind="merge", model=model, whole=whole, held=held)

    model = model if held else model.cut_at(chosen(model, params))
    yield Step(kind="cut", model=model, whole=whole, held=held)
    return Ending.converged(f"{counted(data.n, 'row')} in {counted(model.K, 'group')}, cut at {figure(model.cut)}.")


def whole_run(data: Dataset, model: Merges, known: Merges | None) -> Whole:
    """What the run will come to; another run of the same rows by the same linkage comes to the same."""
    key = "whole run", model.linkage, model.cut
    return Whole(model, known) if known is not None else data.cached(key, lambda: Whole(model, None))


def known(start: Merges | None, model: Merges) -> Merges | None:
    """The merges of a start, if they are all that these rows and this linkage lead to: they are the same again."""
    if start is None or not start.complete or start.linkage != model.linkage or not np.array_equal(start.X, model.X):
        return None
    return start.cut_at(model.cut)


def chosen(model: Merges, params: Params) -> float:
    """The height of the cut that the parameters ask for."""
    return params.height if params.cut == BY_HEIGHT else height_for(model.heights, params.groups)


def height_for(heights: np.ndarray, K: int) -> float:
    """A height that leaves K groups, midway between two merges; as many merges are as high as one, fewer than K."""
    n, steps = len(heights) + 1, np.maximum.accumulate(heights)
    if n == 1:
        return 0.0
    if n <= K:
        return float(steps[0] / 2)
    below = steps[n - K - 1]
    above = steps[steps > below]
    if not len(above):
        return float(below + below / 16)
    return float(max(below, min(below + (above[0] - below) / 2, np.nextafter(above[0], 0.0))))


def bound(data: Dataset, params: Params) -> int:
    """The start, the pauses before the first merge, every merge, the cut."""
    return data.n + 1 + most_pauses(data.n * (data.n + TOGETHER) * (data.d + WRITTEN))


@dataclass(frozen=True)
class Params:
    linkage: str = choice(AVERAGE, LINKAGES, help="how far apart two groups are")
    cut: str = choice(BY_COUNT, (BY_COUNT, BY_HEIGHT), help="where the dendrogram is cut, unless it is held by hand")
    groups: int = whole(
        3, low=1, high=10_000, log=True, symbol="K", when=("cut", (BY_COUNT,)), help="that the cut leaves"
    )
    height: float = real(
        1.0, low=1e-12, high=1e12, log=True, when=("cut", (BY_HEIGHT,)), help="merges above it do not count"
    )


@snapshot
class Whole:
    """What the whole run will come to, made when it is first asked: it says where in a picture each row stands.

    known  all merges, when a start has them
    """

    rows: Merges
    known: Merges | None

    @cached_property
    def tree(self) -> Merges:
        """All the merges."""
        return finished(self.rows) if self.known is None else self.known

    @cached_property
    def order(self) -> np.ndarray:
        """(n,) the rows from left to right, so that no branches cross; of two groups that with the lowest row first."""
        n = len(self.rows.X)
        pairs = self.tree.pairs.tolist()
        lowest = self.lowest
        found, waiting = [], [2 * n - 2]
        while waiting:
            if (group := waiting.pop()) < n:
                found.append(group)
            else:
                waiting += sorted(pairs[group - n], key=lambda part: -lowest[part])
        return np.array(found)

    @cached_property
    def lowest(self) -> np.ndarray:
        """(2n − 1,) the lowest row of each group."""
        found = list(range(len(self.rows.X)))
        for a, b in self.tree.pairs.tolist():
            found.append(min(found[a], found[b]))
        return np.array(found)


@snapshot
class Step:
    """Two groups merged; or, at last, the dendrogram cut. At the start, and at a pause, every row is by itself."""

    kind: Literal["start", "measure", "merge", "cut"]
    model: Merges
    whole: Whole
    held: bool = False  # whether the cut is held by hand
    measured: int = 0  # at a pause: of so many rows the distances are known
