"""Maps: a place for each row of a table, and for no other."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import Axes, model, shaped


@model
class Map:
    """Two coordinates for each of n rows, places (n, 2), and n_features, how many the table had.

    It has no `transform`: the places were found for these rows together, and a new row has none.
    """

    CALLED = "map of the rows"

    AXES: ClassVar[Axes] = {"places": ("row", "coordinate")}

    places: np.ndarray
    n_features: int

    def __post_init__(self) -> None:
        if shaped(self, places="np")["p"] != 2 or not np.isfinite(self.places).all():
            raise Refusal("A map needs two numbers for each of its rows.")
        if not isinstance(self.n_features, int) or self.n_features < 1:
            raise Refusal("A map belongs to a table of at least one feature.")
