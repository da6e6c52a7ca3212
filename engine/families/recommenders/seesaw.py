"""Weights on a board, each at its rating: the board balances at the weighted mean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface

SEESAW = Surface("chart", "Balance of the weights", "rating", "weight")


def stacked(values: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m, 2) the feet and the tops of the weights: those at one place stand on each other, in their order."""
    feet, tops = np.zeros((len(values), 2)), np.zeros((len(values), 2))
    high: dict[float, float] = {}
    for at, (value, weight) in enumerate(zip(values.tolist(), weights.tolist(), strict=True)):
        base = high.get(value, 0.0)
        high[value] = base + weight
        feet[at], tops[at] = (value, base), (value, base + weight)
    return feet, tops


def seesaw(
    values: np.ndarray, weights: np.ndarray, names: tuple[str, ...], balance: float | None, axis: str, new: bool
) -> list[Mark]:
    """The weights so far, the last in focus if it is new at this step, and where they balance."""
    here = replace(SEESAW, x=axis)
    feet, tops = stacked(values, weights)
    board = np.array([[values.min(), 0.0], [values.max(), 0.0]])
    drawn: list[Mark] = [
        Curve(board, "boundary", surface=here),
        Segments(feet, tops, "axis", surface=here),
        Points(tops, "plain", labels=names, surface=here),
    ]
    if new:
        drawn.append(Points(tops[-1:], "focus", surface=here))
    if balance is not None:
        drawn.append(Points(np.array([[balance, 0.0]]), "centre", labels=("balance",), surface=here))
    return drawn
