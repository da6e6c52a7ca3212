"""What the plane explorer looks like: cloud, plane and shadow from the side, the shadow itself, and V as a meter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import short
from engine.core.marks import Bars, Curve, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import groups_of
from engine.families.reduction.plane_explorer.loop import Params, Step
from engine.families.reduction.plane_explorer.turning import CLOUD, measured, seen, tip
from engine.maths.algebra.covariance import principal_axes

SHADOW = Surface("chart", "Projection on the plane", "along u", "along v", square=True)
METER = Surface("chart", "Variance kept", "", "variance")
DROPS = 300
"""With more points than this the ways to their feet would cover the picture."""
BESIDE = ((0.0, 0.5), (0.0, 0.5), (0.5, 0.0))
"""On which side of the end of each axis its name stands."""
REACH = 1.1
"""The plane is drawn so far to each side, where the farthest point is at 1."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    Z, S, _ = measured(data, params.divided_by(data.n))
    return [*cloud(step, Z, data), shadow(step, Z, data), meter(step, S)]


def cloud(step: Step, Z: np.ndarray, data: Dataset) -> list[Mark]:
    """The points, the plane as a square, the feet of the points on it and its normal, seen from the side."""
    Z = Z / (float(np.sqrt((Z**2).sum(axis=1).max())) or 1.0)
    u, v, n = step.frame
    feet = seen(Z - np.outer(Z @ n, n))
    corners = REACH * np.array([u + v, v - u, -u - v, u - v, u + v])
    origin, names = np.zeros((1, 2)), tuple(short(column.title, 18) for column in data.columns[:3])
    ends = seen(1.1 * np.eye(3)[: len(names)])
    drawn: list[Mark] = [
        Segments(np.zeros_like(ends), ends, "ghost", arrows=True, surface=CLOUD),
        *(
            Text(end, name, anchor=anchor, surface=CLOUD)
            for end, name, anchor in zip(ends, names, BESIDE, strict=False)
        ),
        Curve(seen(corners), "boundary", surface=CLOUD),
    ]
    if data.n <= DROPS:
        drawn.append(Segments(seen(Z), feet, "residual", surface=CLOUD))
    rows, arrow = np.arange(data.n), "u" if data.d == 2 else "n"
    return [
        *drawn,
        Points(feet, "plain", sizes=np.full(data.n, 0.2), surface=CLOUD),
        Points(seen(Z), "data", groups=groups_of(data), rows=rows, names=data.class_titles, surface=CLOUD),
        Segments(origin, tip(step.model, data), "axis", arrows=True, labels=(arrow,), surface=CLOUD),
    ]


def shadow(step: Step, Z: np.ndarray, data: Dataset) -> Points:
    """The points as they fall on the plane, at u · z and v · z."""
    groups, rows = groups_of(data), np.arange(data.n)
    return Points(Z @ step.frame[:2].T, "data", groups, rows=rows, names=data.class_titles, surface=SHADOW)


def meter(step: Step, S: np.ndarray) -> Bars:
    """V beside the most that a plane keeps."""
    _, values = principal_axes(S)
    return Bars(np.array([step.variance, values[0] + values[1]]), ("V now", "λ₁ + λ₂"), chosen=0, surface=METER)
