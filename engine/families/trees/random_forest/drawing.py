"""What a step of a random forest looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Gallery, Mark, Panel, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.drawing import graph
from engine.families.trees.random_forest.loop import Grown, Params, Step
from engine.families.trees.words import GINI
from engine.parts.panels import dots, sized

NEWEST = Surface("structure", "Newest tree", open=False)
TREES = Surface("gallery", "Trees")
IMPORTANCE = Surface("chart", "Importance", "feature", "rise of the error")
UNSEEN = 0.12
"""The relative area of the dot of a row that was not drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if not step.grove:
        return []
    drawn: list[Mark] = [Region(step.model)]
    now = step.grove[-1] if step.kind == "tree" else None
    if now is not None:
        drawn.append(Points(data.X, "data", data.codes, areas(now), rows=np.arange(data.n)))
    wrong = np.flatnonzero(step.votes.any(axis=1) & (step.votes.argmax(axis=1) != data.codes))
    drawn.append(Points(data.X[wrong], "wrong", rows=wrong))
    shared = dots(data)
    panels = tuple(panel(one, k, shared, lit=one is now) for k, one in enumerate(step.grove))
    drawn.append(Gallery(panels, TREES))
    newest = step.grove[-1].tree
    nowhere = np.full(len(newest.parent), -1)  # no step is about a node
    drawn.append(replace(graph(newest, data, GINI, steps=nowhere), surface=NEWEST))
    return drawn + _importance(step, data, params)


def areas(one: Grown) -> np.ndarray:
    """(n,) how large the dots of the rows are: as often as each was drawn for a tree."""
    return np.where(one.drawn > 0, one.drawn, UNSEEN)


def panel(one: Grown, k: int, shared: Points, lit: bool) -> Panel:
    """A tree with the rows it was grown from, and how often it is wrong about the others."""
    detail = "" if one.error is None else f"error {figure(one.error, 2)}"
    return Panel(
        f"Tree {k + 1}", detail, one.tree, sized(shared, areas(one)), role="focus" if lit else "plain", step=k + 1
    )


def _importance(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """A bar for each feature shuffled so far."""
    if not step.rises:
        return []
    names = tuple(column.name for column in data.columns[: len(step.rises)])
    steps = len(step.grove) + 1 + np.arange(len(names))
    return [Bars(np.array(step.rises), names, chosen=len(names) - 1, surface=IMPORTANCE, steps=steps)]
