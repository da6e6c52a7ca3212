"""What a step of a linear network looks like: the network, and ∇E as it fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.marks import Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.networks.diagram import NETWORK, below
from engine.families.networks.layer_drawing import drawn_layer, on_plane
from engine.families.networks.layer_stepping import Step
from engine.families.networks.linear_drawing import RATES, VALLEY, fit, kept_valley, path, three_rates
from engine.families.networks.linear_network.loop import FROM_MEANS, Params, posed

SUMS = Surface("table", "Gradient as it adds up")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = posed(data, params)
    valley = kept_valley(data, problem)
    unit, fitted = 0 if step.cell is None else step.cell[0], params.bias == FROM_MEANS
    return [
        *on_plane(step, data),
        sums(step, data),
        drawn_layer(step, data, problem, replace(NETWORK, open=not fitted)),
        *fit(step, data, problem, unit, shown=fitted),
        *path(step, valley, replace(VALLEY, open=False)),
        *three_rates(step, problem, valley, replace(RATES, open=False)),
    ]


def sums(step: Step, data: Dataset) -> Matrix:
    """∇E as far as it has been added up, with a rim around the cell that was added last."""
    outputs = tuple(below("y", k) for k in range(len(step.delta_W)))
    row, column = step.cell or (None, None)
    names, title = ("bias", *data.feature_names), how_far(step, data)
    return Matrix(step.delta_W, outputs, names, "heat", row, title, surface=SUMS, chosen_column=column)


def how_far(step: Step, data: Dataset) -> str:
    """Which rows have been added."""
    if step.kind == "start":
        return "∇E, nothing yet"
    return "∇E of all rows" if step.row is None else f"∇E while point {data.row_name(step.row)} is added"
