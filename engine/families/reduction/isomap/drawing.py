"""What Isomap looks like: the graph, ways along it, and the map with the same graph unrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Points, Segments
from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from engine.families.reduction.isomap.loop import Params, Step
from engine.families.reduction.maps import MAP, apart, rows_placed, shepard

EDGES = 6000
"""More lines than this would cover the picture."""
BARS = 10


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.edges is None:
        return []
    drawn = [*graph(step, data.X, PLANE), *ways(step, data), *detours(step), *eigenvalues(step)]
    if step.model is None:
        return drawn
    places = step.model.places
    return [*drawn, *graph(step, places, MAP), rows_placed(data, places), *longest(step, places, MAP)]


def graph(step: Step, places: np.ndarray, surface: Surface) -> Iterator[Mark]:
    """The edges, and in another look those that link parts."""
    assert step.edges is not None
    links = np.zeros((0, 2), dtype=np.intp) if step.links is None else step.links
    edges = step.edges[: len(step.edges) - len(links)]
    if len(edges) <= EDGES:
        yield Segments(places[edges[:, 0]], places[edges[:, 1]], "spoke", surface=surface)
    if len(links):
        yield Segments(places[links[:, 0]], places[links[:, 1]], "wrong", surface=surface)


def ways(step: Step, data: Dataset) -> Iterator[Mark]:
    """The ways from the first row to all, or the longest of all ways with the straight line between its ends."""
    if step.way is not None:
        yield from longest(step, data.X, PLANE)
    elif step.before is not None:
        rows = np.flatnonzero(step.before >= 0)
        yield Segments(data.X[step.before[rows]], data.X[rows], "path")
        yield Points(data.X[[0]], "focus", rows=np.array([0]))


def longest(step: Step, places: np.ndarray, surface: Surface) -> Iterator[Mark]:
    """The longest of the shortest ways, and the straight line between its ends."""
    if step.way is None or len(step.way) < 2:
        return
    ends = step.way[[0, -1]]
    yield Segments(places[step.way[:-1]], places[step.way[1:]], "axis", surface=surface)
    yield Segments(places[ends[:1]], places[ends[1:]], "residual", surface=surface)
    yield Points(places[ends], "focus", rows=ends, surface=surface)


def detours(step: Step) -> Iterator[Mark]:
    """A dot for each pair: straight and along the graph; once there is a map, along the graph and on the map."""
    if step.delta is None or len(step.delta) < 2:
        return
    if step.model is None:
        yield from shepard("Detours", step.far, step.delta, "straight distance", "shortest way", "straight")
    else:
        near = apart(step.model.places)
        yield from shepard(
            "Shepard diagram", step.delta, near, "shortest way", "distance on the map", shown=step.kind == "kept"
        )


def eigenvalues(step: Step) -> Iterator[Mark]:
    """The largest eigenvalues of B, of which two make the map."""
    if step.values is not None:
        count = min(BARS, len(step.values))
        names = tuple(str(i + 1) for i in range(count))
        there = Surface("chart", "Eigenvalues of B", "number", "λ", open=False)
        yield Bars(step.values[:count], names, lit=np.arange(count) < 2, surface=there)
