"""How alike the user and the critics rate, over the films that both have rated: by distance, or by correlation."""

from __future__ import annotations

import numpy as np

EUCLIDEAN, MANHATTAN = DISTANCES = ("Euclidean", "Manhattan")


def common(M: np.ndarray, u: int, rows: np.ndarray) -> np.ndarray:
    """(r, F) which films each of these critics has rated, and the user too."""
    return np.asarray(~np.isnan(M[rows]) & ~np.isnan(M[u]))


def distances(M: np.ndarray, u: int, rows: np.ndarray, distance: str, scaled_up: bool = False) -> np.ndarray:
    """(r,) √Σ (M_uf − M_if)² or Σ |M_uf − M_if| over the films in common; 0 where there is none, and none is defined.

    scaled_up  what is summed is multiplied by F over the number of films in common
    """
    both = common(M, u, rows)
    gaps = np.where(both, M[rows] - M[u], 0.0)
    terms = gaps * gaps if distance == EUCLIDEAN else np.abs(gaps)
    sums = terms.sum(axis=1)
    if scaled_up:
        sums = sums * (M.shape[1] / np.maximum(both.sum(axis=1), 1))
    return np.asarray(np.sqrt(sums) if distance == EUCLIDEAN else sums)


def similarity(distance: np.ndarray) -> np.ndarray:
    """sim = 1 / (1 + distance), from 1 for the same ratings down towards 0."""
    return np.asarray(1.0 / (1.0 + distance))
