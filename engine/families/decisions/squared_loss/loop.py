"""Squared loss: the best prediction is the conditional mean, and the conditional variance remains.   (Bishop 2006)

E[(t − y)² | x] = (y − E[t | x])² + Var[t | x]        y*(x) = E[t | x]

E[L] = ∫∫ (t − y(x))² p(x, t) dx dt = ∫ (y(x) − E[t | x])² p(x) dx + ∫ Var[t | x] p(x) dx
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engine.base.errors import AddPoints, Objection
from engine.base.params import choice, several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.decisions.squared_loss.joint import JOINTS, POINTS, Joint, integral, joint_of


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    joint = joint_of(data.X, targets(data), params.joint)
    x = params.place(joint)
    step = Step(part="joint", joint=joint, x=x)
    yield step
    mean, variance = float(joint.mean(np.array([x]))[0]), float(joint.variance(np.array([x]))[0])
    step = replace(step, part="slice", mean=mean, variance=variance)
    yield step
    y = params.prediction(mean, variance)
    step = replace(step, part="guess", y=y, loss=loss(y, mean, variance))
    yield step
    yield replace(step, part="best")

    grid = joint.grid
    p, off = joint.of_x(grid), moved(grid, x, y - mean, joint)
    reducible = integral(off**2 * p, grid)
    irreducible = integral(joint.variance(grid) * p, grid)
    yield replace(step, part="all", reducible=reducible, irreducible=irreducible, expected=reducible + irreducible)
    return Ending.converged(f"The least expected loss is {figure(irreducible)}: the mean of Var[t | x].")


def loss(y: float, mean: float, variance: float) -> float:
    """E[(t − y)² | x] = (y − E[t | x])² + Var[t | x]."""
    return (y - mean) ** 2 + variance


def moved(x: np.ndarray, at: float, by: float, joint: Joint) -> np.ndarray:
    """(n,) y(x) − E[t | x] where y was moved by so much at one place, and less around it."""
    return np.asarray(by * np.exp(-0.5 * ((x - at) / (REACH * joint.scale[0])) ** 2))


def targets(data: Dataset) -> np.ndarray:
    assert data.y is not None
    return data.y


def bound(data: Dataset, params: Params) -> int:
    return 5


def limits(data: Dataset, params: Params) -> str:
    """Feature and target vary, and the points lie on no line."""
    x, t = data.X[:, 0], targets(data)
    if not (x.max() > x.min() and t.max() > t.min()):
        still = data.columns[0].title if x.max() == x.min() else data.target_name
        return Objection(f"All points have the same {still}: add points that differ.", AddPoints())
    if params.joint == POINTS and joint_of(data.X, t, POINTS).variance(x[:1])[0] <= LINED * np.var(t / np.abs(t).max()):
        return Objection("All points lie on one line, so Var[t | x] = 0: add points beside it.", AddPoints())
    return ""


REACH = 0.5
"""A prediction that is moved takes others with it, so many standard deviations of x far."""
LINED = 1e-12


def chosen_place(step: Any, params: Any) -> tuple[float, ...]:
    return (step.x,)


def chosen_guess(step: Any, params: Any) -> tuple[float, ...] | None:
    return None if step.y is None else (step.y,)


@dataclass(frozen=True)
class Params:
    joint: str = choice(POINTS, JOINTS, symbol="p(x, t)", help="the joint density of feature and target")
    at: tuple[float, ...] = several(most=1, auto=chosen_place, symbol="x", label="place", help="none: the mean of x")
    guess: tuple[float, ...] = several(
        most=1, auto=chosen_guess, symbol="y", label="prediction", help="at that place; none: one deviation too high"
    )

    def place(self, joint: Joint) -> float:
        """x."""
        return self.at[0] if self.at else float(joint.centre[0])

    def prediction(self, mean: float, variance: float) -> float:
        """y at x."""
        return self.guess[0] if self.guess else mean + float(np.sqrt(variance))


@snapshot
class Step:
    """A joint density, a slice of it, and a prediction there."""

    part: Literal["joint", "slice", "guess", "best", "all"]
    joint: Joint
    x: float
    mean: float | None = None  # E[t | x]
    variance: float | None = None  # Var[t | x]
    y: float | None = None
    loss: float | None = None  # E[(t − y)² | x]
    reducible: float | None = None  # ∫ (y(x) − E[t | x])² p(x) dx
    irreducible: float | None = None  # ∫ Var[t | x] p(x) dx
    expected: float | None = None  # E[L]
    model: None = None
