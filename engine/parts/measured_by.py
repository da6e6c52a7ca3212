"""A distance as parameters of a run: the order of Minkowski's, the metric itself, and why it cannot be measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.errors import KeepColumns, Objection, Prepare, Refusal, Remedy, SetParameter
from engine.base.params import real
from engine.base.words import short
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, covariance
from engine.models.neighbours import EUCLIDEAN, HAMMING, MAHALANOBIS, MINKOWSKI, Metric


def order() -> Any:
    """Declare p of the Minkowski distance: `p: float = order()`, beside a parameter `distance`."""
    return real(
        3.0, low=0.1, high=100.0, log=True, symbol="p", when=("distance", (MINKOWSKI,)), label="order",
        help="1 is Manhattan, 2 Euclidean; below 1 it is no metric",
    )  # fmt: skip


def metric_of(distance: str, p: float, data: Dataset, spread: np.ndarray | None = None) -> Metric:
    """A distance between the rows of a table; Mahalanobis by their covariance, any other in units of `spread` (d,)."""
    ones = np.ones(data.d)
    if distance == MAHALANOBIS:
        return Metric(MAHALANOBIS, ones, covariance(data.X - column_means(data.X), max(data.n - 1, 1)))
    order = p if distance == MINKOWSKI else 2.0
    return Metric(distance, ones if spread is None else spread, np.zeros((0, 0)), order)


def wordy_objection(distance: str, data: Dataset, cure: str, *others: Remedy) -> str:
    """Why a distance of numbers cannot be measured between rows with categories, or ''."""
    wordy = [column for column in data.columns if column.kind == "categorical"]
    if not wordy or distance == HAMMING:
        return ""
    kept = tuple(j for j, column in enumerate(data.columns) if column.kind != "categorical")
    remedies = (SetParameter("distance", HAMMING), Prepare("OneHot"), *([KeepColumns(kept)] if kept else []))
    words = f"distance = {distance} needs numbers, and {short(wordy[0].name)} is categorical: {cure}"
    return Objection(words, *remedies, *others)


def flat_objection(distance: str, data: Dataset) -> str:
    """Why there is no Mahalanobis distance between these rows, or ''."""
    try:
        _ = metric_of(distance, 2.0, data) if distance == MAHALANOBIS else None
    except Refusal:
        words = "distance = Mahalanobis divides by the covariance, and some direction of these rows has no variance"
        return Objection(f"{words}: take Euclidean.", SetParameter("distance", EUCLIDEAN))
    return ""
