"""A distribution over functions, given rows: every prediction is a Gaussian."""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import read_only
from engine.base.words import figure, listed
from engine.maths.algebra import covariance_kernels
from engine.maths.algebra.nearest_rows import pieces
from engine.maths.probability.gaussian_process import Factor, factorised, forward, solved
from engine.models.shapes import Axes, model, part, shaped

MOST_DEGREE = 12
FACTOR = "_root"
ANSWERS, CACHED = "_answers", 32
"""Under these names a process keeps the factor of its covariance, and its latest answers, so many at most."""


@part
class Covariance:
    """σ_f² k(x, z) with the amplitude σ_f, the length scale ℓ and, where the kernel has them, a period and a degree."""

    CALLED = "covariance"

    kind: str = covariance_kernels.RBF
    amplitude: float = 1.0
    length: float = 1.0
    period: float = 1.0
    degree: int = 1

    def __post_init__(self) -> None:
        if self.kind not in covariance_kernels.KINDS:
            raise Refusal(f"A covariance is one of {listed(covariance_kernels.KINDS)}, and this is another.")
        for name, value in (("amplitude", self.amplitude), ("length scale", self.length), ("period", self.period)):
            if not 0 < value < np.inf:
                raise Refusal(f"The {name} of a covariance must be a number above 0, and it is {figure(value)}.")
        if not 1 <= self.degree <= MOST_DEGREE:
            raise Refusal(f"The degree of a kernel is from 1 to {MOST_DEGREE}, and here it is {self.degree}.")

    def between(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """(n, m) the covariance of the function at each row of X (n, d) with that at each of Z (m, d)."""
        k = covariance_kernels.kernel(self.kind, X, Z, self.length, self.period, self.degree)
        k *= self.amplitude**2
        return k

    def diagonal(self, X: np.ndarray) -> np.ndarray:
        """(n,) the variance of the function at each row."""
        return self.amplitude**2 * covariance_kernels.diagonal(self.kind, X, self.length, self.degree)

    def slope(self, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n, n) the covariance of the rows among themselves, and how it grows with ln ℓ."""
        k, dk = covariance_kernels.with_slope(self.kind, X, X, self.length, self.period, self.degree)
        assert dk is not None
        return self.amplitude**2 * k, self.amplitude**2 * dk


@model
class GaussianProcess:
    """f ∼ GP(mean, covariance) given t = f(X) + noise of the deviation `noise`.

    X (n, d)  the rows;   dual (n,)  a = (K + σ_n² I)⁻¹ (t − mean);   jitter  what K needed besides, not to be singular
    """

    CALLED = "Gaussian process"

    AXES: ClassVar[Axes] = {"X": ("row", "feature"), "dual": ("row",)}

    X: np.ndarray
    dual: np.ndarray
    covariance: Covariance
    noise: float
    mean: float = 0.0
    jitter: float = 0.0

    def __post_init__(self) -> None:
        shaped(self, X="nd", dual="n")
        if not np.isfinite(self.X).all():
            raise Refusal("A Gaussian process needs numbers in all cells of its rows.")
        if not (0 <= self.noise < np.inf and 0 <= self.jitter < np.inf):
            raise Refusal("The noise and the jitter of a Gaussian process are numbers, and none is below 0.")

    @classmethod
    def of_rows(cls, X: np.ndarray, t: np.ndarray, covariance: Covariance, noise: float, mean: float) -> Self:
        """The process given rows X (n, d) and targets t (n,)."""
        factor = factorised(noisy(covariance.between(X, X), noise))
        return cls.of_factor(X, t, covariance, noise, mean, factor)

    @classmethod
    def of_factor(
        cls, X: np.ndarray, t: np.ndarray, covariance: Covariance, noise: float, mean: float, factor: Factor
    ) -> Self:
        """The same, of a matrix that is factorised already."""
        made = cls(X, solved(factor.root, t - mean), covariance, noise, mean, factor.jitter)
        vars(made)[FACTOR] = factor.root  # or else it would be worked out a second time when it is asked for
        return made

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    def root(self) -> np.ndarray:
        """(n, n) L with L Lᵀ = K + (σ_n² + jitter) I; kept, but not for a file."""
        known = vars(self)
        if FACTOR not in known:
            K = self.covariance.between(self.X, self.X)
            known[FACTOR] = factorised(noisy(K, self.noise, self.jitter)).root
        found: np.ndarray = known[FACTOR]
        return found

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the mean of the function, mean + k(x)ᵀ a."""
        Z = np.asarray(X, dtype=float)
        found = np.full(len(Z), self.mean)
        for rows in pieces(len(Z), max(len(self.X), 1)):
            found[rows] += self.covariance.between(Z[rows], self.X) @ self.dual
        return found

    def function_std(self, X: np.ndarray) -> np.ndarray:
        """(n,) the standard deviation of the function, √(k(x, x) − ‖L⁻¹k(x)‖²)."""
        Z = np.ascontiguousarray(X, dtype=float)
        answers: dict[bytes, np.ndarray] = vars(self).setdefault(ANSWERS, {})
        if (key := Z.tobytes()) not in answers:  # a band asks twice at the same places, and what is drawn in it again
            if len(answers) >= CACHED:
                vars(self)[ANSWERS] = answers = {}
            answers[key] = read_only(self._function_std(Z))
        return answers[key]

    def _function_std(self, Z: np.ndarray) -> np.ndarray:
        variance = self.covariance.diagonal(Z)
        for rows in pieces(len(Z), max(len(self.X), 1)):
            known = forward(self.root(), self.covariance.between(self.X, Z[rows]))
            variance[rows] -= (known**2).sum(axis=0)
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)))

    def predict_std(self, X: np.ndarray) -> np.ndarray:
        """(n,) the standard deviation of a new target, that of the function and of the noise together."""
        return np.asarray(np.hypot(self.function_std(X), self.noise))


def noisy(K: np.ndarray, noise: float, jitter: float = 0.0) -> np.ndarray:
    """K + (σ_n² + jitter) I, in a table of its own."""
    made = np.array(K)
    made[np.diag_indices_from(made)] += noise**2 + jitter
    return made
