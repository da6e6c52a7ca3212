"""What an activation function looks like: its curve, its slope, and those that have been shown before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.networks.activation_gallery.functions import SHAPES
from engine.families.networks.activation_gallery.loop import Params, Step

VALUE = Surface("chart", "Activation g(a)", "a", "g(a)", view=(-5.0, 5.0, -1.3, 2.3))
SLOPE = Surface("chart", "Slope g′(a)", "a", "g′(a)", view=(-5.0, 5.0, -0.1, 1.2))
PLACES = np.linspace(-5.0, 5.0, 201)
JUMPS = {"step": (0.0, 1.0), "sign": (-1.0, 1.0)}
"""Below and above 0 where the curve leaps: it is drawn in two pieces."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    for name in SHAPES:
        now = name == step.name
        drawn += curves(name, "boundary" if now else "ghost", name if now else "")
        if now:
            break
    at = np.array([[params.at, step.value]])
    steep = np.array([[params.at, step.slope]])
    return [*drawn, Points(at, "focus", surface=VALUE), Points(steep, "focus", surface=SLOPE)]


def curves(name: str, role: Role, label: str) -> Iterator[Mark]:
    """g and g′."""
    shape = SHAPES[name]
    if name in JUMPS:
        for level, ends in zip(JUMPS[name], ((PLACES[0], 0.0), (0.0, PLACES[-1])), strict=True):
            here = label if level > 0 else ""
            yield Curve(np.array([[end, level] for end in ends]), role, label=here, surface=VALUE)
    else:
        yield Curve(np.column_stack([PLACES, shape.value(PLACES)]), role, label=label, surface=VALUE)
    if name == "ReLU":
        yield Curve(np.array([[PLACES[0], 0.0], [0.0, 0.0]]), role, surface=SLOPE)
        yield Curve(np.array([[0.0, 1.0], [PLACES[-1], 1.0]]), role, label=label, surface=SLOPE)
    else:
        yield Curve(np.column_stack([PLACES, shape.slope(PLACES)]), role, label=label, surface=SLOPE)
