"""What the simplest answers score: a figure that does not beat them says nothing.

Expected tables (K, K), truth down and answers across, of answers that do not look at a row; of a number, its mean or
its median.
"""

from __future__ import annotations

import numpy as np


def always(support: np.ndarray, code: int) -> np.ndarray:
    """(K, K) one answer for all rows, of classes with so many rows each (K,).

    >>> always(np.array([3, 1]), 0).tolist()
    [[3.0, 0.0], [1.0, 0.0]]
    """
    table = np.zeros((len(support), len(support)))
    table[:, code] = support
    return table


def at_random(support: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """(K, K) expected: answers drawn at random with these shares (K,), whatever the row.

    >>> at_random(np.array([3, 1]), np.array([0.5, 0.5])).tolist()
    [[1.5, 1.5], [0.5, 0.5]]
    """
    return np.outer(support, shares)


def majority(learnt: np.ndarray) -> int:
    """The class with the most of the rows learnt from, by how many there are of each (K,); of equal ones the first.

    >>> majority(np.array([2, 5, 5]))
    1
    """
    return int(np.argmax(learnt))
