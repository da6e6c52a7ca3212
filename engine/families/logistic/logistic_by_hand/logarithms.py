"""ln σ(a), ln(1 − σ(a)) and ln Σ exp: as the formulas stand, and so that they are exact at every a."""

from __future__ import annotations

import numpy as np

from engine.maths.probability.sigmoid import log_sigmoid, log_sum_exp

DIGITS = 1e-6
"""A logarithm that is further off than this share of itself has lost its digits."""


def naive(a: np.ndarray) -> np.ndarray:
    """(n, 2) ln σ(a) and ln(1 − σ(a)) of a (n,), taken literally: an exponential, a fraction, a logarithm."""
    with np.errstate(over="ignore", divide="ignore"):
        y = 1.0 / (1.0 + np.exp(-np.asarray(a, dtype=float)))
        return np.column_stack([np.log(y), np.log(1.0 - y)])


def stable(a: np.ndarray) -> np.ndarray:
    """(n, 2) the same: ln σ(a) = −ln(1 + e⁻ᵃ), and ln(1 − σ(a)) = ln σ(−a), which does not subtract from 1."""
    return np.column_stack([log_sigmoid(a), log_sigmoid(-np.asarray(a, dtype=float))])


def naive_losses(a: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(n,) −ln of the own class, taken literally."""
    return np.asarray(-np.where(t > 0, *naive(a).T))


def naive_sum(scores: np.ndarray) -> float:
    """ln Σ exp aₖ of the scores a (K,), taken literally."""
    with np.errstate(over="ignore", divide="ignore"):
        return float(np.log(np.exp(scores).sum()))


def stable_sum(scores: np.ndarray) -> float:
    """m + ln Σ exp(aₖ − m)."""
    return float(log_sum_exp(np.asarray(scores, dtype=float)[None])[0])


def broken(literal: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Where the literal value is infinite and the exact one is not, or has lost its digits."""
    with np.errstate(invalid="ignore"):
        off = np.abs(literal - exact) > DIGITS * np.abs(exact)
    return np.asarray(off & np.isfinite(exact))
