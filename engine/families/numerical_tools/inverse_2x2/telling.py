"""What a step of the inverse of a 2 × 2 matrix says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import bracketed, divided, enough, figure, less
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.numerical_tools.inverse_2x2.loop import Params, Step, condition
from engine.maths.algebra.agreement import agree

MATRIX = r"A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}"
DETERMINANT = r"\det A = a d - b c"
SWAPPED = r"\begin{pmatrix} d & b \\ c & a \end{pmatrix}"
NEGATED = r"\begin{pmatrix} d & -b \\ -c & a \end{pmatrix}"
INVERSE = r"A^{-1} = \frac{1}{a d - b c} \begin{pmatrix} d & -b \\ -c & a \end{pmatrix}"
PRODUCT = r"A\, A^{-1} = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step)


def _matrix(step: Step) -> Story:
    said = "A takes the unit square to a parallelogram, whose sides are its columns. Its cells can be typed."
    return Story(said, MATRIX)


def _determinant(step: Step) -> Story:
    assert step.det is not None
    (a, b), (c, d) = step.A.tolist()
    n = enough(step.det, lambda p, q: p - q, a * d, b * c)
    said = f"The determinant is {figure(step.det)}: the area of the image of the unit square."
    if step.det < 0:
        said = (
            f"The determinant is {figure(step.det)}: the image has the area {figure(-step.det)}, and the square is "
            "turned over."
        )
    worked = (f"det A = {figure(a * d, n)} {less(b * c, n)} = {figure(step.det)}",)
    kappa = Number("condition number", condition(step.A), "how many times an error may grow")
    return Story(said, DETERMINANT, worked, (Number("det A", step.det), kappa))


def _swap(step: Step) -> Story:
    (a, _), (_, d) = step.A.tolist()
    return Story(f"Swap: the two cells of the diagonal, {figure(a)} and {figure(d)}, change places.", SWAPPED)


def _negate(step: Step) -> Story:
    (_, b), (c, _) = step.A.tolist()
    said = f"Negate: the two other cells, {figure(b)} and {figure(c)}, change their signs."
    return Story(said, NEGATED)


def _divide(step: Step) -> Story:
    assert step.det is not None and step.worked is not None and step.inverse is not None
    said = f"Divide: every cell by the determinant, {figure(step.det)}. That is the inverse."
    cells = zip(("first", "second", "third", "fourth"), step.worked.ravel().tolist(), strict=True)
    worked = tuple(f"{name} cell of the inverse: {divided(cell, step.det)}" for name, cell in cells)
    return Story(said, INVERSE, worked)


def _check(step: Step) -> Story:
    assert step.product is not None and step.inverse is not None
    A, B = step.A, step.inverse
    terms = np.abs(A) @ np.abs(B)
    (one, two), (three, four) = (A[0, 0] * B[0, 0], A[0, 1] * B[1, 0]), (A[1, 0] * B[0, 1], A[1, 1] * B[1, 1])
    worked = []
    for name, p, q in (("first", one, two), ("fourth", three, four)):
        n = enough(1.0, lambda a, b: a + b, float(p), float(q))
        worked.append(f"{name} cell of the product: {figure(p, n)} + {bracketed(figure(q, n))} = 1")
    same = Check("A A⁻¹ is the identity", agree(step.product, np.eye(2), terms))
    return Story("A times its inverse leaves every vector as it is.", PRODUCT, tuple(worked), (), (), (same,))


TOLD: dict[str, Callable[[Step], Story]] = {
    "matrix": _matrix, "determinant": _determinant, "swap": _swap, "negate": _negate, "divide": _divide,
    "check": _check,
}  # fmt: skip


def event(step: Step) -> Event | None:
    return Event("inverse", "best") if step.part == "divide" else None
