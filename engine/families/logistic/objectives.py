"""What the logistic regressions make least: the cross-entropy of their probabilities, and the penalty on their weights.

E = −Σ ln P(own class of a row)      E + ½ Σ λ w²      of two classes w (M,), of K classes W (K, M), the biases first
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.snapshot import sealed
from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.logistic.flatness import far_column
from engine.maths.optimisation.gauge import GAUGES, gauged_step
from engine.maths.optimisation.newton import newton_step
from engine.maths.probability import softmax_entropy as softmax
from engine.maths.probability.cross_entropy import Local, local, penalised_each
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

    @cached_property
    def products(self) -> softmax.Products:
        """The products of the columns of Φ, which every Hessian weighs."""
        return softmax.Products(self.Phi)

    def shown(self, w: np.ndarray) -> np.ndarray:
        """(2,), of K classes (K, 2): the weights that the chart of weight space shows."""
        return shown(w)

    def lost(self, rank: str, remedy: str) -> str:
        """Why a Hessian of this rank does not lead to the least, in words."""
        if name := far_column(self.table):
            far = f"{name} lies so far from 0 that it is numerically the same as the bias"
            return f"{far}, and {rank}: subtract its mean first."
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
            why = "Some classes are separable from the others, or separable but for touching points"
        return (
            f"{why}. E = {figure(error)} can still fall, but only while the weights grow without bound: "
            f"‖w‖ = {figure(float(np.linalg.norm(w[..., 1:])))} now. Add a penalty (λ > 0)."
        )


def is_separated(error: float) -> bool:
    """E < ln 2 leaves no row a loss of ln 2: each has its own class as the likeliest, and longer weights lower E."""
    return error < math.log(2.0)


def for_ever(least: str, error: float, before: np.ndarray, after: np.ndarray) -> str:
    """What is said where E alone is made least and no row is wrong: how the weights grew, without the biases."""
    if least != "E" or not is_separated(error):
        return ""
    old, new = (float(np.linalg.norm(w)) for w in (before, after))
    grown = f"from {figure(old)} to {figure(new)} in this step" if new > old else f"{figure(new)} now"
    return (
        " No point is misclassified: the classes are separable, and the weights will grow without bound, "
        f"‖w‖ {grown}. A penalty (λ > 0) bounds them."
    )


PUSHED = 0.1
"""A row that a step pushes by no more is not pushed."""


def is_outward(pushes: np.ndarray) -> bool:
    """Whether a step pushes rows farther to their right side (pushes (n,)), and none back: one could go on for ever."""
    return bool((most := pushes.max()) > PUSHED and pushes.min() >= -1e-2 * most)


def probability(activation: float) -> float:
    """σ of one number, without overflow."""
    smaller = math.exp(-abs(activation))
    return (1.0 if activation >= 0 else smaller) / (1.0 + smaller)


# -- two classes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TwoClasses(_Entropy):
    """E + ½ Σ λⱼ wⱼ² of two classes, their targets t (n,) 0 and 1, with y = σ(Φ w)."""

    bent: ClassVar[float] = 0.25  # no example curves E by more, times ‖φ‖²
    t: np.ndarray
    classes: tuple[int, int]

    @classmethod
    def posed(
        cls, data: Dataset, basis: Basis | None, params: RidgeParams, start: Hyperplane | None = None
    ) -> TwoClasses:
        table = expanded(data, basis)
        Phi, ridge, w = table.design, penalties(params, table.d), beginning(start, table.d)
        return cls(table, basis, Phi, ridge, w, zero_one(data), two_classes(data))

    @cached_property
    def safe_rate(self) -> float:
        """At this rate the objective never rises: no example curves it by more than y (1 − y) ≤ ¼."""
        return suggested_rate(self.Phi, self.bent, float(self.ridge.max()))

    def pull(self, w: np.ndarray, row: int) -> np.ndarray:
        """(M,) (y − t) φ of one example."""
        phi: np.ndarray = self.Phi[row]
        return (probability(float(w.dot(phi))) - self.targets[row]) * phi

    @cached_property
    def targets(self) -> list[float]:
        """The targets one by one: a number is quicker than a place in an array."""
        return [float(t) for t in self.t]

    def at(self, w: np.ndarray) -> TwoClassPlace:
        return TwoClassPlace(self, local(w, self.Phi, self.t, self.ridge))

    def value(self, w: np.ndarray) -> float:
        """E + ½ Σ λⱼ wⱼ²."""
        return self.at(w).value

    def values(self, W: np.ndarray) -> np.ndarray:
        """(B,) the same of many weights (B, M)."""
        return penalised_each(W, self.Phi, self.t, self.ridge)

    def model(self, w: np.ndarray) -> Logistic:
        return Logistic.unpacked(w, self.classes, self.basis)

    def jump(self, gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int, float]:
        return newton_step(gradient, hessian)

    @cached_property
    def right(self) -> np.ndarray:
        """(n,) the sign of the activation on each row's right side."""
        return sealed(2.0 * self.t - 1.0)

    def pushed(self, move: np.ndarray) -> tuple[float, bool]:
        """The most that a step changes an activation, and whether it pushes rows to their right side alone."""
        pushes = self.right * (self.Phi @ move)
        return max(float(pushes.max()), -float(pushes.min())), is_outward(pushes)


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
        return np.asarray(self.of.products.weighed(self.here.weights()[None])[0] + np.diag(self.of.ridge))

    def wrong(self) -> int:
        """Rows whose own class has a probability below ½."""
        return int(np.count_nonzero((self.here.activation >= 0) != (self.of.right > 0)))


