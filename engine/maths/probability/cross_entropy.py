"""The cross-entropy of two-class logistic regression, its slope and its curvature.   Targets t are 0 and 1.

    a = Φ w        y = σ(a) = 1 / (1 + e⁻ᵃ)        E = −Σ {t ln y + (1 − t) ln(1 − y)}
    ∇E = Φᵀ(y − t)        H = Φᵀ R Φ,  R = diag(y (1 − y))

Φ (n, M) has a leading column of ones, w (M,) has the bias first. The penalty ½ Σ λⱼ wⱼ² has its own λⱼ for each weight.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.maths.algebra.folding import log1p_total
from engine.maths.algebra.weighed import weighed_products
from engine.maths.probability.sigmoid import sigmoid

TOGETHER = 131_072
"""So many activations of many weights are worked out at a time."""


def uncertainty(activation: np.ndarray) -> np.ndarray:
    """R = y (1 − y), at most ¼; it keeps its digits where y is nearly 1, as the product would not."""
    smaller = np.abs(activation, out=np.empty_like(activation, dtype=float))  # also of whole numbers
    return _uncertainty(np.exp(np.negative(smaller, out=smaller), out=smaller))


def _uncertainty(smaller: np.ndarray) -> np.ndarray:
    """The same of e^−|a|."""
    beside = np.add(1.0, smaller, out=np.empty_like(smaller))
    return np.asarray(np.divide(smaller, np.square(beside, out=beside), out=beside))


def losses(activation: np.ndarray, t: np.ndarray) -> np.ndarray:
    """−ln of the probability of the true class: ln(1 + e⁻ˢᵃ) with s = 2t − 1, without overflow.

    >>> losses(np.array([0.0, 800.0]), np.array([1.0, 0.0]))
    array([6.93147181e-01, 8.00000000e+02])
    """
    right = (2.0 * t - 1.0) * activation
    return np.asarray(np.maximum(-right, 0.0) + np.log1p(np.exp(-np.abs(right))))


def cross_entropy(w: np.ndarray, Phi: np.ndarray, t: np.ndarray) -> float:
    """E, the sum of the losses."""
    return float(losses(Phi @ w, t).sum())


def penalised(w: np.ndarray, Phi: np.ndarray, t: np.ndarray, penalties: np.ndarray) -> float:
    """E + ½ Σ λⱼ wⱼ², with penalties λ (M,)."""
    return cross_entropy(w, Phi, t) + 0.5 * float((penalties * w**2).sum())


def penalised_each(W: np.ndarray, Phi: np.ndarray, t: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(B,) the same of many weights W (B, M), some at a time."""
    found, size = 0.5 * (penalties * W**2).sum(axis=1), max(TOGETHER // len(Phi), 1)
    for first in range(0, len(W), size):
        part = slice(first, first + size)
        found[part] += losses(W[part] @ Phi.T, t).sum(axis=1)
    return np.asarray(found)


def gradient(w: np.ndarray, Phi: np.ndarray, t: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(M,) Φᵀ(y − t) + λ w."""
    return np.asarray(Phi.T @ (sigmoid(Phi @ w) - t) + penalties * w)


def hessian(w: np.ndarray, Phi: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(M, M) Φᵀ R Φ + diag λ, positive semi-definite."""
    return weighed_products(Phi, uncertainty(Phi @ w)) + np.diag(penalties)


class Local(NamedTuple):
    """All that is known at weights w: activations (n,), E, E + ½ Σ λⱼ wⱼ² and its gradient (M,); e^−|a| (n,)."""

    activation: np.ndarray
    error: float
    objective: float
    gradient: np.ndarray
    smaller: np.ndarray

    def weights(self) -> np.ndarray:
        """(n,) R there, without another exponential."""
        return _uncertainty(self.smaller)


def local(w: np.ndarray, Phi: np.ndarray, t: np.ndarray, penalties: np.ndarray) -> Local:
    """Error and gradient at w with one look at the table, and one exponential for each row."""
    a = Phi @ w
    smaller = np.abs(a)  # worked in place: at every step of a drag new memory takes longer than the sums
    np.exp(np.negative(smaller, out=smaller), out=smaller)
    loss = np.where(t > 0, -a, a)
    np.maximum(loss, 0.0, out=loss)
    excess = np.where(a >= 0, 1.0, smaller)
    excess /= 1.0 + smaller
    excess -= t
    error, slope = float(loss.sum()) + log1p_total(smaller), np.asarray(Phi.T @ excess + penalties * w)
    return Local(a, error, error + 0.5 * float((penalties * w**2).sum()), slope, smaller)


def working_response(w: np.ndarray, Phi: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Activations a, weights R and responses z = a − R⁻¹(y − t), each (n,).

    Fitting Φ w' to z by least squares with the weights R is Newton's step. (t − y) / R is 1/y where t = 1 and
    −1/(1 − y) where t = 0, that is s (1 + e⁻ˢᵃ) with s = 2t − 1.
    """
    a = Phi @ w
    s = 2.0 * t - 1.0
    with np.errstate(over="ignore"):
        return a, uncertainty(a), a + s * (1.0 + np.exp(-s * a))
