"""What may be wrong with basis functions: too many of them, powers that are too large, columns that are alike."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.words import counted, figure
from engine.data.dataset import Dataset
from engine.data.needs import LARGEST
from engine.families.regression.growing import Growth
from engine.maths.algebra.linear_fit import ILL_CONDITIONED

MOST = 500
"""More functions than this are refused: so many weights cannot be read."""
WORK = 1e9
"""A fit of more work than this, rows times functions squared, would take seconds."""


def polynomial_limits(data: Dataset, order: int, rescale: bool, parameter: str = "order") -> str:
    """Why a polynomial of this order will not do, or ''."""
    fits = [k for k in range(order, -1, -1) if _terms(data.d, k) <= _most(data)]
    if fits[0] < order:
        words = f"A polynomial of order {order} in {counted(data.d, 'feature')} has {_terms(data.d, order):,} terms"
        words = f"{words}, too many for {data.n:,} rows: set {parameter} to {fits[0]}."
        return Objection(words, SetParameter(parameter, fits[0]))
    with np.errstate(over="ignore"):
        powers = float(max(np.abs(data.X).max(initial=0.0), 1.0)) ** np.float64(order)
    if not rescale and not powers < LARGEST:
        words = f"To the power of {order} the features are too large to square: rescale x."
        return Objection(words, SetParameter("rescale", True))
    return ""


def _most(data: Dataset) -> float:
    """How many functions can be fitted to so many rows; a constant always."""
    return float(max(min(MOST, (WORK / max(data.n, 1)) ** 0.5), 1.0))


def _terms(d: int, order: int) -> int:
    """How many terms a polynomial in d features has, without the constant."""
    count = 1
    for k in range(1, order + 1):
        count = count * (d + k) // k
    return count - 1


def columns_words(growth: Growth) -> str:
    """What is wrong with the columns of Φ."""
    M = growth.count + 1
    if growth.rank < M:
        return f" The rank of Φ is {growth.rank} of {M}: many weights fit equally well, and these are the shortest."
    if growth.condition > ILL_CONDITIONED:
        return (
            f" The condition number of Φ is {figure(growth.condition)}: the columns are nearly alike, and rounding can "
            "change all digits of the weights."
        )
    return ""
