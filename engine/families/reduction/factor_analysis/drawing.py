"""What factor analysis looks like: the loadings as arrows, both covariances, and what is each feature's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Bars, Ellipse, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import MOST, groups_of, on_two
from engine.families.reduction.factor_analysis.loop import Params, Step
from engine.families.reduction.pictures import Maker, beside, first_row, pictured
from engine.maths.algebra.covariance import column_means
from engine.models.factors import Factors
from engine.parts.nearest import spokes

NAMED = 6
"""Bars of so many features have their names below them; those of more have numbers."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    mean = column_means(data.X)
    drawn = [*ellipses(step, data, mean), *covariances(step, data)]
    if step.model is None:
        return [*drawn, Points(mean[None], "centre")]
    model = step.model
    if step.kind == "expected":
        drawn += rebuilt(model, data)
    drawn += arrows(step, model)
    drawn += loadings(step, data)
    drawn += own_noise(step, data)
    drawn += scores_drawn(model, data)
    makers = [Maker(data.image, model, None, "by its factors")] if data.image else []
    return [*drawn, *beside(data, data.X[0], first_row(data), makers), Points(mean[None], "centre")]


def ellipses(step: Step, data: Dataset, mean: np.ndarray) -> Iterator[Mark]:
    """One standard deviation of the rows in every direction, and of what the model says they are."""
    if data.d > 1:
        yield Ellipse(mean, step.S, role="ghost" if step.model is not None else "plain", label="S")
        if step.model is not None:
            yield Ellipse(mean, step.model.covariance, role="axis", label="C")


def arrows(step: Step, model: Factors) -> Iterator[Mark]:
    """Where one standard deviation of each factor leads from the mean; after an M step also where it did before."""
    starts = np.broadcast_to(model.mean, model.loadings.shape)
    if step.kind == "improved" and step.before is not None:
        yield Segments(starts, starts + step.before.loadings, "ghost", arrows=True)
    names = tuple(f"z{j + 1}" for j in range(len(starts)))
    yield Segments(starts, starts + model.loadings, "axis", arrows=True, labels=names)


def rebuilt(model: Factors, data: Dataset) -> Iterator[Mark]:
    """Each row without its noise, as its factors have it, and the line between."""
    places = model.inverse_transform(model.transform(data.X))
    yield from spokes(data.X, places, role="residual")
    yield Points(places, "plain", groups_of(data), sizes=np.full(data.n, 0.45), rows=np.arange(data.n))


def covariances(step: Step, data: Dataset) -> Iterator[Mark]:
    """S, and beside it C and what it misses of S; of a table of pictures only in the list of surfaces."""
    surface = Surface("table", "Covariance", open=step.model is None)
    names = data.feature_names
    yield Matrix(step.S, names, names, title="S", surface=surface)
    if step.model is not None:
        C = step.model.covariance
        yield Matrix(C, names, names, title="C = ΛᵀΛ + Ψ", place=(1, 0), surface=surface)
        yield Matrix(step.S - C, names, names, title="S − C", place=(2, 0), surface=surface)


def loadings(step: Step, data: Dataset) -> list[Mark]:
    """How features correlate with the factors, as a table; of pictures the loadings and the noise are pictures."""
    assert step.model is not None and step.correlations is not None
    names, surface = [f"z{j + 1}" for j in range(len(step.model.loadings))], Surface("table", "Loadings")
    if data.image is None:
        return pictured(data, step.correlations, names, surface)
    shown = np.vstack([step.model.loadings[: MOST - 1], step.model.noise])
    return pictured(data, shown, [*names[: MOST - 1], "noise ψ"], surface)


def own_noise(step: Step, data: Dataset) -> Iterator[Mark]:
    """The share of each feature's variance that is its own noise: the rest it shares by the factors."""
    assert step.own is not None
    shares = step.own[:MOST]
    names = data.feature_names if data.d <= NAMED else tuple(str(j + 1) for j in range(len(shares)))
    surface = Surface("chart", "Own noise", "feature", "share of the variance", open=data.image is None)
    yield Bars(shares, names, surface=surface)


def scores_drawn(model: Factors, data: Dataset) -> Iterator[Mark]:
    """The rows by the first two factors."""
    y = "z2" if len(model.loadings) > 1 else ""
    surface = Surface("chart", "Factors", "z1", y, square=True, open=False)
    scores = on_two(model.transform(data.X))
    yield Points(scores, "data", groups_of(data), rows=np.arange(data.n), names=data.class_titles, surface=surface)
