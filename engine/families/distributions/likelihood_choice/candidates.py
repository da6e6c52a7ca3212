"""The models that are compared: how each is fitted to a sample, and how many of its parameters are free."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.families.distributions.kinds import Binomial, Exponential, Gamma, Gaussian, Kind, Poisson

Fit = Callable[[np.ndarray, float, float], "Kind | None"]
"""From a sample (N,), a typed mean and a typed deviation to the distribution; None where the model cannot give it."""
LEAST = 1e-9
"""A sample varies by at least this share of its numbers, else its spread is none."""


@dataclass(frozen=True)
class Candidate:
    """A model.   free  how many parameters are fitted;   within  the models that it contains, as special cases"""

    name: str
    free: int
    fit: Fit
    within: tuple[str, ...] = ()


def coin(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    return Binomial(1, float(x.mean())) if np.isin(x, (0.0, 1.0)).all() else None


def fair_coin(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    return Binomial(1, 0.5) if np.isin(x, (0.0, 1.0)).all() else None


def counts(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    fits = (x >= 0).all() and (x == np.floor(x)).all()
    return Poisson(max(float(x.mean()), TINY)) if fits else None


def tosses(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    """As many tosses as the largest count, each 1 with the same probability."""
    n = float(x.max())
    if not ((x >= 0).all() and (x == np.floor(x)).all() and 1 <= n <= MOST_TOSSES):
        return None
    return Binomial(int(n), float(x.mean()) / n)


def known_bell(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    return Gaussian(mean, deviation)


def centred_bell(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    return Gaussian(float(x.mean()), deviation)


def bell(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    return Gaussian(float(x.mean()), float(x.std())) if varies(x) else None


def wait(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    return Exponential(1 / float(x.mean())) if (x >= 0).all() and x.any() else None


def waits(x: np.ndarray, mean: float, deviation: float) -> Kind | None:
    """The gamma distribution: ln k − ψ(k) = ln x̄ − mean of ln x, solved by Newton's method; θ = x̄ / k."""
    from scipy.special import digamma, polygamma

    if not ((x > 0).all() and varies(x)):
        return None
    centre = float(x.mean())
    s = math.log(centre) - float(np.log(x).mean())
    k = (3 - s + math.sqrt((s - 3) ** 2 + 24 * s)) / (12 * s)
    for _ in range(ROUNDS):
        k = 1 / (1 / k + (-s + math.log(k) - float(digamma(k))) / (k**2 * (1 / k - float(polygamma(1, k)))))
    return Gamma(k, centre / k) if math.isfinite(k) and k > 0 else None


def varies(x: np.ndarray) -> bool:
    """Whether its points are not all the same but for rounding."""
    return bool(x.std() > LEAST * float(np.abs(x).max()))


TINY = 1e-12
"""A Poisson distribution of zeros alone expects as good as nothing."""
MOST_TOSSES = 10_000
ROUNDS = 6
"""Newton's steps; each doubles the digits that are right."""
FAIR, COIN, BINOMIAL, POISSON = "Bernoulli, p = 0.5", "Bernoulli", "binomial", "Poisson"
KNOWN, CENTRED, BELL = "Gaussian, μ and σ typed", "Gaussian, σ typed", "Gaussian"
WAIT, WAITS = "exponential", "gamma"
DENSITIES = (
    Candidate(KNOWN, 0, known_bell),
    Candidate(CENTRED, 1, centred_bell, (KNOWN,)),
    Candidate(BELL, 2, bell, (KNOWN, CENTRED)),
    Candidate(WAIT, 1, wait),
    Candidate(WAITS, 2, waits, (WAIT,)),
)
MASSES = (
    Candidate(FAIR, 0, fair_coin),
    Candidate(COIN, 1, coin, (FAIR,)),
    Candidate(BINOMIAL, 2, tosses, (FAIR, COIN)),
    Candidate(POISSON, 1, counts),
)
