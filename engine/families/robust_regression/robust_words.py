"""What the robust regressions say alike: squared beside absolute errors, the rank, the weights of the model."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, percent, shown
from engine.core.story import Number, Table
from engine.data.dataset import Dataset
from engine.families.robust_regression.posing import leverages_of
from engine.models.linear import LinearPredictor
from engine.parts.basis import entries_of
from engine.parts.over_feature import target_unit
from engine.parts.regression import Problem

LISTED = 8
"""So many rows are listed, those with the largest residuals."""


def errors(r: np.ndarray, data: Dataset) -> tuple[Number, ...]:
    """RMSE, which squares the residuals (n,), and MAE, which does not."""
    unit = target_unit(data).strip()
    return (
        Number("RMSE", float(np.sqrt((r**2).mean())), unit),
        Number("MAE", float(np.abs(r).mean()), unit),
    )


def error_lines(r: np.ndarray) -> tuple[str, ...]:
    """Both worked out."""
    n, squares, sizes = len(r), float(r @ r), float(np.abs(r).sum())
    root = float(np.sqrt(squares / n))
    parts = shown(root, lambda s: float(np.sqrt(max(s, 0.0) / n)), squares)
    return (
        f"RMSE = √(Σ r² / N) = √({parts[0]} / {n}) = {figure(root)}",
        f"MAE = Σ |r| / N = {divided(sizes, n)}",
    )


def shares_of(r: np.ndarray, row: int) -> tuple[float, float]:
    """The parts of Σ r² and of Σ |r| that one row has."""
    squares, sizes = r**2, np.abs(r)
    return float(squares[row] / squares.sum()), float(sizes[row] / sizes.sum())


def alone(r: np.ndarray, row: int) -> str:
    """How much of both errors one row has, in words."""
    square, size = shares_of(r, row)
    return f"it alone has {percent(square)} of Σ r², and {percent(size)} of Σ |r|"


def share_lines(r: np.ndarray, row: int, data: Dataset) -> tuple[str, ...]:
    """The same worked out."""
    name, squares, sizes = data.row_name(row), r**2, np.abs(r)
    return (
        f"row {name} of Σ r²: {divided(float(squares[row]), float(squares.sum()))}",
        f"row {name} of Σ |r|: {divided(float(sizes[row]), float(sizes.sum()))}",
    )


def terms_of(problem: Problem, model: LinearPredictor) -> float:
    """What the residuals are added up from: of so much rounding takes its share."""
    return float((np.abs(problem.X) @ np.abs(model.weights) + abs(model.bias) + np.abs(problem.t)).sum())


def residual_table(problem: Problem, r: np.ndarray, weights: np.ndarray | None, data: Dataset) -> Table:
    """The rows with the largest residuals: their parts of the errors, their leverage, and their weight if they have."""
    h = leverages_of(problem)
    order = np.argsort(-np.abs(r), kind="stable")[:LISTED].tolist()
    rows = []
    for row in order:
        square, size = shares_of(r, row) if r.any() else (0.0, 0.0)
        own = () if weights is None else (float(weights[row]),)
        rows.append((data.row_name(row), float(r[row]), percent(square), percent(size), float(h[row]), *own))
    columns = ("row", "r", "of Σ r²", "of Σ |r|", "leverage", "weight")
    return Table("The largest residuals", columns[: 5 + (weights is not None)], tuple(rows))


def weights_table(model: LinearPredictor, least: LinearPredictor, problem: Problem) -> Table:
    """Every weight beside its least-squares value, the bias first."""
    rows = zip(problem.names, least.packed.tolist(), model.packed.tolist(), strict=True)
    return Table("Weights", (entries_of(model.basis), "least squares", "w"), tuple(rows))


def rank_words(problem: Problem, rank: int) -> str:
    """That the columns do not determine the weights, if so."""
    n, M = problem.Phi.shape
    if rank >= M:
        return ""
    why = f"{counted(n, 'row')} cannot determine" if n < M else "some columns depend on others in"
    return f" The rank of Φ is {rank}: {why} {counted(M, 'weight')}, and the shortest that fit are taken."
