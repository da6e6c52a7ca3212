"""The known densities with the areas of mistakes, the sample below them, and the estimate on its way to the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.generalisation_error.loop import CLASSES, Params, Step

DENSITIES = Surface("chart", "Both classes, and where the model is wrong", "x", "π p(x | class)")
ESTIMATE = Surface("chart", "The test error so far", "test points", "share of errors")
FINE = 300


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = densities(step)
    return [*drawn, *estimate(step, params)] if len(step.wrong) else drawn


def densities(step: Step) -> list[Mark]:
    """π p(x) of both classes, upright lines under that of the class that is misclassified, and the training points."""
    low, high = float(step.known.means[0]) - 3.5, float(step.known.means[1]) + 3.5
    x = np.linspace(low, high, FINE)
    each = [step.known.density(x, code) for code in (0, 1)]
    top = 1.15 * max(float(one.max()) for one in each)
    chart = replace(DENSITIES, view=(low, high, -0.12 * top, top))
    drawn: list[Mark] = []
    if step.answers is not None:
        said = step.answers.codes[np.searchsorted(step.answers.cuts, x)]
        for code in (0, 1):
            off = said != code
            feet, tops = (np.column_stack([x[off], height[off]]) for height in (0 * x, each[code]))
            groups = np.full(int(off.sum()), code)
            drawn.append(Segments(feet, tops, "shade", groups=groups, surface=chart))
        for cut in step.answers.cuts[(step.answers.cuts > low) & (step.answers.cuts < high)].tolist():
            drawn.append(Curve(np.array([[cut, 0.0], [cut, top]]), "boundary", surface=chart))
    drawn += [
        Curve(np.column_stack([x, one]), "plain", code, f"class {CLASSES[code]}", surface=chart)
        for code, one in enumerate(each)
    ]
    below = np.column_stack([step.x, np.full(len(step.x), -0.05 * top)])
    return [*drawn, Points(below, "data", groups=step.y, names=("class A", "class B"), surface=chart)]


def estimate(step: Step, params: Params) -> list[Mark]:
    """The estimate after each test point within a standard error, beside the true, the training and the Bayes error."""
    n = np.arange(1.0, len(step.wrong) + 1)
    E = step.wrong.cumsum() / n
    off = np.sqrt(E * (1 - E) / n)
    top = max(1.6 * step.exact, float(E[-1] + off[-1]), step.training, 0.05)
    chart = replace(ESTIMATE, view=(0.0, params.m + 1.0, -0.03 * top, 1.1 * top))
    ends = np.array([0.0, params.m + 1.0])
    true, training = (np.column_stack([ends, [value, value]]) for value in (step.exact, step.training))
    drawn: list[Mark] = [
        Curve(true, "best", label="E_gen", surface=chart),
        Curve(training, "ghost", label="training error", surface=chart),
    ]
    return [
        *drawn,
        *(Curve(np.column_stack([n, E + side * off]), "margin", surface=chart) for side in (-1, 1)),
        Curve(np.column_stack([n, E]), "boundary", label="test error", surface=chart),
        Points(np.array([[n[-1], E[-1]]]), "focus", surface=chart),
    ]
