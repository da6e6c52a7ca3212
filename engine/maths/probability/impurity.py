"""How mixed a set of examples is, and what a question tells about its class.   All in bits, with 0 · log 0 = 0.

A contingency table has a row for each value v of an attribute and a column for each class: table[v, c] = |S_v, c|.

Each impurity is a function of sufficient statistics, sums over the rows of a set, so that parts are added up and
subtracted: of classes how much of each is there (K,), of numbers how many and their sum, (n, Σ t). Σ t² is not among
them, for in the drop of the variance it cancels.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

Measure = Literal["gini", "entropy", "error", "variance"]
TINY = float(np.finfo(float).tiny)
"""What is divided by instead of the weight of an empty set, whose sums are 0."""


def shares(counts: np.ndarray) -> np.ndarray:
    """(…, K) counts divided by their sum along the last axis; an empty set has shares of 0."""
    numbers = np.asarray(counts, dtype=float)
    total = numbers.sum(axis=-1, keepdims=True)
    return numbers / np.where(total > 0, total, 1.0)


def entropy(counts: np.ndarray) -> np.ndarray:
    """(…) the entropy H(S) = −Σ p_c log₂ p_c of class counts (…, K); 0 for an empty set.   (Shannon 1948)

    >>> entropy(np.array([[1, 1], [4, 0], [0, 0]])).tolist()
    [1.0, 0.0, 0.0]
    """
    p = shares(counts)
    # The 0.0 added turns −0 into 0.
    return np.asarray(-(p * np.log2(np.where(p > 0, p, 1.0))).sum(axis=-1) + 0.0)


def gini(counts: np.ndarray) -> np.ndarray:
    """(…) the Gini impurity 1 − Σ p_c² of class counts (…, K); 0 for an empty set.   (Breiman and others 1984)

    >>> gini(np.array([[1, 1], [4, 0], [0, 0]])).tolist()
    [0.5, 0.0, 0.0]
    """
    p = shares(counts)
    return np.asarray(np.where(p.any(axis=-1), np.maximum(1.0 - (p * p).sum(axis=-1), 0.0), 0.0))


def information_gain(table: np.ndarray) -> float:
    """Gain(S, A) = H(S) − Σ_v |S_v| / |S| · H(S_v), from a contingency table (V, K); never below 0.   (Quinlan 1986)"""
    return drop(table, "entropy")


def gini_gain(table: np.ndarray) -> float:
    """The drop of the Gini impurity, G(S) − Σ_v |S_v| / |S| · G(S_v), from a contingency table (V, K)."""
    return drop(table, "gini")


def drop(table: np.ndarray, measure: Measure) -> float:
    """I(S) − Σ_v |S_v| / |S| · I(S_v), from the statistics of the parts, table (V, C); never below 0.

    >>> drop(np.array([[2, 0], [0, 2]]), "entropy"), drop(np.array([[1, -1.0], [1, 1.0]]), "variance")
    (1.0, 1.0)
    """
    sums = np.asarray(table, dtype=float).T
    found = float(dropped(held(sums, weight(sums, measure), measure).sum(), sums.sum(axis=1), measure))
    return found if found > ROUNDING else 0.0


def dropped(parts: np.ndarray, whole: np.ndarray, measure: Measure) -> np.ndarray:
    """(…) by how much the impurity drops from sets with the statistics (C, …) to their parts, `held` added up."""
    mass = weight(whole, measure)
    return np.asarray((parts - held(whole, mass, measure)) / np.maximum(mass, TINY))


def weight(sums: np.ndarray, measure: Measure) -> np.ndarray:
    """(…) how much sets with the statistics (C, …) weigh."""
    return np.asarray(sums[0] if measure == "variance" else sums.sum(axis=0))


def held(sums: np.ndarray, mass: np.ndarray, measure: Measure) -> np.ndarray:
    """(…) −weight · I of sets with the statistics (C, …), but for a share that is the same for the parts together."""
    if measure == "entropy":
        return np.asarray(_x_log_x(sums).sum(axis=0) - _x_log_x(mass))
    if measure == "error":
        return np.asarray(sums.max(axis=0))
    if measure == "variance":
        return np.asarray(sums[-1] * sums[-1] / np.maximum(mass, TINY))
    return np.asarray((sums * sums).sum(axis=0) / np.maximum(mass, TINY))


def _x_log_x(x: np.ndarray) -> np.ndarray:
    positive = np.maximum(x, 0.0)
    return np.asarray(positive * np.log2(np.where(positive > 0, positive, 1.0)))


def split_entropy(table: np.ndarray) -> float:
    """The entropy of the split itself, −Σ_v |S_v| / |S| · log₂ |S_v| / |S|: 0 when only one value occurs."""
    return float(entropy(np.sum(table, axis=1)))


def gain_ratio(table: np.ndarray) -> float:
    """GainRatio(S, A) = Gain / SplitEntropy; NaN, for undefined, when only one value occurs.   (Quinlan 1993)"""
    split = split_entropy(table)
    return information_gain(table) / split if split > 0 else float("nan")


ROUNDING = 1e-12
"""A drop smaller than this, in bits, is what rounding leaves of 0."""
