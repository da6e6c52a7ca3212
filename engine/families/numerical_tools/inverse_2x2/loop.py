"""Determinant and inverse of two rows and columns: swap, negate, divide.   (Cayley 1858)

A = (a b; c d)        det A = a d − b c        A⁻¹ = (d −b; −c a) / det A

det A is the area of the parallelogram that A makes of the unit square, negative where it turns it over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    A = params.cells
    step = Step(part="matrix", A=A)
    yield step
    det = determinant(A)
    step = replace(step, part="determinant", det=det)
    yield step
    (a, b), (c, d) = A
    step = replace(step, part="swap", worked=np.array([[d, b], [c, a]]), changed=DIAGONAL)
    yield step
    step = replace(step, part="negate", worked=np.array([[d, -b], [-c, a]]), changed=~DIAGONAL)
    yield step
    inverse = np.array([[d, -b], [-c, a]]) / det
    step = replace(step, part="divide", inverse=inverse)
    yield step
    yield replace(step, part="check", product=A @ inverse)
    return Ending.converged(f"The determinant is {figure(det)}, and A times the inverse is the identity.")


def determinant(A: np.ndarray) -> float:
    """det A = a d − b c of A (2, 2)."""
    (a, b), (c, d) = A
    return float(a * d - b * c)


def bound(data: Dataset, params: Params) -> int:
    return 6


def limits(data: Dataset, params: Params) -> str:
    """Four numbers whose determinant is not 0 beside the products that it is the difference of."""
    back = SetParameter("matrix", COMMON)
    if len(params.matrix) != 4:
        words = f"matrix has {len(params.matrix)} numbers, and takes 4: a and b, below them c and d."
        return Objection(words, back)
    A = params.cells
    (a, b), (c, d) = A
    if abs(determinant(A)) <= TINY * (abs(a * d) + abs(b * c)):
        words = (
            f"det A = a d − b c = {figure(a * d)} − ({figure(b * c)}) is 0 or nearly so beside its two products: the "
            f"columns lie on one line, and A has no inverse that its digits determine (condition number "
            f"{figure(condition(A))}). Type another matrix."
        )
        return Objection(words, back)
    return ""


def condition(A: np.ndarray) -> float:
    """How many times the shortest image of a unit vector is shorter than the longest; infinite where it is 0."""
    long, short = np.linalg.svd(A, compute_uv=False)
    return float(long / short) if short > 0 else np.inf


DIAGONAL = np.eye(2, dtype=bool)
COMMON = (4.0, 2.0, 2.0, 3.0)
TINY = 1e-12
"""Beside the products that it is the difference of, a determinant smaller than this is 0 but for rounding."""


@dataclass(frozen=True)
class Params:
    matrix: tuple[float, ...] = several(COMMON, most=4, symbol="A", help="a and b, below them c and d")

    @property
    def cells(self) -> np.ndarray:
        """(2, 2) A."""
        return np.array(self.matrix).reshape(2, 2)


@snapshot
class Step:
    """How far the inverse is worked out."""

    part: Literal["matrix", "determinant", "swap", "negate", "divide", "check"]
    A: np.ndarray  # (2, 2)
    det: float | None = None
    worked: np.ndarray | None = None  # (2, 2) with the diagonal swapped, then the others negated
    changed: np.ndarray | None = None  # (2, 2) which of its cells were changed last
    inverse: np.ndarray | None = None  # (2, 2) A⁻¹
    product: np.ndarray | None = None  # (2, 2) A A⁻¹
    model: None = None
