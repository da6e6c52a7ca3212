"""Naive Bayes: a factor for each feature, which are multiplied as if the features were independent given the class."""

from __future__ import annotations

import math
from functools import cached_property
from typing import ClassVar, Protocol

import numpy as np

from engine.base.errors import Refusal
from engine.maths.probability.gaussians import log_sum
from engine.models.flat import LinearScores
from engine.models.mixture import ROUNDING
from engine.models.shapes import Axes, model, part, shaped

UNDEFINED = -1
"""The answer where every class has the probability 0."""
BEYOND = -1e300
"""No logarithm of a density is below this, so that it is a number."""
LARGEST = 1e200
"""Sums of squares of gaps, in units of the variances, are added up feature by feature from here on."""


class Factor(Protocol):
    """How probable the values of one feature are in each of K classes."""

    @property
    def n_classes(self) -> int:
        """K."""
        ...

    def logs(self, x: np.ndarray) -> np.ndarray:
        """(K, n) ln p(x | Cₖ) of values x (n,); 0 for a missing one."""
        ...


def _probable(name: str, chances: np.ndarray) -> None:
    if chances.dtype.kind not in "fiu" or not (((chances >= 0) & (chances <= 1)) | np.isnan(chances)).all():
        raise Refusal(f"The {name} of naive Bayes are numbers from 0 to 1, or missing where nothing is known.")


@part
class GaussianFactor:
    """p(x | Cₖ) = N(x | μₖ, σₖ²) of a number: means (K,), variances (K,)."""

    CALLED = "Gaussian factor"

    AXES: ClassVar[Axes] = {"means": ("class",), "variances": ("class",)}

    means: np.ndarray
    variances: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, means="K", variances="K")
        if not np.isfinite(self.means).all() or not (np.isfinite(self.variances) & (self.variances > 0)).all():
            raise Refusal("A Gaussian factor of naive Bayes has finite means, and variances above 0.")

    @property
    def n_classes(self) -> int:
        return len(self.means)

    def logs(self, x: np.ndarray) -> np.ndarray:
        """(K, n) ln p(x | Cₖ) of values x (n,); 0 for a missing one."""
        with np.errstate(over="ignore"):
            squares = (x - self.means[:, None]) ** 2 / self.variances[:, None]
        heights = -0.5 * (math.log(2 * math.pi) + np.log(self.variances))
        return _of_known(x, np.maximum(heights[:, None] - 0.5 * squares, BEYOND))


@part
class LevelFactor:
    """P(x | Cₖ) of a category, by its level: chances (K, V).

    A level that is unknown leaves the factor out: one beyond the table, or one whose chances are NaN.
    """

    CALLED = "table of chances"

    AXES: ClassVar[Axes] = {"chances": ("class", "level")}

    chances: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, chances="KV")
        _probable("chances", self.chances)

    @property
    def n_classes(self) -> int:
        return len(self.chances)

    def logs(self, x: np.ndarray) -> np.ndarray:
        """(K, n) ln P(x | Cₖ) of codes x (n,); 0 for one that is missing or unknown."""
        known = np.isfinite(x) & (x >= 0) & (np.rint(np.nan_to_num(x)) < self.chances.shape[1])
        codes = np.where(known, np.rint(np.nan_to_num(x)), 0.0).astype(int)
        logs = np.where(known, _log(self.chances)[:, codes], 0.0)
        return np.where(np.isnan(logs), 0.0, logs)


@part
class PresenceFactor:
    """P(x | Cₖ) = pₖ where x is above the threshold, else 1 − pₖ: chances (K,)."""

    CALLED = "chance of presence"

    AXES: ClassVar[Axes] = {"chances": ("class",)}

    chances: np.ndarray
    threshold: float = 0.0

    def __post_init__(self) -> None:
        shaped(self, chances="K")
        _probable("chances", self.chances)

    @property
    def n_classes(self) -> int:
        return len(self.chances)

    def logs(self, x: np.ndarray) -> np.ndarray:
        """(K, n) ln pₖ, or ln(1 − pₖ), of values x (n,); 0 for a missing one."""
        both = np.where(x > self.threshold, _log(self.chances)[:, None], _log(1 - self.chances)[:, None])
        return _of_known(x, np.where(np.isnan(both), 0.0, both))


