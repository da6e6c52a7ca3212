"""What outliers of a class look like: rings as large as the distance, and flags beside those of the columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Ellipse, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.preparing.outliers import bounds
from engine.families.preparation.class_outliers.loop import MAHALANOBIS, Params, Step
from engine.maths.algebra.covariance import column_means, covariance

FLAGS = Surface("table", "Flags of the rows farthest out")
LISTED, COLUMNS = 12, 8
"""So many rows are listed, and so many columns beside their class."""
LARGEST = 6.0
"""The area of the largest ring."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [rings(step, data)]
    if step.row is not None:
        drawn += [*reach(step, step.row, data, params), Points(data.X[[step.row]], "focus", rows=np.array([step.row]))]
    return [*drawn, flags(step, data, params)]


def rings(step: Step, data: Dataset) -> Points:
    """A ring around each row far out that has been looked at, its area as its distance."""
    looked = -1 if step.row is None else step.row
    far = np.flatnonzero(step.found.far(data.codes))
    shown = far[far <= looked]
    scores = step.found.scores
    largest = float(scores[far].max(initial=0.0)) or 1.0
    return Points(data.X[shown], "wrong", sizes=LARGEST * scores[shown] / largest, rows=shown)


def reach(step: Step, row: int, data: Dataset, params: Params) -> list[Mark]:
    """The way to the nearest row of its class, or on a plane the ellipse of its class through the row."""
    if params.score != MAHALANOBIS:
        near = int(step.found.nearest[row])
        return [] if near < 0 else [Segments(data.X[[row]], data.X[[near]], "spoke")]
    if data.d != 2 or np.isnan(step.found.scores[row]):
        return []
    own = data.X[data.codes == data.codes[row]]
    mean = column_means(own)
    code = int(data.codes[row])
    return [Ellipse(mean, covariance(own - mean, len(own) - 1), float(step.found.scores[row]), "plain", group=code)]


def columns_far(data: Dataset, k: float) -> np.ndarray:
    """(n, d) which values lie beyond the fences of their column, all classes together."""
    low, high = np.array([bounds(column, "quartiles", k) for column in data.X.T]).T
    return np.asarray((low > data.X) | (high < data.X))


def flags(step: Step, data: Dataset, params: Params) -> Matrix:
    """1 where a row is far out in its class, and in each column; the rows by their distance, the farthest first."""
    scores = np.nan_to_num(step.found.scores, nan=-1.0)
    listed = np.argsort(-scores, kind="stable")[:LISTED]
    own, columns = step.found.far(data.codes), columns_far(data, params.k)[:, :COLUMNS]
    values = np.column_stack([own, columns])[listed].astype(float)
    titles = ("its class", *(column.title for column in data.columns[:COLUMNS]))
    names = tuple(str(data.row_name(int(row))) for row in listed)
    chosen = next((place for place, row in enumerate(listed) if row == step.row), None)
    return Matrix(values, names, titles, "table", chosen_row=chosen, rows=listed, surface=FLAGS)
