"""What every logistic and softmax regression shares: the penalty on its weights, and the size of a safe step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import flag, real
from engine.parts.basis import BasisParams


@dataclass(frozen=True)
class RidgeParams(BasisParams):
    """A basis, and how strongly the weights are held near 0."""

    penalty: float = real(0.0, low=0.0, high=1e6, log=True, symbol=r"\lambda", help="holds the weights near 0 (ridge)")
    penalise_bias: bool = flag(False, label="penalise the bias", clear=True, rare=True, help="hold the bias near 0 too")


def penalties(params: RidgeParams, d: int) -> np.ndarray:
    """(d + 1,) λ for each weight, the bias first; the bias is free unless it is to be penalised."""
    ridge = np.full(d + 1, params.penalty)
    ridge[0] = params.penalty if params.penalise_bias else 0.0
    return ridge


def suggested_rate(Phi: np.ndarray, curvature: float, penalty: float) -> float:
    """1 / (c λmax(ΦᵀΦ) + λ), with c the most that one example can curve the error: ¼ for two classes, ½ for more.

    No second derivative of the error exceeds its inverse, so that such a step never raises the error.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        products = Phi.T @ Phi if Phi.shape[1] <= len(Phi) else Phi @ Phi.T
        steepest = float(np.linalg.eigvalsh(products)[-1]) if np.isfinite(products).all() else np.inf
    return 1.0 / (curvature * steepest + penalty)
