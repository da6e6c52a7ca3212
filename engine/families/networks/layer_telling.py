"""What one layer of units says: how ∇E fills, where the weights went, and what it makes of a point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.words import brief, counted, figure, inner, shown
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import RateParams
from engine.families.networks.diagram import below
from engine.families.networks.layer_drawing import passed, unit_named
from engine.families.networks.layer_stepping import Step
from engine.families.networks.one_layer import LINEAR, Problem
from engine.maths.algebra.agreement import cleared_weights
from engine.maths.optimisation.rising import ROUNDED, has_risen
from engine.parts.descent_telling import changed

BATCH_RULE = (
    r"\frac{\partial E}{\partial w_d} = \sum_n \delta_n\,x_{nd}, \quad "
    r"\Delta w_d = -\eta\,\frac{\partial E}{\partial w_d}"
)
ONLINE_RULE = r"\Delta w_d = -\eta\,\delta_n\,x_{nd}, \quad w_d \leftarrow w_d + \Delta w_d \quad \text{after each } n"
MANY_BATCH_RULE = (
    r"\frac{\partial E}{\partial w_{kd}} = \sum_n \delta_{nk}\,x_{nd}, \quad "
    r"\Delta w_{kd} = -\eta\,\frac{\partial E}{\partial w_{kd}}"
)
MANY_ONLINE_RULE = (
    r"\Delta w_{kd} = -\eta\,\delta_{nk}\,x_{nd}, \quad "
    r"w_{kd} \leftarrow w_{kd} + \Delta w_{kd} \quad \text{after each } n"
)
NOTICED = 1e-3
"""Rounding of less than this share of E does not turn a fall into a rise."""
ONLINE = " The weights change after each row: that is what the last update line of the notes writes."


def say_layer(step: Step, what: str) -> str:
    """The units at the start, and what their output is."""
    units, weights = step.weights.shape
    each = " each" if units > 1 else ""
    said = f"{counted(units, 'unit')} with {counted(weights, 'weight')}{each}, the bias among them: {what}."
    return f"{said} Where y is t, δ is 0 and nothing changes."


def say_coded(data: Dataset, problem: Problem) -> str:
    """What the targets stand for."""
    if not problem.classes:
        return ""
    names = [data.class_name(code) for code in problem.classes]
    if problem.T.shape[1] == 1:
        return f" t is 0 of {names[0]} and 1 of {names[1]}."
    return " Each output is to be 1 for its own class and 0 for the others."


def say_added(step: Step, data: Dataset, where: str = "") -> str:
    """A row whose part was added."""
    assert step.row is not None
    return f"Epoch {step.epoch}, point {data.row_name(step.row)}: δ x is added to ∇E{where}."


def say_moved(step: Step, data: Dataset) -> str:
    """What became of E, and by which row where it was one alone."""
    subject = "" if step.row is None else f", point {data.row_name(step.row)} alone"
    still = "" if step.row is None or step.delta_W.any() else " δ is 0: nothing changes."
    return f"Epoch {step.epoch}{subject}: {changed('E', step.error, step.error_before or 0.0)}.{still}"


def say_why_risen(step: Step, problem: Problem, params: RateParams) -> str:
    """What is to be known of a rise: the limit on the rate is that of whole batches."""
    if not has_risen(step.error, step.error_before) or step.rate < problem.stable_below or not params.in_batches:
        return ""
    return f" The rate {figure(step.rate)} is too large: the step leaps over the valley."


@dataclass(frozen=True)
class Part:
    """What the row that came last was to the cell (k, d) of ∇E that is told, with the weights it met."""

    k: int
    d: int
    y: float
    t: float
    delta: float
    x: float


def part_of(step: Step, problem: Problem) -> Part:
    """That of the cell that was added last; where a row is added at once, of the one that it changes most."""
    assert step.row is not None
    signal, x = passed(step.before.layers[0].packed, problem, step.row), problem.X[step.row]
    assert signal.delta is not None
    parts = np.abs(np.outer(signal.delta, x))
    k, d = step.cell or divmod(int(np.argmax(parts)), parts.shape[1])
    return Part(k, d, float(signal.h[k]), float(problem.T[step.row, k]), float(signal.delta[k]), float(x[d]))


def cell_told(step: Step, part: Part) -> str:
    """What was added to that cell, with numbers."""
    now, delta, x = float(step.delta_W[part.k, part.d]), part.delta, part.x
    was = now - delta * x
    before, by, value = shown(now, lambda one, signal, given: one + signal * given, was, delta, x)
    return f"∂E/∂w ← {before} + ({by})·({value}) = {figure(now)}"


def steepest_told(step: Step, data: Dataset) -> str:
    """The weight that moved most."""
    k, d = divmod(int(np.argmax(np.abs(step.delta_W))), step.delta_W.shape[1])
    before, after = (float(W[k, d]) for W in (step.before.layers[0].packed, step.weights))
    was, rate, delta = shown(after, lambda w, r, d: w - r * d, before, step.rate, float(step.delta_W[k, d]))
    return f"steepest, {weight_named(step, data, k, d)}: w ← {was} − {rate}·({delta}) = {figure(after)}"


def weight_named(step: Step, data: Dataset, k: int, d: int) -> str:
    """A weight by what it comes from, and where there are several units by the one it goes to."""
    into = f" of {below('y', k)}" if len(step.weights) > 1 else ""
    return f"{'the bias' if d == 0 else data.feature_names[d - 1]}{into}"


def numbers(step: Step, problem: Problem) -> list[Number]:
    """E and the rate of every step; of one with new weights what else is to be watched."""
    found = [Number("E", step.error, "½ Σ (y − t)²"), Number("rate η", step.rate)]
    if step.kind == "add":
        return found
    if problem.classes:
        found.append(Number("wrong side", step.wrong))
    return found + ([Number("‖∇E‖", step.slope)] if step.kind == "update" else [])


def weights_table(step: Step, data: Dataset) -> Table:
    """The weights of each unit, the bias first."""
    columns = ("unit", "bias", *data.feature_names[:8])
    weights = cleared_weights(step.weights, data.design)
    rows = tuple((below("y", k), *row[:9]) for k, row in enumerate(weights.tolist()))
    return Table("Weights", columns, rows)


def stays_below(step: Step, problem: Problem, params: RateParams) -> tuple[Check, ...]:
    """That a batch with a stable rate does not let E rise."""
    if not params.in_batches or step.rate >= problem.stable_below:
        return ()
    terms = problem.lost(step.before.layers[0].packed)
    if ROUNDED * terms > NOTICED * step.error:
        return ()  # outputs that cancel leave too few digits for ∇E
    return (Check("E does not rise at this rate", not has_risen(step.error, step.error_before, terms)),)


def say_online(step: Step, problem: Problem) -> str:
    """What a rate promises where rows come one by one."""
    return (
        f" Online the error of the row itself shrinks with η below {figure(problem.online_below)}, and E of all rows "
        f"may rise meanwhile; this run takes {figure(step.rate)}."
    )


def online_number(problem: Problem) -> Number:
    """The limit of that rate."""
    return Number("own error shrinks below", problem.online_below, problem.online_words.split(" = ")[0])


def inspected(step: Step, data: Dataset, problem: Problem, x: np.ndarray, more: str = "") -> Inquiry:
    """What the layer makes of a point."""
    place = np.asarray(x, dtype=float)
    y, layer = step.model.outputs(place[None])[0], step.model.layers[0]
    if problem.classes:
        said = f"is {figure(y[0])}" if len(y) == 1 else f"are {brief(y)}"
        answer = f"The output{'s' if len(y) > 1 else ''} {said}: it is called "
        answer += f"{data.class_name(int(step.model.predict(place[None])[0]))}.{more}"
    else:
        answer = f"The output is {data.target_column.figure(y[0])}."
    a, bias = float(layer.activations(place[None])[0, 0]), float(layer.biases[0])
    letter = unit_named("y" if problem.output == LINEAR else "a", 0, len(y))
    worked = (f"{letter} = {inner(layer.weights[0], place, a, bias)}",)
    g = r"W \tilde{\mathbf{x}}" if problem.output == LINEAR else r"\sigma(W \tilde{\mathbf{x}})"
    return Inquiry(Story(answer, rf"\mathbf{{y}} = {g}", worked), (Points(place[None], "focus"),))


def measured(step: Step, problem: Problem) -> dict[str, float]:
    """The curves of a run."""
    return {"E": step.error, "wrong side": float(step.wrong)} if problem.classes else {"E": step.error}


def happened(step: Step) -> Event | None:
    """What is to be marked on the timeline."""
    if step.kind == "add":
        return Event("added", "plain")
    return Event("rose", "wrong") if has_risen(step.error, step.error_before) else None
