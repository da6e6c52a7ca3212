"""Drawing least squares: the coding, the normal equations, the boundaries, and outputs that are no probabilities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Line, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.discriminants.least_squares import beside
from engine.families.discriminants.least_squares.loop import Params, Step, targets
from engine.maths.algebra.least_squares import EPSILON
from engine.models.linear import Hyperplane, Scores
from engine.parts.basis import expanded
from engine.parts.basis_drawing import bumps, feature_marks
from engine.parts.ridge import RidgeParams, penalties

ROWS = 16
"""How many rows of the targets are shown: enough to see the rule."""
CELLS = 21
"""A matrix with more rows than this is not shown: it could not be read."""
PLACES = 200
"""Places at which a curve is drawn."""
NORMAL = np.array([1])
"""The step of the normal equations."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    T, table = targets(data, params), expanded(data, step.basis)
    drawn = coding_table(data, T, params.coding, opened=step.stage == "targets")
    if step.stage != "targets":
        drawn += normal_equations(table, T, params, opened=step.stage == "normal")
    drawn += bumps(step.basis, data) if step.model is None else boundaries(step.model, data)
    drawn += outputs(step.model, data, T, params.coding, opened=step.stage == "classified")
    if step.stage == "classified":
        drawn = beside.drawn([*drawn, *missed(step.model, data)], data, params)
    return drawn


def coding_table(data: Dataset, T: np.ndarray, coding: str, opened: bool) -> list[Mark]:
    """The class of each row unfolding into numbers, class by class in turn so that every class is seen."""
    rank = np.zeros(data.n, dtype=np.intp)
    for code in data.classes_present:
        mine = np.flatnonzero(data.codes == code)
        rank[mine] = np.arange(len(mine))
    rows = np.sort(np.lexsort((np.arange(data.n), rank))[:ROWS])
    names = tuple(f"{data.row_name(int(row))}: {data.class_name(int(data.codes[row]))}" for row in rows)
    title = f"targets T of {len(rows)} of {data.n:,} rows" if len(rows) < data.n else "targets T"
    surface = Surface("table", "Targets", open=opened)
    return [Matrix(T[rows], names, output_names(data, coding), "table", title=title, surface=surface, rows=rows)]


def output_names(data: Dataset, coding: str) -> tuple[str, ...]:
    """What the columns of T are called."""
    return tuple(data.class_name(code) for code in data.classes_present) if coding == "1 of K" else ("t",)


def normal_matrices(table: Dataset, T: np.ndarray, params: RidgeParams) -> tuple[np.ndarray, np.ndarray]:
    """X̃ᵀX̃ + λI (M + 1, M + 1) and X̃ᵀT (M + 1, K)."""
    X = table.design
    return np.asarray(X.T @ X + np.diag(penalties(params, table.d))), np.asarray(X.T @ T)


def normal_equations(table: Dataset, T: np.ndarray, params: RidgeParams, opened: bool) -> list[Mark]:
    """The matrix and the right-hand side, when they are small."""
    if table.d + 1 > CELLS or needs.moderate(table):
        return []
    left, right = normal_matrices(table, T, params)
    names, surface = ("bias", *table.feature_names), Surface("table", "Normal equations", open=opened)
    title = "X̃ᵀX̃ + λI" if params.penalty else "X̃ᵀX̃"
    columns = tuple(f"t{k + 1}" for k in range(T.shape[1])) if T.shape[1] > 1 else ("t",)
    return [
        Matrix(left, names, names, "table", title=title, surface=surface, steps=NORMAL),
        Matrix(right, names, columns, "table", title="X̃ᵀT", place=(0, 1), surface=surface, steps=NORMAL),
    ]


def boundaries(model: Hyperplane | Scores | None, data: Dataset) -> list[Mark]:
    """The areas of the classes; where two outputs are equal, a line, which goes on where a third output is greater."""
    if model is None:
        return []
    drawn: list[Mark] = [Region(model, "labels")]
    if model.basis is None:
        drawn += _lines(model, data)
    return [*drawn, *feature_marks(data, model)]


def _lines(model: Hyperplane | Scores, data: Dataset) -> list[Mark]:
    if isinstance(model, Hyperplane):
        return [Line(model.weights, model.bias, "boundary", normal=True)] if model.weights.any() else []
    K = len(model.classes)
    pairs = [(j, k) for j in range(K) for k in range(j + 1, K)]
    drawn: list[Mark] = []
    for j, k in pairs if len(pairs) <= 3 else []:
        weights, bias = model.weights[k] - model.weights[j], float(model.biases[k] - model.biases[j])
        size = float(np.abs(model.weights[[j, k]]).max())
        if np.abs(weights).max() > 1e3 * EPSILON * size:
            label = f"{data.class_name(int(model.classes[j]))} = {data.class_name(int(model.classes[k]))}"
            if K == 2:
                drawn.append(Line(weights, bias, normal=True))
            else:
                drawn.append(Line(weights, bias, "ghost", label=label))
    return drawn


