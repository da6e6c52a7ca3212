"""Logistic regression by Newton's method: jump to the bottom of the bowl that touches the error.   (IRLS)

y = σ(w · x + b)      ∇E = Φᵀ(y − t) + λ w      H = Φᵀ R Φ + λ I,  R = diag(y (1 − y))      w ← w − H⁻¹ ∇E
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.newton import newton_step
from engine.maths.probability.cross_entropy import Local, curvature, local
from engine.models import Hyperplane, Logistic
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.line import beginning
from engine.parts.newton_ending import HALVINGS, ending, is_outward
from engine.parts.ridge import RidgeParams, penalties
from engine.parts.weight_space import grown

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, classes = expanded(data, basis), two_classes(data)
    Phi, t, ridge = with_ones(table.X), zero_one(data), penalties(params, table.d)
    w, halvings, objective_before = beginning(start, table.d), 0, None
    model = before = Logistic.unpacked(w, classes, basis)
    way, iteration = np.zeros((0, 2)), 0
    with np.errstate(over="ignore", invalid="ignore"):
        here = local(w, Phi, t, ridge)
    while True:
        a, error, objective, g = here
        with np.errstate(over="ignore", invalid="ignore"):
            H = curvature(a, Phi, ridge)
            move, rank, unmet = newton_step(g, H)
            pushes = (2.0 * t - 1.0) * (Phi @ move)
            change = float(np.abs(pushes).max())
        way, wrong = grown(way, w), int(((a >= 0) != (t > 0)).sum())
        found = (error, objective, objective_before, g, H, move, rank, unmet, change, is_outward(pushes))
        step = Step(model, before, iteration, way, *found, wrong, halvings)
        yield step

        if end := ending(step, table, params):
            return end
        objective_before, before = objective, model
        w, here, halvings = descended(w, move, here, params.damping, Phi, t, ridge)
        model, iteration = Logistic.unpacked(w, classes, basis), iteration + 1


def descended(
    w: np.ndarray, move: np.ndarray, here: Local, damping: bool, Phi: np.ndarray, t: np.ndarray, ridge: np.ndarray
) -> tuple[np.ndarray, Local, int]:
    """The weights after the step, halved while the error would rise if damping is on, and how often it was halved."""
    with np.errstate(over="ignore", invalid="ignore"):
        for halvings in range(HALVINGS):
            after = w + 0.5**halvings * move
            there = local(after, Phi, t, ridge)
            if not damping or there.objective <= here.objective * (1 + 1e-14):
                return after, there, halvings
    return w, here, HALVINGS


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


@dataclass(frozen=True)
class Params(RidgeParams):
    damping: bool = flag(True, help="halve a step while the error would rise")
    iterations: int = whole(25, low=1, high=1000, log=True, help="Newton steps before giving up")
    tolerance: float = real(1e-10, low=1e-14, high=1e-2, log=True, help="stop when no activation would change by more")


@snapshot
class Step:
    """The weights after so many Newton steps, and the bowl that touches the error there. M = d + 1, the bias first."""

    model: Logistic
    before: Logistic  # the model before the last step; at the start, the model itself
    iteration: int  # how many Newton steps led here
    way: np.ndarray  # (m, 2) the way so far on the chart of weight space
    error: float  # E, the cross-entropy, a sum over the rows
    objective: float  # E + ½ Σ λ w²: what is made least
    objective_before: float | None
    gradient: np.ndarray  # (M,)
    hessian: np.ndarray  # (M, M)
    move: np.ndarray  # (M,) the full Newton step from here
    rank: int  # of the Hessian
    unmet: float  # the part of the gradient that no step can meet, in units free of those of the features
    change: float  # the most that the full step would change an activation
    outward: bool  # whether it would push rows farther to their right side, and none back
    wrong: int  # rows whose own class has a probability below ½
    halvings: int = 0  # how often the step that led here was halved

    @property
    def gain(self) -> float:
        """By how much the bottom of the bowl lies lower than here."""
        return -0.5 * float(self.gradient @ self.move)
