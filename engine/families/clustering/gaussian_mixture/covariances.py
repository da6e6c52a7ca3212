"""What the covariances of a mixture may be like: their kind, and the floor below which no variance may fall.

The floor of feature j is a share of its variance over all the data. Of all covariances of the kind that stay above it,
the one that comes out is the likeliest (its eigenvalues are raised, measured in floors): EM still never falls.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means

Kind = Literal["full", "diagonal", "spherical", "shared", "shared spherical"]
KINDS: tuple[Kind, ...] = ("full", "diagonal", "spherical", "shared", "shared spherical")
SHARED: tuple[Kind, ...] = ("shared", "shared spherical")
ALIKE: tuple[Kind, ...] = ("spherical", "shared spherical")


def floors(X: np.ndarray, share: float) -> np.ndarray:
    """(d,) the least variance along each feature; one that never changes counts as the widest, or as 1 if none does.

    >>> floors(np.array([[0.0, 5.0], [2.0, 5.0]]), 0.01)
    array([0.01, 0.01])
    """
    variances = ((X - column_means(X)) ** 2).mean(axis=0)
    widest = variances.max() if variances.max() > 0 else 1.0
    return np.asarray(share * np.where(variances > 0, variances, widest))


def scattered(X: np.ndarray, shares: np.ndarray, means: np.ndarray, counts: np.ndarray, kind: Kind) -> np.ndarray:
    """(K, d, d) Sₖ = Σ γₙₖ (xₙ − mₖ)(xₙ − mₖ)ᵀ / Nₖ, of which a kind keeps what it can hold; 0 without points."""
    K, d = means.shape
    found, columns = np.zeros((K, d, d)), np.ascontiguousarray(X.T)
    for k in np.flatnonzero(counts):
        Z = columns - means[k][:, None]
        if kind in ("full", "shared"):
            found[k] = (Z * shares[k]) @ Z.T / counts[k]
            continue
        squares = np.einsum("jn,jn,n->j", Z, Z, shares[k]) / counts[k]
        found[k] = np.diag(squares if kind == "diagonal" else np.full(d, squares.mean()))
    if kind in SHARED:
        found[:] = np.einsum("k,kij->ij", counts / counts.sum(), found)
    return (found + found.transpose(0, 2, 1)) / 2


def floored(covariance: np.ndarray, kind: Kind, least: np.ndarray) -> tuple[np.ndarray, bool]:
    """A covariance (d, d) with no variance below its floor, and whether one was."""
    if kind in ALIKE:
        variance = float(covariance[0, 0])
        return np.eye(len(least)) * max(variance, least.max()), variance < least.max()
    if kind == "diagonal":
        variances = np.diagonal(covariance)
        return np.diag(np.maximum(variances, least)), bool((variances < least).any())
    scale = np.sqrt(least)
    in_floors = covariance / scale / scale[:, None]
    if _definite(in_floors - np.eye(len(least))):  # far quicker than eigenvalues, and nearly always so
        return covariance, False
    values, axes = np.linalg.eigh(in_floors)
    raised = (axes * np.maximum(values, 1.0)) @ axes.T * scale * scale[:, None]
    return (raised + raised.T) / 2, True


def _definite(S: np.ndarray) -> bool:
    """Whether every eigenvalue of a symmetric matrix is above 0."""
    try:
        np.linalg.cholesky(S)
    except np.linalg.LinAlgError:
        return False
    return True


SWEEPS, FACTORS = 3, 10
"""How often all rows are multiplied by a covariance in a half of a round, and what its eigenvectors take."""
AT_ONCE = 12_000_000_000
"""So many products are about a second."""
MATRICES = ("full", "shared")


def size_limits(data: Dataset, K: int, kind: str) -> str:
    """Why K covariances (d, d) take longer than a half of a round may, or ''."""
    each = data.d**2 * (SWEEPS * data.n + FACTORS * data.d)
    if kind not in MATRICES or K * each <= AT_ONCE:
        return ""
    most = max(AT_ONCE // each, 1)
    words = f"covariances = {kind!r}: {counted(K, 'component')} with matrices of {data.d:,} × {data.d:,} numbers "
    words += "take too long: choose diagonal ones"
    fewer = most < K
    remedies = (SetParameter("covariances", "diagonal"), *([SetParameter("k", most)] if fewer else []))
    return Objection(f"{words}{f', or k of {most} at most' if fewer else ''}.", *remedies)
