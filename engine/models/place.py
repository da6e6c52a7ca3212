"""Places: two numbers of which an error is a function, such as a bias and a weight, or one number alone."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import Axes, model, shaped


@model
class Place:
    """Two numbers w (2,); n_features is how many features the table has that the landscape may be made from."""

    CALLED = "place on a landscape"

    AXES: ClassVar[Axes] = {"w": ("parameter",)}

    w: np.ndarray
    n_features: int

    def __post_init__(self) -> None:
        if shaped(self, w="p")["p"] != 2 or not np.isfinite(self.w).all():
            raise Refusal("A place needs two numbers.")
        _check_table(self.n_features)


@model
class Abscissa:
    """A place x on the axis of a function of one number; n_features as for a Place."""

    CALLED = "place on an axis"

    x: float
    n_features: int

    def __post_init__(self) -> None:
        if not isinstance(self.x, float) or not math.isfinite(self.x):
            raise Refusal("A place on an axis needs a number.")
        _check_table(self.n_features)


def _check_table(n_features: int) -> None:
    if not isinstance(n_features, int) or n_features < 1:
        raise Refusal("A place belongs to a table of at least one feature.")
