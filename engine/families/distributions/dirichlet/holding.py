"""What is dragged on the triangle of a Dirichlet distribution of three kinds: the place."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Spot
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.simplex import CORNERS, VIEW, shares_at

SIMPLEX = Surface("chart", "All shares of three kinds, and lines of equal density", square=True, view=VIEW, axes=False)
LEAST = 0.001
"""A share is dragged down to here: at 0 a density may have no end."""
DIGITS = 4
"""So many decimals a share has that is dragged: less than a pixel, and few enough to be read."""


def of_place(step: Any, data: Dataset, params: Any) -> Spot | None:
    """The place x, anywhere within the triangle, as long as it is drawn."""
    if len(step.alpha) != 3 or len(step.means):
        return None
    return Spot(step.x @ CORNERS, within, ("x₁", "x₂", "x₃"))


def within(place: np.ndarray) -> np.ndarray:
    """(3,) the shares at a place (2,); outside the triangle those that are below 0 become small ones.

    >>> within(np.array([0.0, -1.0])).tolist()
    [0.7312, 0.2678, 0.001]
    """
    shares = np.maximum(shares_at(place[None])[0], LEAST)
    shares = np.round(np.maximum(shares / shares.sum(), LEAST), DIGITS)
    shares[shares.argmax()] += 1 - shares.sum()
    return np.asarray(np.round(shares, DIGITS))
