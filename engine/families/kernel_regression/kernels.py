"""The kernel as a parameter of a run, and what is supposed of it by the data where it is not set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import Objection, Prepare, SetParameter
from engine.base.params import choice, real, whole
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.maths.algebra.covariance_kernels import KINDS, PERIODIC, POLYNOMIAL, RBF, diagonal
from engine.models.gaussian_process import MOST_DEGREE
from engine.parts.ranges import reach

SHARE = 0.2
"""The length scale that is supposed is this share of the mean range of the features, and of their diagonal."""
LARGEST = 1e100
"""A kernel of the rows with itself may be as large as this: products of it are numbers too."""

FORMULAS = {
    "RBF": r"k(\mathbf{x}, \mathbf{z}) = e^{-r^2 / 2\ell^2}, \quad r = \|\mathbf{x} - \mathbf{z}\|",
    "Matérn 1/2": r"k(\mathbf{x}, \mathbf{z}) = e^{-r/\ell}, \quad r = \|\mathbf{x} - \mathbf{z}\|",
    "Matérn 3/2": r"k(\mathbf{x}, \mathbf{z}) = (1 + s)\,e^{-s}, \quad "
    r"s = \sqrt{3}\,\|\mathbf{x} - \mathbf{z}\| / \ell",
    "Matérn 5/2": r"k(\mathbf{x}, \mathbf{z}) = (1 + s + \frac{s^2}{3})\,e^{-s}, \quad "
    r"s = \sqrt{5}\,\|\mathbf{x} - \mathbf{z}\| / \ell",
    "periodic": r"k(\mathbf{x}, \mathbf{z}) = \prod_j e^{-2 \sin^2(\pi (x_j - z_j) / p) / \ell^2}",
    "linear": r"k(\mathbf{x}, \mathbf{z}) = 1 + \frac{\mathbf{x} \cdot \mathbf{z}}{\ell^2}",
    "polynomial": r"k(\mathbf{x}, \mathbf{z}) = \left(1 + \frac{\mathbf{x} \cdot \mathbf{z}}{\ell^2}\right)^q",
}


def chosen_length(step: Any, params: Any) -> float:
    """The length scale of a step, where it is not set."""
    return float(step.model.covariance.length)


@dataclass(frozen=True)
class KernelParams:
    """Which kernel, and how far it reaches."""

    kernel: str = choice(RBF, KINDS, clear=True, help="how alike the answers at two points are")
    length: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol=r"\ell", label="length scale", auto=chosen_length,
        help="how far one point tells of another; auto: a fifth of the range of the features",
    )  # fmt: skip
    period: float = real(
        1.0, low=1e-3, high=1e6, log=True, symbol="p", when=("kernel", (PERIODIC,)), help="after which all repeats"
    )
    degree: int = whole(
        3, low=1, high=MOST_DEGREE, symbol="q", when=("kernel", (POLYNOMIAL,)), help="of the polynomial"
    )


def usual_length(data: Dataset) -> float:
    """A fifth of the mean range of the features that are not constant, times √d; 1 where all are."""
    low, high = reach(data) if data.n else (np.zeros(1), np.zeros(1))
    ranges = (high - low)[high > low]
    return float(SHARE * ranges.mean() * np.sqrt(len(ranges))) if len(ranges) else 1.0


def length_of(data: Dataset, params: KernelParams) -> float:
    """The length scale of a run."""
    return params.length or usual_length(data)


def kernel_limits(data: Dataset, params: KernelParams) -> str:
    """Why the kernel of these rows is no number, or ''."""
    if not data.n:
        return ""
    largest = diagonal(params.kernel, data.X, length_of(data, params), params.degree)
    if np.isfinite(largest).all() and largest.max() < LARGEST:
        return ""
    words = f"The {params.kernel} kernel of these rows with themselves is too large a number: standardise the columns"
    return Objection(f"{words}, or choose the RBF kernel.", Prepare("Standardise"), SetParameter("kernel", RBF))


def centre_and_spread(data: Dataset) -> tuple[float, float]:
    """The mean of the targets and their standard deviation, 1 where it is 0."""
    if not data.n:
        return 0.0, 1.0
    t = np.asarray(data.y, dtype=float)
    mean = float(column_means(t[:, None])[0])
    size = float(np.abs(t - mean).max())
    return (mean, size * float(np.sqrt(((t - mean) / size).var()))) if size > 0 else (mean, 1.0)
