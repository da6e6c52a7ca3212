"""What a step of a distance looks like: the way that is measured, the ball through b, each coordinate's share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine.core.marks import Bars, Curve, Graph, Mark, Node, Points, Segments, Text
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.distances.distance.loop import FEW, SQUARED, Params, Step, compared, kind
from engine.maths.algebra.metrics import minkowski, similarity
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MAHALANOBIS, MANHATTAN, MINKOWSKI, Metric
from engine.parts.balls import ball, unit_ball

SHARES = Surface("chart", "Each coordinate", "", "what it adds")
CELLS = Surface("structure", "Position by position")
BALLS = Surface("chart", "Balls of radius 1", square=True, axes=False)
TRIANGLE = Surface("chart", "By way of c it is shorter", "x1", "x2", square=True, view=(-0.4, 1.6, -0.35, 1.35))
SIMILARITY = Surface("chart", "Similarity 1 / (1 + r)", "distance r", "similarity", open=False)
TIMES = 10
MISSING = "missing"
CORRELATION = 0.6
SLOTS = {
    0: MANHATTAN, 1: EUCLIDEAN, 2: SQUARED, 3: MINKOWSKI,
    4: CHEBYSHEV, 5: HAMMING, 7: MAHALANOBIS,  # the longest name has a free place beside it
}  # fmt: skip
"""The balls in rows of four."""
APART = 3.0
"""From the middle of one ball to the next."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = [] if step.model is None else on_plane(step, data, params)
    data = compared(data, params)
    one_by_one = kind(params) == HAMMING and data.d <= FEW
    drawn.append(cells(step, data) if one_by_one else shares(step, data, params))
    drawn += balls(params)
    if step.part == "answer":
        drawn += alike(step, params)
    return [*drawn, *triangle(params)] if kind(params) == MINKOWSKI and params.p < 1 else drawn


