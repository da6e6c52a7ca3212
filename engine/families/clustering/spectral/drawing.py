"""What spectral clustering looks like: the graph in the plane, its matrix, its eigenvalues, and the rows they place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import grouped, numbered_centres
from engine.families.clustering.spectral.loop import Params, Step

EMBEDDING = Surface("chart", "Where the vectors put the rows", square=True)
VALUES = Surface("chart", "Smallest eigenvalues", "number", "λ")
MATRIX = Surface("table", "Likenesses", open=False)
JOINED, EDGES, PIXELS = 3, 300, 300
"""A line to so many of the likest rows; for so many rows or fewer; and so many have a picture of the matrix."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.labels is not None:
        drawn += [Region(step.model), *edges(step, data), grouped(data, step.labels, params.k)]
    else:
        drawn += edges(step, data)
    return [*drawn, *eigenvalues(step, params), *embedding(step, data, params), *matrix(step)]


def edges(step: Step, data: Dataset) -> Iterator[Mark]:
    """A line from each row to those that are most like it, but none to a row that is not like it at all."""
    if 1 < data.n <= EDGES:
        count = min(JOINED, data.n - 1)
        begins = np.repeat(np.arange(data.n), count)
        ends = np.argsort(-step.likeness, axis=1, kind="stable")[:, :count].ravel()
        joined = step.likeness[begins, ends] > 0
        yield Segments(data.X[begins[joined]], data.X[ends[joined]], "spoke")


def eigenvalues(step: Step, params: Params) -> Iterator[Mark]:
    """A bar for each of the smallest; those of the K that are used are lit."""
    if step.values is not None:
        count = len(step.values)
        names = tuple(str(i + 1) for i in range(count))
        yield Bars(step.values, names, lit=np.arange(count) < params.k, surface=VALUES)


def embedding(step: Step, data: Dataset, params: Params) -> Iterator[Mark]:
    """The rows by two of their new coordinates, with the centres of K-means there."""
    if step.places is None or step.centres is None or params.k < 2:
        return
    axes = [0, 1] if params.k == 2 else [1, 2]
    there = replace(EMBEDDING, x=f"u{axes[0] + 1}", y=f"u{axes[1] + 1}")
    yield Points(step.places[:, axes], groups=step.labels, rows=np.arange(data.n), surface=there)
    yield replace(numbered_centres(step.centres[:, axes]), surface=there)


def matrix(step: Step) -> Iterator[Mark]:
    """W, or L once it is made, as a picture; the rows in the order of their clusters, once they have some."""
    if len(step.likeness) > PIXELS:
        return
    table, name = (step.likeness, "W") if step.kind == "likeness" or step.laplacian is None else (-step.laplacian, "−L")
    order = np.arange(len(table)) if step.labels is None else np.argsort(step.labels, kind="stable")
    title = f"{name}, white: {figure(float(table.max()))}" + ("" if step.labels is None else ", rows by cluster")
    yield Matrix(table[np.ix_(order, order)], style="image", title=title, surface=MATRIX)
