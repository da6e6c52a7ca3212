"""The evidence p(x): how probable a row is under all classes together, each a product of Gaussians.

ln p(x) = ln Σₖ P(Cₖ) p(x | Cₖ)        p(x | Cₖ) = Πⱼ N(xⱼ; mₖⱼ, vₖⱼ)        P(Cₖ | x) = P(Cₖ) p(x | Cₖ) / p(x)
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.covariance import column_means
from engine.maths.probability.gaussians import log_sum

LEAST = 1e-9
"""No class has a smaller variance in a feature than this part of the variance of all rows."""
FARTHEST = 1e300
"""A squared distance counts as this at most, so that its logarithm is a number."""


@snapshot
class NaiveGaussians:
    """means and variances (K, d) of the classes, log_priors (K,)."""

    means: np.ndarray
    variances: np.ndarray
    log_priors: np.ndarray


def naive_gaussians(X: np.ndarray, codes: np.ndarray, K: int) -> NaiveGaussians:
    """The Gaussians of the classes 0, …, K − 1 of the rows X (n, d), divisor Nₖ; each class has a row.

    A feature that never changes gets the variance 1.
    """
    means = np.stack([column_means(X[codes == k]) for k in range(K)])
    variances = np.stack([((X[codes == k] - means[k]) ** 2).mean(axis=0) for k in range(K)])
    overall = ((X - column_means(X)) ** 2).mean(axis=0)
    floor = np.where(overall > 0, LEAST * overall, 1.0)
    counts = np.bincount(codes, minlength=K)
    return NaiveGaussians(means, np.maximum(variances, floor), np.log(counts / counts.sum()))


def log_joints(X: np.ndarray, classes: NaiveGaussians) -> np.ndarray:
    """(K, n) ln P(Cₖ) + ln p(xₙ | Cₖ).

    >>> two = NaiveGaussians(np.array([[0.0], [2.0]]), np.ones((2, 1)), np.log([0.5, 0.5]))
    >>> log_joints(np.array([[1.0]]), two).round(4).tolist()
    [[-2.1121], [-2.1121]]
    """
    heights = classes.log_priors - 0.5 * np.log(2 * np.pi * classes.variances).sum(axis=1)
    joints = np.empty((len(classes.means), len(X)))
    for k, (mean, variance) in enumerate(zip(classes.means, classes.variances, strict=True)):
        with np.errstate(over="ignore"):
            squares = ((X - mean) ** 2 / variance).sum(axis=1)
        joints[k] = heights[k] - 0.5 * np.minimum(squares, FARTHEST)
    return joints


def log_evidence(X: np.ndarray, classes: NaiveGaussians) -> np.ndarray:
    """(n,) ln p(x) of the rows X (n, d).

    >>> one = NaiveGaussians(np.zeros((1, 1)), np.ones((1, 1)), np.zeros(1))
    >>> log_evidence(np.array([[0.0]]), one).round(4).tolist()
    [-0.9189]
    """
    return log_sum(log_joints(X, classes))
