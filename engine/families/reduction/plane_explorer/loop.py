"""Plane explorer: turn a plane through the mean, and watch how much variance the shadow of the points keeps.

    V = uᵀ S u + vᵀ S v,   u ⊥ v of length 1      V ≤ λ₁ + λ₂,   V + nᵀ S n = λ₁ + λ₂ + λ₃      (Pearson 1901)

A turn within the plane changes nothing. A turn about an axis is kept if V rises; when none does, the turns get smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.reduction.plane_explorer.turning import frame_of, framed, measured, modelled, turned
from engine.maths.algebra.covariance import principal_axes
from engine.models.projections import Components


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Components | None = None) -> Steps:
    _, S, mean = measured(data, params.divided_by(data.n))
    frame = framed(*np.eye(3)[:2]) if start is None else frame_of(start)
    V = kept(frame, S)
    yield Step(
        model=modelled(frame, data, S, mean), kind="start", axis=0, angle=0.0, frame=frame, S=S, before=V, variance=V
    )
    if not np.trace(S) > 0:
        return Ending.failed("The features never change: no plane has a variance. Choose others.")
    for _ in range(2):
        frame = turned(frame, frame[2], params.turn)
        before, V = V, kept(frame, S)
        yield Step(
            model=modelled(frame, data, S, mean), kind="within", axis=0, angle=params.turn, frame=frame, S=S,
            before=before, variance=V,
        )  # fmt: skip
    if data.d == 2:
        return Ending.converged(f"Two features have one plane: V = {figure(V)} however it is turned.")

    turn, made = params.turn, 0
    while turn >= params.finest and made < params.most:
        better = best_turn(frame, S, turn)
        if better is None:
            turn /= 2
            continue
        axis, angle = better
        frame, made = turned(frame, np.eye(3)[axis], angle), made + 1
        before, V = V, kept(frame, S)
        yield Step(
            model=modelled(frame, data, S, mean), kind="about", axis=axis, angle=angle, frame=frame, S=S, before=before,
            variance=V,
        )  # fmt: skip
    return ended(V, S, turn, params)


def best_turn(frame: np.ndarray, S: np.ndarray, turn: float) -> tuple[int, float] | None:
    """The axis and the angle, of this size and either sign, that raise V most; None where none raises it."""
    tried = [(axis, angle) for axis in range(3) for angle in (turn, -turn)]
    totals = [kept(turned(frame, np.eye(3)[axis], angle), S) for axis, angle in tried]
    best = int(np.argmax(totals))
    return tried[best] if totals[best] > kept(frame, S) * (1 + RISEN) else None


def kept(frame: np.ndarray, S: np.ndarray) -> float:
    """V = uᵀ S u + vᵀ S v."""
    u, v, _ = frame
    return float(u @ S @ u + v @ S @ v)


def ended(V: float, S: np.ndarray, turn: float, params: Params) -> Ending:
    _, values = principal_axes(S)
    words = f"The plane keeps V = {figure(V)} of at most λ₁ + λ₂ = {figure(values[0] + values[1])}"
    if turn >= params.finest:
        return Ending.stopped(f"{words}, and further turns would keep more.")
    return Ending.converged(f"{words}: no turn of {figure(2 * turn)}° about an axis keeps more.")


def bound(data: Dataset, params: Params) -> int:
    return 3 + params.most


RISEN = 1e-12
"""A rise by a smaller share of V is rounding."""


@dataclass(frozen=True)
class Params:
    turn: float = real(20.0, low=1.0, high=90.0, label="turn at a step", help="in degrees, at first")
    finest: float = real(
        0.5, low=0.05, high=45.0, log=True, label="smallest turn", clear=True, rare=True, help="in degrees, at last"
    )
    most: int = whole(
        200, low=1, high=2_000, log=True, label="maximum iterations", clear=True, rare=True, help="about axes"
    )
    divisor: str = choice("N - 1", ("N - 1", "N"), rare=True, help="what the sums of squares are divided by")

    def divided_by(self, n: int) -> int:
        """What the sums of squares of n rows are divided by."""
        return n - 1 if self.divisor == "N - 1" else n


@snapshot
class Step:
    """The plane after one turn. The model has its two directions."""

    model: Components
    kind: Literal["start", "within", "about"]
    axis: int  # of a turn about an axis: the feature
    angle: float  # in degrees
    frame: np.ndarray  # (3, 3) the rows u, v and the normal n, over the three features
    S: np.ndarray  # (3, 3)
    before: float  # V before the turn
    variance: float  # V
