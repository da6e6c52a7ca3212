"""How well the Gaussian of each class explains a point, and the likelihood of all rows with their classes.

aₖ(x) = −½ (x − μₖ)ᵀ Σₖ⁻¹ (x − μₖ) − ½ ln |Σₖ| + ln πₖ        ln L = Σₙ ln πₖ N(xₙ | μₖ, Σₖ), k the class of row n
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.repairs import varying


def three_terms(x: np.ndarray, prior: float, mean: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """(3,) −½ (x − μ)ᵀ Σ⁻¹ (x − μ), −½ ln |Σ| and ln π, by the eigenvalues of Σ; of a singular one by those above 0."""
    U, values = varying(covariance)
    z = U @ (x - mean)
    with np.errstate(divide="ignore"):
        return np.array([-0.5 * float((z**2 / values).sum()), -0.5 * float(np.log(values).sum()), float(np.log(prior))])


def normalised(scores: np.ndarray) -> np.ndarray:
    """(K,) exp aₖ / Σⱼ exp aⱼ, by the greatest, so that none is too small."""
    shares = np.exp(scores - scores.max())
    return np.asarray(shares / shares.sum())


def likelihood(joint: np.ndarray, classes: np.ndarray, codes: np.ndarray) -> float:
    """Σₙ ln πₖ N(xₙ | μₖ, Σₖ) with k the class of row n, from the joint logarithms (K, n).

    Rows of a class that has no Gaussian are left out.
    """
    rows = np.flatnonzero(np.isin(codes, classes))
    places = np.searchsorted(classes, codes[rows])
    return float(joint[places, rows].sum())
