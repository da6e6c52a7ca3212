"""Laplace's approximation: a Gaussian with the mode and the curvature of a density.

A = −∇∇ ln f at the mode z₀        q = N(z₀, A⁻¹)        Z = ∫ f ≈ f(z₀) (2π)^(M/2) / |A|^½
"""

from __future__ import annotations

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.base.words import vector
from engine.maths.optimisation.newton import EPSILON
from engine.maths.optimisation.scalar_newton import Function, tangents


@snapshot
class Gaussian:
    """The approximation: its mode (M,), the factor (M, M) with factor · factorᵀ = A⁻¹, and ln f at the mode."""

    mode: np.ndarray
    factor: np.ndarray
    log_height: float

    @property
    def covariance(self) -> np.ndarray:
        """(M, M) A⁻¹, the inverse of the curvature A."""
        return np.asarray(self.factor @ self.factor.T)

    @property
    def log_integral(self) -> float:
        """ln Z: the logarithm of the integral of f, as the Gaussian has it."""
        _, log_det = np.linalg.slogdet(self.factor)
        return self.log_height + 0.5 * len(self.mode) * float(np.log(2 * np.pi)) + float(log_det)


def laplace(mode: np.ndarray, log_height: float, curvature: np.ndarray) -> Gaussian:
    """The Gaussian that touches f at a mode, where −∇∇ ln f = curvature (M, M); a Refusal where that is no maximum."""
    A = np.asarray(curvature, dtype=float)
    eigenvalues = np.linalg.eigvalsh(A)
    if not eigenvalues[0] > 0:
        raise Refusal(
            f"This is no maximum: the eigenvalues of −∇∇ ln f are {vector(eigenvalues)}, and all must be above 0."
        )
    return Gaussian(np.asarray(mode, dtype=float), inverse_root(A), float(log_height))


def laplace_of_one(log_f: Function, slope: Function, bend: Function, start: float) -> Gaussian:
    """The approximation of a density of one variable, given ln f and its first two derivatives.

    The mode is the root of the slope that Newton's method finds from `start`; other modes have their own.
    """
    mode = tangents(slope, bend, start)[-1]
    return laplace(np.array([mode]), log_f(mode), np.array([[-bend(mode)]]))


def inverse_root(A: np.ndarray) -> np.ndarray:
    """(M, M) a triangular T with T Tᵀ = A⁻¹, for a positive definite A: from its Cholesky factor."""
    scale = 1.0 / np.sqrt(np.diag(A))
    lower = np.linalg.cholesky(A * scale[:, None] * scale)
    return np.asarray(scale[:, None] * np.linalg.solve(lower.T, np.eye(len(A))))


def stacked_root(A: np.ndarray, rows: np.ndarray, ridge: np.ndarray) -> np.ndarray:
    """(M, M) T with T Tᵀ = A⁻¹ for A = rowsᵀ rows + diag ridge, also where rounding has lost A its small eigenvalues.

    By Cholesky where A is well conditioned; else by QR of the rows (n, M) above √ridge, which never squares them.
    """
    scale = 1.0 / np.sqrt(np.diag(A))
    unit = A * scale[:, None] * scale
    if np.linalg.eigvalsh(unit)[0] > 1e6 * len(A) * EPSILON:
        return inverse_root(A)
    R = np.linalg.qr(np.vstack([rows, np.diag(np.sqrt(ridge))]) * scale, mode="r")
    return np.asarray(scale[:, None] * np.linalg.solve(R, np.eye(len(A))))
