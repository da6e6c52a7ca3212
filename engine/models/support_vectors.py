"""A score that is a sum over some of the examples, each compared with the point by a kernel."""

from __future__ import annotations

import math
from dataclasses import field
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.gaussian_sums import gaussian_sums
from engine.maths.algebra.inner_product_kernels import gaussian, linear, polynomial, polynomial_sums
from engine.models.flat import LinearScores, two_sided
from engine.models.shapes import Axes, model, part, shaped

KINDS = ("linear", "rbf", "polynomial")
MOST_DEGREE = 12
BLOCK = 400_000
"""So many values of the kernel are worked out at a time."""


@part
class InnerProduct:
    """K(x, z): "linear" x · z, "rbf" exp(−γ ‖x − z‖²), or "polynomial" (γ x · z + r)ᵖ."""

    CALLED = "kernel"

    kind: str = "linear"
    gamma: float = 1.0
    degree: int = 1
    offset: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise Refusal(f"There is no kernel {self.kind!r}; it is one of {', '.join(KINDS)}.")
        if not 1 <= self.degree <= MOST_DEGREE:
            raise Refusal(f"The degree of a kernel is from 1 to {MOST_DEGREE}, and here it is {self.degree}.")
        if not (0 < self.gamma < math.inf and 0 <= self.offset < math.inf):
            raise Refusal(f"γ must be a number above 0 and r none below it; here they are {self.gamma}, {self.offset}.")

    def between(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """(n, m) the kernel of each row of X (n, d) with each of Z (m, d)."""
        if self.kind == "linear":
            return linear(X, Z)
        if self.kind == "rbf":
            return gaussian(X, Z, self.gamma)
        return polynomial(X, Z, self.gamma, self.degree, self.offset)

    def squares(self, X: np.ndarray) -> np.ndarray:
        """(n,) K(x, x), the squared length of φ(x)."""
        if self.kind == "rbf":
            return np.ones(len(X))
        inner = np.einsum("nd,nd->n", X, X)
        return inner if self.kind == "linear" else np.asarray((self.gamma * inner + self.offset) ** self.degree)


@model
class SupportVectors:
    """Class `classes[1]` where f(x) = Σ coefficients · K(vectors, x) + bias ≥ 0, else class `classes[0]`.

    vectors (s, d) the examples that have a say;   coefficients (s,) α t, how much, and for which side

    >>> two = SupportVectors(np.array([[1.0], [3.0]]), np.array([-0.5, 0.5]), -2.0)
    >>> two.decision_function(np.array([[1.0], [2.0], [3.0]]))
    array([-1.,  0.,  1.])
    """

    CALLED = "support vector machine"

    AXES: ClassVar[Axes] = {"vectors": ("support vector", "feature"), "coefficients": ("support vector",)}

    vectors: np.ndarray
    coefficients: np.ndarray
    bias: float
    kernel: InnerProduct = field(default_factory=InnerProduct)
    classes: tuple[int, int] = (0, 1)

    def __post_init__(self) -> None:
        shaped(self, vectors="sd", coefficients="s")
        if len(self.classes) != 2:
            raise Refusal(f"Support vectors separate two classes, and are given {len(self.classes)}.")

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return int(self.vectors.shape[1])

    @cached_property
    def weights(self) -> np.ndarray:
        """(d,) Σ coefficients · vectors: the weights of the straight boundary, where the kernel is linear.

        The coefficients add up to 0, so the middle of the vectors may be taken away first: far from the origin their
        digits would be lost.
        """
        middle = self.vectors.mean(axis=0) if len(self.vectors) else np.zeros(self.n_features)
        return np.asarray(self.coefficients @ (self.vectors - middle) + self.coefficients.sum() * middle)

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) f(x): 0 on the boundary, ±1 on the edges of the margin."""
        X = np.asarray(X, dtype=float)
        return np.asarray(self.sums(X) + self.bias)

    def sums(self, X: np.ndarray) -> np.ndarray:
        """(n,) Σ coefficients · K(vectors, x): f(x) without the bias."""
        if self.kernel.kind == "linear":
            return np.asarray(X @ self.weights)
        found = self._at_once(X)
        if found is not None:
            return found
        size = max(BLOCK // max(len(self.vectors), 1), 1)
        blocks = (X[first : first + size] for first in range(0, max(len(X), 1), size))
        return np.concatenate([self.kernel.between(block, self.vectors) @ self.coefficients for block in blocks])

    def _at_once(self, X: np.ndarray) -> np.ndarray | None:
        """(n,) the sums where they can be had without comparing every point with every vector."""
        kernel, compared = self.kernel, (X, self.vectors, self.coefficients)
        if kernel.kind == "rbf":
            return gaussian_sums(*compared, kernel.gamma)
        return polynomial_sums(*compared, kernel.gamma, kernel.degree, kernel.offset)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes; a score of exactly 0 counts as classes[1]."""
        return np.where(self.decision_function(X) >= 0, self.classes[1], self.classes[0])

    def linear_scores(self) -> LinearScores | None:
        """What it answers by, as scores; None where the kernel bends the boundary."""
        if self.kernel.kind != "linear":
            return None
        return two_sided(self.weights, self.bias, *self.classes, self.classes[1])
