"""What a step of K-means looks like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Bars, Ellipse, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import grouped, names, numbered_centres, pictured
from engine.families.clustering.kmeans.classes import true_groups
from engine.families.clustering.kmeans.loop import Params, Step
from engine.maths.algebra.distances import own_squares
from engine.parts.nearest import SPOKES, spokes

SHARES = Surface("chart", "Error by cluster", "cluster", "share of E", open=False)
MEMBERS = Surface("table", "Membership table", open=False)
LISTED, COLUMNS = 200, 12
"""So many rows and so many clusters the membership table has at most."""
RING = 2.0
"""How many standard deviations of its points wide the ring of a class is."""
FEW = 60
"""With more points than this their squares would cover the picture."""
PIECES, MOST = 60, 30
"""So many points of a cluster have a piece of its bar at most, and so many clusters a bar."""
LONELY = "no points"
SAMPLE = 64
"""One row in so many tells which points may be among the largest."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    centres = step.model.centres
    K = len(centres)
    drawn: list[Mark | Later] = [Region(step.model)]
    if step.chances is not None:
        drawn.append(chances(step.chances, data))
    if step.half == "point":
        drawn += _one_point(step, data, names(K))
        drawn.append(Later((MEMBERS,), partial(memberships, step, data)))
    elif step.labels is not None:
        drawn.append(grouped(data, step.labels, K))
        drawn.append(Later((SHARES,), partial(by_cluster, step, data)))
        drawn.append(Later((MEMBERS,), partial(memberships, step, data)))
        if step.half == "assign" and data.n <= SPOKES:
            drawn += spokes(data.X, centres[step.labels], groups=step.labels)
            drawn += squares(data.X, centres[step.labels], step.labels)
    drawn.append(numbered_centres(centres))  # before their ghosts: at every step the same painter keeps them
    if step.half in ("move", "centre"):
        drawn.append(Points(step.before.centres, "ghost", groups=np.arange(K)))
        drawn.append(Segments(step.before.centres, centres, "path", arrows=True, groups=np.arange(K)))
    if step.half == "empty" and step.cluster is not None:
        drawn += left_behind(step, step.cluster)
    if step.focus is not None:
        drawn.append(Points(centres[[step.focus]], "focus"))
    return [*drawn, *rings(step, data), *pictured(data, centres)]


def left_behind(step: Step, k: int) -> Iterator[Mark]:
    """Where the centre without points was, which its label says, and the way to the point on which it is put."""
    yield Points(step.before.centres[[k]], "ghost", labels=(LONELY,))
    if step.focus is not None and step.model != step.before:
        yield Segments(step.before.centres[[k]], step.model.centres[[k]], "path", arrows=True, groups=np.array([k]))


def rings(step: Step, data: Dataset) -> Iterator[Mark]:
    """The classes beside the result: a ring around the mean of each, two standard deviations wide."""
    true = true_groups(step, data)
    if true is not None:
        for middle, width in zip(true.means, true.widths, strict=True):
            yield Ellipse(middle, np.eye(data.d) * width**2 / data.d, RING, "ghost")


def largest(values: np.ndarray, labels: np.ndarray, K: int, count: int) -> list[np.ndarray]:
    """For each of K groups the largest `count` of its values (n,), descending; of many only the likely are sorted.

    What is less than the `count` largest of a sample of each group is not among the largest of all.
    """
    few, marked = values[::SAMPLE], labels[::SAMPLE]
    samples = [few[marked == k] for k in range(K)]
    least = min(float(np.partition(own, -count)[-count]) if len(own) >= count else -np.inf for own in samples)
    there = np.flatnonzero(values >= least)
    values, labels = values[there], labels[there]
    return [np.sort(values[labels == k])[::-1][:count] for k in range(K)]


