"""Runs that predict a number, judged by the same rows: intervals of the RMSE, and whether two can be told apart.

r (m,) are the residuals t − y of the validation rows. Of two runs the differences d = r₁² − r₂² are tested by
t = d̄ / (s/√m); the interval of an RMSE is the root of that of the mean of r², d̄ ± t₀.₉₇₅ s/√m.
"""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.data.dataset import Dataset
from engine.maths.evaluation.paired import mean_interval, paired_t
from gui.session.job import Frame


def residuals_of(frame: Frame | None, data: Dataset, judges: np.ndarray) -> np.ndarray | None:
    """(m,) t − y of the rows that judge; None where they are not all there."""
    if frame is None or frame.answers is None or data.target != "real" or data.y is None or not len(judges):
        return None
    if len(frame.answers) != data.n:
        return None  # what is shown is of the data before: the next frame is on its way
    left = np.asarray(data.y[judges] - frame.answers[judges], dtype=float)
    return left if np.isfinite(left).all() else None


def rmse_interval(left: np.ndarray, level: float) -> str:
    """Between which numbers the RMSE on all such rows is, or "" of fewer than two."""
    unit = float(np.abs(left).max())
    if len(left) < 2 or unit == 0:
        return ""
    low, high = mean_interval((left / unit) ** 2, level)
    return f"{figure(unit * np.sqrt(max(low, 0.0)), 3)}–{figure(unit * np.sqrt(high), 3)}"


def told_apart(one: np.ndarray, other: np.ndarray, runs: tuple[int, int], level: float) -> str:
    """On how many rows each is nearer, the paired test of the squared residuals, and what it says."""
    unit, m = float(max(np.abs(one).max(), np.abs(other).max())), len(one)
    if m < 2 or unit == 0:
        return ""
    first, second = (one / unit) ** 2, (other / unit) ** 2
    d = first - second
    p = paired_t(d)[1]
    nearer = f"run {runs[0]} is nearer on {int((d < 0).sum()):,} and run {runs[1]} on {int((d > 0).sum()):,}"
    said = f"Of {counted(m, 'validation row')} {nearer} (paired t of the squared errors, p = {figure(p, 2)}): "
    if p > 1.0 - level:
        return f"{said}these two cannot be told apart on {counted(m, 'row')}."
    return f"{said}run {runs[0] if d.mean() < 0 else runs[1]} is better."