def on_plane(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Both points, the way between them, and the ball through b."""
    drawn: list[Mark] = []
    if data.d == 2 and step.done:
        drawn += way(step, params)
    if step.part == "answer" and kind(params) != HAMMING:
        drawn += ball(metric_of(params, data.d), step.points[0], reached(step, params))
    return [*drawn, Points(np.where(step.given, step.points, np.nan), "focus", labels=("a", "b"))]


def metric_of(params: Params, d: int) -> Metric:
    """The distance of a run as one of points."""
    shape = EUCLIDEAN if kind(params) == SQUARED else kind(params)
    return Metric(shape, np.ones(d), np.zeros((0, 0)), params.p if shape == MINKOWSKI else 2.0)


def reached(step: Step, params: Params) -> float:
    """The radius of the ball through b."""
    return float(np.sqrt(step.distance)) if kind(params) == SQUARED else step.distance


# -- the way -----------------------------------------------------------------------------------------------------------


def way(step: Step, params: Params) -> list[Mark]:
    """On a plane: the legs along the axes as far as they are counted in, and what is measured in the end."""
    a, b = step.points
    corner = np.array([b[0], a[1]])
    if kind(params) == HAMMING:
        return []
    if kind(params) == MANHATTAN:
        return [Curve(np.array([a, corner, b])[: step.done + 1], "boundary")]
    starts, ends = np.array([a, corner]), np.array([corner, b])
    drawn: list[Mark] = []
    for j in range(step.done):
        wins = kind(params) == CHEBYSHEV and step.part == "answer" and bool(step.gaps[j] == step.gaps.max())
        drawn.append(Segments(starts[[j]], ends[[j]], "boundary" if wins else "plain"))
    if step.part == "coordinate" or kind(params) == CHEBYSHEV:
        return drawn
    drawn.append(Segments(a[None], b[None], "boundary"))
    if kind(params) == SQUARED:
        across = np.array([a[1] - b[1], b[0] - a[0]])
        drawn.append(Curve(np.array([a, b, b + across, a + across, a]), "margin"))
    return drawn


# -- beside it ---------------------------------------------------------------------------------------------------------


def shares(step: Step, data: Dataset, params: Params) -> Bars:
    """What every coordinate adds, those that are counted in so far; of many the largest."""
    filled = np.where(np.arange(data.d) < step.done, step.terms, 0.0)
    shown = np.sort(np.argsort(-step.terms, kind="stable")[:FEW])
    names = tuple(data.columns[j].name for j in shown.tolist())
    lit = filled[shown] == filled.max() if step.done and kind(params) == CHEBYSHEV else None
    place = np.flatnonzero(shown == step.done - 1)
    chosen = int(place[0]) if step.part == "coordinate" and len(place) else None
    return Bars(filled[shown], names, chosen=chosen, surface=SHARES, lit=lit)


def cells(step: Step, data: Dataset) -> Graph:
    """Two rows of cells, a above b; those compared so far are marked where they differ, and dashed where one lacks."""
    nodes, columns = [], []
    for j, column in enumerate(data.columns):
        compared: Role = ("wrong" if step.gaps[j] else "path") if step.shared[j] else "ghost"
        role: Role = compared if j < step.done else "plain"
        name = column.name if step.model else str(j + 1)  # the letters of strings stand close together
        for text in texts(step, data, j):
            nodes.append(Node(text, name, role=role))
            columns.append(j)
    return Graph(tuple(nodes), columns=tuple(columns), surface=CELLS)


def texts(step: Step, data: Dataset, j: int) -> tuple[str, ...]:
    """The cells of a and b in a column as a person reads them."""
    values = step.points[:, j].tolist()
    return tuple(
        cell_text(data, j, value) if there else MISSING for value, there in zip(values, step.given[:, j], strict=True)
    )


def cell_text(data: Dataset, j: int, value: float) -> str:
    """A cell as a person reads it; between two levels, where a point was dragged, as a number."""
    column = data.columns[j]
    return column.text(value) if column.levels and value in range(len(column.levels)) else column.figure(value)


def balls(params: Params) -> list[Mark]:
    """The ball of radius 1 of every distance side by side; that of the run in ink."""
    slanted = np.array([[1.0, CORRELATION], [CORRELATION, 1.0]])
    order = "∞" if params.infinite else f"{params.p:.3g}"
    names = {SQUARED: "squared", MINKOWSKI: f"p = {order}"}
    drawn: list[Mark] = []
    for place, name in SLOTS.items():
        middle = APART * np.array([place % 4, -(place // 4)], dtype=float)
        own: Role = "boundary" if name == params.distance else "plain"
        if name == HAMMING:
            arms = np.array([[-1.0, 0.0], [0.0, -1.0]])
            drawn.append(Segments(middle + arms, middle - arms, own, surface=BALLS))
        elif name == MAHALANOBIS:
            outline = unit_ball(Metric(name, np.ones(2), slanted, 2.0)) @ np.linalg.cholesky(slanted).T
            drawn.append(Curve(middle + outline, own, surface=BALLS))
        else:
            outline = unit_ball(metric_of(replace(params, distance=name), 2))
            drawn.append(Curve(middle + outline, own, surface=BALLS))
        drawn.append(Text(middle - np.array([0.0, 1.15]), names.get(name, name), anchor=(0.5, 0.0), surface=BALLS))
    return drawn


def enlarged(r: float, params: Params) -> float:
    """The distance when all numbers are multiplied, as by a smaller unit; levels stay the same or not."""
    by = {HAMMING: 1, SQUARED: TIMES**2}
    return by.get(kind(params), TIMES) * r


def alike(step: Step, params: Params) -> list[Mark]:
    """The similarity 1 / (1 + r) along all distances, of a and b, and of both in another unit."""
    r = np.array([step.distance, enlarged(step.distance, params)])
    along = np.linspace(0.0, max(1.1 * r[1], 4.0), 200)
    curve = Curve(np.column_stack([along, similarity(along)]), "axis", surface=SIMILARITY)
    places = np.column_stack([r, similarity(r)])
    unit = Points(places[1:], "plain", labels=(f"in a unit 1/{TIMES} as large",), surface=SIMILARITY)
    return [curve, unit, Points(places[:1], "focus", labels=("a, b",), surface=SIMILARITY)]


def triangle(params: Params) -> list[Mark]:
    """(0, 0), (1, 0) and (1, 1): straight on is farther than by way of the corner."""
    a, c, b = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    far = partial(minkowski, p=params.p)
    ways: tuple[tuple[np.ndarray, np.ndarray, Role], ...] = ((a, c, "best"), (c, b, "best"), (a, b, "wrong"))
    named = Points(np.array([a, c, b]), "plain", labels=("a (0, 0)", "c (1, 0)", "b (1, 1)"), surface=TRIANGLE)
    pieces = [
        Segments(one[None], other[None], role, labels=(f"{far(one, other).item():.4g}",), surface=TRIANGLE)
        for one, other, role in ways
    ]
    return [*pieces, named]
