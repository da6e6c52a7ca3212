"""Curves that are one: what an algorithm measures of itself is often what every run is judged by."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gui.session.judging import NAMES
from gui.session.lane import Lane

ASKED = 64
"""At so many steps of a run it is looked whether two curves differ."""
ROUNDED = 1e-9
"""Two sums of the same numbers in another order differ by less than this part of them."""


def same(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two curves agree wherever both are known, and are not merely nothing.

    >>> same([2.0, 1.0, 0.0], [2.0, 1.0, 0.0]), same([2.0, 1.0], [2.0, 1.1]), same([0.0, 0.0], [0.0, 0.0])
    (True, False, False)
    """
    known = min(len(one), len(other))
    steps = np.unique(np.linspace(0, max(known - 1, 0), min(known, ASKED)).astype(int)).tolist()
    pairs = np.array([(one[step], other[step]) for step in steps]).reshape(-1, 2)
    pairs = pairs[np.isfinite(pairs).all(axis=1)]
    apart = np.abs(pairs[:, 0] - pairs[:, 1])
    return bool(pairs.any()) and bool((apart <= ROUNDED * np.abs(pairs).max(axis=1)).all())


def equal_curves(lanes: Sequence[Lane]) -> dict[str, str]:
    """The measures that are, in every run that has them, the error it is judged by, with the name of that error."""
    found: dict[str, str] = {}
    for name in {name for lane in lanes for name in list(lane.curves)} - set(NAMES):
        having = [lane.curves for lane in lanes if name in lane.curves]
        judged = (own for own in NAMES if all(own in curves and same(curves[name], curves[own]) for curves in having))
        twin = next(judged, None)
        if twin is not None:
            found[name] = twin
    return found
