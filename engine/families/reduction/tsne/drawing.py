"""What t-SNE looks like: the widths of the rows, their likenesses, and the map with what pulls and pushes a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Ellipse, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import groups_of
from engine.families.reduction.maps import MAP, moves, rows_placed
from engine.families.reduction.tsne.loop import Params, Step
from engine.maths.probability.tsne_affinities import Forces, forces

PIXELS = 300
"""For so many rows or fewer there is a picture of P."""
ARROW = 0.3
"""The longer of the two arrows, as a share of the width of the map."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.kind == "measure":
        return []
    drawn = [*widths(step, data), *matrix(step, data)]
    if step.model is None:
        return drawn
    places = step.model.places
    if step.before is not None:
        drawn += moves(step.before, places)
        row = farthest(step)
        drawn.append(Points(data.X[[row]], "focus", rows=np.array([row])))
    drawn.append(rows_placed(data, places))
    return [*drawn, *pulled(step, farthest(step), params)] if step.before is not None else drawn


def widths(step: Step, data: Dataset) -> Iterator[Mark]:
    """σ of each row, and at their own stage the narrowest and the widest as circles around their rows."""
    if step.widths is None:
        return
    rows, own = np.arange(data.n), step.kind == "widths"
    there = Surface("chart", "Width of each row", "row", "σ", open=own)
    yield Points(
        np.column_stack([rows + 1.0, step.widths]), "data", groups_of(data), rows=rows, names=data.class_titles,
        surface=there,
    )  # fmt: skip
    for row in {int(np.argmin(step.widths)), int(np.argmax(step.widths))} if own else ():
        yield circle(step, data, row)
        yield Points(data.X[[row]], "focus", rows=np.array([row]))


def circle(step: Step, data: Dataset, row: int) -> Ellipse:
    """The points as far from a row as its σ."""
    assert step.widths is not None
    width = float(step.widths[row])
    return Ellipse(data.X[row], np.eye(data.d) * width**2, role="margin", label=f"σ = {figure(width)}")


def matrix(step: Step, data: Dataset) -> Iterator[Mark]:
    """P as a picture, the rows of a class together."""
    if step.P is None or len(step.P) > PIXELS:
        return
    groups = groups_of(data)
    order = np.arange(data.n) if groups is None else np.argsort(groups, kind="stable")
    title = f"P, white: {figure(float(step.P.max()))}" + ("" if groups is None else ", rows by class")
    there = Surface("table", "Likenesses", open=step.kind == "joint")
    yield Matrix(step.P[np.ix_(order, order)], style="image", title=title, surface=there)


def farthest(step: Step) -> int:
    """The row that has gone farthest since the last stop."""
    assert step.model is not None and step.before is not None
    return int(np.argmax(((step.model.places - step.before) ** 2).sum(axis=1)))


def forces_at(step: Step, params: Params) -> Forces:
    """What pulls and pushes each row where it is now, in the iteration that comes."""
    assert step.model is not None and step.P is not None
    return forces(params.exaggeration * step.P if step.iteration < params.early else step.P, step.model.places)


def pulled(step: Step, row: int, params: Params) -> Iterator[Mark]:
    """What pulls a row and what pushes it, as arrows from its place: their directions, and which is the stronger."""
    assert step.model is not None
    places = step.model.places
    both = np.array([force[row] for force in forces_at(step, params)])
    longest = float(np.sqrt((both**2).sum(axis=1)).max())
    size = float(np.ptp(places, axis=0).max())
    yield Points(places[[row]], "focus", rows=np.array([row]), surface=MAP)
    if longest * size > 0:
        tips = places[row] + both * (ARROW * size / longest)
        begins = np.repeat(places[[row]], 2, axis=0)
        yield Segments(begins, tips, "axis", arrows=True, labels=("pull", "push"), surface=MAP)
