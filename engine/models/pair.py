"""Two points whose distance is measured."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import Axes, model, shaped


@model
class Pair:
    """points (2, d), called a and b."""

    CALLED = "pair of points"

    AXES: ClassVar[Axes] = {"points": ("point", "feature")}

    points: np.ndarray

    def __post_init__(self) -> None:
        if self.points.ndim != 2 or len(self.points) != 2 or not shaped(self, points="md")["d"]:
            raise Refusal("A pair is two points with at least one feature.")
        if not np.isfinite(self.points).all():
            raise Refusal("A pair of points needs a number for each feature.")

    @property
    def n_features(self) -> int:
        return int(self.points.shape[1])
