"""How far predicted probabilities are what they say: a reliability curve, the Brier score and the log loss.

Brier = (1/n) Σ (p − t)²        log loss = −(1/n) Σ {t ln p + (1 − t) ln(1 − p)}
bins: the mean of p in each against the share of positive rows there        (Brier 1950; DeGroot and Fienberg 1983)
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot

RULES = ("equal width", "equal count")


@snapshot
class Bins:
    """Probabilities in b bins.

    edges     (b + 1,) where the bins end: a bin holds its upper end, the first its lower one too
    counts    (b,) rows in each;   positives  (b,) how many of them are positive
    predicted (b,) the mean probability;   observed (b,) the share of positive rows; of an empty bin its middle, both
    """

    edges: np.ndarray
    counts: np.ndarray
    positives: np.ndarray
    predicted: np.ndarray
    observed: np.ndarray

    @property
    def gap(self) -> float:
        """The expected calibration error Σ (n_b / n) |observed − predicted|; NaN of no rows."""
        n = int(self.counts.sum())
        return float(self.counts @ np.abs(self.observed - self.predicted)) / n if n else float("nan")


def bin_edges(p: np.ndarray, count: int, rule: str) -> np.ndarray:
    """(b + 1,) the ends of at most `count` bins by one of the RULES; equal quantiles are merged.

    >>> bin_edges(np.array([0.1, 0.2, 0.3, 0.8]), 2, "equal count").tolist()
    [0.0, 0.25, 1.0]
    """
    if rule == "equal width" or not len(p):
        return np.linspace(0.0, 1.0, count + 1)
    inner = np.quantile(p, np.linspace(0.0, 1.0, count + 1)[1:-1])
    ends = np.unique(np.concatenate([[0.0], np.clip(inner, 0.0, 1.0), [1.0]]))
    return ends


def bin_of(p: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """(n,) the number of the bin of each probability.

    >>> bin_of(np.array([0.0, 0.5, 0.6, 1.0]), np.array([0.0, 0.5, 1.0])).tolist()
    [0, 0, 1, 1]
    """
    return np.asarray(np.searchsorted(edges[1:-1], p, side="left"))


def calibration(p: np.ndarray, positive: np.ndarray, edges: np.ndarray) -> Bins:
    """The bins of probabilities (n,) of rows that are positive or not (n,).

    >>> calibration(np.array([0.1, 0.3, 0.8]), np.array([False, True, True]), np.array([0.0, 0.5, 1.0])).observed
    array([0.5, 1. ])
    """
    where, b = bin_of(p, edges), len(edges) - 1
    counts = np.bincount(where, minlength=b)
    hits = np.bincount(where, weights=positive, minlength=b)
    sums = np.bincount(where, weights=p, minlength=b)
    middle = 0.5 * (edges[1:] + edges[:-1])
    predicted = np.divide(sums, counts, out=middle.copy(), where=counts > 0)
    observed = np.divide(hits, counts, out=middle, where=counts > 0)
    return Bins(edges, counts, hits.astype(np.int64), predicted, observed)


def brier_terms(p: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """(n,) (p − t)² of each row, t = 1 where it is positive."""
    return np.asarray((p - positive) ** 2)


def log_terms(p: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """(n,) −ln of the probability that each row's own class was given: ∞ where that is 0.

    >>> log_terms(np.array([1.0, 0.0]), np.array([True, True])).tolist()
    [0.0, inf]
    """
    given = np.where(positive, p, 1.0 - p)
    with np.errstate(divide="ignore"):
        return np.asarray(0.0 - np.log(given))


def brier_of_classes(P: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """(n,) Σ_k (p_k − t_k)² of each row, of probabilities (n, K): of two classes twice what `brier_terms` gives."""
    T = np.zeros_like(P)
    T[np.arange(len(P)), codes] = 1.0
    return np.asarray(((P - T) ** 2).sum(axis=1))


def log_terms_of_classes(P: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """(n,) −ln p of each row's own class, of probabilities (n, K)."""
    with np.errstate(divide="ignore"):
        return np.asarray(0.0 - np.log(P[np.arange(len(P)), codes]))
