"""What a step of a local regression looks like: dots as large as their weights, the local fit, and the curve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.core.marks import Curve, Line, Mark, Points, Region, Response
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.kernel_regression.local_regression.loop import Params, Step
from engine.maths.probability.kernels import GAUSSIAN, kernel
from engine.models.local_fit import LocalFit
from engine.models.neighbours import EUCLIDEAN, Metric
from engine.parts.balls import ball

LARGEST, LEAST, GRADES = 6.0, 0.05, 40
"""The area of the dot with the most weight, and with the least that is seen; so many sizes are told apart."""
PLACES = 201
"""A kernel is drawn through so many of its points."""
SEEN = 3.0
"""A Gaussian is drawn, and a local fit, so many widths to each side; another kernel to its end."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, known = step.model.point, step.model.known
    fitted = step.phase in ("constant", "line")
    drawn: list[Mark] = [Region(known)] if fitted else []
    if step.weights is not None:
        drawn.append(dots(step.weights[: step.taken], data))
    if fitted and data.d == 1:
        drawn += local_fit(step)
    if data.d == 1:
        return [*drawn, *upright(step, data)]
    round_ = ball(Metric(EUCLIDEAN, np.ones(data.d), np.zeros((0, 0))), z, known.h)
    return [*drawn, *round_, Points(z[None], "focus", labels=("z",))]


def dots(weights: np.ndarray, data: Dataset) -> Points:
    """The rows that are weighed (m,), each as large as its weight; those without any are small."""
    rows = np.arange(len(weights))
    share = weights / max(float(weights.max(initial=0.0)), 1e-300)
    areas = LARGEST * np.maximum(np.round(share * GRADES) / GRADES, LEAST)
    return Points(data.X[rows], "best", sizes=areas, rows=rows)


def reach(known: LocalFit) -> float:
    """How far from the query a row still counts, or seems to."""
    return known.h * (SEEN if known.kernel == GAUSSIAN else 1.0)


def local_fit(step: Step) -> list[Mark]:
    """The constant or the line that is fitted at the query, as far as rows count."""
    z, wide = float(step.model.point[0]), reach(step.model.known)
    slope = 0.0 if step.slope is None else float(step.slope[0])
    drawn: list[Mark] = []
    if step.slope is not None:
        constant = partial(along, step.mean, 0.0, z, z, wide)
        drawn.append(Response(constant, role="ghost", label="local constant", key=("fit", step.mean, 0.0, z, wide)))
    middle = z if step.middle is None else float(step.middle[0])
    fit = partial(along, step.mean, slope, middle, z, wide)
    name = "local constant" if step.slope is None else "local line"
    return [*drawn, Response(fit, role="margin", label=name, key=("fit", step.mean, slope, middle, z, wide))]


def along(mean: float, slope: float, middle: float, z: float, wide: float, X: np.ndarray) -> np.ndarray:
    """(n,) mean + slope (x − middle), as far as rows count; nothing beyond."""
    x = X[:, 0]
    return np.where(np.abs(x - z) <= wide, mean + slope * (x - middle), np.nan)


def upright(step: Step, data: Dataset) -> list[Mark]:
    """The query on the one feature, and the kernel around it with the rows that are weighed."""
    z, known, name = float(step.model.point[0]), step.model.known, data.columns[0].title
    chart = Surface("chart", "Weight of each row", name, "weight K", open=step.phase in ("start", "add"))
    room = max(reach(known), 0.1 * known.h)
    near = np.linspace(z - room, z + room, PLACES)
    places = np.unique(np.append(near, [data.X[:, 0].min(), data.X[:, 0].max()]))
    heights = kernel(known.kernel, np.abs(places - z), known.h)
    drawn: list[Mark] = [
        Line(np.ones(1), -z, "axis", label="z"),
        Curve(np.column_stack([places, heights]), "boundary", label=known.kernel, surface=chart),
        Curve(np.array([[z, 0.0], [z, 1.0]]), "axis", label="z", surface=chart),
    ]
    if step.taken:
        rows = np.arange(step.taken)
        on = np.column_stack([data.X[rows, 0], kernel(known.kernel, np.abs(data.X[rows, 0] - z), known.h)])
        drawn.append(Points(on, "plain", rows=rows, surface=chart))
    return drawn
