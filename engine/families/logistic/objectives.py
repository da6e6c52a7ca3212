"""What the logistic regressions make least: the cross-entropy of their probabilities, and the penalty on their weights.

E = −Σ ln P(own class of a row)      E + ½ Σ λ w²      of two classes w (M,), of K classes W (K, M), the biases first
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.gauge import GAUGES, gauged_step
from engine.maths.optimisation.newton import newton_step
from engine.maths.probability.cross_entropy import Local, curvature, local
from engine.maths.probability.softmax_entropy import (
    Here,
    Products,
    likeliest,
    own_rows,
    softmax_gradient,
    softmax_here,
    softmax_hessian,
)
from engine.models.basis import Basis
from engine.models.linear import Hyperplane, Logistic, Scores, Softmax
from engine.parts.basis import expanded
from engine.parts.line import beginning
from engine.parts.ridge import RidgeParams, penalties, suggested_rate
from engine.parts.scores import first_weights
from engine.parts.weight_space import shown


@dataclass(frozen=True)
class _Entropy:
    """A table of n rows, its basis functions with a leading 1, Φ (n, M), and the penalties λ (M,) of the weights."""

    table: Dataset
    basis: Basis | None
    Phi: np.ndarray
    ridge: np.ndarray
    start: np.ndarray  # the weights to begin from

    @property
    def least(self) -> str:
        """What is made least, by name."""
        return "E + penalty" if self.ridge.any() else "E"

    def shown(self, w: np.ndarray) -> np.ndarray:
        """(2,), of K classes (K, 2): the weights that the chart of weight space shows."""
        return shown(w)

    def lost(self, rank: str, remedy: str) -> str:
        """Why a Hessian of this rank does not lead to the least, in words."""
        if name := far_column(self.table):
            return (
                f"{name} lies so far from 0 that it cannot be told from the bias, and {rank}: subtract its mean first."
            )
        near = "the probabilities are so near to 0 and 1 that its curvature is lost"
        return f"{self.least} is not at its least, but {near}: {rank}. {remedy}"

    def endless(self, w: np.ndarray, error: float, outward: bool = False) -> str:
        """Why E can fall for ever, in words, or ''; `outward` where it hardly does and a step pushes no row back."""
        if self.ridge.any() or not (outward or is_separated(error)):
            return ""
        line = "line" if self.basis is None else "curve"
        why = f"The classes only touch: a {line} separates all points but those on it"
        if is_separated(error):
            why = f"The classes are separable: a {line} has every point on its right side"
        elif w.ndim > 1 and len(w) > 2:
            why = "Some of the classes can be told from the others without a fault, or only touch"
        return (
            f"{why}. E = {figure(error)} can still fall, but only while the weights grow for ever: "
            f"‖w‖ = {figure(float(np.linalg.norm(w[..., 1:])))} now. Add a penalty (λ > 0)."
        )


def is_separated(error: float) -> bool:
    """E < ln 2 leaves no row a loss of ln 2: each has its own class as the likeliest, and longer weights lower E."""
    return error < float(np.log(2.0))


def for_ever(least: str, error: float) -> str:
    """What is said where E alone is made least and no row is wrong, a sentence more; else ''."""
    if least != "E" or not is_separated(error):
        return ""
    return " Every point is on its right side: the classes are separable, and the weights will grow for ever."


def is_outward(pushes: np.ndarray) -> bool:
    """Whether a step pushes rows farther to their right side (pushes (n,)), and none back: one could go on for ever."""
    return bool(pushes.max() > 0.1 and pushes.min() >= -1e-2 * pushes.max())


# -- two classes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoClasses(_Entropy):
    """E + ½ Σ λⱼ wⱼ² of two classes, their targets t (n,) 0 and 1, with y = σ(Φ w)."""

    t: np.ndarray
    classes: tuple[int, int]

    @classmethod
    def posed(
        cls, data: Dataset, basis: Basis | None, params: RidgeParams, start: Hyperplane | None = None
    ) -> TwoClasses:
        table = expanded(data, basis)
        Phi, ridge, w = with_ones(table.X), penalties(params, table.d), beginning(start, table.d)
        return cls(table, basis, Phi, ridge, w, zero_one(data), two_classes(data))

    @cached_property
    def safe_rate(self) -> float:
        """At this rate the objective never rises: no example curves it by more than y (1 − y) ≤ ¼."""
        return suggested_rate(self.Phi, 0.25, float(self.ridge.max()))

    def at(self, w: np.ndarray) -> TwoClassPlace:
        return TwoClassPlace(self, local(w, self.Phi, self.t, self.ridge))

    def value(self, w: np.ndarray) -> float:
        """E + ½ Σ λⱼ wⱼ²."""
        return self.at(w).value

    def model(self, w: np.ndarray) -> Logistic:
        return Logistic.unpacked(w, self.classes, self.basis)

    def jump(self, gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int, float]:
        return newton_step(gradient, hessian)

    def pushed(self, move: np.ndarray) -> tuple[float, bool]:
        """The most that a step changes an activation, and whether it pushes rows to their right side alone."""
        pushes = (2.0 * self.t - 1.0) * (self.Phi @ move)
        return float(np.abs(pushes).max()), is_outward(pushes)


@dataclass(frozen=True)
class TwoClassPlace:
    """The objective of two classes at some weights."""

    of: TwoClasses
    here: Local

    @property
    def error(self) -> float:
        return self.here.error

    @property
    def value(self) -> float:
        return self.here.objective

    def gradient(self) -> np.ndarray:
        """(M,) Φᵀ(y − t) + λ w."""
        return self.here.gradient

    def curvature(self) -> np.ndarray:
        """(M, M) Φᵀ R Φ + diag λ, R = diag(y (1 − y))."""
        return curvature(self.here.activation, self.of.Phi, self.of.ridge)

    def wrong(self) -> int:
        """Rows whose own class has a probability below ½."""
        return int(((self.here.activation >= 0) != (self.of.t > 0)).sum())


# -- more classes ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ManyClasses(_Entropy):
    """E + ½ Σ λⱼ wₖⱼ² of K classes, of which row n has the own[n]-th, with Y = softmax(W Φᵀ)."""

    own: np.ndarray
    classes: np.ndarray
    gauge: str = GAUGES[0]

    @classmethod
    def posed(
        cls,
        data: Dataset,
        basis: Basis | None,
        params: RidgeParams,
        start: Scores | None = None,
        gauge: str = GAUGES[0],
    ) -> ManyClasses:
        table, classes = expanded(data, basis), np.array(data.classes_present)
        Phi, ridge, W = with_ones(table.X), penalties(params, table.d), first_weights(start, classes, table.d)
        return cls(table, basis, Phi, ridge, W, own_rows(data.codes, classes), classes, gauge)

    @cached_property
    def safe_rate(self) -> float:
        """At this rate the objective never rises: no eigenvalue of diag(y) − y yᵀ, an example's part, is above ½."""
        return suggested_rate(self.Phi, 0.5, float(self.ridge.max()))

    @cached_property
    def products(self) -> Products:
        """The products of the columns of Φ, which every Hessian weighs."""
        return Products(self.Phi)

    def at(self, w: np.ndarray) -> ManyClassPlace:
        return ManyClassPlace(self, w, softmax_here(w, self.Phi, self.own, self.ridge))

    def value(self, w: np.ndarray) -> float:
        """E + ½ Σ λⱼ wₖⱼ², also of weights (K·M,) one class after the other."""
        return self.at(w.reshape(len(self.classes), -1)).value

    def model(self, w: np.ndarray) -> Softmax:
        return Softmax.unpacked(w, self.classes, self.basis)

    def jump(self, gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int, float]:
        return gauged_step(gradient, hessian, self.ridge == 0, len(self.classes), self.gauge)

    def pushed(self, move: np.ndarray) -> tuple[float, bool]:
        """The most that a step changes a difference of two scores, and whether it only helps."""
        shifts = move.reshape(len(self.classes), -1) @ self.Phi.T
        change = float((shifts.max(axis=0) - shifts.min(axis=0)).max())
        rows, rivals = np.arange(len(self.own)), np.array(shifts)
        rivals[self.own, rows] = -np.inf
        return change, is_outward(shifts[self.own, rows] - rivals.max(axis=0))


