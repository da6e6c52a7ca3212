"""Over how much the features range: where they differ too much, one of them alone decides which rows are near."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.errors import Prepare
from engine.base.words import figure
from engine.core.story import Story
from engine.data.dataset import Dataset

ROOMY = 10.0
"""Where one feature ranges over so many times as much as another, it alone decides which rows are near."""


def ranges_differ(data: Dataset) -> bool:
    """Whether one feature ranges over more than ten times as much as another; constant ones do not count."""
    return glance(data)[0]


def glance(data: Dataset) -> tuple[bool, np.ndarray]:
    """Whether the ranges differ, and (d,) the middle of the rows; kept, because a drag asks for them at every move."""
    return data.cached("ranges and middle", lambda: _glance(data.X))


def _glance(X: np.ndarray) -> tuple[bool, np.ndarray]:
    ranges = X.max(axis=0) - X.min(axis=0)
    ranges = ranges[ranges > 0]
    differ = bool(len(ranges) and (ranges > ROOMY * ranges.min()).any())
    return differ, np.median(X, axis=0)


def reach(data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """(d,) the least and the greatest value of each feature, 0 where all are missing; kept, as every cut asks for it.

    >>> reach(Dataset(np.array([[1.0, np.nan], [3.0, np.nan]])))
    (array([1., 0.]), array([3., 0.]))
    """
    return data.cached("reach", lambda: (_ends(np.fmin, data.X), _ends(np.fmax, data.X)))


def _ends(of: np.ufunc, X: np.ndarray) -> np.ndarray:
    return np.asarray(np.nan_to_num(of.reduce(X, axis=0)))


WIDEST = "the widest feature alone decides which rows are near."


def scaled_first(story: Story, data: Dataset, words: str = WIDEST) -> Story:
    """The story of a method that scales nothing: where ranges differ it says so, and offers to standardise the columns.

    Of columns that are standardised, and range differently because some values lie far out, it says no more than that.
    """
    if not ranges_differ(data):
        return story
    said = f"{story.sentence} Ranges differ more than {figure(ROOMY)} times: {words}"
    if all(column.levels or "standardised" in column.done for column in data.columns):
        return replace(story, sentence=said)
    advised = (*story.remedies, Prepare("Standardise"))
    return replace(story, sentence=f"{said} Standardise the columns.", remedies=advised)
