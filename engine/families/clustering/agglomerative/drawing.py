"""What a merge looks like: the groups in the plane, the dendrogram that grows, the table of distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from engine.base.words import counted, figure
from engine.core.marks import Line, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.clustering.agglomerative.groups import coloured, label, members, parted, rows_of
from engine.families.clustering.agglomerative.linkages import apart
from engine.families.clustering.agglomerative.loop import Params, Step
from engine.families.clustering.agglomerative.starting import CHART, held_height
from engine.maths.algebra.distances import group_sums, squared_distances
from engine.maths.algebra.hull import hull
from engine.models.merges import COMPLETE, SINGLE, Merges
from engine.parts.nearest import spokes

TABLE = Surface("table", "Distances between groups")
FEW = 12
"""So many groups or fewer have a table of their distances."""
NAMED = 30
"""So many rows or fewer are named below the dendrogram."""
ROOMY = 30
"""With more rows than this the dots below the dendrogram get smaller."""
RINGED = 60
"""So many rows that merge, or fewer, are ringed."""
MEASURED = 200
"""Of so many rows or fewer the table of distances is worked out again."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    model, cut = step.model, step.kind == "cut"
    rows, merges = coloured(step, params)
    names = tuple(f"group {k + 1}" for k in range(int(rows.max(initial=-1)) + 1))
    drawn: list[Mark] = [Region(model)] if cut else []
    drawn += shapes(model, data, rows)
    drawn.append(Points(data.X, "data", groups=rows, rows=np.arange(data.n), names=names))
    if step.kind == "merge":
        drawn += pair(model, data)
    return [*drawn, *dendrogram(step, data, rows, merges), *distances(step, data)]


# -- the plane ---------------------------------------------------------------------------------------------------------


def shapes(model: Merges, data: Dataset, colours: np.ndarray) -> Iterator[Mark]:
    """A hull around the rows of each group; of more than two features a line from each row to the mean of its group."""
    groups, sizes = model.groups, np.bincount(model.groups)
    if data.d == 2:
        yield from hulls(data.X, members(groups), colours)
        return
    several = np.flatnonzero(sizes[groups] > 1)
    sums, _ = group_sums(data.X, groups, len(sizes))
    means = sums / sizes[:, None]
    if len(several):
        yield from spokes(data.X[several], means[groups[several]], groups=colours[several], role="path")


def hulls(X: np.ndarray, parts: list[np.ndarray], colours: np.ndarray) -> Iterator[Mark]:
    """All sides of all hulls in one mark: of thousands of rows there are a thousand groups."""
    several = [rows for rows in parts if len(rows) > 1]
    if not several:
        return
    corners = [hull(X[rows]) for rows in several]
    ends = [np.roll(own, -1, axis=0) for own in corners]
    whose = np.repeat([colours[rows[0]] for rows in several], [len(own) for own in corners])
    yield Segments(np.vstack(corners), np.vstack(ends), "path", groups=whose)


def pair(model: Merges, data: Dataset) -> Iterator[Mark]:
    """The two that merged, and a line: as long as they were apart, or from mean to mean by average linkage and Ward."""
    A, B = (rows_of(model, int(group)) for group in model.pairs[-1])
    both = np.append(A, B)
    start, end = ends(data.X[A], data.X[B], model.linkage)
    yield Segments(start[None], end[None], "boundary")
    if len(both) <= RINGED:
        yield Points(data.X[both], "focus", rows=both)


def ends(A: np.ndarray, B: np.ndarray, linkage: str) -> tuple[np.ndarray, np.ndarray]:
    """What the distance of two groups is between: two of their rows, or their means."""
    if linkage not in (SINGLE, COMPLETE):
        return A.mean(axis=0), B.mean(axis=0)
    squares = squared_distances(A, B)
    at = np.argmin(squares) if linkage == SINGLE else np.argmax(squares)
    i, j = np.unravel_index(int(at), squares.shape)
    return A[i], B[j]


# -- the dendrogram ----------------------------------------------------------------------------------------------------


def dendrogram(step: Step, data: Dataset, rows: np.ndarray, merges: np.ndarray) -> Iterator[Mark]:
    """A bracket for each merge, at its height over the two that merged; below it the rows."""
    model, there = step.model, chart(step)
    places, heights = np.zeros(data.n + len(model.pairs)), np.append(np.zeros(data.n), model.heights)
    places[step.whole.order] = np.arange(data.n)
    for made, (a, b) in enumerate(model.pairs.tolist(), data.n):
        places[made] = (places[a] + places[b]) / 2
    if len(model.pairs):
        starts, stops = brackets(places, heights, model.pairs)
        yield Segments(starts, stops, groups=np.repeat(merges, 3), surface=there)
        if step.kind == "merge":
            yield Segments(starts[-3:], stops[-3:], "boundary", surface=there)
    order = step.whole.order
    labels = tuple(data.row_name(int(row)) for row in order) if data.n <= NAMED else ()
    feet = np.column_stack([np.arange(data.n), np.zeros(data.n)])
    sizes = np.full(data.n, min(1.0, ROOMY / data.n))
    yield Points(feet, groups=rows[order], sizes=sizes, rows=order, labels=labels, surface=there)
    if len(height := held_height(model, data)):
        said = counted(model.K, "group") + (f" below {figure(model.cut)}" if np.isfinite(model.cut) else " so far")
        yield Line(np.array([0.0, 1.0]), -height[0, 1], "boundary", label=said, surface=there)


def chart(step: Step) -> Surface:
    """The chart as high as the last merge will be, and as wide as there are rows, from the first step on."""
    n, top = len(step.model.X), float(step.whole.tree.heights.max(initial=0.0)) or 1.0
    y = f"distance, {step.model.linkage} linkage"
    return replace(CHART, x="rows", y=y, view=(-0.5 - 0.02 * n, n - 0.5 + 0.02 * n, -0.06 * top, 1.08 * top))


def brackets(places: np.ndarray, heights: np.ndarray, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(3m, 2) where the three sides of each bracket start and end: up, across, down."""
    top = heights[len(heights) - len(pairs) :]
    left, right = (np.column_stack([places[part], heights[part]]) for part in pairs.T)
    corner, other = np.column_stack([left[:, 0], top]), np.column_stack([right[:, 0], top])
    starts, stops = np.stack([left, corner, other], axis=1), np.stack([corner, other, right], axis=1)
    return starts.reshape(-1, 2), stops.reshape(-1, 2)


# -- the table ---------------------------------------------------------------------------------------------------------


def distances(step: Step, data: Dataset) -> Iterator[Mark]:
    """The distances between all groups as they are now, or at the cut, when there are few."""
    model, merge = step.model, step.kind == "merge"
    count = model.joined if step.kind == "cut" else len(model.pairs)
    if not 1 < data.n - count <= FEW or data.n > MEASURED:
        return
    groups = parted(model, count)
    parts = [data.X[rows] for rows in groups]
    values = np.full((len(parts), len(parts)), np.nan)
    for i, j in combinations(range(len(parts)), 2):
        values[i, j] = values[j, i] = apart(parts[i], parts[j], model.linkage)
    names = tuple(label(rows, data) for rows in groups)
    lowest = step.whole.lowest[data.n + count - 1]
    chosen = [int(rows[0]) for rows in groups].index(lowest) if merge else None
    there = replace(TABLE, open=data.n <= FEW)
    yield Matrix(values, names, names, "table", chosen, "How far apart the groups are now", surface=there)
