"""What a step of back-propagation looks like: the network with its signals, the lines of its units, the bent plane."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Gallery, Line, Mark, Matrix, Panel, Points, Region
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.networks.backpropagation.choosing import controls
from engine.families.networks.backpropagation.loop import Params
from engine.families.networks.backpropagation.pacing import watched_rows
from engine.families.networks.backpropagation.posing import SOFTENED
from engine.families.networks.backpropagation.stepping import Step
from engine.families.networks.diagram import NETWORK, below, diagram
from engine.maths.probability.sigmoid import softmax_jacobian
from engine.models.network import Layer, Network, network_of
from engine.parts.panels import dots

UNITS = Surface("gallery", "What each hidden unit sees")
WAITING = replace(UNITS, open=False)
"""Where two units bend the plane, which shows what both of them see, their own pictures wait to be asked for."""
ONE = Surface("structure", "All layers as one")
BENT = Surface("chart", "The plane as the hidden layer bends it", "h₁", "h₂")
ANSWERS = Surface("table", "How the softmax answers")
PANELS = 24
"""So many hidden units have a picture of their own, the first ones."""
NAMED = 8
"""So many lines have their names beside them; of more the names would hide the points."""
GRID, ALONG = 11, 41
"""So many lines of the grid are bent each way, and so many places of each."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    network = step.model
    drawn: list[Mark] = [Region(network), *unit_lines(network)]
    drawn.append(Points(data.X[step.mistakes], "wrong", rows=step.mistakes))
    if data.held is None and len(watched := watched_rows(data, params)):  # validation rows are hollow as it is
        drawn.append(Points(data.X[watched], "support", rows=watched))
    if step.shown is not None:
        drawn.append(Points(data.X[[step.shown]], "focus", rows=np.array([step.shown])))
    lit = step.layer if step.kind in ("forward", "backward") else None
    drawn.append(replace(diagram(network, data, step.shown, step.signals, lit), controls=controls(network, params)))
    if network.hidden and network.collapses:
        alone = network_of((network.collapsed,), network.classes)
        drawn.append(diagram(alone, data, step.shown, surface=ONE))
    if network.hidden:
        drawn.append(Gallery(tuple(panels(step, data)), WAITING if network.hidden[-1] == 2 else UNITS))
    return [*drawn, *answering(step, data, params), *bent(network, data)]


def answering(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """How each softmax output answers to each activation, for the example shown, where δ needs it: of a squared error.

    The heat map is the Jacobian ∂yⱼ/∂aₖ = yⱼ (Iⱼₖ − yₖ); δ is this matrix times y − t.
    """
    if params.output != SOFTENED or len(step.signals) < len(step.model.layers):
        return []
    names = tuple(data.class_words(code) for code in step.model.classes)
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


def panels(step: Step, data: Dataset) -> Iterator[Panel]:
    """What each hidden unit says of every place; the output of the example that is shown stands beside its name."""
    network, shared = step.model, dots(data)
    places = [(depth, j) for depth, units in enumerate(network.hidden_units) for j in range(len(units))]
    for node, (depth, j) in enumerate(places[:PANELS], data.d):
        name = below("h", j) if len(network.hidden) == 1 else f"Layer {depth + 1}, {below('h', j)}"
        here = step.signals[depth] if depth < len(step.signals) else None
        lit = step.kind in ("forward", "backward") and depth == step.layer
        lines = (_line(network.first, j),) if depth == 0 and network.first.weights[j].any() else ()
        detail = "" if here is None else f"h = {figure(float(here.h[j]), 3)}"
        model = network.hidden_units[depth][j]
        role: Role = "focus" if lit else "plain"
        yield Panel(name, detail, model, shared, lines, role, node=(NETWORK.name, node))


def bent(network: Network, data: Dataset) -> list[Mark]:
    """The points and the grid of the plane where two units of the last hidden layer put them, and the border there.

    What bends the border on the plane bends the plane here: the border is straight.
    """
    if not network.hidden or network.hidden[-1] != 2:
        return []
    drawn: list[Mark] = [Region(network_of(network.layers[-1:], network.classes), surface=BENT)]
    for line in _grid(data) if data.d == 2 else ():
        drawn.append(Curve(network.hidden_outputs(line), "ghost", surface=BENT))
    places = network.hidden_outputs(data.X)
    names = data.class_names
    return [*drawn, Points(places, "data", data.codes, rows=np.arange(data.n), names=names, surface=BENT)]


def _grid(data: Dataset) -> Iterator[np.ndarray]:
    """The lines (m, 2) of a grid over the points, upright and level."""
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    across, up = (np.linspace(low[d], high[d], GRID) for d in (0, 1))
    x, y = (np.linspace(low[d], high[d], ALONG) for d in (0, 1))
    for at in across:
        yield np.column_stack([np.full(ALONG, at), y])
    for at in up:
        yield np.column_stack([x, np.full(ALONG, at)])
