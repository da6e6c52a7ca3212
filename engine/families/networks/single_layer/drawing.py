"""What a step of a single layer looks like: the network, ΔW, the valley of E, and E at three rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Contours, Curve, Line, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.networks.diagram import NETWORK, below, diagram
from engine.families.networks.signals import Signal
from engine.families.networks.single_layer.loop import (
    BATCH,
    STOPS,
    UPDATES,
    Params,
    added_up,
    deltas,
    of_row,
    settled,
    updated,
)
from engine.families.networks.single_layer.posing import LINEAR, Problem, posed
from engine.families.networks.single_layer.stepping import Step
from engine.families.networks.single_layer.valley import Valley, valley_of
from engine.maths.probability.activations import ACTIVATIONS

SUMS = Surface("table", "ΔW as it adds up")
WAITING = replace(NETWORK, open=False)
FIT = Surface("chart", "Target and output", "w · x", "t and y", open=False)
CURVE = Surface("chart", "The sigmoid and its slope", "a", "y")
RATES = Surface("chart", "E at three rates", "epoch", "log₁₀ E")
VALLEY = Surface("chart", "The valley of E", "along the flattest way", "along the steepest way", square=True)
TOO_LARGE = 1.05
"""The largest of the three rates, in parts of the one from which on E never comes to rest."""
AHEAD = 30
"""So many epochs are drawn of each rate."""
FOLLOWED = 400
"""So many rows are presented at most for the way of the other kind of update."""
FAR = 1e100
FLOOR = 1e-12
"""E is drawn no lower than this part of what it was at first, nor higher than one over it."""
PLACES = 121


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = posed(data, params.output, params.bias)
    drawn: list[Mark] = [Region(step.model), Points(data.X[step.mistakes], "wrong", rows=step.mistakes)]
    signals: tuple[Signal, ...] = ()
    if step.row is not None:
        drawn.append(Points(data.X[[step.row]], "focus", rows=np.array([step.row])))
        signals = (passed(step, problem, step.row),)
    drawn += [diagram(step.model, data, step.row, signals, surface=WAITING), sums(step, data, params)]
    drawn += two_ways(step, data, problem, params)
    if problem.output != LINEAR:
        return [*drawn, *s_curve(step, problem)]
    valley = data.kept(("valley", params.bias), lambda: valley_of(problem))
    return [*drawn, *fit(step, data, problem), *three_rates(step, problem, valley), *path(step, valley)]


def two_ways(step: Step, data: Dataset, problem: Problem, params: Params) -> list[Mark]:
    """The way of this run and that of the other kind of update, by two weights of the first unit, epoch by epoch.

    Where an epoch stops at every row the way has its rows too. A long one of the other kind is not gone again.
    """
    if step.epoch * data.n > FOLLOWED or step.kind == "add":
        return []
    names = ("bias", *data.feature_names)[-2:]
    x, y = (f"weight of {name}" for name in names)
    surface = Surface("chart", "Batch and online", x, y, open=False)
    other = other_way(step, problem, params)[:, 0, -2:]
    own = step.way[:, 0, -2:]
    if not (np.isfinite(other).all() and np.abs(other).max() < FAR and np.abs(own).max() < FAR):
        return []
    kinds = UPDATES if params.updates == BATCH else UPDATES[::-1]
    return [
        Curve(other, "ghost", label=kinds[1], dots=True, surface=surface),
        Curve(own, "path", label=kinds[0], dots=True, surface=surface),
        Points(own[-1:], "focus", surface=surface),
    ]


def other_way(step: Step, problem: Problem, params: Params) -> np.ndarray:
    """(m, K, D+1) the way from the same first weights with the other kind of update, the rows as given."""
    W, way = step.way[0], [step.way[0]]
    for _ in range(step.epoch):
        if params.updates == BATCH:
            for n in range(len(problem.X)):
                W = settled(updated(W, of_row(W, problem, n), step.rate), problem)
        else:
            W = settled(updated(W, added_up(W, problem), step.rate), problem)
        way.append(W)
    return np.array(way)


def passed(step: Step, problem: Problem, row: int) -> Signal:
    """What one row makes of the layer."""
    x, W = problem.X[[row]], step.weights
    a = x @ W.T
    return Signal(a[0], ACTIVATIONS[problem.output].value(a)[0], deltas(W, x, problem.T[[row]], problem.output)[0])


def sums(step: Step, data: Dataset, params: Params) -> Matrix:
    """ΔW as far as it has been added up, with the row of the cell that was added last."""
    outputs = tuple(below("y", k) for k in range(len(step.delta_W)))
    chosen = None if step.cell is None else step.cell[0]
    names, title = ("bias", *data.feature_names), sums_title(step)
    surface = SUMS if params.stop_at != STOPS[0] else replace(SUMS, open=False)
    return Matrix(step.delta_W, outputs, names, "heat", chosen, title, surface=surface)


def sums_title(step: Step) -> str:
    """How far ΔW is."""
    if step.kind == "start":
        return "ΔW, nothing yet"
    if step.row is None:
        return "ΔW of all rows"
    return f"ΔW of {step.row + 1} of the rows" if step.kind == "add" else "ΔW of one row alone"


def fit(step: Step, data: Dataset, problem: Problem) -> list[Mark]:
    """Of a single unit: target and output over w · x, and the place of the means."""
    if len(step.weights) > 1:
        return []
    w = step.weights[0, 1:]
    s = problem.X[:, 1:] @ w
    places = np.column_stack([s, problem.T[:, 0]])
    drawn: list[Mark] = [
        Points(places, "data", data.codes, rows=np.arange(data.n), names=data.class_names, surface=FIT)
    ]
    drawn.append(Line(np.array([1.0, -1.0]), float(step.weights[0, 0]), "boundary", label="y", surface=FIT))
    means = np.array([[s.mean(), problem.T.mean()]])
    return [*drawn, Points(means, "centre", labels=("means",), surface=FIT)]


def three_rates(step: Step, problem: Problem, valley: Valley) -> list[Mark]:
    """How E goes on from the first weights with the rate of this run, the best one, and one that is too large."""
    rates: tuple[tuple[str, float, Role], ...] = (
        ("this η", step.rate, "path"),
        ("best in the end", problem.best_rate, "best"),
        ("too large", TOO_LARGE * problem.stable_below, "ghost"),
    )
    drawn: list[Mark] = []
    for name, rate, role in rates:
        E = valley.errors(step.way[0], rate, AHEAD)
        height = np.log10(np.clip(E, FLOOR * max(step.first, FLOOR), max(step.first, FLOOR) / FLOOR))
        places = np.column_stack([np.arange(len(height)), height])
        drawn.append(Curve(places, role, label=f"{name}, {figure(rate, 3)}", surface=RATES))
    if step.epoch <= AHEAD and step.error > 0:
        here = np.array([[step.epoch, np.log10(step.error)]])
        drawn.append(Points(here, "focus", surface=RATES))
    return drawn


def path(step: Step, valley: Valley) -> list[Mark]:
    """The way of the weights of the first unit, seen along the steepest and the flattest direction of E."""
    way = valley.seen(step.way[:, 0])
    if not np.isfinite(way).all() or not np.abs(way).max() < FAR:
        return []
    lines = Contours(valley.height, ("valley", tuple(valley.pair)), surface=VALLEY)
    here = Points(way[-1:], "focus", surface=VALLEY)
    return [
        lines,
        Curve(way, "path", dots=True, surface=VALLEY),
        Points(np.zeros((1, 2)), "best", surface=VALLEY),
        here,
    ]


def s_curve(step: Step, problem: Problem) -> list[Mark]:
    """Of sigmoid units: targets over the activations of the first, y, and how steep it is there, y(1 − y)."""
    unit, A = ACTIVATIONS[problem.output], problem.X @ step.weights[0]
    reach = max(6.0, float(np.abs(A).max()) * 1.05)
    a = np.linspace(-reach, reach, PLACES)
    slopes = Segments(np.column_stack([A, 0 * A]), np.column_stack([A, unit.slope(A)]), "spoke", surface=CURVE)
    drawn: list[Mark] = [Curve(np.column_stack([a, unit.value(a)]), "boundary", label="y", surface=CURVE)]
    drawn += [Curve(np.column_stack([a, unit.slope(a)]), "path", label="y(1 − y)", surface=CURVE), slopes]
    targets = np.column_stack([A, problem.T[:, 0]])
    return [*drawn, Points(targets, "data", problem.own, rows=np.arange(len(A)), surface=CURVE)]
