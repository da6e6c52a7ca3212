"""What a merge looks like: the groups in the plane, the dendrogram that grows, the table of distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import counted, figure
from engine.core.marks import Curve, Line, Mark, Matrix, Points, Region, Segments, Surface
from engine.data.dataset import Dataset
from engine.families.clustering.agglomerative.groups import coloured, present, rows_of
from engine.families.clustering.agglomerative.linkages import apart
from engine.families.clustering.agglomerative.loop import Params, Step
from engine.families.clustering.agglomerative.starting import CHART
from engine.maths.algebra.distances import squared_distances
from engine.maths.algebra.hull import hull
from engine.models.merges import COMPLETE, SINGLE, Merges
from engine.parts.nearest import spokes

TABLE = Surface("table", "Distances between groups")
FEW = 12
"""So many groups or fewer have a table of their distances."""
NAMED = 30
"""So many rows or fewer are named below the dendrogram."""
RINGED = 60
MEASURED = 400
"""Of so many rows or fewer the table of distances is worked out again."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    model, cut = step.model, step.kind == "cut"
    rows, merges = coloured(model, cut)
    names = tuple(f"group {k + 1}" for k in range(int(rows.max(initial=-1)) + 1))
    drawn: list[Mark] = [Region(model)] if cut else []
    drawn += shapes(data, rows)
    drawn.append(Points(data.X, "data", groups=rows, rows=np.arange(data.n), names=names))
    if step.kind == "merge":
        drawn += pair(model, data)
    return [*drawn, *dendrogram(step, data, rows, merges), *distances(step, data)]


# -- the plane ---------------------------------------------------------------------------------------------------------


def shapes(data: Dataset, labels: np.ndarray) -> Iterator[Mark]:
    """A hull around the rows of each group; of more than two features a line from each row to the mean of its group."""
    groups = range(int(labels.max(initial=-1)) + 1)
    if data.d == 2:
        for k in groups:
            corners = hull(data.X[labels == k])
            if len(corners) > 1:
                yield Curve(np.vstack([corners, corners[:1]]), "path", group=k)
        return
    there = labels >= 0
    means = np.array([data.X[labels == k].mean(axis=0) if (labels == k).any() else data.X[0] for k in groups])
    if there.any():
        yield from spokes(data.X[there], means[labels[there]], groups=labels[there], role="path")


def pair(model: Merges, data: Dataset) -> Iterator[Mark]:
    """The two that merged, and the line as long as they were apart; by Ward it joins their means."""
    A, B = (rows_of(model, int(group)) for group in model.pairs[-1])
    both = np.append(A, B)
    yield Segments(*(end[None] for end in ends(data.X[A], data.X[B], model.linkage)), "boundary")
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
        pieces, m = brackets(places, heights, model.pairs), len(model.pairs)
        yield Segments(*pieces, "plain", groups=np.repeat(merges, 3), surface=there)
        if step.kind == "merge":
            yield Segments(*(part[3 * m - 3 :] for part in pieces), "boundary", surface=there)
    order = step.whole.order
    labels = tuple(data.row_name(int(row)) for row in order) if data.n <= NAMED else ()
    feet = np.column_stack([np.arange(data.n), np.zeros(data.n)])
    yield Points(feet, groups=rows[order], rows=order, labels=labels, surface=there)
    if step.kind == "cut":
        said = f"{counted(model.K, 'group')} below {figure(model.cut)}"
        yield Line(np.array([0.0, 1.0]), -model.cut, "boundary", label=said, surface=there)


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
    """The distances between all groups as they are now, when there are few."""
    model = step.model
    groups = present(model, len(model.pairs)) if data.n - len(model.pairs) <= FEW else []
    if step.kind == "cut" or len(groups) < 2 or data.n > MEASURED:
        return
    parts = [data.X[rows_of(model, group)] for group in groups]
    values = np.array([[apart(A, B, model.linkage) if A is not B else np.nan for B in parts] for A in parts])
    names = tuple(label(model, group, data) for group in groups)
    chosen = groups.index(data.n + len(model.pairs) - 1) if step.kind == "merge" else None
    yield Matrix(values, names, names, "table", chosen, "How far apart the groups are now", surface=TABLE)


def label(model: Merges, group: int, data: Dataset) -> str:
    """A row by its name, a group by its first row and how many others."""
    rows = rows_of(model, group)
    more = f" + {len(rows) - 1}" if len(rows) > 1 else ""
    return f"{data.row_name(int(rows[0]))}{more}"
