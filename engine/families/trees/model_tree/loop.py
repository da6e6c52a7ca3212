"""Model tree: a regression tree with a line fitted at each leaf, in the place of the mean.   (Quinlan 1992)

y(x) = wᵀx + b   at each leaf,   with w, b = argmin Σ (tₙ − wᵀxₙ − b)²  over its rows
a category is asked, and has no weight: the lines are over the numbers
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.trees.regression_tree import loop as regression_tree
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import cleared, cleared_weights
from engine.maths.algebra.least_squares import least_squares
from engine.models.tree import ModelTree, RegressionTree
from engine.parts.trees.growing import asked_values, leaves, levels_of, size
from engine.parts.trees.regression import targets


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, t = asked_values(data), targets(data)
    numbers = numbers_of(data)
    *_, grown = regression_tree.run(data, pruned_to(data, params), rng)
    tree = with_means(grown.model, data.d)
    rest = tree.apply(X)
    yield Step(model=tree, kind="start", error=squared_error(tree, X, t))

    for leaf in np.flatnonzero(tree.attribute < 0).tolist():
        rows = np.flatnonzero(rest == leaf)
        line = line_through(X[np.ix_(rows, numbers)], t[rows])
        before = squared_error(tree, X[rows], t[rows])
        if line is not None:
            tree = fitted(tree, leaf, numbers, *line)
        after = squared_error(tree, X[rows], t[rows])
        kind: Literal["line", "mean"] = "mean" if line is None else "line"
        yield Step(
            model=tree, kind=kind, leaf=leaf, rows=rows, before=before, after=after,
            error=squared_error(tree, X, t),
        )  # fmt: skip
    return Ending.converged(_said(tree, squared_error(tree, X, t)))


def numbers_of(data: Dataset) -> np.ndarray:
    """(f,) the features that a line is over: all but the categories."""
    return np.array([j for j, column in enumerate(data.columns) if column.kind != "categorical"], dtype=np.intp)


def pruned_to(data: Dataset, params: Params) -> regression_tree.Params:
    """How the tree is grown: with rows enough for a line at each leaf."""
    return regression_tree.Params(max_leaves=params.max_leaves, min_leaf=least_rows(data.d, params))


def least_rows(d: int, params: Params) -> int:
    """A line has D + 1 numbers: with D + 2 rows there is something left over to fit."""
    return params.min_leaf or d + 2


def with_means(tree: RegressionTree, d: int) -> ModelTree:
    """The tree as it was grown: at each node a flat line, the mean."""
    return ModelTree(
        tree.attribute, tree.parent, tree.branch, tree.sizes, np.zeros((len(tree.sizes), d)), tree.means,
        threshold=tree.threshold, numeric=tree.numeric, n_features=d,
    )  # fmt: skip


def line_through(X: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, float] | None:
    """w (f,) and b of the line with the least squared errors; None where the rows do not settle it, or without X."""
    if not X.shape[1] or len(X) < X.shape[1] + 2:
        return None
    fit = least_squares(X, t[:, None])
    b, *w = cleared_weights(fit.weights[:, 0], with_ones(X))
    return None if fit.rank < X.shape[1] + 1 else (np.array(w), float(b))


def fitted(tree: ModelTree, leaf: int, numbers: np.ndarray, w: np.ndarray, b: float) -> ModelTree:
    """The tree with a line at a leaf, w (f,) of the features (f,)."""
    weights, biases = tree.weights.copy(), tree.biases.copy()
    weights[leaf, numbers], biases[leaf] = w, b
    return replace(tree, weights=weights, biases=biases)


def squared_error(tree: ModelTree, X: np.ndarray, t: np.ndarray) -> float:
    """Σ (tₙ − y(xₙ))²; a difference that is rounding counts as 0."""
    leaf = tree.apply(X)
    terms = np.abs(tree.biases[leaf]) + np.abs(tree.weights[leaf] * X).sum(axis=1) + np.abs(t)
    return float((cleared(t - tree.predict(X), terms) ** 2).sum())


def bound(data: Dataset, params: Params) -> int:
    """A leaf is fitted a step; the last split may be by a category, with a leaf for each level."""
    widest = max(levels_of(data).values(), default=2)
    return 1 + min(params.max_leaves + max(widest - 2, 0), max(data.n, 1))


@dataclass(frozen=True)
class Params:
    max_leaves: int = whole(
        4, low=1, high=10_000, log=True, label="maximum leaves", help="the tree grows until it has so many"
    )
    min_leaf: int = whole(
        0, low=0, high=1_000_000, auto=lambda step, params: step.model.weights.shape[1] + 2,
        label="minimum rows per leaf", help="auto: as many as features, and 2",
    )  # fmt: skip


@snapshot
class Step:
    """One leaf fitted, and the tree after it."""

    model: ModelTree
    kind: Literal["start", "line", "mean"]
    leaf: int = -1
    rows: np.ndarray | None = None  # that rest at the leaf
    before: float = 0.0  # their squared errors under the mean
    after: float = 0.0  # and under the line
    error: float = 0.0  # the squared errors of all rows


def _said(tree: ModelTree, error: float) -> str:
    lines = int(tree.weights.any(axis=1).sum())
    tilted = f"{counted(lines, 'leaf', 'leaves')} of {leaves(tree)} with a slope"
    return f"Every leaf is fitted, {tilted}: {size(tree)}; the squared errors add up to {figure(error)}."
