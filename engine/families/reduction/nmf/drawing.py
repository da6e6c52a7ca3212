"""What non-negative matrix factorisation looks like: the parts from the origin, the sums, and pictures that grow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import MOST, groups_of, on_two
from engine.families.reduction.nmf.loop import Params, Step
from engine.families.reduction.pictures import Maker, beside, first_row, pictured
from engine.parts.nearest import spokes

GROWING = 4
"""A picture grows from so many of its parts, the largest first, before all are added."""
LABELLED = 9
"""The names of more arrows would cover the picture."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    H = step.model.parts
    names = part_names(len(H))
    return [
        *sums(step, data),
        *arrows(step),
        *pictured(data, H, names, Surface("table", "Parts")),
        *growing(step, data),
        *scores_drawn(step, data),
        Bars(step.contributions[:MOST], names[:MOST], chosen=None, surface=contribution_surface(data)),
    ]


def part_names(k: int) -> tuple[str, ...]:
    return tuple(f"h{j + 1}" for j in range(k))


def contribution_surface(data: Dataset) -> Surface:
    return Surface("chart", "Contributions", "part", "what it adds in all", open=False)


def sums(step: Step, data: Dataset) -> Iterator[Mark]:
    """Each row's sum of parts, and the line from the row to it."""
    places = step.scores @ step.model.parts
    yield from spokes(data.X, places, role="residual")
    small = np.full(data.n, 0.45)
    yield Points(places, "plain", groups=groups_of(data), sizes=small)


def arrows(step: Step) -> Iterator[Mark]:
    """The parts from the origin, each as long as the most that it adds to any row; before the half, pale."""
    H, most = step.model.parts, step.scores.max(axis=0)[:, None]
    origin = np.zeros_like(H)
    if step.kind == "parts" and step.before is not None:
        yield Segments(origin, most * step.before, "ghost", arrows=True)
    labels = part_names(len(H)) if len(H) <= LABELLED else ()
    yield Segments(origin, most * H, "axis", arrows=True, labels=labels)


def growing(step: Step, data: Dataset) -> list[Mark]:
    """The first row as a picture, all of its parts together, and how it grows from the largest of them."""
    if data.image is None:
        return []
    model = step.model
    adds = model.transform(data.X[:1])[0] * model.parts.sum(axis=1)
    order = np.argsort(-adds, kind="stable")
    order = order[adds[order] > 0][:GROWING]
    makers = [Maker(data.image, model, None, f"sum of all {len(adds)}")]
    for many in range(1, len(order) + 1):
        used = tuple(int(j) for j in order[:many])
        makers.append(Maker(data.image, model, used, f"{'' if many == 1 else '+ '}h{used[-1] + 1}"))
    return beside(data, data.X[0], first_row(data), makers)


def scores_drawn(step: Step, data: Dataset) -> Iterator[Mark]:
    """The rows by their scores on the first two parts."""
    y = "score on h2" if len(step.model.parts) > 1 else ""
    there = Surface("chart", "Scores", "score on h1", y, open=data.image is None)
    rows = np.arange(data.n)
    yield Points(on_two(step.scores), "data", groups_of(data), rows=rows, names=data.class_titles, surface=there)
