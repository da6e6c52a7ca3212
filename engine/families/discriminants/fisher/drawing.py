"""Drawing Fisher's discriminant: the line looked along, the feet of the points, the histograms, J, the space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Ellipse, Line, Mark, Matrix, Points, Region, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.circle import circles
from engine.families.discriminants.fisher.loop import Params, Step
from engine.families.discriminants.fisher.starting import CHART, line_through
from engine.maths.algebra.scatter import Scatter, criteria, criterion
from engine.maths.probability import histogram
from engine.maths.probability.threshold import Projected, projected
from engine.models.groups import ClassMeans
from engine.models.linear import HeldThreshold, Hyperplane
from engine.models.projections import Discriminants
from engine.parts.basis import expanded, in_basis
from engine.parts.basis_drawing import bumps, feature_marks

FEET = 300
"""With more points than this the ways to their feet would cover the picture."""
CELLS = 20
"""A matrix with more rows than this is not shown."""
WIDE = 200
"""With more features than this no ellipses are drawn: a covariance for each class would cost more than it shows."""
ANGLES = 361
"""Directions at which J is drawn."""
SCATTER, FIRST = 2, 5
"""The steps of the scatter and of the first direction: before that come data and means, the circle and its axis."""
PLACES = 120
"""Places at which a Gaussian is drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.stage == "data":
        return bumps(step.basis, data)
    assert step.parts is not None
    table = expanded(data, step.basis)
    drawn: list[Mark] = [] if step.model is None else [Region(step.model, "labels")]
    drawn += matrices(step.parts, table, opened=step.stage == "scatter")
    if step.white is not None:
        drawn += circles(step, table)
    if step.basis is None:
        drawn += on_the_plane(step, data)
    drawn += feature_marks(data, step.model)
    if step.direction is not None:
        drawn += projections(step, table, params)
        if step.basis is None and data.d == 2:
            drawn += by_angle(step.direction, step.parts)
    if isinstance(step.model, Discriminants) and step.separations is not None:
        drawn += space(step.model, step.separations, data, ratio_name(step, params))
    if step.model is not None and (step.stage == "classified" or isinstance(step.model, HeldThreshold)):
        rows = np.flatnonzero(step.model.predict(data.X) != data.codes)
        drawn.append(Points(data.X[rows], "wrong", rows=rows))
    return drawn


def ratio_name(step: Step, params: Params) -> str:
    """J, or J′ where something is added to S_W."""
    return "J′" if params.penalty or step.ridge else "J"


# -- the plane ---------------------------------------------------------------------------------------------------------


def on_the_plane(step: Step, data: Dataset) -> list[Mark]:
    """The class means and what joins them, the line looked along with the feet of the points, and the boundary."""
    parts = step.parts
    assert parts is not None
    marks: list[Mark] = []
    if step.stage in ("means", "scatter"):
        marks += _joined(parts)
    if step.stage == "scatter":
        marks += ellipses(parts, data)
    if step.direction is not None:
        marks += _looked_along(step, step.direction, parts.mean, data)
    if isinstance(step.model, Hyperplane):
        marks.append(Line(step.model.weights, step.model.bias))
    codes = np.array(data.classes_present)
    return [*marks, Points(parts.means, "centre", groups=codes, names=data.class_titles)]


def _looked_along(step: Step, direction: np.ndarray, mean: np.ndarray, data: Dataset) -> list[Mark]:
    """The line through the mean, beside it where it lay before, and the feet of the points on it."""
    there, marks = line_through(direction, mean, data.X), list[Mark]()
    if step.before is not None:
        old = line_through(step.before, mean, data.X)
        marks.append(Segments(mean[None], old[1:], "ghost", arrows=True, labels=("before",)))
    marks.append(Segments(there[:1], mean[None], "axis"))
    marks.append(Segments(mean[None], there[1:], "axis", arrows=True, labels=(name_of(step),)))
    if data.n <= FEET and step.stage in ("given", "means", "direction"):
        marks.append(Segments(data.X, feet(direction, mean, data.X), "residual"))
    return marks


