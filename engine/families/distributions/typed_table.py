"""A table of probabilities or counts that is typed: filled up with zeros, and what is wrong with its numbers."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.words import figure

PROBABILITIES, COUNTS = NUMBERS = ("probabilities", "counts")
TOLERANCE = 1e-9
"""So exactly probabilities add up to 1."""


def filled(table: tuple[float, ...], *shape: int) -> np.ndarray:
    """The numbers in blocks of this shape, as many as they begin; the last has zeros where it is not full.

    >>> filled((1.0, 2.0, 3.0), 2).tolist()
    [[1.0, 2.0], [3.0, 0.0]]
    """
    lacking = -len(table) % int(np.prod(shape))
    return np.array([*table, *[0.0] * lacking]).reshape(-1, *shape)


def numbers_objection(table: tuple[float, ...], numbers: str, instead: tuple[float, ...]) -> str:
    """Why these are no probabilities, or counts, or ''; a table that is offered instead."""
    low, total = min(table), float(np.sum(table))
    if low < 0 or not 0 < total < np.inf:
        words = f"A probability or count is at least 0, and not all are 0; the least is {figure(low)}."
        return Objection(words, SetParameter("table", instead))
    if numbers == PROBABILITIES and abs(total - 1) > TOLERANCE:
        words = (
            f"The probabilities add up to {figure(total, 10)}, and not to 1: divide them by their sum, or type others."
        )
        return Objection(words, SetParameter("numbers", COUNTS))
    return ""
