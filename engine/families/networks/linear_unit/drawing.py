"""What a step of a linear unit looks like: the line and its targets, the valley of E with the way, E at three rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import ONLINE
from engine.families.networks.diagram import NETWORK
from engine.families.networks.layer_drawing import drawn_layer, on_plane, two_ways
from engine.families.networks.layer_stepping import Step
from engine.families.networks.linear_drawing import RATES, VALLEY, fit, kept_valley, path, three_rates
from engine.families.networks.linear_unit.loop import Params, gradient, posed

WAITING = replace(NETWORK, open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    problem = posed(data)
    valley, online = kept_valley(data, problem), params.updates == ONLINE
    fitted = (data.target == "real") != (data.d == 1)  # of a number over one feature the plane is that picture
    rates = replace(RATES, open=not (fitted or online))  # of three charts each would be a strip
    return [
        *on_plane(step, data),
        drawn_layer(step, data, problem, WAITING),
        *two_ways(step, data, problem, params, _gradient, shown=online),
        *fit(step, data, problem, shown=fitted),
        *path(step, valley, replace(VALLEY, open=not (fitted and online)), 0.0 if online else problem.best_rate),
        *three_rates(step, problem, valley, rates, "this η, in batches" if online else "this η"),
    ]


def _gradient(W: np.ndarray, X: np.ndarray, T: np.ndarray) -> np.ndarray:
    """The same as the loop's, of one unit as one row."""
    return gradient(W[0], X, T[:, 0])[None]