# -- more classes ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ManyClasses(_Entropy):
    """E + ½ Σ λⱼ wₖⱼ² of K classes, of which row n has the own[n]-th, with Y = softmax(W Φᵀ)."""

    bent: ClassVar[float] = 0.5
    own: np.ndarray
    classes: np.ndarray
    gauge: str = GAUGES[0]

    @classmethod
    def posed(
        cls, data: Dataset, basis: Basis | None, params: RidgeParams, start: Scores | None = None,
        gauge: str = GAUGES[0],
    ) -> ManyClasses:  # fmt: skip
        table, classes = expanded(data, basis), np.array(data.classes_present)
        Phi, ridge, W = table.design, penalties(params, table.d), first_weights(start, classes, table.d)
        return cls(table, basis, Phi, ridge, W, softmax.own_rows(data.codes, classes), classes, gauge)

    @cached_property
    def safe_rate(self) -> float:
        """At this rate the objective never rises: no eigenvalue of diag(y) − y yᵀ, an example's part, is above ½."""
        return suggested_rate(self.Phi, self.bent, float(self.ridge.max()))

    def pull(self, w: np.ndarray, row: int) -> np.ndarray:
        """(K, M) (yₖ − tₖ) φ of one example, for every class."""
        phi = self.Phi[row]
        scores = w.dot(phi)  # `dot` and the sums of a list, for this is asked for every example
        y = np.exp(scores - max(scores.tolist()))
        y /= sum(y.tolist())
        y[self.own[row]] -= 1.0
        pull: np.ndarray = y[:, None] * phi
        return pull

    @cached_property
    def places(self) -> np.ndarray:
        """(n,) where the own classes stand in an array (K, n)."""
        return sealed(softmax.own_places(self.own))

    def at(self, w: np.ndarray) -> ManyClassPlace:
        return ManyClassPlace(self, w, softmax.softmax_at(w, self.Phi, self.places, self.ridge))

    def value(self, w: np.ndarray) -> float:
        """E + ½ Σ λⱼ wₖⱼ², also of weights (K·M,) one class after the other."""
        return self.at(w.reshape(len(self.classes), -1)).value

    def values(self, W: np.ndarray) -> np.ndarray:
        """(B,) the same of many weights (B, K·M)."""
        return softmax.penalised_each(W.reshape(len(W), len(self.classes), -1), self.Phi, self.places, self.ridge)

    def model(self, w: np.ndarray) -> Softmax:
        return Softmax.unpacked(w, self.classes, self.basis)

    def jump(self, gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int, float]:
        return gauged_step(gradient, hessian, self.ridge == 0, len(self.classes), self.gauge)

    def pushed(self, move: np.ndarray) -> tuple[float, bool]:
        """The most that a step changes a difference of two scores, and whether it only helps."""
        shifts = move.reshape(len(self.classes), -1) @ self.Phi.T
        change = float((shifts.max(axis=0) - shifts.min(axis=0)).max())
        if change <= PUSHED:  # no row is pushed by more
            return change, False
        helped = shifts.take(self.places)
        shifts.reshape(-1)[self.places] = -np.inf  # the rivals are left
        return change, is_outward(helped - shifts.max(axis=0))


@dataclass(frozen=True)
class ManyClassPlace:
    """The objective of K classes at some weights."""

    of: ManyClasses
    w: np.ndarray
    here: softmax.Here

    @property
    def error(self) -> float:
        return self.here.error

    @property
    def value(self) -> float:
        return self.here.objective

    def gradient(self) -> np.ndarray:
        """(K, M) (Y − T) Φ + λ W."""
        return softmax.slope_at(self.here.probabilities, self.of.Phi, self.of.places, self.w, self.of.ridge)

    def curvature(self) -> np.ndarray:
        """(K·M, K·M) the blocks Σ yₖ (δₖⱼ − yⱼ) φ φᵀ + δₖⱼ diag λ."""
        return softmax.softmax_hessian(self.here.probabilities, self.of.products, self.of.ridge)

    def wrong(self) -> int:
        """Rows whose own class is not the likeliest."""
        return int(np.count_nonzero(softmax.likeliest(self.here.probabilities) != self.of.own))