@dataclass(frozen=True)
class ManyClassPlace:
    """The objective of K classes at some weights."""

    of: ManyClasses
    w: np.ndarray
    here: Here

    @property
    def error(self) -> float:
        return self.here.error

    @property
    def value(self) -> float:
        return self.here.objective

    def gradient(self) -> np.ndarray:
        """(K, M) (Y − T) Φ + λ W."""
        return softmax_gradient(self.here.probabilities, self.of.Phi, self.of.own, self.w, self.of.ridge)

    def curvature(self) -> np.ndarray:
        """(K·M, K·M) the blocks Σ yₖ (δₖⱼ − yⱼ) φ φᵀ + δₖⱼ diag λ."""
        return softmax_hessian(self.here.probabilities, self.of.products, self.of.ridge)

    def wrong(self) -> int:
        """Rows whose own class is not the likeliest."""
        return int((likeliest(self.here.probabilities) != self.of.own).sum())


# -- the table ---------------------------------------------------------------------------------------------------------


def far_column(data: Dataset) -> str:
    """A feature whose spread is lost in the digits of its mean, or ''."""
    spread, size = np.ptp(data.X, axis=0), np.abs(data.X).max(axis=0)
    far = np.flatnonzero((spread > 0) & (spread < 1e-6 * size))
    return data.feature_names[far[0]] if len(far) else ""


def why_flat(rank: int, size: int, table: Dataset, classes: int = 1) -> str:
    """Why a Hessian of this size has no higher rank, in words; `classes` have weights of their own."""
    M, constant = table.d + 1, np.flatnonzero(table.X.min(axis=0) == table.X.max(axis=0))
    if table.n < M:
        each = " in each class" if classes > 1 else ""
        return f"There are {M} weights{each} for {table.n} points: the Hessian has rank {rank}, and the bowl is flat."
    if len(constant):
        return f"{table.feature_names[constant[0]]} never changes, as the bias, so the bowl is flat along the two."
    if name := far_column(table):
        return f"{name} lies so far from 0 that it cannot be told from the bias."
    return f"The Hessian has rank {rank} of {size}: a column is a sum of others, or nearly, and the bowl is flat."
