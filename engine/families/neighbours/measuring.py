"""The distance as parameters of a run: what every method of neighbours offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import KeepColumns, Objection, OtherMethod, Prepare, Refusal, SetParameter
from engine.base.params import choice, real
from engine.base.words import short
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, covariance, deviation_scale
from engine.models.neighbours import (
    CHEBYSHEV,
    DISTANCES,
    EUCLIDEAN,
    HAMMING,
    MAHALANOBIS,
    MANHATTAN,
    MINKOWSKI,
    Metric,
)
from engine.parts.querying import QueryParams, length_objection
from engine.parts.ranges import ranges_differ

SCALED = (EUCLIDEAN, MANHATTAN, MINKOWSKI, CHEBYSHEV)
NEEDED, ALWAYS, NEVER = SCALING = ("when ranges differ", "always", "never")


@dataclass(frozen=True)
class DistanceParams:
    """The parameters of a distance."""

    distance: str = choice(EUCLIDEAN, DISTANCES, clear=True, help="how far two points are apart")
    p: float = real(
        3.0, low=0.1, high=100.0, log=True, symbol="p", when=("distance", (MINKOWSKI,)), label="order",
        help="1 is Manhattan, 2 Euclidean; below 1 it is no metric",
    )  # fmt: skip
    scale: str = choice(
        NEEDED, SCALING, when=("distance", SCALED), label="standardise first",
        help="each feature by its standard deviation",
    )  # fmt: skip


@dataclass(frozen=True)
class MeasureParams(QueryParams, DistanceParams):
    """The parameters of a distance, and the query that it is measured from."""


def metric(data: Dataset, params: DistanceParams) -> Metric:
    """The distance of a run, measured on the rows that it learns from."""
    spread, flat = np.ones(data.d), np.zeros((0, 0))
    deviations = data.X - column_means(data.X)
    if params.distance == MAHALANOBIS:
        return Metric(MAHALANOBIS, spread, covariance(deviations, max(data.n - 1, 1)))
    if scales(data, params):
        spread = deviation_scale(deviations, max(data.n - 1, 1))
    return Metric(params.distance, spread, flat, params.p if params.distance == MINKOWSKI else 2.0)


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
    wordy = [column for column in data.columns if column.kind == "categorical"]
    if wordy and params.distance != HAMMING:
        words = f"distance = {params.distance} needs numbers, and {short(wordy[0].name)} is categorical: take Hamming"
        kept = tuple(j for j, column in enumerate(data.columns) if column.kind != "categorical")
        remedies = (SetParameter("distance", HAMMING), Prepare("OneHot"), *([KeepColumns(kept)] if kept else []))
        return Objection(f"{words}, code the categories, or leave such columns out.", *remedies, OtherMethod())
    try:
        _ = metric(data, params) if params.distance == MAHALANOBIS else None
    except Refusal:
        words = "distance = Mahalanobis divides by the covariance, and some direction of these rows has no variance"
        return Objection(f"{words}: take Euclidean.", SetParameter("distance", EUCLIDEAN))
    return ""


def query_objection(data: Dataset, params: MeasureParams) -> str:
    """Why this query cannot be asked of these columns, or ''."""
    return length_objection(data, params) or metric_objection(data, params)


def chosen_width(step: Any, params: Any) -> float:
    """The width h of a model's kernels where it was not typed, for the field of the parameter."""
    return float(step.model.known.h)
