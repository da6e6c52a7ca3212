"""What a step of the linear discriminant looks like: the sum, the lifted data, the height, and straight level lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Line, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.discriminants.linear_discriminant.activating import activated, inverse, levels
from engine.families.discriminants.linear_discriminant.loop import Params, Step
from engine.maths.algebra.affine import activations
from engine.models.linear import Hyperplane
from engine.parts.line import contributions, length, line_marks, perpendicular

SUM = Surface("chart", "Sum of the products", "weight of", "y so far")
LIFTED = "Lifted: x becomes (1, x)"
SHOWN = 20
"""So many products have a bar of their own."""
PLACES = 241
"""Places at which f is drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    model = step.model
    drawn: list[Mark] = [Region(model, "labels"), *line_marks(model, "boundary", normal=True)]
    if step.stage == "activation":
        drawn += level_lines(model, data, params)
    if step.stage == "classified":
        wrong = np.flatnonzero(model.predict(data.X) != data.codes)
        drawn.append(Points(data.X[wrong], "wrong", rows=wrong))
    elif step.stage != "given":
        drawn.append(Points(data.X[[step.row]], "focus", rows=np.array([step.row])))
    if data.d == 1 and step.stage != "given":
        drawn += lifted(model, step.row, data)
    if step.stage == "product":
        drawn += products(model, step, data)
    if step.stage in ("class", "activation"):
        drawn += [*perpendicular(model, data.X[step.row]), *height(step, data, params)]
    return drawn


def products(model: Hyperplane, step: Step, data: Dataset) -> list[Mark]:
    """Each product begins where the sum so far ended; the last bar is the sum."""
    added = contributions(model, data.X[step.row])[: step.products]
    names = ("bias", *data.feature_names)[: step.products]
    sums = np.cumsum(added)
    first = max(step.products - SHOWN, 0)
    values = np.append(added[first:], step.y)
    bases = np.append((sums - added)[first:], 0.0)
    if not np.isfinite(values).all():
        return []
    return [Bars(values, (*names[first:], "y so far"), chosen=len(values) - 2, surface=SUM, bases=bases)]


def lifted(model: Hyperplane, row: int, data: Dataset) -> list[Mark]:
    """Data of one feature as points (1, x) of a plane: there the boundary is a line through the origin."""
    reach = 1.1 * float(np.abs(data.X).max()) or 1.0
    surface = Surface("chart", LIFTED, "leading 1", data.feature_names[0], view=(-0.3, 1.6, -reach, reach))
    places, rows = data.design, np.arange(data.n)
    drawn: list[Mark] = [
        Curve(np.array([[1.0, -reach], [1.0, reach]]), "ghost", surface=surface),
        Points(places, "data", groups=data.codes, rows=rows, names=data.class_titles, surface=surface),
        Points(np.zeros((1, 2)), "plain", labels=("origin",), surface=surface),
        Points(places[[row]], "focus", labels=("x̃",), surface=surface),
    ]
    if model.packed.any():
        drawn.append(Line(model.packed, 0.0, "boundary", normal=True, label="w̃ · x̃ = 0", surface=surface))
    return drawn


def level_lines(model: Hyperplane, data: Dataset, params: Params) -> list[Mark]:
    """Where f(y) has some values: lines beside the boundary, straight whatever f is."""
    y = activations(data.X, model.weights, model.bias)
    if not model.weights.any():
        return []
    return [
        Line(model.weights, model.bias, "plain", inverse(c, params.activation), label=f"f = {figure(c)}")
        for c in levels(params.activation, y)
        if c != rest(params)
    ]


def rest(params: Params) -> float:
    """f(0): what f is on the boundary."""
    return float(activated(np.zeros(1), params.activation, params.at_zero)[0])


def height(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Looked at along the boundary: f(y) above the plane, over how far a point lies from the boundary."""
    model, size = step.model, length(step.model.weights)
    y = activations(data.X, model.weights, model.bias)
    if not size or not np.isfinite(y / size).all():
        return []
    name = params.activation if step.stage == "activation" else "identity"
    far = float(np.abs(y).max(initial=0.0)) * 1.05 or 1.0
    surface = Surface("chart", "Height above the plane", "signed distance from the boundary", height_name(name))
    at, rows = np.linspace(-far, far, PLACES), np.arange(data.n)
    heights = activated(y, name, params.at_zero)
    own = np.array([[y[step.row] / size, heights[step.row]]])
    foot = np.array([[y[step.row] / size, 0.0]])
    return [
        Curve(np.array([[-far / size, 0.0], [far / size, 0.0]]), "ghost", label="the plane", surface=surface),
        Curve(np.column_stack([at / size, activated(at, name, params.at_zero)]), "boundary", surface=surface),
        Points(np.column_stack([y / size, heights]), "data", data.codes, rows=rows, names=data.class_titles,
               surface=surface),
        Segments(foot, own, "axis", surface=surface),
        Points(own, "focus", labels=(data.row_name(step.row),), surface=surface),
    ]  # fmt: skip


def height_name(name: str) -> str:
    """What stands at the axis of the heights."""
    return "y" if name == "identity" else f"f(y), {name}"
