"""What a step of back-propagation looks like: the network with its signals, the lines of its units, the bent plane."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.later import Later
from engine.core.marks import Gallery, Line, Mark, Matrix, Panel, Points, Region
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.networks.diagram import NETWORK, below, diagram
from engine.families.networks.mlp import collapsing
from engine.families.networks.mlp.bending import bent
from engine.families.networks.mlp.choosing import controls
from engine.families.networks.mlp.loop import Params
from engine.families.networks.mlp.missing import missed
from engine.families.networks.mlp.pacing import watched_rows
from engine.families.networks.mlp.posing import SOFTENED
from engine.families.networks.mlp.stepping import Step
from engine.maths.probability.sigmoid import softmax_jacobian
from engine.models.layer import Layer
from engine.models.network import Network, NumberNetwork
from engine.parts.panels import dots

UNITS = Surface("gallery", "What each hidden unit sees")
WAITING = replace(UNITS, open=False)
"""Where another surface shows what the units are for, their own pictures wait to be asked for.

That is the plane as two units bend it, which shows what both of them see, the chart of the answers to numbers, or the
one layer that units are which bend nothing.
"""
ANSWERS = Surface("table", "How the softmax answers")
NAMED = 8
"""So many lines have their names beside them; of more the names would hide the points."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    network = step.model
    drawn: list[Mark | Later] = [Region(network), *unit_lines(network)]
    drawn.append(Points(data.X[step.mistakes], "wrong", rows=step.mistakes))
    if data.held is None and len(watched := watched_rows(data, params)):  # validation rows are hollow as it is
        drawn.append(Points(data.X[watched], "support", rows=watched))
    if step.shown is not None:
        drawn.append(Points(data.X[[step.shown]], "focus", rows=np.array([step.shown])))
    lit = step.layer if step.kind in ("forward", "backward") else None
    drawn.append(replace(diagram(network, data, step.shown, step.signals, lit), controls=controls(network, params)))
    drawn += collapsing.drawn(step, data)
    if network.hidden:
        drawn.append(gallery(step, data))
    return [*drawn, *missed(step, data, params), *answering(step, data, params), *bent(network, data)]


def answering(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """How each softmax output answers to each activation, for the example shown, where δ needs it: of a squared error.

    The heat map is the Jacobian ∂yⱼ/∂aₖ = yⱼ (Iⱼₖ − yₖ); δ is this matrix times y − t.
    """
    softened = bool(step.model.classes) and params.output == SOFTENED
    if not softened or len(step.signals) < len(step.model.layers):
        return []
    names = tuple(data.class_name(code) for code in step.model.classes)
    title = f"∂y/∂a of point {data.row_name(int(step.rows[0]))}"
    rows, columns = (tuple(f"{letter} {name}" for name in names) for letter in "ya")
    return [Matrix(softmax_jacobian(step.signals[-1].h), rows, columns, "heat", None, title, surface=ANSWERS)]


def unit_lines(network: Network) -> list[Mark]:
    """Where the activation of each unit of the first hidden layer is 0; a unit without weights has no such line."""
    if not network.hidden:
        return []
    layer = network.first
    named = layer.units <= NAMED
    return [_line(layer, j, below("h", j) if named else "") for j in range(layer.units) if layer.weights[j].any()]


def _line(layer: Layer, j: int, label: str = "") -> Line:
    """Scaled, so that no size of the weights matters."""
    size = np.abs(layer.weights[j]).max()
    return Line(layer.weights[j] / size, float(layer.biases[j] / size), "axis", label=label)


def gallery(step: Step, data: Dataset) -> Mark | Later:
    """The pictures of the hidden units; where they wait to be asked for, none is made before."""
    if step.model.hidden[-1] == 2 or isinstance(step.model, NumberNetwork) or step.model.collapses:
        return Later((WAITING,), lambda: [Gallery(tuple(panels(step, data)), WAITING)])
    return Gallery(tuple(panels(step, data)), UNITS)


def panels(step: Step, data: Dataset) -> Iterator[Panel]:
    """What each hidden unit says of every place; the output of the example that is shown stands beside its name."""
    network, shared = step.model, dots(data)
    places = [(depth, j) for depth, units in enumerate(network.hidden_units) for j in range(len(units))]
    for node, (depth, j) in enumerate(places, data.d):
        name = below("h", j) if len(network.hidden) == 1 else f"Layer {depth + 1}, {below('h', j)}"
        here = step.signals[depth] if depth < len(step.signals) else None
        lit = step.kind in ("forward", "backward") and depth == step.layer
        lines = (_line(network.first, j),) if depth == 0 and network.first.weights[j].any() else ()
        detail = "" if here is None else f"h = {figure(float(here.h[j]), 3)}"
        model = network.hidden_units[depth][j]
        role: Role = "focus" if lit else "plain"
        yield Panel(name, detail, model, shared, lines, role, node=(NETWORK.name, node))
