"""Linear discriminant: a line is given; one point is worked out, product by product.   (Duda and Hart 1973)

y = w · x + b = w̃ · x̃,   w̃ = (b, w),  x̃ = (1, x)        the upper class where y ≥ 0, or where y > 0: a convention

An activation that rises, f(y), leaves the boundary where it is: f(y) = c where y = f⁻¹(c).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, several, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.families.discriminants.linear_discriminant.activating import ACTIVATIONS
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.covariance import column_means
from engine.models.linear import Hyperplane, ThresholdUnit


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    line, row = given(data, params, start), params.shown(data)
    yield Step(stage="given", model=line, row=row)

    w, x = line.packed, with_ones(data.X[row])
    yield Step(stage="augmented", model=line, row=row)

    y = 0.0
    for place in range(len(w)):
        y = y + float(w[place] * x[place])
        yield Step(stage="product", model=line, row=row, products=place + 1, y=y)

    yield Step(stage="class", model=line, row=row, products=len(w), y=y)
    yield Step(stage="activation", model=line, row=row, products=len(w), y=y)

    wrong = int((line.predict(data.X) != data.codes).sum())
    yield Step(stage="classified", model=line, row=row, products=len(w), y=y, wrong=wrong)
    return Ending.converged(f"{counted(wrong, 'point')} of {data.n:,} on the wrong side of the line that was given.")


def given(data: Dataset, params: Params, start: Hyperplane | None) -> Hyperplane:
    """The line to look at: placed by hand, typed, or half-way between the class means. Its kind has the convention."""
    kind = Hyperplane if params.at_zero == "≥" else ThresholdUnit
    w = start.packed if start is not None else np.array(params.weights) if params.weights else halfway(data)
    return kind.unpacked(w, two_classes(data))


def halfway(data: Dataset) -> np.ndarray:
    """(d + 1,) the line half-way between the means of the classes, across the way from one to the other."""
    low, high = (column_means(data.X[data.codes == code]) for code in two_classes(data))
    w = high - low
    return np.append(-float(w @ (low + high)) / 2, w)


def bound(data: Dataset, params: Params) -> int:
    return 6 + data.d


def limits(data: Dataset, params: Params) -> str:
    """Why the weights that were typed do not fit, or ''."""
    if len(params.weights) in (0, data.d + 1):
        return ""
    words = f"The weights are {data.d + 1} numbers, the bias first, and {len(params.weights)} were typed: type them all"
    return Objection(f"{words}, or none for the line between the means.", SetParameter("weights", ()))


@dataclass(frozen=True)
class Params:
    weights: tuple[float, ...] = several(
        most=1001, symbol=r"\mathbf{w}", help="the bias first: b w1 w2 …; none: half-way between the means"
    )
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="point", help="the row worked out, at most the last")
    at_zero: str = choice("≥", ("≥", ">"), label="upper class where y", help="0: a point exactly on the line")
    activation: str = choice("identity", ACTIVATIONS, symbol="f", help="applied to y")

    def shown(self, data: Dataset) -> int:
        """The index of the row that is worked out."""
        return min(self.row, data.n) - 1


@snapshot
class Step:
    """How far the point has been worked out. The line stays as it was given."""

    stage: Literal["given", "augmented", "product", "class", "activation", "classified"]
    model: Hyperplane
    row: int
    products: int = 0  # how many products have been added
    y: float = 0.0  # their sum
    wrong: int = 0  # rows on the wrong side, in the last step
