"""The gap statistic: how much tighter groups are than those of rows without any.   (Tibshirani et al. 2001)"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Gap(NamedTuple):
    """How far ln W lies below that of rows without groups, and how uncertain that is; NaN where W is 0."""

    gap: float
    spread: float


def gap(within: float, references: np.ndarray) -> Gap:
    """Gap = (1/B) Σ ln W*_b − ln W and s = sd(ln W*) √(1 + 1/B), from W of the rows and (B,) of references.

    >>> gap(1.0, np.exp([1.0, 3.0]))
    Gap(gap=2.0, spread=1.224744871391589)
    """
    if not within > 0 or not (references > 0).all():
        return Gap(np.nan, np.nan)
    logs = np.log(references)
    return Gap(float(logs.mean() - np.log(within)), float(logs.std() * np.sqrt(1 + 1 / len(logs))))


def first_within(gaps: np.ndarray, spreads: np.ndarray) -> int:
    """The first i with gap_i ≥ gap_{i+1} − s_{i+1}: one group more is no better, but for chance; else the last.

    >>> first_within(np.array([0.0, 1.0, 0.9]), np.array([0.1, 0.1, 0.1]))
    1
    """
    enough = gaps[:-1] >= gaps[1:] - spreads[1:]
    ends = enough | np.isnan(gaps[1:])
    return int(np.argmax(ends)) if ends.any() else len(gaps) - 1


def in_the_box(X: np.ndarray, random_keys: np.ndarray) -> np.ndarray:
    """Rows like those of X (n, d), but without groups: each anywhere between the least and the greatest values."""
    low, high = X.min(axis=0), X.max(axis=0)
    return np.asarray(low + random_keys * (high - low))
