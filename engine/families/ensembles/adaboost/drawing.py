"""What a step of AdaBoost looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Gallery, Line, Mark, Panel, Points, Region
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.ensembles.adaboost.loop import Params, Round, Step
from engine.models.tree import Tree
from engine.parts.panels import dots, sized
from engine.parts.trees.drawing import graph
from engine.parts.trees.growing import levels_of
from engine.parts.trees.tree_words import GINI

ROUNDS = Surface("gallery", "Rounds")
STUMP = Surface("structure", "Newest stump", open=False)
SAY = Surface("chart", "Votes of each round", "round", "α", open=False)
LARGEST = 16.0
"""The dot of no row is more than so many times as large as usual, however much the row weighs."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    weighed = Points(data.X, "data", data.codes, areas(step.weights), rows=np.arange(data.n))
    if not step.rounds:
        return [weighed]
    now = step.rounds[-1]
    shown = now.stump if step.half == "stump" else step.model
    drawn: list[Mark] = [Region(shown), weighed, Points(data.X[step.missed], "wrong", rows=step.missed)]
    drawn += cut(now.stump, data) if step.half == "stump" else []
    shared = dots(data)
    panels = tuple(panel(one, t, data, shared, lit=one is now) for t, one in enumerate(step.rounds))
    return [*drawn, Gallery(panels, ROUNDS), _as_graph(now.stump, data), _say_bars(step)]


def areas(weights: np.ndarray) -> np.ndarray:
    """(n,) how large the dots of rows are: one of average weight is as usual."""
    return np.asarray(np.minimum(weights * len(weights), LARGEST))


def cut(stump: Tree, data: Dataset) -> list[Line]:
    """The line where a stump cuts the plane; none where it asks a category, or nothing."""
    feature = int(stump.attribute[0])
    return [] if not stump.numeric[0] else [Line(np.eye(data.d)[feature], -float(stump.threshold[0]), "boundary")]


def panel(one: Round, t: int, data: Dataset, shared: Points, lit: bool) -> Panel:
    """A round: its stump, and the rows as large as they weighed then."""
    role: Role = "focus" if lit else "plain"
    small = sized(shared, areas(one.weights))
    return Panel(
        f"Round {t + 1}", f"ε = {figure(one.error, 3)}", one.stump, small, tuple(cut(one.stump, data)), role, 2 * t + 1
    )


def _as_graph(stump: Tree, data: Dataset) -> Mark:
    """The stump with the weights of the classes in its branches: of a category the plane may show no boundary."""
    nowhere = np.full(len(stump.parent), -1)  # no step is about a node
    return replace(graph(stump, data, GINI, steps=nowhere), surface=replace(STUMP, open=bool(levels_of(data))))


def _say_bars(step: Step) -> Bars:
    count = len(step.rounds)
    names = tuple(str(t + 1) for t in range(count))
    alphas = np.array([one.alpha for one in step.rounds])
    return Bars(alphas, names, chosen=count - 1, surface=SAY, steps=2 * np.arange(count) + 1)
