"""Softmax regression of the rows whose class is known, by BFGS of limited memory.   (Liu and Nocedal 1989)"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.covariance import column_means
from engine.maths.optimisation.limited_memory import remembered, two_loop, wolfe_length
from engine.maths.probability.softmax_entropy import own_rows, softmax_gradient, softmax_here
from engine.models.linear import Softmax

STEPS, MEMORY, FLAT = 60, 10, 1e-7
"""It stops after so many steps, remembers so many, and is done where no slope is larger beside the number of rows."""


def softmax_fit(X: np.ndarray, codes: np.ndarray, penalty: float, scales: np.ndarray) -> Softmax:
    """The softmax regression of rows X (n, d) with their codes (n,).

    scales  (2, d) middle and standard deviation of each column: the penalty holds the weights for one deviation
    """
    middle, scale = scales
    Phi = np.column_stack([np.ones(len(X)), (X - middle) / scale])
    classes = np.unique(codes)
    own, penalties = own_rows(codes, classes), np.full(Phi.shape[1], penalty)
    penalties[0] = 0.0
    K, M = len(classes), Phi.shape[1]

    def height(w: np.ndarray) -> float:
        return softmax_here(w.reshape(K, M), Phi, own, penalties).objective

    def slope(w: np.ndarray) -> np.ndarray:
        W = w.reshape(K, M)
        here = softmax_here(W, Phi, own, penalties)
        return softmax_gradient(here.probabilities, Phi, own, W, penalties).ravel()

    w, pairs = np.zeros(K * M), np.zeros((0, 2, K * M))
    g = slope(w)
    for _ in range(STEPS):
        if np.abs(g).max() <= FLAT * len(X):
            break
        direction = -two_loop(g, pairs)
        length = wolfe_length(height, slope, w, direction)
        if length == 0:
            break
        later = w + length * direction
        after = slope(later)
        pairs, w, g = remembered(pairs, later - w, after - g, MEMORY), later, after
    W = w.reshape(K, M)
    weights = W[:, 1:] / scale
    return Softmax(weights, W[:, 0] - weights @ middle, classes)


def scales_of(X: np.ndarray) -> np.ndarray:
    """(2, d) the mean and the standard deviation of each column, 1 for one that never changes."""
    middle = column_means(X)
    ways = X - middle
    sizes = np.abs(ways).max(axis=0)
    sizes = np.where(sizes > 0, sizes, 1.0)
    scale = sizes * np.sqrt(((ways / sizes) ** 2).mean(axis=0))
    return np.array([middle, np.where(scale > 0, scale, 1.0)])
