"""Least squares with a weight for each row, and what each row weighs in a fit.

w = argmin Σₙ ωₙ (tₙ − w · xₙ − b)²        hₙ = ∂yₙ / ∂tₙ, the leverage
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.affine import EPSILON, UNSEEN
from engine.maths.algebra.agreement import DIGITS
from engine.maths.algebra.reduced import reduced, ridge_weights


def weighted_fit(X: np.ndarray, t: np.ndarray, omega: np.ndarray) -> tuple[np.ndarray, int]:
    """(M + 1,) the weights, the bias first, of the columns of X (n, M), and the rank with the bias.

    omega (n,) ≥ 0, one of them at least above 0. Of dependent columns the shortest weights are taken, the bias apart.

    >>> w, rank = weighted_fit(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 3.0, 9.0]), np.array([1.0, 1.0, 0.0]))
    >>> w.round(12).tolist(), rank
    ([1.0, 2.0], 2)
    """
    shares = omega / omega.sum()
    first = int(np.argmax(shares))  # around a row, so that a constant column is 0 to the last bit
    Z, z = X - X[first], t - t[first]
    x_mean, t_mean = shares @ Z, float(shares @ z)
    root = np.sqrt(omega)
    Z -= x_mean
    Z *= root[:, None]
    of = reduced(Z, root * (z - t_mean), centred=False)
    slopes, rank = ridge_weights(of, 0.0)
    at = X[first] + x_mean
    bias = t[first] + t_mean - float(at @ slopes)
    terms = abs(t[first]) + abs(t_mean) + float((np.abs(X[first]) + np.abs(x_mean)) @ np.abs(slopes))
    lost = DIGITS * terms
    return np.append(0.0 if abs(bias) <= lost else bias, slopes), rank + 1


def leverages(X: np.ndarray) -> np.ndarray:
    """(n,) how far a prediction follows its own target in least squares: from 1 / n to 1, adding up to the rank.

    >>> leverages(np.array([[0.0], [0.0], [3.0]])).round(12).tolist()
    [0.5, 0.5, 1.0]
    """
    n = len(X)
    A = X - X[0]
    A = A - A.mean(axis=0)
    size = np.abs(A).max(axis=0, initial=0.0)
    A = A / np.where(size > UNSEEN, size, 1.0)
    A = A / np.where(size > UNSEEN, np.linalg.norm(A, axis=0), 1.0)
    U, values, _ = np.linalg.svd(A, full_matrices=False)
    kept = values > max(A.shape) * EPSILON * values.max(initial=0.0)
    h = 1.0 / n + (U[:, kept] ** 2).sum(axis=1)
    return np.asarray(np.minimum(h, 1.0))
