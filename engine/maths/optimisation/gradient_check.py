"""Is a gradient right? Compare it with what the function does when each weight is nudged both ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

NUDGE = 1e-5
EPSILON = float(np.finfo(float).eps)

Objective = Callable[[np.ndarray], float]
Many = Callable[[np.ndarray], np.ndarray]
"""The values (B,) of a function at many weights W (B, M) at once."""


def one_by_one(function: Objective) -> Many:
    """A function of weights (M,) as one of many (B, M)."""
    return lambda W: np.array([function(w) for w in W], dtype=float)


def central_differences(
    function: Objective, w: np.ndarray, nudges: np.ndarray, chosen: Sequence[int] | None = None
) -> np.ndarray:
    """(m,) (f(w + h eᵢ) − f(w − h eᵢ)) / 2h for the chosen components i of w, all when left out; nudges h (M,).

    >>> central_differences(lambda w: w[0] ** 2, np.array([3.0]), np.array([1e-5])).round(6)
    array([6.])
    """
    which = np.arange(len(w)) if chosen is None else np.array(chosen, dtype=np.intp)
    places, width = _nudged(w, nudges, which)
    up, down = one_by_one(function)(places).reshape(2, -1)
    return np.asarray((up - down) / width)


def _nudged(w: np.ndarray, nudges: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(2m, M) the places where one component is nudged up, then those where it is nudged down; (m,) how far apart."""
    count = len(chosen)
    places, turns = np.tile(np.asarray(w, dtype=float), (2 * count, 1)), np.arange(count)
    places[turns, chosen] += nudges[chosen]
    places[count + turns, chosen] -= nudges[chosen]
    return places, places[turns, chosen] - places[count + turns, chosen]


class Slopes(NamedTuple):
    """Components of a gradient by its formula and by differences, each times its nudge, so that units do not matter.

    chosen (m,) which components;   nudges (m,) how far each is nudged
    size   the largest value of the function here and around, for its rounding
    reach  how far the nudges move a product of weight and input, at most
    """

    chosen: np.ndarray
    nudges: np.ndarray
    exact: np.ndarray
    numeric: np.ndarray
    size: float
    reach: float

    @property
    def largest(self) -> float:
        """The largest slope, per nudge."""
        return float(max(np.abs(self.exact).max(), np.abs(self.numeric).max(), np.finfo(float).tiny))

    @property
    def gap(self) -> float:
        """The largest difference between the two, as a share of the largest slope."""
        return float(np.abs(self.numeric - self.exact).max()) / self.largest

    @property
    def rounding(self) -> float:
        """How large a share the rounding of the function alone can explain."""
        return 100 * EPSILON * max(abs(self.size), 1.0) / self.largest


def slopes(
    function: Many, gradient: np.ndarray, w: np.ndarray, sizes: np.ndarray, most: int = 8, nudge: float = NUDGE
) -> Slopes:
    """A gradient (M,) beside central differences, for which the function is asked about all places at once.

    sizes (M,)  how large the input of each weight is: a weight is nudged by `nudge` of 1/size
    most        compare at most so many components, evenly spread
    """
    chosen = np.unique(np.linspace(0, len(w) - 1, min(most, len(w))).round().astype(np.intp))
    nudges = nudge * np.maximum(1.0 / np.where(sizes > 0, sizes, 1.0), EPSILON**0.5 * np.abs(w) / nudge)
    places, width = _nudged(w, nudges, chosen)
    *around, here = function(np.vstack([places, w]))
    up, down = np.reshape(around, (2, -1))
    size = np.abs([*around, here]).max()
    own, reach = nudges[chosen], (nudges * sizes)[chosen].max()
    return Slopes(chosen, own, gradient[chosen] * own, (up - down) / width * own, float(size), float(reach))


def gradient_gap(
    function: Objective, gradient: np.ndarray, w: np.ndarray, sizes: np.ndarray, most: int = 8
) -> tuple[float, float]:
    """The largest difference between a gradient (M,) and central differences, as a share of the largest slope.

    The second number is how large a share the rounding of the function alone can explain; see `slopes`.
    """
    found = slopes(one_by_one(function), gradient, w, sizes, most)
    return found.gap, found.rounding
