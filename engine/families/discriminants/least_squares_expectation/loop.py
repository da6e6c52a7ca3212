"""Least squares approximates E[t|x]: the line through more and more points, beside the posterior it stands for.

    E[t|x] = P(C|x)      w = argmin Σ (w₀ + w₁ x − t)²    →    argmin ∫ (w₀ + w₁ x − E[t|x])² p(x) dx        t ∈ {0, 1}

of two Gaussian classes with known densities (Bishop 2006, section 1.5.5). The integral is least at

    w₁ = π (1 − π) s / Var(x),   w₀ = π − w₁ E(x),   E(x) = π s,   Var(x) = 1 − π + π r² + π (1 − π) s²
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.least_squares import least_squares
from engine.maths.probability.logistic_fit import logistic_fit
from engine.maths.probability.probit import normal_density
from engine.maths.probability.sigmoid import sigmoid


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    x, t = sample(params, rng)
    for n in sizes(params):
        w = least_squares(x[:n, None], t[:n, None]).weights[:, 0]
        step = Step(model=None, x=x[:n], t=t[:n], w=w, curve=logistic(x[:n], t[:n]), distance=distance(w, params))
        yield step
    best = distance(best_line(params), params)
    return Ending.stopped(
        f"With {counted(params.n, 'point')} the line is {figure(step.distance, 3)} from E[t|x] in the mean square; "
        f"no line comes nearer than {figure(best, 3)}, however many points there are."
    )


def sample(params: Params, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """x (N,) and t (N,): of C with its prior, around s with the deviation r; else around 0 with 1. Both are there."""
    t = (rng.random(params.n) < params.prior).astype(float)
    t[:2] = 0.0, 1.0
    return t * params.separation + np.where(t > 0, params.ratio, 1.0) * rng.standard_normal(params.n), t


def best_line(params: Params) -> np.ndarray:
    """(2,) the line nearest to E[t|x] in the mean square, the bias first."""
    prior, s = params.prior, params.separation
    variance = 1.0 - prior + prior * params.ratio**2 + prior * (1.0 - prior) * s**2
    slope = prior * (1.0 - prior) * s / variance
    return np.array([prior - slope * prior * s, slope])


def joint(x: np.ndarray, params: Params) -> np.ndarray:
    """(2, m) p(x|C′) (1 − π) and p(x|C) π at places x (m,)."""
    other = normal_density(x) * (1.0 - params.prior)
    return np.array([other, normal_density(x, params.separation, params.ratio**2) * params.prior])


def posterior(x: np.ndarray, params: Params) -> np.ndarray:
    """(m,) E[t|x] = P(C|x) at places x (m,), from the logarithms of the densities."""
    deviation = (x - params.separation) / params.ratio
    a = 0.5 * (x**2 - deviation**2) + np.log(params.prior / (1.0 - params.prior) / params.ratio)
    return sigmoid(a)


def distance(w: np.ndarray, params: Params) -> float:
    """∫ (w₀ + w₁ x − E[t|x])² p(x) dx of weights w (2,), the bias first."""
    far = 8.0 * max(1.0, params.ratio)
    x = np.linspace(min(0.0, params.separation) - far, max(0.0, params.separation) + far, 4001)
    squares = (with_ones(x[:, None]) @ w - posterior(x, params)) ** 2 * joint(x, params).sum(axis=0)
    return float(np.trapezoid(squares, x))


def logistic(x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(2,) the weights of logistic regression on the same points, the bias first.

    A small penalty on the slope keeps it finite where the points are separable.
    """
    return logistic_fit(with_ones(x[:, None]), t, np.array([0.0, 0.01]))


def sizes(params: Params) -> list[int]:
    """How many points there are at each step: 4, 8, 16, ..., N."""
    return [n for n in (2**k for k in range(2, 15)) if n < params.n] + [params.n]


def bound(data: Dataset, params: Params) -> int:
    return len(sizes(params))


@dataclass(frozen=True)
class Params:
    n: int = whole(1024, low=4, high=16_384, log=True, symbol="N", label="points", help="at the last step")
    separation: float = real(3.0, low=0.0, high=6.0, symbol="s", label="separation", help="of the two means")
    ratio: float = real(
        1.0, low=0.25, high=4.0, log=True, symbol="r", label="deviation of C", help="that of the other class is 1"
    )
    prior: float = real(0.5, low=0.01, high=0.99, symbol=r"\pi", label="prior P(C)", clear=True, help="share of C")


@snapshot
class Step:
    """The line through so many points of the sample."""

    model: None
    x: np.ndarray  # (n,)
    t: np.ndarray  # (n,) 1 of C, else 0
    w: np.ndarray  # (2,) of least squares, the bias first
    curve: np.ndarray  # (2,) of logistic regression, the bias first
    distance: float  # ∫ (y − E[t|x])² p dx
