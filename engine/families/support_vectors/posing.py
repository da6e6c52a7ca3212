"""The problem that the multipliers are to solve, and the kernel that it is posed with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.base.errors import Objection, Prepare, Remedy, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.models.support_vectors import KINDS, InnerProduct

CURVED = ("rbf", "polynomial")
LARGEST = 1e10
"""Beside values of the kernel larger than this the differences that matter lose their digits."""


@dataclass(frozen=True)
class KernelParams:
    """What points are compared by, and what a broken margin costs."""

    kernel: str = choice("rbf", KINDS, symbol="K", help="how two points are compared")
    C: float = real(
        1.0, low=1e-4, high=1e6, log=True, symbol="C", label="regularisation", help="of a point that breaks the margin"
    )
    gamma: float = real(
        0.0, low=0.0, high=1e4, log=True, auto=lambda step, params: float(step.problem.kernel.gamma), symbol=r"\gamma",
        when=("kernel", CURVED), help="width of the kernel; auto: 1/(d · variance of all cells)",
    )  # fmt: skip
    degree: int = whole(2, low=1, high=8, symbol="p", when=("kernel", ("polynomial",)), help="of the polynomial")
    offset: float = real(
        1.0, low=0.0, high=100.0, symbol="r", when=("kernel", ("polynomial",)), rare=True,
        help="added to the inner product: larger values give the low powers more weight",
    )  # fmt: skip


@snapshot
class Problem:
    """X (n, d), t (n,) the targets ±1, the kernel, the regularisation C, and the codes of the classes −1 and +1."""

    X: np.ndarray
    t: np.ndarray
    kernel: InnerProduct
    C: float
    classes: tuple[int, int]


def posed(data: Dataset, params: KernelParams) -> Problem:
    """The problem of these data, with the kernel that the parameters describe."""
    return Problem(data.X, signs(data), kernel_of(data, params), params.C, two_classes(data))


def kernel_of(data: Dataset, params: KernelParams) -> InnerProduct:
    """The kernel, its γ chosen by the spread of the data where it is 0."""
    if params.kernel == "linear":
        return InnerProduct()
    gamma = params.gamma or usual_gamma(data.X)
    if params.kernel == "rbf":
        return InnerProduct("rbf", gamma)
    return InnerProduct("polynomial", gamma, params.degree, params.offset)


def usual_gamma(X: np.ndarray) -> float:
    """1 / (d · variance of all cells); 1 where all cells are the same.

    >>> usual_gamma(np.array([[0.0, 2.0], [2.0, 0.0]]))
    0.5
    """
    size = float(np.abs(X).max(initial=0.0))
    spread = size * float((X / size).std()) if size else 0.0
    return min((1.0 / spread) / spread / X.shape[1], 1e300) if spread else 1.0


def kernel_limits(data: Dataset, params: Any) -> str:
    """Why this kernel will not do for this data, or ''."""
    if params.kernel != "polynomial" or (size := greatest(data, params)) <= LARGEST:
        return ""
    words = f"The kernel of degree {params.degree} is as large as {figure(size)}, which loses all other digits: "
    lower = [k for k in range(1, params.degree) if greatest(data, replace(params, degree=k)) <= LARGEST]
    ways: dict[str, Remedy] = {"standardise the columns": Prepare("Standardise")}
    if params.gamma:
        ways["let γ follow their spread"] = SetParameter("gamma", 0.0)
    if lower:
        ways["take a lower degree"] = SetParameter("degree", lower[-1])
    return Objection(f"{words}{', or '.join(ways)}.", *ways.values())


def greatest(data: Dataset, params: Any) -> float:
    """The greatest K(x, x): no value of the kernel is larger."""
    with np.errstate(over="ignore"):
        return float(kernel_of(data, params).squares(data.X).max())
