"""One order of a polynomial as a model: its evidence in parts, exactly and by boxes."""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.maths.algebra.affine import with_ones
from engine.maths.evaluation.missed import missed
from engine.maths.probability.weight_belief import Belief, prior, updated
from engine.models.basis import Polynomial
from engine.models.bayesian_linear import BayesianLinear

BOX = math.sqrt(2.0 * math.pi)
"""A box as high as the top of a Gaussian, and of the same volume, is so many deviations wide."""


@snapshot
class Order:
    """fit  ln p(D | m);   occam  the logarithm of the Occam factor, exact;   box  the same by boxes, roughly

    error  the root mean squared residual;   wide, narrow (M,)  the widths of the boxes of prior and posterior
    """

    fit: float
    occam: float
    box: float
    error: float
    wide: float
    narrow: np.ndarray

    @property
    def evidence(self) -> float:
        """ln p(D | M)."""
        return self.fit + self.occam

    @property
    def rough(self) -> float:
        """The same by boxes."""
        return self.fit + self.box

    @property
    def size(self) -> int:
        """M, how many weights there are."""
        return len(self.narrow)


def powers_of(data: Dataset, order: int) -> np.ndarray:
    """(n, M) a 1, and the products of powers of the features up to this order."""
    return with_ones(Polynomial.of_degree(order, data.d).features(data.X)) if order else np.ones((data.n, 1))


def order_of(Phi: np.ndarray, t: np.ndarray, alpha: float, beta: float) -> tuple[Order, Belief]:
    """The evidence of a model with these functions, in its parts, and the posterior of its weights."""
    N, M = Phi.shape
    belief = updated(prior(M, alpha), Phi, t, beta)
    m, residuals = belief.mean, t - Phi @ belief.mean
    fit = 0.5 * N * math.log(beta / (2.0 * math.pi)) - 0.5 * beta * float(residuals @ residuals)
    occam = 0.5 * M * math.log(alpha) - 0.5 * alpha * float(m @ m) + 0.5 * belief.log_volume
    narrow, wide = BOX * belief.deviations, BOX / math.sqrt(alpha)
    ratio = math.exp(float(np.log(narrow / wide).mean()))
    error = missed(t, Phi @ m).rmse
    order = Order(fit=fit, occam=occam, box=rough(0.0, M, ratio), error=error, wide=wide, narrow=narrow)
    return order, belief


def rough(fit: float, M: int, ratio: float) -> float:
    """ln p(D | m) + M ln (Δw_post / Δw_prior); a ratio of 1 or more means nothing.

    >>> round(rough(-10.0, 3, 0.1), 9)
    -16.907755279
    """
    return fit + M * math.log(ratio)


def model_of(belief: Belief, data: Dataset, order: int, alpha: float, beta: float) -> BayesianLinear:
    """The model of a belief; of order 0 the features have weights that are 0 for certain."""
    m, S = belief.mean, belief.covariance
    if order:
        return BayesianLinear(m[1:], float(m[0]), Polynomial.of_degree(order, data.d), S, alpha, beta)
    whole = np.zeros((data.d + 1, data.d + 1))
    whole[0, 0] = S[0, 0]
    return BayesianLinear(np.zeros(data.d), float(m[0]), None, whole, alpha, beta)
