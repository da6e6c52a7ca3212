"""A graph of likenesses, its normalised Laplacian, and where its smallest eigenvectors put the rows."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import upright
from engine.maths.algebra.distances import squared_distances


def affinities(X: np.ndarray, width: float) -> np.ndarray:
    """(n, n) W = exp(−‖xᵢ − xⱼ‖² / 2σ²) of the rows of X (n, d), 0 of each with itself."""
    found = np.exp(-squared_distances(X / width, X / width) / 2)
    np.fill_diagonal(found, 0.0)
    return found


def normalised_laplacian(W: np.ndarray) -> np.ndarray:
    """(n, n) L = I − D^(−½) W D^(−½) with the degrees D = Σⱼ W; 0 for a row without a neighbour.

    >>> normalised_laplacian(np.array([[0.0, 2.0], [2.0, 0.0]])).round(9).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    degrees = W.sum(axis=1)
    there = degrees > 0
    root = np.where(there, 1 / np.sqrt(np.where(there, degrees, 1.0)), 0.0)
    return np.asarray(np.diag(there.astype(float)) - root[:, None] * W * root)


def smallest(L: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(m,) the smallest eigenvalues of L (n, n), ascending, and (n, m) their vectors, whose signs follow `upright`."""
    values, vectors = np.linalg.eigh(L)  # SciPy's would find these alone, but hold the interpreter all the while
    return cleared(np.maximum(values[:count], 0.0), float(len(L))), upright(vectors[:, :count].T).T


def on_the_sphere(vectors: np.ndarray) -> np.ndarray:
    """(n, K) each row divided by its length; one of nothing but 0 stays."""
    lengths = np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))