def chances(share: np.ndarray, data: Dataset) -> Points:
    """Every row as large as its chance to be chosen was; the usual size is that of a chance of 1/N."""
    sizes = np.clip(share * data.n, 0.05, 12.0)
    return Points(data.X, "plain", sizes=sizes, rows=np.arange(data.n))


def _one_point(step: Step, data: Dataset, called: tuple[str, ...]) -> list[Mark]:
    """The points coloured so far, those that wait in their old colour, and the spokes of the one in turn."""
    assert step.labels is not None and step.row is not None
    groups, known = assigned_so_far(step)
    rows, centres = np.flatnonzero(known), step.model.centres
    here, own = data.X[[step.row]], step.labels[[step.row]]
    waiting = np.flatnonzero(~known)
    return [
        Points(data.X[rows], "data", groups=groups[rows], rows=rows, names=called),
        Points(data.X[waiting], "plain", rows=waiting, sizes=np.full(len(waiting), 0.4)),
        *spokes(here[0], centres, groups=np.arange(len(centres))),
        *squares(here, centres[own], own),
        Points(here, "focus", rows=np.array([step.row])),
    ]


def assigned_so_far(step: Step) -> tuple[np.ndarray, np.ndarray]:
    """The clusters (n,) as they are at this step, and which rows (n,) have one: point by point the rest wait."""
    assert step.labels is not None
    everywhere = np.ones(len(step.labels), dtype=bool)
    if step.half != "point" or step.row is None:
        return step.labels, everywhere
    done = np.arange(len(step.labels)) <= step.row
    return (
        (step.labels, done)
        if step.labels_before is None
        else (np.where(done, step.labels, step.labels_before), everywhere)
    )


def memberships(step: Step, data: Dataset) -> list[Mark]:
    """z_nk of the rows, 1 in the column of the own cluster, and what each adds to E; a row that waits has none."""
    labels, known = assigned_so_far(step)
    centres, listed = step.model.centres, np.arange(min(data.n, LISTED))
    K = min(len(centres), COLUMNS)
    own, parts = labels[listed], own_squares(data.X[listed], centres, labels[listed]) / data.n
    cells = np.column_stack([own[:, None] == np.arange(K), parts]).astype(float)
    cells[~known[listed]] = np.nan
    titles = (*(f"z{k + 1}" for k in range(K)), "part of E")
    called = tuple(data.row_name(row) for row in listed.tolist())
    title = f"The first {LISTED} rows" if data.n > LISTED else ""
    chosen = step.row if step.half == "point" and step.row is not None and step.row < len(listed) else None
    return [Matrix(cells, called, titles, "table", chosen, title, surface=MEMBERS, rows=listed)]


def has_squares(X: np.ndarray) -> bool:
    """Whether each of these points gets a square on its spoke: they are few, and on a plane."""
    return X.shape[1] == 2 and len(X) <= FEW


def squares(X: np.ndarray, feet: np.ndarray, labels: np.ndarray) -> list[Mark]:
    """The square on the spoke of each point: what it adds to N E; none where there are many, or more than a plane."""
    if not has_squares(X):
        return []
    way = feet - X
    aside = np.column_stack([-way[:, 1], way[:, 0]])
    starts, ends = np.vstack([X, X + aside, feet + aside]), np.vstack([X + aside, feet + aside, feet])
    return [Segments(starts, ends, "ghost", groups=np.tile(labels, 3))]


def by_cluster(step: Step, data: Dataset) -> list[Mark]:
    """A bar for each cluster's share of E, cut into those of its points, the largest at the bottom."""
    assert step.labels is not None
    parts, K = own_squares(data.X, step.model.centres, step.labels) / data.n, len(step.model.centres)
    cuts = tuple(np.cumsum(own) for own in largest(parts, step.labels, min(K, MOST), PIECES))
    heights = np.bincount(step.labels, parts, K)[:MOST]
    labels = tuple(str(k + 1) for k in range(len(heights)))
    return [Bars(heights, labels, groups=np.arange(len(heights)), cuts=cuts, surface=SHARES)]
