"""By how much predicted numbers miss the truth, and how far they rise and fall with it."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot

LEVEL = 1e-14
"""Numbers whose standard deviation is no more than this share of their size are equal but for rounding."""


@snapshot
class Missed:
    """Errors of n predictions y of the targets t, in the unit of the target.

    rmse  √(Σ (y − t)² / n);   mae  Σ |y − t| / n
    r2    1 − Σ (y − t)² / Σ (t − t̄)², at most 1; 0 for predicting the mean; NaN where all targets are equal
    r     the correlation of y and t, from −1 to 1; NaN where all of either are equal
    """

    n: int
    rmse: float
    mae: float
    r2: float
    r: float


def missed(truth: np.ndarray, answers: np.ndarray) -> Missed:
    """The errors of answers (n,) against the truth (n,), n ≥ 1; NaN where an answer is.

    >>> missed(np.array([1.0, 2.0, 3.0]), np.array([2.0, 3.0, 4.0]))
    Missed(n=3, rmse=1.0, mae=1.0, r2=-0.5, r=1.0)
    """
    residuals = np.asarray(answers, dtype=float) - truth
    own = _unit(residuals)
    rmse = own * float(np.sqrt(np.mean((residuals / own) ** 2)))
    mae = own * float(np.mean(np.abs(residuals / own)))
    return Missed(len(residuals), rmse, mae, _explained(residuals, truth), correlation(answers, truth))


def _explained(residuals: np.ndarray, truth: np.ndarray) -> float:
    """R², the share of the variance that is explained."""
    if not deviation(truth) > 0:
        return float("nan")
    unit = _unit(truth)
    with np.errstate(over="ignore"):
        return 1.0 - float(np.mean((residuals / unit) ** 2)) / float(np.var(truth / unit))


def _unit(values: np.ndarray) -> float:
    """A power of two near the largest of the values: to divide by it loses no digit, and squares are numbers then."""
    size = float(np.abs(values).max(initial=0.0))
    return float(np.ldexp(1.0, int(np.frexp(size)[1]) - 1)) if 0 < size < np.inf else 1.0


def correlation(f: np.ndarray, y: np.ndarray) -> float:
    """r = (1/n) Σ (f − μ_f)/σ_f (y − μ_y)/σ_y with the population σ, divisor n; NaN where either does not vary.

    >>> round(correlation(np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 5])), 12)
    0.8
    """
    if not min(deviation(f), deviation(y)) > 0:
        return float("nan")
    a, b = (_centred(np.asarray(each, dtype=float)) for each in (f, y))
    return float(np.clip(a @ b / np.sqrt((a @ a) * (b @ b)), -1.0, 1.0))


def _centred(values: np.ndarray) -> np.ndarray:
    scaled = values / _unit(values)
    return np.asarray(scaled - scaled.mean())


def deviation(values: np.ndarray, ddof: int = 0) -> float:
    """The standard deviation, divisor n − ddof, also of numbers with too large squares; 0 but for rounding is 0.

    >>> deviation(np.array([0.0, 2e200])), deviation(np.full(3, 0.1))
    (1e+200, 0.0)
    """
    unit = _unit(values)
    with np.errstate(invalid="ignore"):
        spread = float(np.std(np.asarray(values, dtype=float) / unit, ddof=ddof))
    return unit * spread if not spread <= LEVEL else 0.0
