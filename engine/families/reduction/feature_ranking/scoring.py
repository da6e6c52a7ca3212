"""The scores of one attribute: its gain, its correlation with the target, its variance; and what a few do together."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.maths.algebra.distances import squared_distances
from engine.maths.algebra.nearest_rows import pieces
from engine.maths.probability.impurity import information_gain
from engine.maths.probability.splits import best_cuts, indicators, presorted
from engine.parts.panels import dotted

GAIN, CORRELATION, VARIANCE = SCORES = ("information gain", "|correlation|", "variance")
ROWS = 600
"""Of more rows than this every so-manieth has its neighbour looked for."""


def score(name: str, data: Dataset, j: int) -> float:
    """The score of attribute j; 0 for one that never changes."""
    if name == GAIN:
        return information_gain(contingency(coded(data, j), data.codes))
    x = centred(data.X[:, j])
    if name == VARIANCE:
        return float(x @ x) / (len(x) - 1)
    t = centred(target_of(data))
    size = float(np.linalg.norm(x) * np.linalg.norm(t))
    return abs(float(x @ t)) / size if size > 0 else 0.0


def centred(x: np.ndarray) -> np.ndarray:
    """(n,) less its mean."""
    return np.asarray(x - column_means(x[:, None])[0])


def target_of(data: Dataset) -> np.ndarray:
    """(n,) the number to be predicted, or two classes as 0 and 1."""
    if data.target == "real" and data.y is not None:
        return np.asarray(data.y, dtype=float)
    return np.asarray(data.codes == max(data.classes_present), dtype=float)


def coded(data: Dataset, j: int) -> np.ndarray:
    """(n,) the levels of attribute j as codes; a number is below its best cut, or above it."""
    return parted(data, j, cut_of(data, j))


def parted(data: Dataset, j: int, cut: float | None) -> np.ndarray:
    """(n,) the same, where the cut is known."""
    x = data.X[:, j]
    if cut is None:
        return np.unique(x, return_inverse=True)[1].ravel()
    return np.asarray(x > cut, dtype=np.intp)


def cut_of(data: Dataset, j: int) -> float | None:
    """Where the numbers of attribute j are cut, for the greatest gain; None of a categorical one."""
    if data.columns[j].kind == "categorical":
        return None
    present = data.classes_present
    targets = indicators(np.searchsorted(present, data.codes), len(present))
    x = data.X[:, j]
    return float(best_cuts(x[None], targets, presorted(x[:, None]), measure="entropy").thresholds[0])


def contingency(values: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """(V, K) how often each value goes with each class."""
    _, rows = np.unique(values, return_inverse=True)
    _, columns = np.unique(codes, return_inverse=True)
    table = np.zeros((int(rows.max()) + 1, int(columns.max()) + 1))
    np.add.at(table, (rows.ravel(), columns.ravel()), 1.0)
    return table


def gain_together(data: Dataset, i: int, j: int) -> float:
    """The gain of two attributes that are looked at together."""
    one, other = coded(data, i), coded(data, j)
    return information_gain(contingency(one * (int(other.max()) + 1) + other, data.codes))


def accuracy(data: Dataset, chosen: list[int]) -> float:
    """The share of rows whose nearest other row, by these attributes alone, each by its deviation, has their class."""
    Z = data.X[:, chosen]
    deviations = Z.std(axis=0)
    Z = (Z - column_means(Z)) / np.where(deviations > 0, deviations, 1.0)
    rows = dotted(data.n, ROWS)
    near = [nearest_other(Z, rows[piece]) for piece in pieces(len(rows), data.n)]
    return float((data.codes[np.concatenate(near)] == data.codes[rows]).mean())


def nearest_other(Z: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """(m,) the row of Z (n, d) that is nearest to each of some of them, of several as near the first.

    As near is what only rounding parts: the same difference of two numbers comes out otherwise at another place.
    """
    apart = squared_distances(Z[rows], Z)
    apart[np.arange(len(rows)), rows] = np.inf
    rounding = 1e-12 * float(np.square(Z).sum(axis=1).max(initial=0.0))
    return np.asarray(np.argmax(apart <= apart.min(axis=1, keepdims=True) + rounding, axis=1))
