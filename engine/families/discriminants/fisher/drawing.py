"""Drawing Fisher's discriminant: the line looked along, the feet of the points, the histograms, J, the space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Ellipse, Line, Mark, Matrix, Points, Region, Segments, Surface, Text
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.loop import Params, Step
from engine.maths.algebra.scatter import Scatter, criterion
from engine.maths.probability import histogram
from engine.maths.probability.threshold import Projected, projected
from engine.models import ClassMeans, Discriminants, Hyperplane
from engine.parts.basis import expanded
from engine.parts.basis_drawing import feature_marks

FEET = 300
"""With more points than this the ways to their feet would cover the picture."""
CELLS = 20
"""A matrix with more rows than this is not shown."""
WIDE = 200
"""With more features than this no ellipses are drawn: a covariance for each class would cost more than it shows."""
ANGLES = 361
"""Directions at which J is drawn."""
PLACES = 120
"""Places at which a Gaussian is drawn."""


def drawn(step: Any, data: Dataset, params: Any) -> list[Mark]:
    """Everything that a step shows."""
    marks: list[Mark] = []
    if step.model is not None:
        marks.append(Region(step.model, "labels"))
    if step.parts is None:
        return marks
    table = expanded(data, step.basis)
    marks += matrices(step, table)
    if step.basis is None:
        marks += on_the_plane(step, data)
    marks += feature_marks(data, step.model)
    if step.direction is not None:
        marks += projections(step, table, params)
        if step.basis is None and data.d == 2:
            marks += by_angle(step)
    if step.separations is not None and len(step.parts.means) > 2:
        marks += space(step, data)
    if step.stage == "classified":
        rows = np.flatnonzero(step.model.predict(data.X) != data.codes)
        marks.append(Points(data.X[rows], "wrong", rows=rows))
    return marks


# -- the plane ---------------------------------------------------------------------------------------------------------


def on_the_plane(step: Any, data: Dataset) -> list[Mark]:
    """The class means and what joins them, the line looked along with the feet of the points, and the boundary."""
    parts: Scatter = step.parts
    marks: list[Mark] = []
    if step.stage in ("means", "scatter"):
        marks += _joined(parts)
    if step.stage == "scatter":
        marks += ellipses(parts, data)
    if step.direction is not None:
        ends = _ends(step.direction, parts.mean, data.X)
        if step.before is not None:
            old = _ends(step.before, parts.mean, data.X)
            marks.append(Segments(parts.mean[None], old[1:], "ghost", arrows=True, labels=("before",)))
        marks.append(Segments(ends[:1], parts.mean[None], "axis"))
        marks.append(Segments(parts.mean[None], ends[1:], "axis", arrows=True, labels=(name_of(step),)))
        if data.n <= FEET and step.stage in ("given", "means", "direction"):
            marks.append(Segments(data.X, feet(step.direction, parts.mean, data.X), "residual"))
    if isinstance(step.model, Hyperplane):
        marks.append(Line(step.model.weights, step.model.bias))
    codes = np.array(data.classes_present)
    return [*marks, Points(parts.means, "centre", groups=codes, names=data.class_names)]


def name_of(step: Any) -> str:
    """What the direction in view is called: w, or for several classes w1, w2, ..."""
    if isinstance(step.model, Hyperplane) or step.separations is None:
        return "w"
    return f"w{1 if step.stage == 'classified' else len(step.model.components)}"


def _joined(parts: Scatter) -> list[Mark]:
    """S_B: for two classes the way from one mean to the other, for more those from the mean of all."""
    if len(parts.means) == 2:
        return [Segments(parts.means[:1], parts.means[1:], "spoke", arrows=True)]
    return [Segments(np.broadcast_to(parts.mean, parts.means.shape), parts.means, "spoke", arrows=True)]


def feet(direction: np.ndarray, mean: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(n, d) where the rows fall on the line through the mean."""
    return np.asarray(mean + np.outer((X - mean) @ direction, direction))


