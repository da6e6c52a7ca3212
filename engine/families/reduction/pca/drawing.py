"""Drawing principal axes: on the data, as a scree chart, as a projection of its own, as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.marks import Curve, Ellipse, Mark, Matrix, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import (
    MOST,
    axes,
    deviations,
    groups_of,
    on_two,
    projection,
    projection_surface,
    scree,
)
from engine.families.reduction.pca.loop import Params, Step
from engine.families.reduction.pca.starting import first_axis
from engine.models.projections import Components
from engine.parts.nearest import spokes


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    """Of the surfaces beside the plane only those are open that the stage is about."""
    stage, image = step.stage, data.image is not None
    drawn = pictures(data, step.model, step.used if stage == "rebuilt" else None, stage in ("data", "rebuilt"))
    if step.mean is None or step.scale is None:
        return drawn
    if stage == "centred":
        drawn += deviations(data, step.mean)
    if stage == "added" and step.row is not None:
        drawn += outer_product(step, data, params, step.row)
    if step.covariance is not None:
        shown = stage == "covariance" or (stage == "axis" and not image)
        drawn += covariance_table(data, step.covariance, params, shown)
        drawn += ellipse(step.mean, step.scale, step.covariance) if stage in ("covariance", "axis") else []
    if stage == "covariance":
        row = step.farthest(data)
        drawn.append(Points(data.X[[row]], "focus", rows=np.array([row])))
    return [*drawn, *_model_marks(step, data, params), Points(step.mean[None], "centre")]


def _model_marks(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The axes, and once they are all there the scores and what is rebuilt from them."""
    stage, image = step.stage, data.image is not None
    if step.model is None or step.variances is None:
        return []
    drawn = axes(step.model, newest=stage == "axis")
    shown = stage == "axis" or not image
    drawn += scree(step.variances, step.total, len(step.model.components), step.axis, shown, first_axis(data, params))
    drawn.append(asked_for(params.share, drawn[-1].surface, min(len(step.variances), MOST)))
    drawn += loadings(data, step.model, step.axis, params, stage == "axis" and image)
    if stage == "dropped" and step.row is not None:
        return [*drawn, *perpendiculars(data, step.model, step.total, step.row)]
    if stage == "projected" and data.d == 2:
        drawn += rebuilt(data, step.model, 1)
    if stage == "rebuilt":
        drawn += rebuilt(data, step.model, step.used)
    return [*drawn, *projection(data, step.model, step.total, stage != "axis")]


def ellipse(mean: np.ndarray, scale: np.ndarray, S: np.ndarray) -> list[Mark]:
    """One standard deviation in every direction around the mean."""
    return [Ellipse(mean, S * np.outer(scale, scale), label="1 σ")] if len(mean) > 1 else []


def covariance_table(data: Dataset, S: np.ndarray, params: Params, shown: bool) -> list[Mark]:
    """S, cell by cell; of standardised features it is their correlation, on the same surface."""
    surface, title = Surface("table", "Covariance", open=shown), "Correlation" if params.standardise else ""
    steps = np.array([first_axis(data, params) - 1])
    return [Matrix(S, data.feature_names, data.feature_names, title=title, surface=surface, steps=steps)]


def outer_product(step: Step, data: Dataset, params: Params, row: int) -> list[Mark]:
    """The deviation of one row, what its outer product adds to S, and S as far as it has come."""
    assert step.mean is not None
    surface, names, divisor = Surface("table", "Covariance"), data.feature_names, params.divided_by(data.n)
    z = step.deviations(data.X[row])
    return [
        *spokes(step.mean, data.X[: row + 1], rows=np.arange(row + 1)),
        Points(data.X[[row]], "focus", rows=np.array([row])),
        Matrix(step.added(data, divisor, row), names, names, title="S so far", surface=surface),
        Matrix(
            np.outer(z, z) / divisor, names, names, title=f"Row {data.row_name(row)} adds", place=(1, 0),
            surface=surface,
        ),
    ]  # fmt: skip


def perpendiculars(data: Dataset, model: Components, total: float, row: int) -> list[Mark]:
    """One row is dropped on the first axes drawn, at a right angle; the feet before it stay, and the scores."""
    scores = model.transform(data.X[: row + 1])
    drawn: list[Mark] = []
    for j in range(min(len(model.components), 2)):
        feet = model.inverse_transform(np.where(np.arange(scores.shape[1]) == j, scores, 0.0))
        drawn.append(Points(feet, "plain", groups=_first(data, row), sizes=np.full(len(feet), 0.45)))
        drawn += spokes(data.X[[row]], feet[[row]], role="residual")
    surface = replace(projection_surface(data, model, total), open=True, view=_around(on_two(model.transform(data.X))))
    rows = np.arange(row + 1)
    dots = Points(on_two(scores), "data", groups=_first(data, row), rows=rows, names=data.class_titles, surface=surface)
    focus = Points(data.X[[row]], "focus", rows=rows[-1:])
    return [*drawn, focus, dots, Points(on_two(scores)[[row]], "focus", surface=surface)]


