"""How the answers of a model meet the truth."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Crossed:
    """Counts (K, M): how many rows of each class got each answer.

    right   rows whose answer is their class, where the answers are classes;   n  rows in all
    """

    counts: np.ndarray
    right: int
    n: int


def crossed(truth: np.ndarray, answers: np.ndarray, classes: int, kinds: int) -> Crossed:
    """Cross truth (n,), codes 0 to classes − 1, with answers (n,), codes 0 to kinds − 1; any other code is not counted.

    >>> crossed(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1]), 2, 2).counts
    array([[2, 1],
           [0, 1]])
    """
    known = (truth >= 0) & (truth < classes) & (answers >= 0) & (answers < kinds)
    n = len(truth)
    if not known.all():  # what is left out is copied: seldom, of a million
        truth, answers = truth[known], answers[known]
    counts = np.bincount(truth * kinds + answers, minlength=classes * kinds).reshape(classes, kinds)
    return Crossed(counts, int(np.trace(counts)), n)
