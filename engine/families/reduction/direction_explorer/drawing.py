"""What a step of the direction explorer looks like: the feet on the axis, and the variance in every direction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Ellipse, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import groups_of
from engine.families.reduction.direction_explorer.loop import Params, Step
from engine.families.reduction.direction_explorer.turning import tip, unit
from engine.maths.algebra.covariance import principal_axes
from engine.maths.algebra.scatter import Scatter, criteria, scatter

FEET = 300
"""With more points than this the ways to their feet would cover the picture."""
ANGLES = np.linspace(0.0, 360.0, 361)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return [*on_the_plane(step, data), *rose(step, data, params), *strip(step, data)]


def on_the_plane(step: Step, data: Dataset) -> list[Mark]:
    """The axis through the mean, the arrow as long as the deviation along it, and the feet of the points."""
    mean, u = step.model.mean, step.model.components[0]
    away = (data.X - mean) @ u
    reach = 1.05 * float(np.abs(away).max())
    drawn: list[Mark] = [Segments((mean - reach * u)[None], (mean + reach * u)[None], "margin")]
    if data.n <= FEET:
        drawn.append(Segments(data.X, mean + np.outer(away, u), "residual"))
    if data.d == 2:
        drawn.append(Ellipse(mean, step.S, label="1 σ"))
    drawn.append(Segments(mean[None], tip(step.model, data), "axis", arrows=True, labels=("u",)))
    return [*drawn, Points(mean[None], "centre")]


def rose(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """V(θ) as far from the middle as it is large, in every direction; and J to the same scale, if there are classes."""
    ways = np.array([unit(angle) for angle in ANGLES])
    V = np.einsum("ij,jk,ik->i", ways, step.S, ways)
    axes, values = principal_axes(step.S)
    size = 1.25 * float(values[0]) or 1.0
    names = [data.columns[axis].title for axis in params.axes(data)]
    surface = Surface("chart", "Variance in every direction", f"along {names[0]}", f"along {names[1]}", square=True,
                      view=(-size, size, -size, size))  # fmt: skip
    drawn: list[Mark] = [Curve(V[:, None] * ways, "boundary", label="V", surface=surface)]
    if (J := by_direction(ways, data, params)) is not None:
        drawn.append(
            Curve((float(values[0]) * J / J.max())[:, None] * ways, "path", label="J, scaled", surface=surface)
        )
    far = float(values[0]) * axes[0]
    drawn.append(Points(np.array([-far, far]), "best", labels=(f"λ₁ = {figure(values[0])}", ""), surface=surface))
    here = step.variance * unit(step.angle)
    origin = np.zeros((1, 2))
    drawn.append(Segments(origin, here[None], "axis", arrows=True, surface=surface))
    return [*drawn, Points(here[None], "focus", surface=surface)]


def parted(data: Dataset, params: Params) -> Scatter | None:
    """The scatter of the classes over the two features; None without two classes, all of them given."""
    if data.target != "class" or len(data.classes_present) < 2 or (data.codes < 0).any():
        return None
    axes = list(params.axes(data))
    return data.cached(("scatter", *axes), lambda: scatter(data.X[:, axes], data.codes, data.classes_present))


def by_direction(ways: np.ndarray, data: Dataset, params: Params) -> np.ndarray | None:
    """(m,) J in each direction; None where it is nowhere above 0, or endless."""
    parts = parted(data, params)
    if parts is None:
        return None
    J = criteria(ways, parts)
    return J if np.isfinite(J).all() and J.max() > 0 else None


def strip(step: Step, data: Dataset) -> list[Mark]:
    """The feet alone: each point is one number, a row of dots for each class."""
    away = step.model.transform(data.X)[:, 0]
    codes = groups_of(data)
    heights = np.zeros(data.n) if codes is None else -codes.astype(float)
    surface = Surface("chart", "Projections on u", "u · (x − mean)", "a row of dots for each class", open=False)
    places = np.column_stack([away, heights])
    return [Points(places, "data", groups=codes, rows=np.arange(data.n), names=data.class_titles, surface=surface)]
