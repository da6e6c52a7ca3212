"""What a step of back-propagation says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, figure, joined
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.mlp.checking import checks
from engine.families.networks.mlp.layers_told import COLLAPSE, collapse_told, first_signals, weights_told
from engine.families.networks.mlp.loop import Params, forward
from engine.families.networks.mlp.numbers_told import MISSED, judged, missed_by, prediction_worked, say_number
from engine.families.networks.mlp.pacing import divided, rate_of, watched_rows
from engine.families.networks.mlp.posing import CROSS, Problem, least_of
from engine.families.networks.mlp.rules_told import COSTS, moved, rule_of
from engine.families.networks.mlp.signals_told import (
    FORWARD,
    forward_worked,
    say_backward,
    say_forward,
    unit_rows,
)
from engine.families.networks.mlp.stepping import Step
from engine.families.networks.signals import Signal
from engine.maths.algebra.agreement import agree
from engine.maths.optimisation.rising import has_risen
from engine.maths.optimisation.schedules import STEADY
from engine.models.layer import SOFTMAX
from engine.models.network import Network
from engine.parts.descent_telling import changed
from engine.parts.over_feature import target_title

STRAIGHT = {True: "the border is straight", False: "the answer is a weighted sum of the features"}
"""What a single layer can do, for classes and for a number."""
BEST = r"\underset{\mathrm{epochs}}{\mathrm{arg\,min}} \; \frac{1}{v} \sum_{n\ \mathrm{watched}} E_n"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "start":
        return _say_start(step, data, params)
    if step.kind == "forward":
        return say_forward(step, data)
    if step.kind == "backward":
        return say_backward(step, data, params)
    return _say_best(step, divided(data, params), data) if step.kind == "best" else _say_update(step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    network = step.model
    *earlier, last = network.hidden or (0,)
    hidden = joined([*map(str, earlier), counted(last, "unit")]) if last else ""
    said = f"Between {counted(data.d, 'feature')} and {counted(network.layers[-1].units, 'output')} there "
    said += f"{'is a hidden layer' if len(network.hidden) == 1 else 'are hidden layers'} of {hidden}" if hidden else (
        f"is no hidden layer: {STRAIGHT[bool(network.classes)]}"
    )  # fmt: skip
    worked, tables = collapse_told(network, data)
    said += f". {counted(len(network.parameters), 'weight')} will be learnt, the biases among them."
    if network.scale is not None:
        said += " Each column is standardised first: z is x less the mean, over the standard deviation."
    problem = divided(data, params)
    said += say_number(data, problem) + _special(network, params) + _alike(network)
    if len(problem.watched):
        ringed = counted(len(problem.watched), "row") + ", ringed,"
        rows = ringed if data.held is None else counted(len(problem.watched), "validation row")
        said += f" {rows} will be watched and not learnt from."
    numbers = (Number("E", step.error, error_of(step)), *watching(step), judged(step, problem, data))
    tables = (first_signals(network, problem), *tables)
    return Story(said, COLLAPSE if worked else FORWARD, worked, numbers, tables)


def error_of(step: Step) -> str:
    """Which rows E adds up."""
    return "of all rows, a sum" if step.watched is None else "of the rows learnt from, a sum"


def watching(step: Step) -> tuple[Number, ...]:
    """E of the rows that are watched, where some are."""
    return () if step.watched is None else (Number("E watched", step.watched, "mean of a watched row"),)


def _special(network: Network, params: Params) -> str:
    """What is to be known of these layers and outputs."""
    last = network.layers[-1]
    if network.hidden and network.collapses:
        return (
            f" Its hidden units are linear: all layers together are one, and {STRAIGHT[bool(network.classes)]}. "
            "Only with an activation that is not linear do more layers give more."
        )
    if last.activation != SOFTMAX:
        return "" if last.units == 1 else " Each output is for its own class: they do not add up to 1."
    return "" if network.hidden or CROSS not in params.output else " This is softmax regression."


def _alike(network: Network) -> str:
    """What becomes of hidden units that are alike in what comes to them and in what they send on."""
    if network.hidden and not network.layers[-1].weights.any():
        return " The weights of the outputs are 0: no δ goes back to the hidden units, and they stay as they are."
    if not network.hidden or network.layers[0].units == 1:
        return ""
    units = np.column_stack([network.layers[0].packed, network.layers[1].weights.T])
    if not agree(units, units[0], np.abs(units).max(axis=0)):
        return ""
    return " All units of the first hidden layer are alike, so they get the same δ, and stay alike."


def _say_update(step: Step, data: Dataset, params: Params) -> Story:
    problem, least = divided(data, params), least_of(params)
    said = (
        f"Epoch {step.epoch}, update {step.updates}: one update from a mini-batch of {counted(len(step.rows), 'row')}."
    )
    said += f" {changed(least, step.objective, step.objective_before or 0.0)}.{_alike(step.model)}{_patience(step)}"
    lines, tables = collapse_told(step.model, data)
    numbers = [Number("E", step.error, f"{problem.error} {error_of(step)}"), *watching(step)]
    numbers.append(judged(step, problem, data))
    if params.schedule != STEADY:
        numbers.append(Number("learning rate", rate_of(params, step.epoch), f"{params.schedule}, of this epoch"))
    if params.decay:
        numbers.append(Number(least, step.objective, f"{COSTS[params.penalty]} added, biases free"))
    assert step.gradient is not None
    numbers.append(Number("steepest slope", float(np.abs(step.gradient).max()), "of the batch"))
    worked = (*moved(step, problem, params), *lines)
    tables = (*weights_told(step), *tables)
    return Story(said, rule_of(params), worked, tuple(numbers), tables, checks(step, problem, params))


def _patience(step: Step) -> str:
    """How long E of the watched rows has not fallen."""
    if step.best is None or step.watched is None:
        return ""
    if step.best.epoch == step.epoch:
        return f" E of the watched rows, {figure(step.watched)}, is the least so far."
    waited = counted(step.epoch - step.best.epoch, "epoch")
    return f" E of the watched rows was the least {waited} ago: {figure(step.best.error)} at step {step.best.index}."


def _say_best(step: Step, problem: Problem, data: Dataset) -> Story:
    assert step.best is not None and step.watched is not None
    said = f"The network of epoch {step.best.epoch}, step {step.best.index}, is the result: in none of the "
    said += f"{counted(step.epoch - step.best.epoch, 'epoch')} after it was E of the watched rows smaller."
    numbers = (Number("E", step.error, error_of(step)), *watching(step), judged(step, problem, data))
    return Story(said, BEST, (), numbers, weights_told(step))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    network, places = step.model, np.asarray(x, dtype=float)[None]
    h, rows = network.fed(places), list[tuple[str | float, ...]]()
    worked: tuple[str, ...] = ()
    for depth, layer in enumerate(network.layers):
        a, given = forward(layer, h)
        letter = "y" if depth == len(network.layers) - 1 else "h"
        name = "outputs" if letter == "y" else f"hidden {depth + 1}"
        rows += [(name, *row) for row in unit_rows(letter, a[0], given[0])]
        worked = forward_worked(layer, h[0], Signal(a[0], given[0]), letter)
        h = given
    worked += prediction_worked(network, float(h[0, 0]))
    outputs = f"The output is {figure(h[0, 0])}" if h.shape[1] == 1 else f"The outputs are {brief(h[0])}"
    said = f"{outputs}: {_answer(network, data, places)}."
    table = Table("What every unit says of it", ("layer", "unit", "a", "g(a)"), tuple(rows))
    return Inquiry(Story(said, FORWARD, worked, (), (table,)), (Points(places, "focus"),))


def _answer(network: Network, data: Dataset, places: np.ndarray) -> str:
    """What is said of one place (1, d) in the end."""
    answer = network.predict(places)[0]
    if not network.classes:
        return f"the prediction of {target_title(data)} is {data.target_column.figure(float(answer))}"
    return f"it is called {data.class_name(int(answer))}"


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    rows = data.n - len(watched_rows(data, params))
    wrong = {"wrong side": float(step.wrong)}
    told = {"E": step.error, **(wrong if step.model.classes else {MISSED: missed_by(step, rows)})}
    if step.watched is not None:
        told = {"E learnt, mean": step.error / rows, "E watched, mean": step.watched, **told}
    return {**told, least_of(params): step.objective} if params.decay else told


def event(step: Step) -> Event | None:
    if step.kind == "update":
        return Event("rose", "wrong") if has_risen(step.objective, step.objective_before) else None
    if step.kind == "best":
        return Event("the best is kept", "best")
    return None if step.kind == "start" else Event(step.kind, "plain")
