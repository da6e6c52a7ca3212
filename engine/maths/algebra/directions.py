"""Two perpendicular directions to look along: those of greatest variance, and those that pull classes apart."""

from __future__ import annotations

from itertools import chain

import numpy as np

from engine.maths.algebra.covariance import orthonormal
from engine.maths.algebra.scatter import Scatter, best_directions


def means(X: np.ndarray) -> np.ndarray:
    """(d,) the mean of each column without its missing (or infinite) cells; 0 for a column that has no value."""
    present = np.isfinite(X)
    counts = np.maximum(np.count_nonzero(present, axis=0), 1)
    table = np.where(present, X, 0.0)
    with np.errstate(over="ignore"):
        plain: np.ndarray = table.sum(axis=0) / counts
    # A sum of values near the largest number overflows although their mean does not.
    return plain if np.isfinite(plain).all() else np.asarray((table / counts).sum(axis=0))


def widest_axes(X: np.ndarray, mean: np.ndarray) -> tuple[np.ndarray, float]:
    """(2, d) the axes of largest variance, and their share of the variance from 0 to 1."""
    table = np.where(np.isfinite(X), X, mean)
    size = np.max(np.abs(table), initial=0.0) or 1.0
    deviations = table / size - mean / size  # scaled first, so that no difference overflows
    deviations /= np.max(np.abs(deviations), initial=0.0) or 1.0  # and no square underflows
    if not deviations.any():
        return np.eye(2, X.shape[1]), 1.0
    if 2 <= len(X) < X.shape[1]:  # of thousands of features only as many directions as there are rows can be wide
        _, widths, found = np.linalg.svd(deviations, full_matrices=False)
        axes, values = found[:2], widths[::-1] ** 2
    else:
        values, vectors = np.linalg.eigh(deviations.T @ deviations)
        axes = vectors[:, [-1, -2]].T
    largest = np.argmax(np.abs(axes), axis=1)
    axes = axes * np.where(axes[[0, 1], largest] < 0, -1.0, 1.0)[:, None]
    return axes, float(values[-2:].sum() / values.sum())


def fisher_axes(X: np.ndarray, parts: Scatter) -> tuple[np.ndarray, float]:
    """(2, d) orthonormal axes, and the share of the separation that the first two directions have."""
    found = best_directions(parts)
    axes, _ = orthonormal(found.directions[:2])
    if len(axes) < 2:
        first = axes[0]
        deviations = X - parts.mean
        rest = deviations - np.outer(deviations @ first, first)
        widest, _ = widest_axes(rest, np.zeros(X.shape[1]))
        # Where nothing is left beside the first axis, whichever feature lies most across it.
        across = (np.eye(1, X.shape[1], feature)[0] for feature in np.argsort(np.abs(first), kind="stable").tolist())
        for second in chain(widest[:1] if rest.any() else (), across):
            axes, _ = orthonormal(np.vstack([first, second]))
            if len(axes) == 2:
                break
    return axes, float(found.separations[:2].sum() / found.separations.sum())
