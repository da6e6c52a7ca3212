"""The evidence of a linear model with Gaussian prior and noise, by the eigenvalues of Φᵀ Φ.   (MacKay 1992)

ln p(t) = M/2 ln α + N/2 ln β − β/2 ‖t − Φ m‖² − α/2 mᵀm − ½ ln |α I + β Φᵀ Φ| − N/2 ln 2π
λᵢ are the eigenvalues of β Φᵀ Φ      γ = Σ λᵢ / (λᵢ + α)      α ← γ / mᵀm      β ← (N − γ) / ‖t − Φ m‖²

All of it for many α and β at once: they are arrays of one shape (...).
"""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Spectrum:
    """Φ (N, M) and t (N,) as far as the evidence depends on them.

    values (k,)  the eigenvalues of Φᵀ Φ that are not 0 in any case, k = min(N, M);   ways (M, k)  their directions
    along (k,)  t along the directions that Φ makes of them;   rest  the square of what of t lies along none
    """

    values: np.ndarray
    ways: np.ndarray
    along: np.ndarray
    rest: float
    N: int

    @property
    def M(self) -> int:
        """How many weights there are."""
        return len(self.ways)

    def reach(self, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """(..., k) λᵢ / (λᵢ + α): how far the data decide along each direction, and not the prior."""
        known = beta[..., None] * self.values
        return np.asarray(known / (known + alpha[..., None]))

    def gamma(self, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """(...) γ, the effective number of parameters."""
        return np.asarray(self.reach(alpha, beta).sum(axis=-1))

    def square(self, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """(...) mᵀm."""
        root = np.sqrt(self.values)
        parts = beta[..., None] * root * self.along / (beta[..., None] * self.values + alpha[..., None])
        return np.asarray((parts**2).sum(axis=-1))

    def error(self, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """(...) ‖t − Φ m‖²."""
        kept = alpha[..., None] / (beta[..., None] * self.values + alpha[..., None])
        return np.asarray(self.rest + ((kept * self.along) ** 2).sum(axis=-1))

    def terms(self, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """(..., 6) the terms of ln p(t), in the order of the formula."""
        N, M, k = self.N, self.M, len(self.values)
        volume = np.log(alpha[..., None] + beta[..., None] * self.values).sum(axis=-1) + (M - k) * np.log(alpha)
        return np.stack(
            [
                0.5 * M * np.log(alpha),
                0.5 * N * np.log(beta),
                -0.5 * beta * self.error(alpha, beta),
                -0.5 * alpha * self.square(alpha, beta),
                -0.5 * volume,
                np.full(np.shape(alpha), -0.5 * N * math.log(2.0 * math.pi)),
            ],
            axis=-1,
        )

    def evidence(self, alpha: np.ndarray, beta: np.ndarray) -> np.ndarray:
        """(...) ln p(t)."""
        return np.asarray(self.terms(alpha, beta).sum(axis=-1))

    def moments(self, alpha: float, beta: float) -> tuple[np.ndarray, np.ndarray]:
        """(M,) the mean m and (M, M) the covariance S of the weights."""
        root, sizes = np.sqrt(self.values), beta * self.values + alpha
        mean = self.ways @ (beta * root * self.along / sizes)
        S = (self.ways / sizes) @ self.ways.T
        if len(sizes) < self.M:  # along the other directions the prior is as it was
            S += (np.eye(self.M) - self.ways @ self.ways.T) / alpha
        return mean, S


def spectrum_of(Phi: np.ndarray, t: np.ndarray) -> Spectrum:
    """By the singular value decomposition of Φ, which is not squared.

    >>> s = spectrum_of(np.array([[1.0], [1.0]]), np.array([1.0, 3.0]))
    >>> s.values.round(9).tolist(), round(s.rest, 9), s.gamma(np.array(2.0), np.array(1.0)).round(9).tolist()
    ([2.0], 2.0, 0.5)
    """
    U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    along = U.T @ t
    left = t - U @ along
    return Spectrum(s**2, np.ascontiguousarray(Vt.T), along, float(left @ left), len(t))


def updated(spectrum: Spectrum, alpha: np.ndarray, beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(...) γ / mᵀm and (N − γ) / ‖t − Φ m‖²; ∞ where nothing is left to divide by."""
    gamma, square, error = (f(alpha, beta) for f in (spectrum.gamma, spectrum.square, spectrum.error))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(square > 0, gamma / square, np.inf)), np.asarray(
            np.where(error > 0, np.maximum(spectrum.N - gamma, 0.0) / error, np.inf)
        )
