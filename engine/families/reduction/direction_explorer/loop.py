"""Direction explorer: turn a direction, and watch how much the points vary along it.   (Pearson 1901; Fisher 1936)

u = (cos θ, sin θ)      V(θ) = uᵀ S u      the variance of the projections u · x, from λ₂ at least to λ₁ at most
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.plane import Plane
from engine.families.reduction.direction_explorer.turning import along, angle_of, measured, unit
from engine.maths.algebra.covariance import EQUAL, principal_axes
from engine.models.projections import Components


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Components | None = None) -> Steps:
    _, S = measured(data, params)
    if not np.trace(S) > 0:
        return (yield from without_variance(data, params))
    held = None if start is None else angle_of(start, params.axes(data))
    begin = params.angle if held is None else held
    best = Found(begin, -1.0)
    for turn in range(1 + round(180.0 / params.turn)):
        angle = (begin + turn * params.turn) % 360.0
        model = along(unit(angle), data, params)
        variance = float(model.variances[0])
        if variance > best.variance:
            best = Found(angle, variance)
        yield Step(model=model, angle=angle, S=S, variance=variance, best=best, axes=params.axes(data))
    return Ending.converged(verdict(best, S))


def verdict(best: Found, S: np.ndarray) -> str:
    """The best direction that was tried, beside the best there is."""
    axes, values = principal_axes(S)
    if values[0] - values[1] <= EQUAL * values[0]:
        return f"All directions have the same variance, {figure(values[0])}: the cloud is round, and none stands out."
    exact = float(np.degrees(np.arctan2(axes[0][1], axes[0][0]))) % 180.0
    tried = f"the best that was tried has {figure(best.variance)} at θ = {figure(best.angle % 180.0)}°"
    return f"The greatest variance is λ₁ = {figure(values[0])}, along u₁ at θ = {figure(exact)}°; {tried}."


def without_variance(data: Dataset, params: Params) -> Steps:
    """A run over two features that never change."""
    model = along(unit(params.angle), data, params)
    yield Step(
        model=model, angle=params.angle, S=measured(data, params)[1], variance=0.0, best=Found(params.angle, 0.0),
        axes=params.axes(data),
    )  # fmt: skip
    return Ending.failed("The two features never change: no direction has a variance. Choose others.")


def first_shown(data: Dataset) -> tuple[int, int]:
    """The two features that data of d ≥ 2 features are first shown by; the first two where that plane mixes them."""
    return data.cached("first shown", lambda: _first_shown(Plane.of(data).axes))


def _first_shown(axes: np.ndarray) -> tuple[int, int]:
    across, up = (int(np.argmax(axis != 0)) for axis in axes)
    return (across, up) if (np.count_nonzero(axes, axis=1) == 1).all() else (0, 1)


def bound(data: Dataset, params: Params) -> int:
    return 1 + round(180.0 / params.turn)


@dataclass(frozen=True)
class Params:
    angle: float = real(0.0, low=0.0, high=180.0, symbol=r"\theta", label="direction", help="in degrees, at the start")
    turn: float = real(5.0, low=1.0, high=90.0, label="turn at a step", help="in degrees")
    divisor: str = choice("N - 1", ("N - 1", "N"), rare=True, help="what the sums of squares are divided by")
    first: int = whole(
        0,
        low=0,
        high=1_000_000,
        auto=lambda step, params: step.axes[0] + 1,
        rare=True,
        label="feature across",
        help="number of the one θ = 0 is; auto: as first shown",
    )
    second: int = whole(
        0, low=0, high=1_000_000, auto=lambda step, params: step.axes[1] + 1, rare=True,
        label="feature up", help="number of the one θ = 90 is; auto: as first shown",
    )  # fmt: skip

    def axes(self, data: Dataset) -> tuple[int, int]:
        """The two features that are looked at, of d ≥ 2: two different ones, by themselves those first shown."""
        shown = first_shown(data)
        first, second = (
            min(number, data.d) - 1 if number else j for number, j in zip((self.first, self.second), shown, strict=True)
        )
        return first, second if second != first else (first + 1) % data.d

    def divided_by(self, n: int) -> int:
        """What the sums of squares of n rows are divided by."""
        return n - 1 if self.divisor == "N - 1" else n


@snapshot
class Found:
    """A direction in degrees, and the variance along it."""

    angle: float
    variance: float


@snapshot
class Step:
    """One direction, the variance along it, and the best so far. The model has that direction alone."""

    model: Components
    angle: float
    S: np.ndarray  # (2, 2) of the two features
    variance: float  # uᵀ S u
    best: Found
    axes: tuple[int, int]  # the two features