def _ends(direction: np.ndarray, mean: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(2, d) the line through the mean, as long as the points reach."""
    reach = (X - mean) @ direction
    room = 0.05 * float(reach.max() - reach.min())
    return np.asarray(mean + np.outer([reach.min() - room, reach.max() + room], direction))


def ellipses(parts: Scatter, data: Dataset) -> list[Mark]:
    """One standard deviation around each class mean."""
    marks: list[Mark] = []
    for code, mean in zip(data.classes_present, parts.means, strict=True) if 1 < data.d <= WIDE else ():
        left = data.X[data.codes == code] - mean
        marks.append(Ellipse(mean, left.T @ left / len(left), group=code, label="1 σ"))
    return marks


def matrices(step: Any, table: Dataset) -> list[Mark]:
    """S_W and S_B cell by cell; open when the step is about them."""
    if table.d > CELLS:
        return []
    surface, names = Surface("table", "Scatter", open=step.stage == "scatter"), table.feature_names
    return [
        Matrix(step.parts.within, names, names, "table", title="within, S_W", surface=surface),
        Matrix(step.parts.between, names, names, "table", title="between, S_B", place=(0, 1), surface=surface),
    ]


# -- the projected classes ---------------------------------------------------------------------------------------------


def projection_surface(step: Any) -> Surface:
    """The chart of the classes along the newest direction."""
    x = "w · x" if step.basis is None else "w · φ(x)"
    shown = isinstance(step.model, Hyperplane) or step.stage != "classified"
    return Surface("chart", "Projected classes", x, "points in a bin", open=shown)


def along(step: Any, X: np.ndarray) -> np.ndarray:
    """(m,) how far along the newest direction the rows lie; for several classes, from the mean."""
    mean = step.parts.mean
    from_mean = (X - mean) @ step.direction
    return np.asarray(from_mean + mean @ step.direction if isinstance(step.model, Hyperplane) else from_mean)


def projections(step: Any, table: Dataset, params: Any) -> list[Mark]:
    """A histogram of each class, the threshold, and J in words."""
    surface, values = projection_surface(step), along(step, table.X)
    ends = histogram.edges(values)
    marks: list[Mark] = []
    highest = 1.0
    for code in table.classes_present:
        mine = values[table.codes == code]
        heights = histogram.shares(mine, ends) * len(mine)
        highest = max(highest, float(heights.max()))
        marks.append(Curve(histogram.outline(heights, ends), group=code, surface=surface))
    if isinstance(step.model, Hyperplane):
        place = -float(step.model.bias)
        line = np.array([[place, 0.0], [place, 1.1 * highest]])
        marks.append(Curve(line, "boundary", label="threshold", surface=surface))
        if step.stage == "classified" and params.threshold != "midpoint":
            moments = split(step, table)
            bells = moments.common if params.threshold == "common gaussian" else moments
            marks += _bells(bells, table, ends, surface)
    words = f"J = {figure(criterion(step.direction, step.parts))}"
    if isinstance(step.model, Hyperplane):
        words += f", overlap {100 * overlap(step, table):.0f} %"
    marks.append(Text(np.array([ends[0], 1.25 * highest]), words, anchor=(0.0, 1.0), surface=surface))
    return marks


def overlap(step: Any, table: Dataset) -> float:
    """The part of the histograms of two classes that overlaps along the direction in view, from 0 to 1."""
    values, first = along(step, table.X), table.codes == table.classes_present[0]
    ends = histogram.edges(values)
    return histogram.overlap(histogram.shares(values[first], ends), histogram.shares(values[~first], ends))


def split(step: Any, table: Dataset) -> Projected:
    """The moments of two classes along the direction, on the axis of the chart."""
    return projected(along(step, table.X), table.codes == table.classes_present[1])


def _bells(classes: Projected, table: Dataset, ends: np.ndarray, surface: Surface) -> list[Mark]:
    """Each class as a Gaussian, as high as its histogram: they cross where the classes are equally likely."""
    width, places = ends[1] - ends[0], np.linspace(ends[0], ends[-1], PLACES)
    marks: list[Mark] = []
    for code, mean, variance, count in zip(
        table.classes_present, classes.means, classes.variances, classes.counts, strict=True
    ):
        if variance > 1e-12 * classes.pooled:
            heights = np.exp(-0.5 * (places - mean) ** 2 / variance) / np.sqrt(2 * np.pi * variance)
            marks.append(Curve(np.column_stack([places, count * width * heights]), "ghost", int(code), surface=surface))
    return marks


def by_angle(step: Any) -> list[Mark]:
    """J of every direction of the plane, the present one and the best marked."""
    angles = np.linspace(0.0, 180.0, ANGLES)
    units = np.column_stack([np.cos(np.radians(angles)), np.sin(np.radians(angles))])
    J = np.array([criterion(unit, step.parts) for unit in units])
    kept = np.isfinite(J)
    if not kept.any():
        return []
    surface = Surface("chart", "J by angle", "angle of w in degrees", "J", open=False)
    best = int(np.argmax(np.where(kept, J, -1.0)))
    marks: list[Mark] = [
        Curve(np.column_stack([angles, J])[kept], surface=surface),
        Points(np.array([[angles[best], J[best]]]), "best", labels=("maximum",), surface=surface),
    ]
    here = criterion(step.direction, step.parts)
    if np.isfinite(here):
        angle = float(np.degrees(np.arctan2(step.direction[1], step.direction[0]))) % 180.0
        marks.append(Points(np.array([[angle, here]]), "focus", labels=("w",), surface=surface))
    return marks


# -- several classes ---------------------------------------------------------------------------------------------------


def space_surface(model: Discriminants) -> Surface:
    """The chart of the first two directions."""
    J = [f"direction {k + 1} (J = {figure(value)})" for k, value in enumerate(model.separations[:2])]
    return Surface("chart", "Discriminant space", J[0], J[1] if len(J) > 1 else "", square=True)


def on_two(values: np.ndarray) -> np.ndarray:
    """(m, 2) the first two coordinates; with one direction the second is 0."""
    return values[:, :2] if values.shape[1] > 1 else np.column_stack([values[:, 0], np.zeros(len(values))])


def space(step: Any, data: Dataset) -> list[Mark]:
    """The points and class means along the first two directions, and each axis's share of the separation."""
    if not isinstance(step.model, Discriminants):
        return []
    surface, codes = space_surface(step.model), np.array(data.classes_present)
    means, rows = on_two(step.model.means), np.arange(data.n)
    marks: list[Mark] = []
    if step.model.means.shape[1] <= 2:
        marks.append(Region(ClassMeans(means, codes), "labels", surface))
    places = on_two(step.model.transform(data.X))
    marks.append(Points(places, "data", groups=data.codes, rows=rows, names=data.class_names, surface=surface))
    marks.append(Points(means, "centre", groups=codes, surface=surface))
    return [*marks, shares(step.separations, len(step.model.components) - 1)]


def shares(separations: Sequence[float] | np.ndarray, newest: int) -> Mark:
    """The share of the separation along each direction."""
    part = np.asarray(separations) / np.sum(separations)
    names = tuple(str(k + 1) for k in range(len(part)))
    surface = Surface("chart", "Separation", "direction", "share of the separation", open=False)
    return Bars(part, names, chosen=newest, line=np.cumsum(part), line_label="sum so far", surface=surface)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return drawn(step, data, params)
