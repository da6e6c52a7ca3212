"""By how much predicted numbers miss the truth."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Missed:
    """Errors of n predictions y of the targets t, in the unit of the target.

    rmse  √(Σ (y − t)² / n);   mae  Σ |y − t| / n
    r2    1 − Σ (y − t)² / Σ (t − t̄)², at most 1; 0 for predicting the mean; NaN where all targets are equal
    """

    n: int
    rmse: float
    mae: float
    r2: float


def missed(truth: np.ndarray, answers: np.ndarray) -> Missed:
    """The errors of answers (n,) against the truth (n,), n ≥ 1.

    >>> missed(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 5.0]))
    Missed(n=3, rmse=1.1547005383792515, mae=0.6666666666666666, r2=-1.0)
    """
    residuals = np.asarray(answers, dtype=float) - truth
    squares, spread = float(np.mean(residuals**2)), float(np.var(truth))
    r2 = 1.0 - squares / spread if spread > 0 else float("nan")
    return Missed(len(residuals), float(np.sqrt(squares)), float(np.mean(np.abs(residuals))), r2)
