"""What multidimensional scaling looks like: the map, and each distance on it beside the same one in the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Mark, Matrix, Points, Segments
from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from engine.families.reduction.maps import MAP, apart, moves, rows_placed, shepard
from engine.families.reduction.mds.loop import Params, Step

PIXELS = 300
"""For so many rows or fewer there is a picture of their matrix."""
BARS = 10


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.kind == "measure":
        return []
    drawn = [*matrix(step), *eigenvalues(step)]
    if step.model is None:
        return drawn
    places = step.model.places
    if step.before is not None:
        drawn += moves(step.before, places)
        row = farthest(step.before, places)
        drawn += [
            Points(at[[row]], "focus", rows=np.array([row]), surface=on) for at, on in ((data.X, PLANE), (places, MAP))
        ]
    return [*drawn, *worst_drawn(step, data), rows_placed(data, places), *shepard_drawn(step)]


def matrix(step: Step) -> Iterator[Mark]:
    """The distances as a picture, or B at the stages that make it; it waits in the list once there is a map."""
    if len(step.delta) > PIXELS:
        return
    table, name = (step.delta, "δ") if step.products is None else (step.products, "B")
    title = f"{name}, white: {figure(float(table.max()))}"
    yield Matrix(
        table, style="image", title=title, surface=Surface("table", "All pairs of rows", open=step.model is None)
    )


def eigenvalues(step: Step) -> Iterator[Mark]:
    """The largest eigenvalues of B, of which two make the map, and the least of all where it is below 0."""
    if step.values is None:
        return
    shown = [*range(min(BARS, len(step.values)))]
    if step.values[-1] < 0 and len(step.values) > BARS:
        shown.append(len(step.values) - 1)
    names = tuple(str(i + 1) for i in shown)
    there = Surface("chart", "Eigenvalues of B", "number", "λ", open=False)
    yield Bars(step.values[shown], names, lit=np.array(shown) < 2, surface=there)


def farthest(before: np.ndarray, places: np.ndarray) -> int:
    """The row that a round moved most."""
    return int(np.argmax(((places - before) ** 2).sum(axis=1)))


def worst(step: Step) -> tuple[int, int] | None:
    """The two rows whose distance on the map is farthest from that in the data; None where none is off."""
    if step.model is None or len(step.delta) < 2 or not step.stress:
        return None
    i, j = np.unravel_index(int(np.argmax(np.abs(apart(step.model.places) - step.delta))), step.delta.shape)
    return (int(i), int(j)) if i != j else None


def worst_drawn(step: Step, data: Dataset) -> Iterator[Mark]:
    """The line between these two, in the data and on the map, and rings: among many points the line is hidden."""
    pair = worst(step)
    if pair is not None and step.model is not None:
        for points, surface in ((data.X, PLANE), (step.model.places, MAP)):
            yield Segments(points[[pair[0]]], points[[pair[1]]], "residual", surface=surface)
            yield Points(points[[*pair]], "wrong", rows=np.array(pair), surface=surface)


def shepard_drawn(step: Step) -> Iterator[Mark]:
    """A dot for each pair: how far apart in the data and on the map. On the line the map is true."""
    assert step.model is not None
    near = apart(step.model.places)
    yield from shepard("Shepard diagram", step.delta, near, "distance in the data", "distance on the map")
