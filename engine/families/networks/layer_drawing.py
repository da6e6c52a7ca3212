"""What one layer of units looks like: its answers on the plane, its diagram, and the ways of two of its weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Graph, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import BATCH, UPDATES, UpdateParams, updated
from engine.families.networks.diagram import NETWORK, below, diagram
from engine.families.networks.layer_stepping import Step
from engine.families.networks.one_layer import Problem
from engine.families.networks.signals import Signal
from engine.maths.probability.activations import ACTIVATIONS

FOLLOWED = 400
"""So many updates are made at most for the way of the other kind of update."""
AT_MOST = 200_000
"""So many rows are presented for it."""
FAR = 1e100
"""What lies farther out is not drawn."""


def on_plane(step: Step, data: Dataset) -> list[Mark]:
    """What the units answer, which rows they get wrong, and the row that came last."""
    drawn: list[Mark] = [Region(step.model), Points(data.X[step.mistakes], "wrong", rows=step.mistakes)]
    if step.row is None:
        return drawn
    return [*drawn, Points(data.X[[step.row]], "focus", rows=np.array([step.row]))]


def drawn_layer(step: Step, data: Dataset, problem: Problem, surface: Surface = NETWORK) -> Graph:
    """The diagram of the layer, with what the row that came last makes of it.

    Where the row has moved the weights, its δ was that of the weights before: the one of those drawn would be another.
    """
    if step.row is None:
        return diagram(step.model, data, surface=surface)
    signal = passed(step.weights, problem, step.row)
    shown = signal if step.kind == "add" else replace(signal, delta=None)
    return diagram(step.model, data, step.row, (shown,), surface=surface)


def passed(W: np.ndarray, problem: Problem, row: int) -> Signal:
    """What one row makes of the layer with the weights W (K, D+1): a, y and δ = (y − t) g′(a)."""
    unit, a = ACTIVATIONS[problem.output], problem.X[row] @ W.T
    y = unit.value(a)
    return Signal(a, y, (y - problem.T[row]) * unit.slope(a))


Gradient = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""∇E (K, D+1) of the weights (K, D+1), for rows X (m, D+1) with their targets T (m, K)."""


def two_ways(
    step: Step, data: Dataset, problem: Problem, params: UpdateParams, gradient: Gradient, shown: bool
) -> list[Mark]:
    """The way of this run and that of the other kind of update, by two weights of the first unit, epoch by epoch.

    Where an epoch stops at every row the way has its rows too. The other kind is followed for so many updates.
    """
    if step.kind == "add":
        return []
    x, y = (f"weight of {name}" if name != "bias" else name for name in ("bias", *data.feature_names)[-2:])
    surface = Surface("chart", "Batch and online", x, y, open=shown)
    other = _other_way(step, problem, params, gradient)[:, 0, -2:]
    own = step.way[:, 0, -2:]
    if not (is_near(other) and is_near(own)):
        return []
    kinds = UPDATES if params.updates == BATCH else UPDATES[::-1]
    return [
        Curve(other, "ghost", label=kinds[1], dots=True, surface=surface),
        Curve(own, "path", label=kinds[0], dots=True, surface=surface),
        Points(own[-1:], "focus", surface=surface),
    ]


@np.errstate(over="ignore", invalid="ignore")
def _other_way(step: Step, problem: Problem, params: UpdateParams, gradient: Gradient) -> np.ndarray:
    """(m, K, D+1) the way from the same first weights with the other kind of update, the rows as given."""
    n, way = len(problem.X), [step.way[0]]
    parts = np.arange(n)[:, None] if params.updates == BATCH else np.arange(n)[None]
    for _ in range(min(step.epoch, FOLLOWED // len(parts), AT_MOST // n)):
        W = way[-1]
        for rows in parts:
            W = updated(W, gradient(W, problem.X[rows], problem.T[rows]), step.rate)
        way.append(W)
    return np.array(way)


def is_near(places: np.ndarray) -> bool:
    """Whether places can be drawn."""
    return bool(np.isfinite(places).all() and np.abs(places).max(initial=0.0) < FAR)


def unit_named(letter: str, k: int, units: int) -> str:
    """An output by its number, where there are several."""
    return below(letter, k) if units > 1 else letter


def rate_named(name: str, rate: float) -> str:
    """A rate as the label of a curve."""
    return f"{name}, {figure(rate, 3)}"
