"""What a step of the inverse looks like: the matrices cell by cell, and what A makes of the unit square."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Mark, Matrix, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.inverse_2x2.loop import Params, Step

CELLS = Surface("table", "Matrices")
SQUARE = Surface("chart", "The unit square and what A makes of it", "1st coordinate", "2nd coordinate", square=True)
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]])


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return [*matrices(step), *parallelogram(step)]


def matrices(step: Step) -> list[Mark]:
    """A, which can be typed, what is made of it, the inverse, and the product of both."""
    drawn: list[Mark] = [_cells(step.A, "A", 0, parameter="matrix")]
    if step.worked is not None:
        title = "swapped" if step.part == "swap" else "swapped and negated"
        drawn.append(_cells(step.worked, title, 1, lit=step.changed))
    if step.inverse is not None:
        drawn.append(_cells(step.inverse, "A⁻¹", 2))
    if step.product is not None:
        drawn.append(_cells(step.product, "A A⁻¹", 3))
    return drawn


def _cells(values: np.ndarray, title: str, place: int, lit: np.ndarray | None = None, parameter: str = "") -> Matrix:
    at = (place // 2, place % 2)
    return Matrix(
        values, ("", ""), ("", ""), "table", title=title, place=at, lit=lit, parameter=parameter, surface=CELLS
    )


def parallelogram(step: Step) -> list[Mark]:
    """The unit square dashed, its image with the two columns of A as its sides, and the area once it is known."""
    image = CORNERS @ step.A.T
    start = np.zeros((2, 2))
    drawn: list[Mark] = [
        Curve(CORNERS, "ghost", label="unit square", surface=SQUARE),
        Curve(image, "boundary", label="its image", surface=SQUARE),
        Segments(start, step.A.T, "axis", arrows=True, labels=("1st column", "2nd column"), surface=SQUARE),
    ]
    if step.det is not None:
        middle = image[:4].mean(axis=0)
        drawn.append(Text(middle, f"area {figure(abs(step.det))}", "plain", (0.5, 0.5), surface=SQUARE))
    return drawn
