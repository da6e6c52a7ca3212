"""Distributions of one number: their mass or density, distribution function, quantiles, mean and variance.

A mass or density is the product of two factors, which are kept as logarithms: ln p(x) = ln first + ln second.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

NOWHERE = -math.inf
"""The logarithm of a mass or density where x cannot be."""


class Kind(Protocol):
    """What is known of a distribution of one number."""

    @property
    def discrete(self) -> bool:
        """Whether it has masses at whole numbers, and no density."""

    @property
    def support(self) -> tuple[float, float]:
        """From where to where x can be."""

    @property
    def rough(self) -> tuple[float, float]:
        """With which powers of the distance, less 1, the density begins and ends: 1 where it is smooth."""

    @property
    def seen(self) -> tuple[float, float]:
        """From where to where it is drawn."""

    @property
    def mean(self) -> float:
        """Its mean; undefined where it does not exist."""

    @property
    def variance(self) -> float:
        """Its variance; infinite or undefined where it does not exist."""

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The logarithms of both factors at places inside the support."""

    def below(self, x: np.ndarray) -> np.ndarray:
        """P(X ≤ x)."""

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        """The least x with P(X ≤ x) ≥ q, of each q (m,)."""


def log_density(kind: Kind, x: np.ndarray) -> np.ndarray:
    """(m,) ln p(x): −∞ outside the support, and between whole numbers where it has masses.

    >>> np.exp(log_density(Binomial(5, 0.3), np.array([2.0, 2.5, 9.0]))).round(4).tolist()
    [0.3087, 0.0, 0.0]
    """
    x = np.atleast_1d(np.asarray(x, dtype=float))
    low, high = kind.support
    inside = (x >= low) & (x <= high)
    if kind.discrete:
        inside &= x == np.floor(x)
    found = np.full(x.shape, NOWHERE)
    if inside.any():
        first, second = kind.factors(x[inside])
        with np.errstate(invalid="ignore"):
            found[inside] = first + second
    return found


def rounded_up(value: float) -> float:
    """The least of 1, 2 and 5 times a power of ten that is not less: a picture keeps its range while it is dragged.

    >>> rounded_up(3.2), rounded_up(0.5)
    (5.0, 0.5)
    """
    power = 10.0 ** math.floor(math.log10(value))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= value * (1 - 1e-12))


def least_whole(kind: Kind, q: np.ndarray) -> np.ndarray:
    """(m,) the least whole numbers with P(X ≤ k) ≥ q: beyond the places looked at there is nothing but rounding.

    >>> least_whole(Binomial(5, 0.3), np.array([0.0, 0.5, 1.0])).tolist()
    [0.0, 1.0, 5.0]
    """
    low, high = kind.support
    reach = FARTHEST_OUT * math.sqrt(kind.variance) + FARTHEST_OUT
    first, last = max(low, math.floor(kind.mean - reach)), min(high, math.ceil(kind.mean + reach))
    places = np.arange(first, last + 1)
    found = np.minimum(np.searchsorted(kind.below(places), q), len(places) - 1)
    return np.where(q >= 1, high, places[found])


FARTHEST_OUT = 40.0
"""Masses so many standard deviations, and as many numbers more, from the mean are 0 to the computer."""


