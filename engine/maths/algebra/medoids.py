"""Medoids: which is nearest to each row, and what a swap for another row would change."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Near(NamedTuple):
    """Of each of n rows the number of its nearest medoid, how far that is, and how far the second is, ∞ if none."""

    labels: np.ndarray
    first: np.ndarray
    second: np.ndarray


def near(D: np.ndarray, medoids: np.ndarray) -> Near:
    """Which of the medoids, rows of a table of distances D (n, n), are the nearest to each row, the lower on a tie.

    >>> near(np.array([[0.0, 2.0, 5.0], [2.0, 0.0, 3.0], [5.0, 3.0, 0.0]]), np.array([0, 2])).labels.tolist()
    [0, 0, 1]
    """
    own = D[:, medoids]
    labels, there = own.argmin(axis=1), np.arange(len(D))
    first = own[there, labels]
    rest = own.copy()
    rest[there, labels] = np.inf
    return Near(labels, first, rest.min(axis=1))


def swap_changes(D: np.ndarray, medoids: np.ndarray, to: Near) -> np.ndarray:
    """(K, n) by how much Σ min D changes when row x takes the place of medoid k; ∞ where x is a medoid already.

    A row that is nearer to x goes to it, gain = min(D(n, x) − first, 0); the rows of k go to x or to their second,
    which is min(D(n, x), second) − first.   (Schubert and Rousseeuw 2019)
    """
    K = len(medoids)
    gain = np.minimum(D - to.first[:, None], 0.0)
    lost = np.minimum(D, to.second[:, None]) - to.first[:, None] - gain
    owned = (to.labels == np.arange(K)[:, None]).astype(float)
    changes = gain.sum(axis=0) + owned @ lost
    changes[:, medoids] = np.inf
    return np.asarray(changes)
