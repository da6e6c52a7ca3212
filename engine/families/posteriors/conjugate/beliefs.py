"""The conjugate kinds: a Dirichlet over probabilities (a beta of two), and a normal–gamma over a mean and a precision.

Dir(θ | α) ∝ Π θₖ^(αₖ − 1)        NG(μ, λ | m, κ, a, b) = N(μ | m, 1 / (κ λ)) Gam(λ | a, b)
"""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Dirichlet:
    """A belief about the probabilities θ (K,) of K outcomes; of two it is Beta(θ₁ | α₁, α₂)."""

    alpha: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """(K,) the mean of each probability; also how probable each outcome is next."""
        return np.asarray(self.alpha / self.alpha.sum())

    @property
    def mode(self) -> np.ndarray | None:
        """(K,) where the density is highest; None unless every α is above 1, as no place inside is highest then."""
        if not (self.alpha > 1).all():
            return None
        return np.asarray((self.alpha - 1) / (self.alpha.sum() - len(self.alpha)))

    def log_marginal(self, k: int, theta: np.ndarray) -> np.ndarray:
        """(m,) ln Beta(θₖ | αₖ, Σ α − αₖ) at places inside (0, 1)."""
        from scipy.special import betaln

        a, b = float(self.alpha[k]), float(self.alpha.sum() - self.alpha[k])
        return np.asarray((a - 1) * np.log(theta) + (b - 1) * np.log1p(-theta) - betaln(a, b))

    def quantile(self, k: int, share: np.ndarray) -> np.ndarray:
        """Where the share of the belief about θₖ lies below."""
        from scipy.special import betaincinv

        a = float(self.alpha[k])
        return np.asarray(betaincinv(a, float(self.alpha.sum()) - a, share))

    def predictive(self, x: float) -> float:
        """p(x): how probable outcome number x is, before it is seen."""
        return float(self.mean[int(x)])


@snapshot
class NormalGamma:
    """A belief about the mean μ and the precision λ = 1 / σ² of a Gaussian."""

    m: float
    kappa: float
    a: float
    b: float

    @property
    def mode(self) -> tuple[float, float] | None:
        """(μ, λ) where the density is highest; None where a ≤ ½, as it then rises towards λ = 0."""
        return (self.m, (self.a - 0.5) / self.b) if self.a > 0.5 else None

    @property
    def scale(self) -> float:
        """The scale of Student's t, the belief about μ alone: √(b / (a κ))."""
        return math.sqrt(self.b / (self.a * self.kappa))

    def log_density(self, mu: np.ndarray, precision: np.ndarray) -> np.ndarray:
        """(m,) ln NG at places with precision > 0."""
        from scipy.special import gammaln

        front = self.a * math.log(self.b) - gammaln(self.a) + 0.5 * math.log(self.kappa / (2 * math.pi))
        exponent = -precision * (self.b + 0.5 * self.kappa * (mu - self.m) ** 2)
        return np.asarray(front + (self.a - 0.5) * np.log(precision) + exponent)

    def log_marginal(self, mu: np.ndarray) -> np.ndarray:
        """(m,) the logarithm of the belief about μ alone: Student's t of 2a degrees of freedom."""
        return log_student(np.asarray(mu), self.m, self.scale, 2 * self.a)

    def quantile(self, share: np.ndarray) -> np.ndarray:
        """Where the share of the belief about μ lies below."""
        from scipy.special import stdtrit

        return np.asarray(self.m + self.scale * stdtrit(2 * self.a, share))

    def predictive(self, x: float) -> float:
        """p(x): the density of the next point, before it is seen."""
        wide = self.scale * math.sqrt(self.kappa + 1)
        return math.exp(float(log_student(np.array([x]), self.m, wide, 2 * self.a)[0]))


Belief = Dirichlet | NormalGamma


def log_student(x: np.ndarray, middle: float, scale: float, freedom: float) -> np.ndarray:
    """(m,) ln of Student's t around a middle."""
    from scipy.special import gammaln

    front = gammaln((freedom + 1) / 2) - gammaln(freedom / 2) - 0.5 * math.log(freedom * math.pi) - math.log(scale)
    return np.asarray(front - (freedom + 1) / 2 * np.log1p(((x - middle) / scale) ** 2 / freedom))