@dataclass(frozen=True)
class Binomial:
    """k ones in n tosses, each 1 with probability p: C(n, k) × pᵏ (1 − p)ⁿ⁻ᵏ."""

    n: int
    p: float
    discrete = True
    rough = (1.0, 1.0)

    @property
    def support(self) -> tuple[float, float]:
        return 0.0, float(self.n)

    @property
    def seen(self) -> tuple[float, float]:
        return around(self)

    @property
    def mean(self) -> float:
        return self.n * self.p

    @property
    def variance(self) -> float:
        return self.n * self.p * (1 - self.p)

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        from scipy.special import gammaln, xlog1py, xlogy

        orders = gammaln(self.n + 1) - gammaln(x + 1) - gammaln(self.n - x + 1)
        return orders, xlogy(x, self.p) + xlog1py(self.n - x, -self.p)

    def below(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import betainc

        k = np.floor(x)
        inside = np.clip(k, 0, max(self.n - 1, 0))
        part = betainc(np.maximum(self.n - inside, 1.0), inside + 1, 1 - self.p)
        return np.asarray(np.where(k < 0, 0.0, np.where(k >= self.n, 1.0, part)))

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        return least_whole(self, q)


@dataclass(frozen=True)
class Poisson:
    """k events where λ are expected: λᵏ / k! × e^−λ."""

    rate: float
    discrete = True
    rough = (1.0, 1.0)
    support = (0.0, math.inf)

    @property
    def seen(self) -> tuple[float, float]:
        return around(self)

    @property
    def mean(self) -> float:
        return self.rate

    @property
    def variance(self) -> float:
        return self.rate

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        from scipy.special import gammaln, xlogy

        return xlogy(x, self.rate) - gammaln(x + 1), np.full(x.shape, -self.rate)

    def below(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import gammaincc

        k = np.floor(x)
        return np.asarray(np.where(k < 0, 0.0, gammaincc(np.maximum(k, 0.0) + 1, self.rate)))

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        return least_whole(self, q)


def around(kind: Binomial | Poisson) -> tuple[float, float]:
    """From where to where masses are drawn: all of few, else about the mean, and from 0 on where that is near."""
    low, high = kind.support
    if high <= FEW:
        return low, high
    reach = 6 * math.sqrt(kind.variance) + 4
    first, last = max(math.floor(kind.mean - reach), 0.0), min(math.ceil(kind.mean + reach), high)
    return (0.0, min(max(last, 10.0), high)) if last <= FEW else (first, last)


FEW = 40
"""So many masses have a bar each."""


@dataclass(frozen=True)
class Gaussian:
    """exp(−(x − μ)² / 2σ²) × 1 / √(2πσ²)."""

    mu: float
    deviation: float
    discrete = False
    rough = (1.0, 1.0)
    support = (-math.inf, math.inf)

    @property
    def seen(self) -> tuple[float, float]:
        reach = rounded_up(4 * self.deviation)
        if abs(self.mu) + 4 * self.deviation <= 5 * reach:
            reach = rounded_up(abs(self.mu) + 4 * self.deviation)
            return -reach, reach
        return self.mu - reach, self.mu + reach

    @property
    def mean(self) -> float:
        return self.mu

    @property
    def variance(self) -> float:
        return self.deviation**2

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        exponent = -0.5 * ((x - self.mu) / self.deviation) ** 2
        return exponent, np.full(x.shape, -0.5 * math.log(2 * math.pi) - math.log(self.deviation))

    def below(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import ndtr

        return np.asarray(ndtr((x - self.mu) / self.deviation))

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        from scipy.special import ndtri

        return np.asarray(self.mu + self.deviation * ndtri(q))


@dataclass(frozen=True)
class Exponential:
    """e^−λx × λ of x ≥ 0: a wait where λ events are expected in a unit of time."""

    rate: float
    discrete = False
    rough = (1.0, 1.0)
    support = (0.0, math.inf)

    @property
    def seen(self) -> tuple[float, float]:
        return 0.0, rounded_up(6 / self.rate)

    @property
    def mean(self) -> float:
        return 1 / self.rate

    @property
    def variance(self) -> float:
        return 1 / self.rate**2

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return -self.rate * x, np.full(x.shape, math.log(self.rate))

    def below(self, x: np.ndarray) -> np.ndarray:
        return np.asarray(-np.expm1(-self.rate * np.maximum(x, 0.0)))

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return np.asarray(-np.log1p(-q) / self.rate)


@dataclass(frozen=True)
class Beta:
    """xᵃ⁻¹ (1 − x)ᵇ⁻¹ × 1 / B(a, b) of x from 0 to 1."""

    a: float
    b: float
    discrete = False
    support = (0.0, 1.0)
    seen = (0.0, 1.0)

    @property
    def rough(self) -> tuple[float, float]:
        return self.a, self.b

    @property
    def mirrored(self) -> Beta:
        """That of 1 − x."""
        return Beta(self.b, self.a)

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    @property
    def variance(self) -> float:
        whole = self.a + self.b
        return self.a * self.b / (whole**2 * (whole + 1))

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        from scipy.special import betaln, xlog1py, xlogy

        powers = xlogy(self.a - 1, x) + xlog1py(self.b - 1, -x)
        return powers, np.full(x.shape, -betaln(self.a, self.b))

    def below(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import betainc

        return np.asarray(betainc(self.a, self.b, np.clip(x, 0.0, 1.0)))

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        from scipy.special import betaincinv

        return np.asarray(betaincinv(self.a, self.b, q))


@dataclass(frozen=True)
class Gamma:
    """xᵏ⁻¹ e^−x/θ × 1 / (Γ(k) θᵏ) of x ≥ 0: with a whole k the wait for k events."""

    shape: float
    scale: float
    discrete = False
    support = (0.0, math.inf)

    @property
    def rough(self) -> tuple[float, float]:
        return self.shape, 1.0

    @property
    def seen(self) -> tuple[float, float]:
        return 0.0, rounded_up(self.scale * (self.shape + 4 * math.sqrt(self.shape) + 2))

    @property
    def mean(self) -> float:
        return self.shape * self.scale

    @property
    def variance(self) -> float:
        return self.shape * self.scale**2

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        from scipy.special import gammaln, xlogy

        powers = xlogy(self.shape - 1, x) - x / self.scale
        return powers, np.full(x.shape, -gammaln(self.shape) - self.shape * math.log(self.scale))

    def below(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import gammainc

        return np.asarray(gammainc(self.shape, np.maximum(x, 0.0) / self.scale))

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        from scipy.special import gammaincinv

        return np.asarray(self.scale * gammaincinv(self.shape, q))


@dataclass(frozen=True)
class StudentT:
    """(1 + x²/ν)^−(ν + 1)/2 × Γ((ν + 1)/2) / (√(νπ) Γ(ν/2)); with ν = 1 the Cauchy distribution."""

    degrees: int
    discrete = False
    rough = (1.0, 1.0)
    support = (-math.inf, math.inf)
    seen = (-6.0, 6.0)

    @property
    def mean(self) -> float:
        return 0.0 if self.degrees > 1 else math.nan

    @property
    def variance(self) -> float:
        if self.degrees <= 2:
            return math.nan if self.degrees == 1 else math.inf
        return self.degrees / (self.degrees - 2)

    def factors(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        from scipy.special import gammaln

        nu = self.degrees
        height = gammaln((nu + 1) / 2) - gammaln(nu / 2) - 0.5 * math.log(nu * math.pi)
        far = np.log1p(np.minimum(np.abs(x), FARTHEST) ** 2 / nu)
        return -(nu + 1) / 2 * far, np.full(x.shape, height)

    def below(self, x: np.ndarray) -> np.ndarray:
        from scipy.special import stdtr

        return np.asarray(stdtr(self.degrees, x))

    def quantiles(self, q: np.ndarray) -> np.ndarray:
        from scipy.special import stdtrit

        inner = stdtrit(self.degrees, np.clip(q, LEAST, 1 - LEAST))
        return np.asarray(np.where(q <= 0, -np.inf, np.where(q >= 1, np.inf, inner)))


FARTHEST = 1e150
"""A square of no more than this is a number."""
LEAST = 1e-16
"""No probability of a draw is nearer to 0 or 1."""
