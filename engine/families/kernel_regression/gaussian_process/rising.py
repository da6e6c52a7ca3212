"""How the evidence of a Gaussian process is maximised over ln ℓ, ln σ_f and ln σ_n: BFGS, and halving on the way.

θ ← θ + η d,  d = H ∇ ln p      η = 1, ½, ¼, … until ln p has risen by 10⁻⁴ of what the slope promises
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.optimisation.limited_memory import remembered, two_loop
from engine.maths.probability.gaussian_process import evidence_slope, evidence_terms, factorised, solved
from engine.models.gaussian_process import Covariance, GaussianProcess, noisy

FLAT = 1e-5
"""ln p is as good as flat where no slope is more, per row."""
REMEMBERED, HALVINGS, FARTHEST, LESS = 10, 25, 1.5, 1e-4
"""Pairs for BFGS; halvings of a step; the most that a logarithm changes in a step; the rise that is asked for."""
REACH = math.log(1e6)
"""No parameter goes farther than a million times from where it began."""


@snapshot
class Ascent:
    """theta (p,)  ln ℓ, ln σ_f and, where there is noise, ln σ_n;   slope (p,)  ∇ ln p there"""

    covariance: Covariance
    noise: float
    theta: np.ndarray
    first: np.ndarray
    slope: np.ndarray
    evidence: float
    pairs: np.ndarray  # (m, 2, p)
    count: int = 0
    halvings: int = 0
    done: bool = False


def began(model: GaussianProcess, t: np.ndarray) -> Ascent:
    """Before the first step."""
    noise = [math.log(model.noise)] if model.noise else []
    theta = np.array([math.log(model.covariance.length), math.log(model.covariance.amplitude), *noise])
    nothing = np.zeros((0, 2, len(theta)))
    ascent = Ascent(model.covariance, model.noise, theta, theta, np.zeros(len(theta)), -math.inf, nothing)
    value, slope = _surveyed(theta, ascent, model.X, t - model.mean, True)
    return replace(ascent, evidence=value, slope=slope, done=_flat(slope, len(t)))


def climbed(ascent: Ascent, X: np.ndarray, t: np.ndarray, mean: float) -> Ascent:
    """After one step uphill."""
    r, theta, g = t - mean, ascent.theta, ascent.slope
    d = two_loop(g, ascent.pairs)
    if not d @ g > 0:
        d = g
    d = d * min(1.0, FARTHEST / float(np.abs(d).max()))
    for halvings in range(HALVINGS):
        after = np.clip(theta + 0.5**halvings * d, ascent.first - REACH, ascent.first + REACH)
        value, _ = _surveyed(after, ascent, X, r, False)
        if value >= ascent.evidence + LESS * float(g @ (after - theta)) and value > ascent.evidence:
            break
    else:
        return replace(ascent, count=ascent.count + 1, halvings=HALVINGS, done=True)
    value, slope = _surveyed(after, ascent, X, r, True)
    pairs = remembered(ascent.pairs, after - theta, g - slope, REMEMBERED)
    covariance, noise = _set(after, ascent)
    return replace(
        ascent, covariance=covariance, noise=noise, theta=after, slope=slope, evidence=value, pairs=pairs,
        count=ascent.count + 1, halvings=halvings, done=_flat(slope, len(t)),
    )  # fmt: skip


def _flat(slope: np.ndarray, rows: int) -> bool:
    return bool(np.abs(slope).max() <= FLAT * max(rows, 1))


def _set(theta: np.ndarray, ascent: Ascent) -> tuple[Covariance, float]:
    """The covariance and the noise that θ stands for."""
    length, amplitude, *noise = np.exp(theta).tolist()
    return replace(ascent.covariance, length=length, amplitude=amplitude), (noise[0] if noise else 0.0)


def _surveyed(
    theta: np.ndarray, ascent: Ascent, X: np.ndarray, r: np.ndarray, sloping: bool
) -> tuple[float, np.ndarray]:
    """ln p(r) at θ, and its slope if that is asked for."""
    covariance, noise = _set(theta, ascent)
    K, dK = covariance.slope(X) if sloping else (covariance.between(X, X), np.zeros(0))
    root = factorised(noisy(K, noise)).root
    a = solved(root, r)
    value = sum(evidence_terms(root, a, r))
    if not sloping:
        return value, dK
    changes = [dK, 2.0 * K]
    if noise:
        changes.append(2.0 * noise**2 * np.eye(len(K)))
    return value, evidence_slope(root, a, changes)
