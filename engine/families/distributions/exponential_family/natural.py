"""Distributions in their natural form: η from their parameters and back, u(x), ln g(η) with its slope, and ln h(x).

Bernoulli     η = ln(p / (1 − p))     u = x          g = 1 / (1 + e^η)                     h = 1
Gaussian      η = (μ/σ², −1/2σ²)      u = (x, x²)    g = √(−2η₂) exp(η₁² / 4η₂)            h = (2π)^(−½)
multinomial   ηₖ = ln(pₖ / p_K)       u = x, 1-of-K  g = 1 / (1 + Σ e^ηₖ)   k < K          h = 1
Poisson       η = ln λ                u = x          g = exp(−e^η)                         h = 1 / x!
exponential   η = −λ                  u = x          g = −η                                h = 1 where x ≥ 0
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Numbers = np.ndarray


@dataclass(frozen=True)
class Form:
    """A member of the exponential family, for usual parameters θ (P,) and natural ones η (M,).

    names     what θ and η are called;   eta  θ -> η;   theta  η -> θ
    u         (m,) places -> (m, M);   log_g  η -> ln g(η);   slope  η -> −∇ ln g(η) (M,), the mean of u
    log_h     (m,) places -> (m,);   log_p  θ, (m,) places -> ln p(x) in the usual form, (m,)
    """

    names: tuple[tuple[str, ...], tuple[str, ...]]
    eta: Callable[[Numbers], Numbers]
    theta: Callable[[Numbers], Numbers]
    u: Callable[[Numbers], Numbers]
    log_g: Callable[[Numbers], float]
    slope: Callable[[Numbers], Numbers]
    log_h: Callable[[Numbers], Numbers]
    log_p: Callable[[Numbers, Numbers], Numbers]


def column(x: Numbers) -> Numbers:
    return x[:, None].astype(float)


def no_base(x: Numbers) -> Numbers:
    return np.zeros(len(x))


def _bernoulli() -> Form:
    from scipy.special import expit, logit, xlog1py, xlogy

    return Form(
        (("p",), ("η",)), logit, expit, column,
        lambda eta: -float(np.logaddexp(0.0, eta[0])), expit, no_base,
        lambda theta, x: xlogy(x, theta[0]) + xlog1py(1 - x, -theta[0]),
    )  # fmt: skip


def _gaussian() -> Form:
    def theta(eta: Numbers) -> Numbers:
        variance = -0.5 / eta[1]
        return np.asarray([eta[0] * variance, variance])

    def slope(eta: Numbers) -> Numbers:
        """(E[x], E[x²]) = (−η₁ / 2η₂, η₁² / 4η₂² − 1 / 2η₂)."""
        mean = -0.5 * eta[0] / eta[1]
        return np.array([mean, mean**2 - 0.5 / eta[1]])

    return Form(
        (("μ", "σ²"), ("η₁", "η₂")), lambda theta: np.array([theta[0] / theta[1], -0.5 / theta[1]]), theta,
        lambda x: np.column_stack([x, x**2]).astype(float),
        lambda eta: 0.5 * math.log(-2 * eta[1]) + eta[0] ** 2 / (4 * eta[1]), slope,
        lambda x: np.full(len(x), -0.5 * math.log(2 * math.pi)),
        lambda theta, x: -0.5 * (np.log(2 * np.pi * theta[1]) + (x - theta[0]) ** 2 / theta[1]),
    )  # fmt: skip


def _multinomial(K: int) -> Form:
    """Of K kinds 0 … K − 1, one draw."""

    def theta(eta: Numbers) -> Numbers:
        powers = np.append(eta, 0.0)
        shares = np.exp(powers - powers.max())
        return np.asarray(shares / shares.sum())

    def one_of_k(x: Numbers) -> Numbers:
        return np.asarray(x[:, None] == np.arange(K - 1), dtype=float)

    letters = "₁₂₃₄₅₆₇₈₉"
    names = tuple(f"p{letters[k]}" for k in range(K)), tuple(f"η{letters[k]}" for k in range(K - 1))
    return Form(
        names, lambda theta: np.log(theta[:-1]) - np.log(theta[-1]), theta, one_of_k,
        lambda eta: -float(np.logaddexp.reduce(np.append(eta, 0.0))), lambda eta: theta(eta)[:-1], no_base,
        lambda theta, x: np.log(theta)[x.astype(int)],
    )  # fmt: skip


def _poisson() -> Form:
    from scipy.special import gammaln, xlogy

    return Form(
        (("λ",), ("η",)), np.log, np.exp, column, lambda eta: -math.exp(eta[0]), np.exp, lambda x: -gammaln(x + 1),
        lambda theta, x: xlogy(x, theta[0]) - theta[0] - gammaln(x + 1),
    )  # fmt: skip


def _exponential() -> Form:
    return Form(
        (("λ",), ("η",)), lambda theta: -theta, lambda eta: -eta, column, lambda eta: math.log(-eta[0]),
        lambda eta: -1 / eta, no_base, lambda theta, x: math.log(theta[0]) - theta[0] * x,
    )  # fmt: skip


BERNOULLI, GAUSSIAN, MULTINOMIAL, POISSON, EXPONENTIAL = FAMILIES = (
    "Bernoulli", "Gaussian", "multinomial", "Poisson", "exponential",
)  # fmt: skip


def form_of(family: str, K: int) -> Form:
    """The natural form of a family; of a multinomial with K kinds."""
    made: dict[str, Callable[[], Form]] = {
        BERNOULLI: _bernoulli, GAUSSIAN: _gaussian, POISSON: _poisson, EXPONENTIAL: _exponential,
    }  # fmt: skip
    return _multinomial(K) if family == MULTINOMIAL else made[family]()


def matched(family: str, means: Numbers) -> Numbers | None:
    """θ of the fit: where the mean of u under the model is the mean of u of the sample; None where η is infinite."""
    if family == GAUSSIAN:
        variance = float(means[1] - means[0] ** 2)
        return np.array([means[0], variance]) if variance > 1e-12 * float(means[1]) else None
    if family == MULTINOMIAL:
        shares = np.append(means, 1 - means.sum())
        return shares if shares.min() > 1e-12 else None
    if family == EXPONENTIAL:
        return 1 / means if means[0] > 0 else None
    inside = means[0] > 0 and (family == POISSON or means[0] < 1)
    return means if inside else None
