"""How good rankings are where texts have classes: each text asks, and those of its class are what it looks for."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.data.dataset import Dataset
from engine.maths.evaluation.ranking import average_precision, discounted_gain
from engine.models.text_index import TextIndex, ranked

MOST, LEAST, WORK = 200, 20, 4_000_000
"""At most so many texts ask, of many that are read for each fewer, and at least so many."""


@snapshot
class Judged:
    """What the texts came to that have asked.

    rows (m,) which they are;   precisions, gains (m,) their average precision and NDCG;   shares (m,) precision at k
    chance (m,) the share of the texts that have the class
    """

    rows: np.ndarray = field(default_factory=no_indices)
    precisions: np.ndarray = field(default_factory=no_numbers)
    gains: np.ndarray = field(default_factory=no_numbers)
    shares: np.ndarray = field(default_factory=no_numbers)
    chance: np.ndarray = field(default_factory=no_numbers)

    @property
    def mean(self) -> float:
        """The mean of the average precisions."""
        return float(self.precisions.mean()) if len(self.rows) else 0.0

    def joined(self, more: Judged) -> Judged:
        """Both, one after the other."""
        names = ("rows", "precisions", "gains", "shares", "chance")
        return Judged(*(np.append(getattr(self, name), getattr(more, name)) for name in names))


def wanted(row: int | None, data: Dataset, relevant: int) -> int:
    """The class that is looked for: that of the text that asks, −1 if it has none; for a typed query the chosen one."""
    return int(data.codes[row]) if row is not None else min(relevant, len(data.class_names)) - 1


def rows_that_ask(index: TextIndex, data: Dataset) -> np.ndarray:
    """The texts whose class another one has, all of a few; of many some, as far apart as they can be."""
    sizes = np.bincount(data.codes[data.codes >= 0], minlength=len(data.class_names))
    able = np.flatnonzero((data.codes >= 0) & (sizes[data.codes] > 1))
    most = int(np.clip(WORK // (data.n + len(index.at)), LEAST, MOST))
    if len(able) <= most:
        return able
    return np.asarray(able[np.linspace(0, len(able) - 1, most).round().astype(np.intp)])


def judged(rows: np.ndarray, index: TextIndex, data: Dataset, k: int) -> Judged:
    """Each of these texts asks, and is left out of its own ranking."""
    found = np.array([_asked(row, index, data, k) for row in rows.tolist()]).reshape(-1, 4)
    return Judged(rows, *found.T)


def _asked(row: int, index: TextIndex, data: Dataset, k: int) -> tuple[float, float, float, float]:
    scores, touched = index.scored(*index.of(row))
    right = data.codes == data.codes[row]
    many = int(right.sum()) - 1
    hits = right[ranked(scores, touched[touched != row])]
    return precision(hits, many), gain(hits, many), float(hits[:k].sum()) / k, many / max(data.n - 1, 1)


def precision(hits: np.ndarray, many: int) -> float:
    """The mean of the precisions at the relevant texts, over all `many` of them: 0 for those that are not found.

    >>> round(precision(np.array([True, False, True]), 4), 4)
    0.4167
    """
    return average_precision(hits) * int(hits.sum()) / many


def gain(hits: np.ndarray, many: int) -> float:
    """NDCG: Σ 1 / log₂(i + 1) over the places i of the relevant texts, beside that of `many` at the first places.

    >>> gain(np.array([True, True]), 2)
    1.0
    """
    return discounted_gain(hits.astype(float)) / discounted_gain(np.ones(many))
