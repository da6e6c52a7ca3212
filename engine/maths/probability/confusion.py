"""How the answers of a model meet the truth."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset


@snapshot
class Crossed:
    """Counts (K, M): how many rows of each class (K, the last without a class if there are any) got each answer.

    right   rows whose answer is their class, where the answers are classes;   n  rows in all
    """

    counts: np.ndarray
    right: int
    n: int


def crossed(data: Dataset, answers: np.ndarray, kinds: int) -> Crossed:
    """Cross the classes of the data with the answers, codes 0 to kinds − 1.

    >>> import engine
    >>> crossed(engine.load("gate_and"), np.array([0, 0, 1, 1]), 2).counts
    array([[2, 1],
           [0, 1]])
    """
    classes = max(len(data.class_names), 1)
    truth = data.y.astype(np.int64) if data.target == "class" and data.y is not None else np.zeros(data.n, np.int64)
    known = (truth >= 0) & (answers >= 0) & (answers < kinds)
    counts = np.zeros((classes, kinds), dtype=np.int64)
    np.add.at(counts, (truth[known], answers[known]), 1)
    return Crossed(counts, int((truth == answers)[known].sum()), data.n)
