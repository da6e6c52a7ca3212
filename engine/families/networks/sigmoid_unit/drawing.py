"""What a step of a sigmoid unit looks like: the S-curve with the slope at every row, and the network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import ONLINE
from engine.families.networks.layer_drawing import drawn_layer, is_near, on_plane, two_ways, unit_named
from engine.families.networks.layer_stepping import Step
from engine.families.networks.one_layer import Problem
from engine.families.networks.sigmoid_unit.loop import Params, gradient, posed
from engine.maths.probability.cross_entropy import uncertainty
from engine.maths.probability.sigmoid import sigmoid

CURVE = Surface("chart", "The sigmoid and its slope", "a", "y")
PLACES = 121
REACH = 6.0


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = posed(data)
    return [
        *on_plane(step, data),
        *s_curve(step, problem),
        drawn_layer(step, data, problem),
        *two_ways(step, data, problem, params, gradient, shown=params.updates == ONLINE),
    ]


def s_curve(step: Step, problem: Problem) -> list[Mark]:
    """Targets over the activations of the first unit, y, and how steep it is there: a bar y(1 − y) for each row."""
    A = problem.X @ step.weights[0]
    if not is_near(A):
        return []
    y = unit_named("y", 0, len(step.weights))
    reach = max(REACH, float(np.abs(A).max()) * 1.05)
    a = np.linspace(-reach, reach, PLACES)
    factors = Segments(np.column_stack([A, 0 * A]), np.column_stack([A, uncertainty(A)]), "spoke", surface=CURVE)
    targets = np.column_stack([A, problem.T[:, 0]])
    drawn: list[Mark] = [
        Curve(np.column_stack([a, sigmoid(a)]), "boundary", label=y, surface=CURVE),
        Curve(np.column_stack([a, uncertainty(a)]), "path", label=f"{y}(1 − {y})", surface=CURVE),
        factors,
        Points(targets, "data", problem.own, rows=np.arange(len(A)), surface=CURVE),
    ]
    if len(step.weights) == 1:
        drawn.append(Points(targets[step.mistakes], "wrong", rows=step.mistakes, surface=CURVE))
    return drawn if step.row is None else [*drawn, Points(targets[[step.row]], "focus", surface=CURVE)]
