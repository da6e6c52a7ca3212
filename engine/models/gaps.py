"""Where a row goes in a tree that has no value of what a node asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import Axes, part, shaped

IN_PARTS, STOPS = -1, 0
"""What `onward` says of a node where a row without the value goes to no one node below."""


@part
class Gaps:
    """Of each node, where a row without the value that is asked goes.   (Breiman, Friedman, Olshen, Stone 1984)

    feature (m, s)  what is asked instead, the best stand-in first: the feature to look at, -1 for none more
    cut (m, s)      values above go to branch 1, those up to it to branch 0;   swapped (m, s)  the other way round
    onward (m,)     the node below to which a row goes that has no value of those either; 0: it rests; -1, of a
                    `FractionalTree`: into every branch, in parts
    """

    CALLED = "rules for missing values"

    AXES: ClassVar[Axes] = {
        "onward": ("node",),
        "feature": ("node", "surrogate"),
        "cut": ("node", "surrogate"),
        "swapped": ("node", "surrogate"),
    }
    VALUES: ClassVar[Mapping[str, str]] = {"cut": "feature"}

    onward: np.ndarray
    feature: np.ndarray
    cut: np.ndarray
    swapped: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, onward="m", feature="ms", cut="ms", swapped="ms")
        kinds = "".join(getattr(self, name).dtype.kind for name in ("onward", "feature", "cut", "swapped"))
        if kinds != "iifb" or np.isnan(self.cut).any():
            raise Refusal("What stands in at a node of a tree is a feature of a row, cut at a number.")
        if self.onward.min(initial=0) < IN_PARTS:
            raise Refusal("Where a tree leads a row without a value are whole numbers from -1 on.")

    def leading(self, node: int, x: np.ndarray) -> tuple[int, float] | None:
        """The feature and the cut of the first stand-in of a node that a row x (d,) has a value of."""
        stand_ins = zip(self.feature[node].tolist(), self.cut[node].tolist(), strict=True)
        return next(((feature, cut) for feature, cut in stand_ins if feature >= 0 and not np.isnan(x[feature])), None)

    def sides(self, node: np.ndarray, table: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(m,) the branch, 0 or 1, to which the first stand-in leads that the row has a value of; -1 where none does.

        node (m,) where each of the rows (m,) of the table (n, d) is
        """
        found = np.full(len(node), -1)
        for place in range(self.feature.shape[1]):
            feature = self.feature[node, place]
            value = table[rows, feature]
            led = (found < 0) & (feature >= 0) & ~np.isnan(value)
            found = np.where(led, (value > self.cut[node, place]) ^ self.swapped[node, place], found)
        return found
