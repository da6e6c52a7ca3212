"""What a step of the 512 data sets looks like: a curve for each model, one data set, and which model it belongs to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.matching_complexity.labellings import COUNT, GRID, MODELS, winners
from engine.families.bayesian_regression.matching_complexity.loop import Params, Step

SORTED = Surface("chart", "Evidence of all data sets, sorted for each model", "rank of the data set", "log₁₀ p(D | M)")
ORDERED = Surface("chart", "Every data set and its best model: click one", "data set", "log₁₀ p(D | M)")
ONE = Surface("chart", "Data set", "x₁", "x₂", square=True, view=(-1.6, 1.6, -1.6, 1.6))
BELONGS = Surface("chart", "Which model it belongs to", "model", "p(M | D)", open=False)
LARGE = 6.0
"""The area of a point of the data set."""
SIGNS = ("−1", "+1")
SHORT = ("coin", "1 weight", "2 weights", "2 weights, bias")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = sorted_curves(step)
    if step.phase == "model":
        return drawn
    names = tuple(str(place + 1) for place in range(COUNT))
    bottom = np.full(COUNT, np.floor(float(step.log_p.min()) / np.log(10.0)))
    return [
        Bars(
            step.tops - bottom, names, groups=winners(step.log_p)[step.order], chosen=step.place, surface=ORDERED,
            steps=np.arange(COUNT) + len(MODELS), bases=bottom,
        ),
        *drawn,
        labelled(step),
        Bars(step.posterior, SHORT, groups=np.arange(len(MODELS)), chosen=step.which, surface=BELONGS),
    ]  # fmt: skip


def labelled(step: Step) -> Points:
    """The points of the grid with the labels of the data set."""
    signs, sizes = (step.targets > 0).astype(int), np.full(len(GRID), LARGE)
    return Points(GRID, "data", groups=signs, sizes=sizes, names=SIGNS, surface=ONE)


def sorted_curves(step: Step) -> list[Mark]:
    """For each model so far the evidence of the data sets, the most probable first; the data set of this step on it."""
    ranks, drawn, on = np.arange(1, COUNT + 1), [], []
    for which, log_p in enumerate(step.log_p):
        order = np.argsort(-log_p, kind="stable")
        heights = log_p[order] / np.log(10.0)
        role = "boundary" if step.phase == "model" and which == step.which else "plain"
        curve = np.column_stack([ranks, heights])
        drawn.append(Curve(curve, role, group=which, label=MODELS[which], surface=SORTED))  # type: ignore[arg-type]
        on.append(curve[int(np.flatnonzero(order == step.labelling)[0])])
    if step.phase == "model":
        return [*drawn]
    return [*drawn, Points(np.array(on), "focus", surface=SORTED)]
