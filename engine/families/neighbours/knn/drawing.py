"""What a step of k nearest neighbours looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.knn.loop import Params, Step
from engine.parts.balls import ball
from engine.parts.nearest import to_rows

VOTES = Surface("chart", "Votes", "class", "votes")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, near = step.model.point, step.near
    drawn: list[Mark] = []
    if step.part == "answer":
        drawn.append(Region(step.model.known, "labels"))
    if step.part == "distance" and step.distances is not None:
        rows = np.arange(step.before, len(step.distances))
        drawn += to_rows(z, rows, data, data.codes)
    if step.part == "take" and step.former_radius < step.radius:
        drawn += ball(step.model.known.metric, z, step.former_radius, "ghost")
    if len(near):
        drawn += to_rows(z, near, data, data.codes)
        drawn += ball(step.model.known.metric, z, step.radius)
        drawn.append(Points(data.X[near], "best", groups=data.codes[near], rows=near))
    if step.votes is not None:
        drawn.append(bars(step, data))
    drawn.append(Points(z[None], "focus", labels=("z",)))
    return drawn


def bars(step: Step, data: Dataset) -> Bars:
    """The votes for each class that has a row; where several have the most, each of them says so."""
    assert step.votes is not None
    classes = np.array(data.classes_present)
    tied = step.tied if step.tied is not None and len(step.tied) > 1 else np.zeros(0, dtype=int)
    labels = tuple(data.class_name(code) + (": tied" if code in tied else "") for code in classes.tolist())
    chosen = None if step.answer is None else int(np.flatnonzero(classes == step.answer)[0])
    lit = np.isin(classes, tied) if step.answer is None else None
    return Bars(step.votes[classes].astype(float), labels, groups=classes, chosen=chosen, surface=VOTES, lit=lit)