def _around(places: np.ndarray) -> tuple[float, float, float, float]:
    """What is seen of a chart that is to hold all of these places (n, 2) in the end."""
    low, high = places.min(axis=0), places.max(axis=0)
    room = 0.1 * float((high - low).max())
    (x0, y0), (x1, y1) = (low - room).tolist(), (high + room).tolist()
    return x0, x1, y0, y1


def _first(data: Dataset, row: int) -> np.ndarray | None:
    """The classes of the rows up to this one."""
    groups = groups_of(data)
    return None if groups is None else groups[: row + 1]


def asked_for(share: float, surface: Surface, bars: int) -> Mark:
    """The share of the variance that is to be reached, as a line across the scree chart."""
    ends = np.array([[-0.5, share], [bars - 0.5, share]])
    return Curve(ends, "margin", label=f"{figure(100 * share)} %", surface=surface)


def loadings(data: Dataset, model: Components, chosen: int | None, params: Params, shown: bool) -> list[Mark]:
    """The entries of the axes as a table; for pictures each axis is a picture too."""
    rows, surface = model.components[:MOST], Surface("table", "Axes", open=shown)
    steps = first_axis(data, params) + np.arange(len(rows))
    if data.image is not None:
        return [
            Matrix(
                u.reshape(data.image), style="image", title=f"u{j + 1}", place=divmod(j, 6), surface=surface,
                steps=steps[j : j + 1],
            )
            for j, u in enumerate(rows)
        ]  # fmt: skip
    place = chosen if chosen is not None and chosen < len(rows) else None
    names = tuple(f"u{j + 1}" for j in range(len(rows)))
    return [Matrix(rows, names, data.feature_names, chosen_row=place, surface=surface, steps=steps)]


def rebuilt(data: Dataset, model: Components, used: int) -> list[Mark]:
    """The points rebuilt from their first `used` scores, and what is left over of each; from one: feet on an axis."""
    places = again(model, data.X, used)
    left = spokes(data.X, places, role="residual")
    small = np.full(data.n, 0.45)
    return [*left, Points(places, "plain", groups=groups_of(data), sizes=small, rows=np.arange(data.n))]


def again(model: Components, X: np.ndarray, used: int) -> np.ndarray:
    """(n, d) rows rebuilt from their scores on the first `used` axes."""
    scores = model.transform(X)
    return model.inverse_transform(np.where(np.arange(scores.shape[1]) < used, scores, 0.0))


def pictures(data: Dataset, model: Components | None, used: int | None, shown: bool) -> list[Mark]:
    """For data whose rows are pictures: the first of them, and beside it what `used` axes make of it."""
    answer = f" ({data.class_name(int(data.codes[0]))})" if data.target == "class" else ""
    title = f"row {data.row_name(0)}{answer}"
    return compared(data, data.X[0], title, model, used, shown=shown, rows=np.array([0]))


def compared(
    data: Dataset,
    x: np.ndarray,
    title: str,
    model: Components | None,
    used: int | None,
    at: int = 0,
    shown: bool = True,
    rows: np.ndarray | None = None,
) -> list[Mark]:
    """A picture x (d,), and beside it what it is rebuilt as; with `rows` both follow the row that is looked at."""
    if data.image is None:
        return []
    surface = Surface("table", "Picture", open=shown)
    pictured = [(Pictured(data.image), title)]
    if model is not None and used is not None:
        pictured.append((Pictured(data.image, model, used), f"rebuilt from {used} of {data.d}"))
    return [
        Matrix(
            of(x), style="image", title=words, place=(at, column), surface=surface,
            rows=rows if column == 0 else None, of_row=None if rows is None else of,
        )
        for column, (of, words) in enumerate(pictured)
    ]  # fmt: skip


@snapshot
class Pictured:
    """What is drawn of a row x (d,): its own picture, or what it is rebuilt as from the first `used` axes."""

    image: tuple[int, int]
    model: Components | None = None
    used: int = 0

    def __call__(self, x: np.ndarray) -> np.ndarray:
        values = x if self.model is None else again(self.model, x[None], self.used)[0]
        return np.asarray(values.reshape(self.image))
