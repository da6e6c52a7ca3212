"""The affine function behind every linear method."""

from __future__ import annotations

import numpy as np

EPSILON = float(np.finfo(float).eps)
TINY = float(np.finfo(float).tiny)
HUGE = 1e300
"""Below this no sum of the terms overflows, in whatever order they are added."""
UNSEEN = 1e-300
"""A column that reaches no farther than this is one of zeros: one over its reach is hardly a number."""


def activations(X: np.ndarray, weights: np.ndarray, bias: float) -> np.ndarray:
    """(n,) weights · xₙ + bias, summed feature by feature so that every platform gives the same bits.

    >>> activations(np.array([[1.0, 2.0]]), np.array([3.0, 4.0]), -1.0)
    array([10.])
    """
    total = np.full(len(X), float(bias))
    for weight, column in zip(weights.tolist(), X.T, strict=True):  # numbers of Python begin sooner than those of NumPy
        total += weight * column
    return total


def activation(x: np.ndarray, weights: np.ndarray, bias: float) -> float:
    """weights · x + bias of one point (d,), to the same bits as `activations`: with numbers of Python it is quicker.

    >>> activation(np.array([1.0, 2.0]), np.array([3.0, 4.0]), -1.0)
    10.0
    """
    total = float(bias)
    for weight, value in zip(weights.tolist(), x.tolist(), strict=True):
        total += weight * value
    return total


def sizes(X: np.ndarray) -> np.ndarray:
    """(d,) the largest |x| of each feature: what `sided` needs to know of a table."""
    return np.asarray(np.maximum(X.max(axis=0, initial=0.0), -X.min(axis=0, initial=0.0)))


def sided(X: np.ndarray, size: np.ndarray, weights: np.ndarray, bias: float) -> np.ndarray:
    """(n,) numbers with the very signs of the activations, on every platform; their last digits may differ.

    The quick product adds up in an order of its own. Each of the two sums is off the true one by no more than
    (d + 1) ε / 2 · r, where r = Σ |w| |x| + |b| is at most what the sizes (d,) of the features give. So a sign is in
    doubt only where the quick sum is that close to 0, and only such rows are summed again, feature by feature.

    >>> X = np.array([[1.0, 2.0], [0.1, 0.1], [-1.0, 0.0]])
    >>> np.sign(sided(X, sizes(X), np.array([3.0, -3.0]), 0.0))
    array([-1.,  0., -1.])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        reach = float(size @ np.abs(weights)) + abs(bias)
    if not reach < HUGE:
        return activations(X, weights, bias)
    quick = X @ weights
    quick += bias
    doubt = 2 * (len(weights) + 2) * (EPSILON * reach + TINY)  # twice what is needed; TINY for sums that underflow
    doubtful = np.flatnonzero(np.abs(quick) <= doubt)
    if len(doubtful):
        quick[doubtful] = activations(X[doubtful], weights, bias)
    return np.asarray(quick)


def with_ones(X: np.ndarray) -> np.ndarray:
    """(n, d + 1) a leading 1 before each row, whose weight is the bias; of one point (d,): (d + 1,).

    >>> with_ones(np.array([2.0, 5.0]))
    array([1., 2., 5.])
    """
    return np.concatenate([np.ones((*X.shape[:-1], 1)), X], axis=-1)