def missed(model: Hyperplane | Scores | None, data: Dataset) -> list[Mark]:
    """The rows given another class than their own."""
    rows = np.flatnonzero(model.predict(data.X) != data.codes) if model is not None else np.zeros(0, np.intp)
    return [Points(data.X[rows], "wrong", rows=rows)]


def output_values(model: Hyperplane | Scores, X: np.ndarray, coding: str) -> np.ndarray:
    """(m, K) the outputs as they were fitted to the targets; a 0/1 output is ½ above the activation."""
    y = np.asarray(model.decision_function(X), dtype=float)
    return (y + 0.5 if coding == "0/1" else y)[:, None] if y.ndim == 1 else y


def range_of(coding: str) -> tuple[float, float]:
    """The two targets, which the outputs leave on both sides."""
    return (-1.0, 1.0) if coding == "±1" else (0.0, 1.0)


def strangest(Y: np.ndarray, coding: str) -> int:
    """The row with the output farthest outside the range of the targets."""
    low, high = range_of(coding)
    return int(np.argmax(np.maximum(low - Y, Y - high).max(axis=1)))


def outputs(model: Hyperplane | Scores | None, data: Dataset, T: np.ndarray, coding: str, opened: bool) -> list[Mark]:
    """For one feature the outputs as lines over the targets; else the outputs of the row that is farthest off.

    Of three classes or more also the outputs along the first feature: one that is nowhere the greatest is masked. With
    two features these are open, with more the row, as most of the features are held then.
    """
    if model is None:
        return []
    if data.d == 1:
        surface = Surface("chart", "Outputs", data.feature_names[0], "output y", open=opened)
        return [*_along(model, data, coding, surface), _reached(data, T, surface)]
    Y = output_values(model, data.X, coding)
    row = strangest(Y, coding)
    axis = f"the row farthest outside {range_words(coding)}: {data.row_name(row)}"
    line = data.d == 2 and T.shape[1] >= 3
    bars = _bars(model, data, Y[row], coding, Surface("chart", "Outputs", axis, "output y", open=opened and not line))
    if T.shape[1] < 3:
        return [bars]
    axis = f"{data.feature_names[0]}, the other features at their means"
    surface = Surface("chart", "Outputs along one feature", axis, "output y", open=opened and line)
    return [bars, *_along(model, data, coding, surface)]


def _bars(model: Hyperplane | Scores, data: Dataset, y: np.ndarray, coding: str, surface: Surface) -> Mark:
    if isinstance(model, Hyperplane):
        return Bars(y, ("y",), surface=surface)
    winner = int(np.argmax(y))
    return Bars(y, output_names(data, coding), np.asarray(model.classes, dtype=np.int64), winner, surface=surface)


def outputs_at(model: Hyperplane | Scores, data: Dataset, x: np.ndarray, coding: str) -> list[Mark]:
    """The outputs of one point x (d,) as bars; those below 0 hang down."""
    y = output_values(model, x[None], coding)[0]
    surface = Surface("chart", "Outputs of this point", "", "output y", open=data.d > 1)
    return [_bars(model, data, y, coding, surface)]


def range_words(coding: str) -> str:
    """The range in words of a sentence."""
    return "−1 to 1" if coding == "±1" else "0 to 1"


def _along(model: Hyperplane | Scores, data: Dataset, coding: str, surface: Surface) -> list[Mark]:
    """The outputs as lines over the first feature, between the two targets; the other features stay at their means."""
    low, high = float(data.X[:, 0].min()), float(data.X[:, 0].max())
    room = 0.1 * (high - low) or 0.5
    places = np.linspace(low - room, high + room, 2 if model.basis is None else PLACES)
    X = np.tile(data.X.mean(axis=0), (len(places), 1))
    X[:, 0] = places
    Y = output_values(model, X, coding)
    ends = places[[0, -1]]
    drawn: list[Mark] = [
        Curve(np.column_stack([ends, np.full(2, level)]), "ghost", surface=surface) for level in range_of(coding)
    ]
    groups = data.classes_present if Y.shape[1] > 1 else (None,)
    for k, group in enumerate(groups):
        label = data.class_name(group) if group is not None else "y"
        drawn.append(Curve(np.column_stack([places, Y[:, k]]), group=group, label=label, surface=surface))
    return drawn


def _reached(data: Dataset, T: np.ndarray, surface: Surface) -> Points:
    """The rows at the targets that the outputs should have there."""
    rows = np.arange(data.n)
    own = T[rows, np.argmax(T, axis=1)] if T.shape[1] > 1 else T[:, 0]
    return Points(np.column_stack([data.X[:, 0], own]), groups=data.codes, rows=rows, surface=surface)
