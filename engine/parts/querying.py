"""A query as a parameter of a run, and as what a mouse holds: what every method has that is asked about a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import several
from engine.base.words import minus, vector
from engine.core.algorithm import Handle, SetByStart, at_every_step
from engine.core.param_handle import ParamHandle, Track
from engine.core.story import Number
from engine.core.surfaces import PLANE
from engine.data import needs
from engine.data.dataset import Dataset
from engine.models.neighbours import Query
from engine.parts.ranges import glance

MEASURED = (needs.rows(1), needs.features(1), needs.complete, needs.moderate, needs.not_tiny, needs.no_outlier)
"""What every distance needs; whether the columns are numbers depends on which it is."""
TOLD = 12
"""So many values of a point with categories are named in a sentence."""
LONGEST, FARTHEST = 1001, 1e12
"""So many features of a query can be typed, and so large."""


def asked_by(step: Any, params: Any) -> tuple[float, ...] | None:
    """The query of a step, where none was typed: the point of its model, or a field of the step."""
    point = getattr(step.model, "point", getattr(step, "query", None))
    return None if point is None else tuple(point.tolist())


@dataclass(frozen=True)
class QueryParams:
    """Where the query is."""

    query: tuple[float, ...] = several(
        most=LONGEST, symbol=r"\mathbf{z}", label="query", of_point=True, auto=asked_by,
        help="typed or dragged; empty: the middle of the rows",
    )  # fmt: skip


def asked(data: Dataset, params: QueryParams, start: Query | None) -> np.ndarray:
    """(d,) the query z: as placed, as typed, or in the middle; of a column with levels the nearest level."""
    if start is None and not params.query:
        place = glance(data)[1]
    else:
        place = np.array(params.query if start is None else start.point, dtype=float)
    levels = np.array([len(column.levels) for column in data.columns])
    return np.where(levels > 0, np.clip(np.rint(place), 0, np.maximum(levels - 1, 0)), place)


def place_words(data: Dataset, x: np.ndarray) -> str:
    """A point x (d,) as a sentence names it: of categories the names of the levels, of days the dates."""
    if are_numbers(data):
        return vector(x)
    texts = [
        minus(column.text(value)) if column.levels else column.figure(value)
        for column, value in zip(data.columns[:TOLD], x.tolist(), strict=False)
    ]
    return f"({', '.join([*texts, '…'] if data.d > TOLD else texts)})"


def are_numbers(data: Dataset) -> bool:
    """Whether all columns are plain numbers, told as vectors."""
    return all(column.kind == "numeric" for column in data.columns)


def with_place(line: str, name: str, data: Dataset, x: np.ndarray) -> tuple[str, ...]:
    """A line that is worked in numbers, and where the point x (d,) that it comes to is, if a column has dates."""
    return (line,) if are_numbers(data) else (line, f"{name} is at {place_words(data, x)}")


def place_number(name: str, data: Dataset, x: np.ndarray) -> Number:
    """A point x (d,) as a live number."""
    return Number(name, x if are_numbers(data) else place_words(data, x))


def query_number(data: Dataset, z: np.ndarray) -> Number:
    """The query as a live number."""
    return place_number("z", data, z)


def of_asked(formula: str) -> str:
    """The formula of a query z for another point q that the model is asked about."""
    return formula.replace(r"\mathbf{z}", r"\mathbf{q}")


def reach(ascending: np.ndarray, k: int, all_tied: bool) -> int:
    """How many neighbours are asked: k, and those as far as the k-th too if all at the rim are.

    >>> reach(np.array([1.0, 2.0, 2.0, 3.0]), 2, True)
    3
    """
    return int(np.searchsorted(ascending, ascending[k - 1], side="right")) if all_tied else k


def count_objection(data: Dataset, k: int) -> str:
    """Why there are too few rows for so many neighbours, or ''."""
    if k > data.n:
        words = f"k = {k:,} neighbours need as many points, and there are {data.n:,}: choose k from 1 to {data.n:,}."
        return Objection(words, SetParameter("k", data.n))
    return ""


def length_objection(data: Dataset, params: QueryParams) -> str:
    """Why the query that was typed has too many numbers or too few, or ''."""
    if len(params.query) not in (0, data.d):
        words = f"query needs {data.d} numbers, one for each feature, and {len(params.query)} were typed: type them all"
        return Objection(f"{words}, or none for the middle of the rows.", SetParameter("query", ()))
    return ""


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
BY_HAND = (SetByStart("query", _placed, "it is placed by hand", typed=True),)


def along_feature(step: Any, data: Dataset, params: Any) -> Track | None:
    """Where the query of a step can be dragged on a plane of one feature; None before it is asked."""
    query: np.ndarray | None = step.query
    if query is None or data.d != 1:
        return None
    ends = np.append(data.X[:, 0], query)
    room = float(np.ptp(ends)) or 1.0
    values = np.array([float(ends.min()) - room, float(ends.max()) + room])
    return Track(values[:, None], values, query)


DRAGGED = ParamHandle(
    "query",
    "the query",
    PLANE,
    along_feature,
    line="upright",
    at_end=True,
    help=lambda data: "The prediction there follows.",
)
"""The query of a method that is told at its last step, as an upright line on the plane of a feature and the target."""
