"""How mixed a set of examples is, and what a question tells about its class.   All in bits, with 0 · log 0 = 0.

A contingency table has a row for each value v of an attribute and a column for each class: table[v, c] = |S_v, c|.
"""

from __future__ import annotations

import numpy as np


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
    return _drop(table, entropy(np.sum(table, axis=0)), entropy(table))


def gini_gain(table: np.ndarray) -> float:
    """The drop of the Gini impurity, G(S) − Σ_v |S_v| / |S| · G(S_v), from a contingency table (V, K)."""
    return _drop(table, gini(np.sum(table, axis=0)), gini(table))


def split_entropy(table: np.ndarray) -> float:
    """The entropy of the split itself, −Σ_v |S_v| / |S| · log₂ |S_v| / |S|: 0 when only one value occurs."""
    return float(entropy(np.sum(table, axis=1)))


def gain_ratio(table: np.ndarray) -> float:
    """GainRatio(S, A) = Gain / SplitEntropy; NaN, for undefined, when only one value occurs.   (Quinlan 1993)"""
    split = split_entropy(table)
    return information_gain(table) / split if split > 0 else float("nan")


ROUNDING = 1e-12
"""A drop smaller than this, in bits, is what rounding leaves of 0."""


def _drop(table: np.ndarray, whole: np.ndarray, parts: np.ndarray) -> float:
    weights = shares(np.sum(table, axis=1))
    drop = float(whole - (weights * parts).sum())
    return drop if drop > ROUNDING else 0.0
