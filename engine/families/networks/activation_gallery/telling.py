"""What an activation function says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, shown
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.activation_gallery.functions import SHAPES
from engine.families.networks.activation_gallery.loop import Params, Step

LOOKED_AT = (-1.0, 0.0, 2.0)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    shape = SHAPES[step.name]
    said = f"{step.name[0].upper()}{step.name[1:]}: its range is {shape.reach}. {shape.use}"
    numbers = (Number("g(a)", step.value), Number("g′(a)", step.slope), Number("g′(0)", step.at_zero))
    return Story(said, shape.formula, worked(step, params), numbers, (table(),))


def worked(step: Step, params: Params) -> tuple[str, ...]:
    """The slope from the value, where it follows from it."""
    y, a = figure(step.value), params.at
    held = f"({figure(a)})" if a < 0 else figure(a)
    if step.name in ("logistic", "softmax"):
        (y,) = shown(step.slope, lambda v: v * (1.0 - v), step.value)
        return (f"g′ = y(1 − y) = {y}·(1 − {y}) = {figure(step.slope)}",)
    if step.name == "tanh":
        (y,) = shown(step.slope, lambda v: 1.0 - v * v, step.value)
        return (f"g′ = 1 − y·y = 1 − ({y})·({y}) = {figure(step.slope)}",)
    if step.name == "ReLU":
        return (f"y = max(0, {figure(a)}) = {y}",)
    if step.name == "identity":
        return (f"y = 1·{held} = {y}",)
    return (f"y = {y}",)


def table() -> Table:
    """All of them, at a few places."""
    heads = ("g", *(f"g({figure(a)})" for a in LOOKED_AT), *(f"g′({figure(a)})" for a in LOOKED_AT))
    places = np.array(LOOKED_AT)
    rows = tuple((name, *one.value(places).tolist(), *one.slope(places).tolist()) for name, one in SHAPES.items())
    return Table("At three places", heads, rows)
