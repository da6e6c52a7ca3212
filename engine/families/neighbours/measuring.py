"""The distance as parameters of a run: what every method of neighbours offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.base.errors import OtherMethod
from engine.base.params import choice
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, deviation_scale
from engine.models.neighbours import (
    CHEBYSHEV,
    DISTANCES,
    EUCLIDEAN,
    HAMMING,
    MANHATTAN,
    MINKOWSKI,
    Metric,
)
from engine.parts.measured_by import flat_objection, metric_of, order, wordy_objection
from engine.parts.querying import QueryParams, length_objection
from engine.parts.ranges import ranges_differ

SCALED = (EUCLIDEAN, MANHATTAN, MINKOWSKI, CHEBYSHEV)
NEEDED, ALWAYS, NEVER = SCALING = ("when ranges differ", "always", "never")


@dataclass(frozen=True)
class DistanceParams:
    """The parameters of a distance."""

    distance: str = choice(EUCLIDEAN, DISTANCES, clear=True, help="how far two points are apart")
    p: float = order()
    scale: str = choice(
        NEEDED, SCALING, when=("distance", SCALED), label="standardise first",
        help="each feature by its standard deviation",
    )  # fmt: skip


@dataclass(frozen=True)
class MeasureParams(QueryParams, DistanceParams):
    """The parameters of a distance, and the query that it is measured from."""


def metric(data: Dataset, params: DistanceParams) -> Metric:
    """The distance of a run, measured on the rows that it learns from."""
    if scales(data, params):
        spread = deviation_scale(data.X - column_means(data.X), max(data.n - 1, 1))
        return metric_of(params.distance, params.p, data, spread)
    return metric_of(params.distance, params.p, data)


def scales(data: Dataset, params: DistanceParams) -> bool:
    """Whether the features are divided by their standard deviations first."""
    if params.distance not in SCALED or params.scale == NEVER:
        return False
    return params.scale == ALWAYS or ranges_differ(data)


def scaled_words(data: Dataset, params: DistanceParams) -> str:
    """What is said of the scale of the features; nothing where it needs no words."""
    if params.distance == HAMMING and any(not column.levels for column in data.columns):
        return "Hamming compares numbers exactly: two that differ in the last digit differ."
    if scales(data, params):
        why = "ranges differ more than 10 times" if ranges_differ(data) else "as you chose"
        return f"Every feature is divided by its standard deviation (N − 1) first: {why}."
    if params.distance in SCALED and ranges_differ(data):
        return "Ranges differ more than 10 times and nothing is scaled: the widest feature alone decides what is near."
    return ""


def metric_objection(data: Dataset, params: DistanceParams) -> str:
    """Why this distance cannot be measured on these columns, or ''."""
    cure = "take Hamming, code the categories, or leave such columns out."
    return wordy_objection(params.distance, data, cure, OtherMethod()) or flat_objection(params.distance, data)


def query_objection(data: Dataset, params: MeasureParams) -> str:
    """Why this query cannot be asked of these columns, or ''."""
    return length_objection(data, params) or metric_objection(data, params)


def chosen_width(step: Any, params: Any) -> float:
    """The width h of a model's kernels where it was not typed, for the field of the parameter."""
    return float(step.model.known.h)