@part
class CountFactor:
    """θₖˣ of a count x, such as how often a word occurs: chances (K,), which over all features add up to 1."""

    CALLED = "chance of a word"

    AXES: ClassVar[Axes] = {"chances": ("class",)}

    chances: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, chances="K")
        _probable("chances", self.chances)

    @property
    def n_classes(self) -> int:
        return len(self.chances)

    def logs(self, x: np.ndarray) -> np.ndarray:
        """(K, n) x ln θₖ of counts x (n,); 0 for a count of 0, whatever θₖ is, and for a missing one."""
        there = np.where(np.isfinite(x) & (x != 0), x, 0.0)
        with np.errstate(invalid="ignore"):
            logs = np.where(there != 0, there * _log(self.chances)[:, None], 0.0)
        return np.where(np.isnan(logs), 0.0, logs)


def _log(chances: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(chances))


def _of_known(x: np.ndarray, logs: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(x), 0.0, logs)


@model
class NaiveBayes:
    """P(Cₖ | x) ∝ πₖ Πⱼ p(xⱼ | Cₖ): the class with the greatest product. A missing value leaves its factor out.

    priors (K,), which add up to 1;  factors  d of them, one for each feature;  classes (K,) their codes

    >>> heights = GaussianFactor(np.array([0.0, 4.0]), np.array([1.0, 1.0]))
    >>> two = NaiveBayes(np.array([0.5, 0.5]), (heights,), np.array([0, 1]))
    >>> two.predict(np.array([[1.0], [3.0]])), two.predict_proba(np.array([[2.0]]))
    (array([0, 1]), array([[0.5, 0.5]]))
    """

    CALLED = "naive Bayes"

    AXES: ClassVar[Axes] = {"priors": ("class",), "classes": ("class",)}

    priors: np.ndarray
    factors: tuple[Factor, ...]
    classes: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, priors="K", classes="K")
        if not self.factors:
            raise Refusal("Naive Bayes needs a factor for each of its features, and at least one.")
        if any(factor.n_classes != len(self.priors) for factor in self.factors):
            raise Refusal("Every factor of naive Bayes must know as many classes as there are priors.")
        if (self.priors < 0).any() or not abs(float(self.priors.sum()) - 1) <= ROUNDING:
            raise Refusal("The priors of naive Bayes must be at least 0 and add up to 1.")

    @property
    def n_features(self) -> int:
        return len(self.factors)

    def log_joint(self, X: np.ndarray) -> np.ndarray:
        """(K, n) ln πₖ + Σⱼ ln p(xⱼ | Cₖ)."""
        table = np.atleast_2d(np.asarray(X, dtype=float))
        for at_once in (self._of_bells, self._of_counts):
            if (found := at_once(table)) is not None:
                return found
        total = np.repeat(_log(self.priors)[:, None], len(table), axis=1)
        for factor, x in zip(self.factors, table.T, strict=True):
            total = total + factor.logs(x)
        return np.asarray(total)

    def log_density(self, X: np.ndarray) -> np.ndarray:
        """(n,) ln p(x), the evidence; −∞ where every class has the probability 0."""
        return evidence(self.log_joint(X))

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the posteriors; NaN where every class has the probability 0."""
        return posteriors(self.log_joint(X)).T

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the greatest posterior, the first on a tie; UNDEFINED where there is none."""
        return self.answers(self.log_joint(X))

    def answers(self, joint: np.ndarray) -> np.ndarray:
        """(n,) the same, where ln p(x, Cₖ), (K, n), are known."""
        return np.where(np.isfinite(joint.max(axis=0)), self.classes[joint.argmax(axis=0)], UNDEFINED)

    def linear_scores(self) -> LinearScores | None:
        """Where every factor is a count, or a Gaussian whose variance all classes share: w · x + b; else None."""
        present = any(isinstance(factor, PresenceFactor) for factor in self.factors)
        return None if present else self._flat

    def linear_form(self) -> LinearScores | None:
        """The same, where of a presence x is 0 or 1 (`inputs`): it is linear too, unless a chance is 0 or 1."""
        return self._flat

    def inputs(self, X: np.ndarray) -> np.ndarray:
        """(n, d) what the linear form is asked with: of a presence 1 above the threshold, else 0; 0 of a gap."""
        table = np.nan_to_num(np.atleast_2d(np.asarray(X, dtype=float)))
        limits = {j: factor.threshold for j, factor in enumerate(self.factors) if isinstance(factor, PresenceFactor)}
        if len(limits) == len(self.factors):
            return np.asarray(table > list(limits.values()), dtype=float)
        for j, threshold in limits.items():
            table[:, j] = table[:, j] > threshold
        return np.asarray(table)

    def _of_bells(self, table: np.ndarray) -> np.ndarray | None:
        """(K, n) ln p(x, Cₖ) of Gaussians alone, all features at once; None of others, and where a value is missing or
        so far out that a factor would be no number.
        """
        if self._bells is None:
            return None
        means, variances = self._bells
        heights = _log(self.priors) - 0.5 * (math.log(2 * math.pi) + np.log(variances)).sum(axis=1)
        with np.errstate(over="ignore", invalid="ignore"):
            squares = np.array(
                [(table - mean) ** 2 @ (1 / spread) for mean, spread in zip(means, variances, strict=True)]
            )
            return heights[:, None] - 0.5 * squares if (squares < LARGEST).all() else None

    def _of_counts(self, table: np.ndarray) -> np.ndarray | None:
        """(K, n) the same of counts and presences without a chance of 0 or 1: the linear form; None with a gap."""
        plain = all(isinstance(factor, CountFactor | PresenceFactor) for factor in self.factors)
        if not plain or self._flat is None or not np.isfinite(table).all():
            return None
        if not all(isinstance(factor, CountFactor) for factor in self.factors):
            table = self.inputs(table)
        return np.asarray(self._flat.weights @ table.T + self._flat.biases[:, None])

    @cached_property
    def _bells(self) -> tuple[np.ndarray, np.ndarray] | None:
        """(K, d) the means and the variances where all factors are Gaussians."""
        bells = [factor for factor in self.factors if isinstance(factor, GaussianFactor)]
        if len(bells) < len(self.factors):
            return None
        return np.column_stack([bell.means for bell in bells]), np.column_stack([bell.variances for bell in bells])

    @cached_property
    def _flat(self) -> LinearScores | None:
        parts = [_linear(factor) for factor in self.factors]
        if not self.priors.all() or any(part is None for part in parts):
            return None
        weights = np.column_stack([part[0] for part in parts if part is not None])
        biases = np.log(self.priors) + np.sum([part[1] for part in parts if part is not None], axis=0)
        return LinearScores(weights, biases, self.classes, chances=True)


