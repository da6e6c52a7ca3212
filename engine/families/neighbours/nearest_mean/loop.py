"""Nearest class mean: every class is its mean, and a point belongs to the nearest.   (Duda and Hart 1973)

m_k = mean of the points of class k        class of x = argmin ‖x − m_k‖²

It is the answer of a Gaussian for each class when all are alike, round, and equally probable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.distances import group_sums, nearest
from engine.models.groups import ClassMeans


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, codes = data.X, data.codes
    classes = np.array(data.classes_present)
    means = np.zeros((0, data.d))
    yield Step(model=None, part="start")
    sums, sizes = group_sums(X, codes, len(data.class_names))
    for row, code in enumerate(classes):
        means = np.vstack([means, sums[code] / sizes[code]])
        yield Step(model=ClassMeans(means, classes[: row + 1]), part="mean", row=row)

    places, _, ties = nearest(X, means)
    wrong = np.flatnonzero(classes[places] != codes)
    yield Step(model=ClassMeans(means, classes), part="compare", wrong=wrong, ties=ties)
    return Ending.converged(_verdict(data, means, wrong))


def bound(data: Dataset, params: Params) -> int:
    return 2 + len(data.classes_present)


@dataclass(frozen=True)
class Params:
    """There is nothing to choose: the data decide everything."""


@snapshot
class Step:
    """One class's mean, or the comparison of every point with all means. `model` holds the means found so far."""

    model: ClassMeans | None
    part: Literal["start", "mean", "compare"]
    row: int | None = None  # the row of `model.means` just found
    wrong: np.ndarray | None = None  # the rows nearer to the mean of another class
    ties: int = 0  # points with two nearest means


def _verdict(data: Dataset, means: np.ndarray, wrong: np.ndarray) -> str:
    said = f"{len(means)} classes, each by its mean: {counted(len(wrong), 'training error')} among {data.n:,} points."
    return f"{said} {equal_means(data, means)}".strip()


def equal_means(data: Dataset, means: np.ndarray) -> str:
    """Which classes have the same mean, so that only the first of them is ever predicted."""
    for k in range(1, len(means)):
        twin = int(np.argmax((means == means[k]).all(axis=1)))
        if twin < k:
            first, second = (data.class_name(data.classes_present[i]) for i in (twin, k))
            return f"{first} and {second} have the same mean, so no point is ever classified as {second}."
    return ""
