"""The distance as parameters of a run, and the query: what every method of neighbours offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import KeepColumns, Objection, OtherMethod, Prepare, Refusal, SetParameter
from engine.base.params import choice, real, several
from engine.base.words import short
from engine.core.algorithm import Handle, SetByStart, at_every_step
from engine.data import needs
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
    Query,
)
from engine.parts.ranges import glance, ranges_differ

MEASURED = (needs.rows(1), needs.features(1), needs.complete, needs.moderate, needs.not_tiny, needs.no_outlier)
"""What every distance needs; whether the columns are numbers depends on which it is."""

SCALED = (EUCLIDEAN, MANHATTAN, MINKOWSKI, CHEBYSHEV)
NEEDED, ALWAYS, NEVER = SCALING = ("when ranges differ", "always", "never")
LONGEST, FARTHEST = 1001, 1e12
"""So many features of a query can be typed, and so large."""


@dataclass(frozen=True)
class DistanceParams:
    """The parameters of a distance."""

    distance: str = choice(EUCLIDEAN, DISTANCES, clear=True, help="how far two points are apart")
    p: float = real(
        3.0, low=0.1, high=100.0, log=True, symbol="p", when=("distance", (MINKOWSKI,)), label="order",
        help="1 is Manhattan, 2 Euclidean; below 1 it is no metric",
    )  # fmt: skip
    scale: str = choice(
        NEEDED, SCALING, when=("distance", SCALED), label="scale first",
        help="each feature by its standard deviation",
    )  # fmt: skip


@dataclass(frozen=True)
class QueryParams:
    """Where the query is."""

    query: tuple[float, ...] = several(
        most=LONGEST, symbol=r"\mathbf{z}", label="query", rare=True,
        help="its features, also dragged in the picture; none: the middle of the rows",
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
        return "Ranges differ more than 10 times and nothing is scaled: the widest feature decides alone who is near."
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


def count_objection(data: Dataset, k: int) -> str:
    """Why there are too few rows for so many neighbours, or ''."""
    if k > data.n:
        words = f"k = {k} neighbours need as many points, and there are {data.n}: choose k from 1 to {data.n}."
        return Objection(words, SetParameter("k", data.n))
    return ""


def query_objection(data: Dataset, params: MeasureParams) -> str:
    """Why this query cannot be asked of these columns, or ''."""
    return length_objection(data, params) or metric_objection(data, params)


def length_objection(data: Dataset, params: QueryParams) -> str:
    """Why the query that was typed has too many numbers or too few, or ''."""
    if len(params.query) not in (0, data.d):
        words = f"query needs {data.d} numbers, one for each feature, and {len(params.query)} were typed: type them all"
        return Objection(f"{words}, or none for the middle of the rows.", SetParameter("query", ()))
    return ""


def chosen_width(step: Any, params: Any) -> float:
    """The width h of a model's kernels where it was not typed, for the field of the parameter."""
    return float(step.model.known.h)


def asked(data: Dataset, params: QueryParams, start: Query | None) -> np.ndarray:
    """(d,) the query z: as placed, as typed, or in the middle; of a column with levels the nearest level."""
    if start is None and not params.query:
        place = glance(data)[1]
    else:
        place = np.array(params.query if start is None else start.point, dtype=float)
    levels = np.array([len(column.levels) for column in data.columns])
    return np.where(levels > 0, np.clip(np.rint(place), 0, np.maximum(levels - 1, 0)), place)


def _placed(start: Any) -> tuple[float, ...]:
    """The query that was placed, as the numbers that would be typed for it."""
    fits = len(start.point) <= LONGEST and bool((np.abs(start.point) <= FARTHEST).all())
    return tuple(start.point.tolist()) if fits else ()


HELD = Handle(
    label="the query",
    make=lambda positions, data, params, base=None: Query(positions[-1]),
    positions=lambda model, data: model.point[None],
    most=lambda params: 1,
    step=at_every_step,
    help=lambda data: "Its neighbours and the answer follow.",
    question=True,
)
BY_HAND = (SetByStart("query", _placed, "it is placed by hand"),)