def _linear(factor: Factor) -> tuple[np.ndarray, np.ndarray] | None:
    """(K,) the weights of one feature and (K,) what it adds to the constants; None where the factor is not linear."""
    if isinstance(factor, CountFactor) and factor.chances.all():
        return np.log(factor.chances), np.zeros(factor.n_classes)
    if isinstance(factor, PresenceFactor) and ((factor.chances > 0) & (factor.chances < 1)).all():
        absent = np.log1p(-factor.chances)
        return np.asarray(np.log(factor.chances) - absent), np.asarray(absent)
    if isinstance(factor, GaussianFactor) and (factor.variances == factor.variances[0]).all():
        middle = float(factor.means.mean())
        gaps, variance = factor.means - middle, float(factor.variances[0])  # small, however far from 0 the means are
        weights = gaps / variance
        return weights, -weights * middle - 0.5 * gaps**2 / variance
    return None


def evidence(joint: np.ndarray) -> np.ndarray:
    """(n,) ln Σₖ p(x, Cₖ), of their logarithms (K, n); −∞ where all are."""
    known = np.isfinite(joint.max(axis=0))
    if known.all():
        return log_sum(joint)
    found = np.full(joint.shape[1], -np.inf)
    found[known] = log_sum(joint[:, known])
    return found


def posteriors(joint: np.ndarray) -> np.ndarray:
    """(K, n) shares that add up to 1, from their logarithms; NaN in a column where all are −∞."""
    greatest = joint.max(axis=0)
    known = np.isfinite(greatest)
    shares = np.exp(joint - np.where(known, greatest, 0.0))
    with np.errstate(invalid="ignore"):
        shares = shares / shares.sum(axis=0)
    shares[:, ~known] = np.nan
    return np.asarray(shares)
