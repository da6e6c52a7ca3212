"""A place in a landscape: two numbers of which an error is a function, such as a bias and a weight."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import model, shaped


@model
class Place:
    """Two numbers w (2,); n_features is how many features the table has that the landscape may be made from."""

    w: np.ndarray
    n_features: int

    def __post_init__(self) -> None:
        if shaped(self, w="p")["p"] != 2 or not np.isfinite(self.w).all():
            raise Refusal("A place needs two numbers.")
        if not isinstance(self.n_features, int) or self.n_features < 1:
            raise Refusal("A place belongs to a table of at least one feature.")