def name_of(step: Step) -> str:
    """What the direction in view is called: w, or for several classes w1, w2, ..."""
    if not isinstance(step.model, Discriminants) or step.separations is None:
        return "w"
    return f"w{1 if step.stage == 'classified' else len(step.model.components)}"


def _joined(parts: Scatter) -> list[Mark]:
    """S_B: for two classes the way from one mean to the other, for more those from the mean of all."""
    if parts.two:
        return [Segments(parts.means[:1], parts.means[1:], "spoke", arrows=True)]
    return [Segments(np.broadcast_to(parts.mean, parts.means.shape), parts.means, "spoke", arrows=True)]


def feet(direction: np.ndarray, mean: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(n, d) where the rows fall on the line through the mean."""
    return np.asarray(mean + np.outer((X - mean) @ direction, direction))


def ellipses(parts: Scatter, data: Dataset) -> list[Mark]:
    """One standard deviation around each class mean."""
    marks: list[Mark] = []
    for code, mean in zip(data.classes_present, parts.means, strict=True) if 1 < data.d <= WIDE else ():
        left = data.X[data.codes == code] - mean
        marks.append(Ellipse(mean, left.T @ left / len(left), group=code, label="1 σ"))
    return marks


def matrices(parts: Scatter, table: Dataset, opened: bool) -> list[Mark]:
    """S_W and S_B cell by cell."""
    if table.d > CELLS:
        return []
    surface, names, steps = Surface("table", "Scatter", open=opened), table.feature_names, np.array([SCATTER])
    return [
        Matrix(parts.within, names, names, "table", title="within", surface=surface, steps=steps),
        Matrix(parts.between, names, names, "table", title="between", place=(0, 1), surface=surface, steps=steps),
    ]


# -- the projected classes ---------------------------------------------------------------------------------------------


def projection_surface(step: Step) -> Surface:
    """The chart of the classes along the newest direction."""
    x = in_basis("w · x", step.basis)
    shown = isinstance(step.model, Hyperplane) or step.stage != "classified"
    return replace(CHART, x=x, y="points in a bin", open=shown)


def values_along(step: Step, X: np.ndarray) -> np.ndarray:
    """(m,) how far along the newest direction the rows lie; for several classes, from the mean."""
    assert step.parts is not None and step.direction is not None
    mean = step.parts.mean
    from_mean = (X - mean) @ step.direction
    return np.asarray(from_mean + mean @ step.direction if isinstance(step.model, Hyperplane) else from_mean)


def projections(step: Step, table: Dataset, params: Params) -> list[Mark]:
    """A histogram of each class, the threshold, and J in words."""
    assert step.parts is not None and step.direction is not None
    surface, values = projection_surface(step), values_along(step, table.X)
    ends = histogram.edges(values)
    marks, highest = _histograms(values, table, ends, surface)
    words = f"J = {figure(criterion(step.direction, step.parts))}"
    if isinstance(step.model, Hyperplane):
        place = -float(step.model.bias)
        line = np.array([[place, 0.0], [place, 1.1 * highest]])
        marks.append(Curve(line, "boundary", label="threshold", surface=surface))
        by_rule = not isinstance(step.model, HeldThreshold)
        if step.stage == "classified" and by_rule and params.threshold != "midpoint":
            marks += _bells(split(step, table).taken_by(params.threshold), table, ends, surface)
        words += f", overlap {100 * overlap(step, table):.0f} %"
    marks.append(Text(np.array([ends[0], 1.25 * highest]), words, anchor=(0.0, 1.0), surface=surface))
    return marks


def _histograms(values: np.ndarray, table: Dataset, ends: np.ndarray, surface: Surface) -> tuple[list[Mark], float]:
    """The outline of each class, which counts its points, and the height of the highest bin."""
    marks, highest = list[Mark](), 1.0
    for code in table.classes_present:
        mine = values[table.codes == code]
        heights = histogram.shares(mine, ends) * len(mine)
        highest = max(highest, float(heights.max()))
        marks.append(Curve(histogram.outline(heights, ends), group=code, surface=surface))
    return marks, highest


def overlap(step: Step, table: Dataset) -> float:
    """The part of the histograms of two classes that overlaps along the direction in view, from 0 to 1."""
    values, first = values_along(step, table.X), table.codes == table.classes_present[0]
    ends = histogram.edges(values)
    return histogram.overlap(histogram.shares(values[first], ends), histogram.shares(values[~first], ends))


def split(step: Step, table: Dataset) -> Projected:
    """The moments of two classes along the direction, on the axis of the chart."""
    return projected(values_along(step, table.X), table.codes == table.classes_present[1])


def _bells(classes: Projected, table: Dataset, ends: np.ndarray, surface: Surface) -> list[Mark]:
    """Each class as a Gaussian, as high as its histogram: they cross where the classes are equally likely."""
    width, places = ends[1] - ends[0], np.linspace(ends[0], ends[-1], PLACES)
    marks: list[Mark] = []
    for code, mean, variance, count in zip(
        table.classes_present, classes.means, classes.variances, classes.counts, strict=True
    ):
        if variance > 0:
            heights = np.exp(-0.5 * (places - mean) ** 2 / variance) / np.sqrt(2 * np.pi * variance)
            marks.append(Curve(np.column_stack([places, count * width * heights]), "ghost", int(code), surface=surface))
    return marks


def by_angle(direction: np.ndarray, parts: Scatter) -> list[Mark]:
    """J of every direction of the plane, the present one and the best marked."""
    angles = np.linspace(0.0, 180.0, ANGLES)
    units = np.column_stack([np.cos(np.radians(angles)), np.sin(np.radians(angles))])
    J = criteria(units, parts)
    kept = np.isfinite(J)
    if not kept.any():
        return []
    surface = Surface("chart", "J by angle", "angle of w in degrees", "J", open=False)
    best = int(np.argmax(np.where(kept, J, -1.0)))
    marks: list[Mark] = [
        Curve(np.column_stack([angles, J])[kept], surface=surface),
        Points(np.array([[angles[best], J[best]]]), "best", labels=("maximum",), surface=surface),
    ]
    here = criterion(direction, parts)
    if np.isfinite(here):
        angle = float(np.degrees(np.arctan2(direction[1], direction[0]))) % 180.0
        marks.append(Points(np.array([[angle, here]]), "focus", labels=("w",), surface=surface))
    return marks


# -- several classes ---------------------------------------------------------------------------------------------------


def space_surface(model: Discriminants, ratio: str) -> Surface:
    """The chart of the first two directions, each with its ratio: J or J′."""
    axes = [f"direction {k + 1} ({ratio} = {figure(value)})" for k, value in enumerate(model.separations[:2])]
    return Surface("chart", "Discriminant space", axes[0], axes[1] if len(axes) > 1 else "", square=True)


def on_two(values: np.ndarray) -> np.ndarray:
    """(m, 2) the first two coordinates; with one direction the second is 0."""
    return values[:, :2] if values.shape[1] > 1 else np.column_stack([values[:, 0], np.zeros(len(values))])


def space(model: Discriminants, separations: np.ndarray, data: Dataset, ratio: str) -> list[Mark]:
    """The points and class means along the first two directions, and each axis's share of the separation."""
    surface, codes = space_surface(model, ratio), np.array(data.classes_present)
    means, rows = on_two(model.means), np.arange(data.n)
    marks: list[Mark] = []
    if model.means.shape[1] <= 2:
        marks.append(Region(ClassMeans(means, codes), "labels", surface))
    places = on_two(model.transform(data.X))
    marks.append(Points(places, "data", groups=data.codes, rows=rows, names=data.class_titles, surface=surface))
    marks.append(Points(means, "centre", groups=codes, surface=surface))
    return [*marks, shares(separations, len(model.components) - 1)]


def shares(separations: np.ndarray, newest: int) -> Mark:
    """The share of the separation along each direction."""
    part = separations / separations.sum()
    names = tuple(str(k + 1) for k in range(len(part)))
    surface = Surface("chart", "Separation", "direction", "share of the separation", open=False)
    steps = np.where(np.arange(len(part)) <= newest, FIRST + np.arange(len(part)), -1)
    return Bars(part, names, chosen=newest, line=np.cumsum(part), line_label="sum so far", surface=surface, steps=steps)
