"""What a step of AdaBoost looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Gallery, Line, Mark, Panel, Points, Region
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.ensembles.adaboost.loop import Params, Round, Step
from engine.models.tree import Tree
from engine.parts.panels import dots, sized

ROUNDS = Surface("gallery", "Rounds")
SAY = Surface("chart", "Votes of each round", "round", "α", open=False)
LARGEST = 16.0
"""The dot of no row is more than so many times as large as usual, however much the row weighs."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    weighed = Points(data.X, "data", data.codes, areas(step.weights), rows=np.arange(data.n))
    if not step.rounds:
        return [weighed]
    now = step.rounds[-1]
    shown = now.stump if step.half == "cut" else step.model
    drawn: list[Mark] = [Region(shown), weighed, Points(data.X[step.missed], "wrong", rows=step.missed)]
    drawn += cut(now.stump, data) if step.half == "cut" else []
    shared = dots(data)
    panels = tuple(panel(one, t, data, shared, lit=one is now) for t, one in enumerate(step.rounds))
    return [*drawn, Gallery(panels, ROUNDS), _say_bars(step)]


def areas(weights: np.ndarray) -> np.ndarray:
    """(n,) how large the dots of rows are: one of average weight is as usual."""
    return np.asarray(np.minimum(weights * len(weights), LARGEST))


def cut(stump: Tree, data: Dataset) -> list[Line]:
    """The line where a cut divides the plane; none if nothing was cut."""
    feature = int(stump.attribute[0])
    return [] if feature < 0 else [Line(np.eye(data.d)[feature], -float(stump.threshold[0]), "boundary")]


def panel(one: Round, t: int, data: Dataset, shared: Points, lit: bool) -> Panel:
    """A round: its cut, and the rows as large as they weighed then."""
    role: Role = "focus" if lit else "plain"
    small = sized(shared, areas(one.weights))
    return Panel(
        f"Round {t + 1}", f"ε = {figure(one.error, 3)}", one.stump, small, tuple(cut(one.stump, data)), role, 2 * t + 1
    )


def _say_bars(step: Step) -> Bars:
    count = len(step.rounds)
    names = tuple(str(t + 1) for t in range(count))
    alphas = np.array([one.alpha for one in step.rounds])
    return Bars(alphas, names, chosen=count - 1, surface=SAY, steps=2 * np.arange(count) + 1)
