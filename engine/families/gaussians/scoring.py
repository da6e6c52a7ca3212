"""How well the Gaussian of each class explains a point, and the likelihood of all rows with their classes.

aₖ(x) = −½ (x − μₖ)ᵀ Σₖ⁻¹ (x − μₖ) − ½ ln |Σₖ| + ln πₖ
with one Σ for all classes: wₖ · x + wₖ₀

ln L = Σₙ ln πₖ N(xₙ | μₖ, Σₖ), k the class of row n
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from engine.maths.algebra.repairs import varying
from engine.models.gaussians import GaussianClasses

LISTED = 8
"""Of more features what each adds to a score is not told."""
FEW = 6
"""Of more classes the borders of pairs are not looked at one by one."""


def pairs(K: int) -> list[tuple[int, int]]:
    """The pairs of classes whose border is looked at: all of a few classes, none of many."""
    return list(combinations(range(K), 2)) if K <= FEW else []


def three_terms(x: np.ndarray, prior: float, mean: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """(3,) −½ (x − μ)ᵀ Σ⁻¹ (x − μ), −½ ln |Σ| and ln π, by the eigenvalues of Σ; of a singular one by those above 0."""
    U, values = varying(covariance)
    z = U @ (x - mean)
    with np.errstate(divide="ignore"):
        return np.array([-0.5 * float((z**2 / values).sum()), -0.5 * float(np.log(values).sum()), float(np.log(prior))])


def by_feature(x: np.ndarray, model: GaussianClasses) -> list[np.ndarray]:
    """Of each feature (K,) −½ (x − μ)² / σ² − ½ ln σ², where no class has covariances and there are a few features."""
    variances = np.diagonal(model.covariances, axis1=1, axis2=2)
    bare = len(x) <= LISTED and len(x) > 1 and bool((variances > 0).all())
    if not bare or (model.covariances != variances[:, :, None] * np.eye(len(x))).any():
        return []
    return list((-0.5 * (x - model.means) ** 2 / variances - 0.5 * np.log(variances)).T)


def expanded(x: np.ndarray, priors: np.ndarray, means: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """(K, 4) −½ xᵀΣ⁻¹x, μₖᵀΣ⁻¹x, −½ μₖᵀΣ⁻¹μₖ and ln πₖ, where all classes have one covariance Σ (d, d)."""
    U, values = varying(covariance)
    z, centres = U @ x / np.sqrt(values), means @ U.T / np.sqrt(values)
    square = np.full(len(means), -0.5 * float(z @ z))
    return np.column_stack([square, centres @ z, -0.5 * (centres**2).sum(axis=1), np.log(priors)])


def collected(priors: np.ndarray, means: np.ndarray, covariance: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """wₖ = Σ⁻¹ μₖ (K, d) and wₖ₀ = −½ μₖᵀΣ⁻¹μₖ + ln πₖ (K,): what is left when the square in x has cancelled."""
    U, values = varying(covariance)
    weights = (means @ U.T / values) @ U
    return weights, -0.5 * (weights * means).sum(axis=1) + np.log(priors)


def likelihood(joint: np.ndarray, classes: np.ndarray, codes: np.ndarray) -> float:
    """Σₙ ln πₖ N(xₙ | μₖ, Σₖ) with k the class of row n, from the joint logarithms (K, n).

    Rows of a class that has no Gaussian are left out.
    """
    rows = np.flatnonzero(np.isin(codes, classes))
    places = np.searchsorted(classes, codes[rows])
    return float(joint[places, rows].sum())
