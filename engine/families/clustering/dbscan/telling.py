"""What a step of DBSCAN says: how many neighbours a row has, and what that makes of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.dbscan.loop import UNSEEN, Params, Step
from engine.families.clustering.measures import measured
from engine.models.densities import NOISE
from engine.parts.ranges import scaled_first

NEAR = r"N(\mathbf{x}) = \{\,n : \|\mathbf{x}_n - \mathbf{x}\| \leq \varepsilon\,\}"
FORMULA = NEAR + r",\quad |N(\mathbf{x})| \geq m"
LISTED = 8
"""So many of the rows that wait are listed."""
EVENTS = {"seed": Event("new group", "best"), "group": Event("new group", "best"), "noise": Event("noise", "wrong")}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    story = Story(
        _said(step, data, params),
        FORMULA,
        tuple(_worked(step, params)),
        (*_numbers(step), *(measured(data, step.labels) if step.kind == "end" else ())),
        tuple(_queue(step, data)),
        tuple(_checks(step, data)),
    )
    return scaled_first(story, data) if step.kind == "start" else story


def _said(step: Step, data: Dataset, params: Params) -> str:
    if step.kind == "start":
        least = counted(params.least, "row")
        said = f"No point has a cluster yet. A core point has {least} or more within ε, itself counted."
        return said
    if step.kind == "end":
        return "Every row has been visited: points within ε of no core point are noise."
    assert step.row is not None and step.near is not None
    name, group = f"Row {data.row_name(step.row)}", int(step.labels[step.row]) + 1
    if step.kind == "group":
        size = int((step.labels == group - 1).sum())
        return f"Group {group} has grown to {counted(size, 'row')}; no row waits any more."
    has = f"{name} has {counted(len(step.near), 'row')} within ε"
    return {
        "noise": f"{has}, too few: it is noise, unless it lies within ε of a core point.",
        "seed": f"{has}, a core point: group {group} begins, and the others in the circle wait in its queue.",
        "core": f"{has}, a core point too: rows in its circle without a group join group {group} and wait.",
        "border": f"{has}, too few: it is the border of group {group}, and the group does not grow from it.",
    }[step.kind]


def _worked(step: Step, params: Params) -> Iterator[str]:
    if step.near is not None and step.kind != "group":
        count = len(step.near)
        yield f"neighbours N = {count} {'≥' if count >= params.least else '<'} {params.least}"
    else:
        yield f"rows = {' + '.join(map(figure, _kinds(step)))} = {figure(len(step.labels))}"


def _kinds(step: Step) -> tuple[int, int, int, int]:
    """How many rows are cores, border, noise, and not known yet."""
    core, noise, unseen = int(step.core.sum()), int((step.labels == NOISE).sum()), int((step.labels == UNSEEN).sum())
    return core, len(step.labels) - core - noise - unseen, noise, unseen


def _numbers(step: Step) -> Iterator[Number]:
    names = ("cores", "border, or waiting", "noise", "not reached")
    yield Number("ε", step.around.radius)
    yield Number("groups", int(step.labels.max(initial=-1)) + 1)
    yield from (Number(name, count) for name, count in zip(names, _kinds(step), strict=True))
    if step.queue is not None:
        yield Number("in the queue", len(step.queue))


def _queue(step: Step, data: Dataset) -> Iterator[Table]:
    """The queue, the next row first."""
    if step.queue is not None and len(step.queue):
        rows = tuple((place + 1, data.row_name(int(row))) for place, row in enumerate(step.queue[:LISTED]))
        yield Table("The queue", ("turn", "row"), rows, 0)


def _checks(step: Step, data: Dataset) -> Iterator[Check]:
    """The neighbours of the row looked at; rows of noise do not wait."""
    if step.row is not None and step.near is not None:
        gaps = np.sqrt(((data.X[step.near] - data.X[step.row]) ** 2).sum(axis=1))
        inside = bool((gaps <= step.around.radius * (1 + 1e-9)).all())
        yield Check("all in the circle are within ε", inside)
    if step.queue is not None:
        yield Check("all rows in the queue are in the group", bool((step.labels[step.queue] >= 0).all()))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """How many rows a point has within ε, and the group of the nearest core there."""
    gaps = np.sqrt(((data.X - x) ** 2).sum(axis=1))
    near, group = int((gaps <= step.around.radius).sum()), int(step.model.predict(x[None])[0])
    where = f"in reach of group {group + 1}" if group >= 0 else "within ε of no core point: noise"
    said = f"This point has {counted(near, 'row')} within ε = {figure(step.around.radius)}, and is {where}."
    return Inquiry(Story(said, FORMULA, numbers=(Number("rows within ε", near),)))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    core, border, noise, _ = _kinds(step)
    return {"in a group": core + border, "noise": noise}


def event(step: Step) -> Event | None:
    return EVENTS.get(step.kind)
