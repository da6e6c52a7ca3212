"""Softmax regression by Newton's method: one bowl for the weights of all classes, and a jump to its bottom.

∇ₖE = Σₙ (yₙₖ − tₙₖ) φₙ + λ wₖ      Hₖⱼ = Σₙ yₙₖ (δₖⱼ − yₙⱼ) φₙ φₙᵀ + δₖⱼ λ I      W ← W − H⁻¹ ∇E
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.many_classes import beginning
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.gauge import GAUGES, gauged_step
from engine.maths.probability.softmax_entropy import (
    Here,
    Products,
    likeliest,
    own_rows,
    softmax_gradient,
    softmax_here,
    softmax_hessian,
)
from engine.models import Scores, Softmax
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.newton_ending import HALVINGS, ending, is_outward
from engine.parts.ridge import RidgeParams, penalties
from engine.parts.weight_space import grown


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    basis, classes = chosen_basis(params, data, start), np.array(data.classes_present)
    table, K = expanded(data, basis), len(classes)
    Phi, own, ridge = with_ones(table.X), own_rows(data.codes, classes), penalties(params, table.d)
    W, halvings, objective_before = beginning(start, classes, table.d), 0, None
    model = before = Softmax.unpacked(W, classes, basis)
    way, iteration, products = np.zeros((0, K, 2)), 0, Products(Phi)
    with np.errstate(over="ignore", invalid="ignore"):
        here = softmax_here(W, Phi, own, ridge)
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            Y = here.probabilities
            g, H = softmax_gradient(Y, Phi, own, W, ridge), softmax_hessian(Y, products, ridge)
            move, rank, unmet = gauged_step(g.ravel(), H, ridge == 0, K, params.gauge)
            change, outward = pushed(move.reshape(K, -1) @ Phi.T, own)
        way, wrong = grown(way, W), int((likeliest(Y) != own).sum())
        found = (here.error, here.objective, objective_before, g, H, move, rank, unmet, change, outward)
        step = Step(model, before, iteration, way, *found, wrong, halvings)
        yield step

        if end := ending(step, table, params):
            return end
        objective_before, before = here.objective, model
        W, here, halvings = descended(W, move.reshape(K, -1), here, params.damping, Phi, own, ridge)
        model, iteration = Softmax.unpacked(W, classes, basis), iteration + 1


def pushed(shifts: np.ndarray, own: np.ndarray) -> tuple[float, bool]:
    """The most that a step changes a difference of two scores by its shifts (K, n), and whether it only helps."""
    change = float((shifts.max(axis=0) - shifts.min(axis=0)).max())
    rows, rivals = np.arange(len(own)), np.array(shifts)
    rivals[own, rows] = -np.inf
    return change, is_outward(shifts[own, rows] - rivals.max(axis=0))


def descended(
    W: np.ndarray, move: np.ndarray, here: Here, damping: bool, Phi: np.ndarray, own: np.ndarray, ridge: np.ndarray
) -> tuple[np.ndarray, Here, int]:
    """The weights after the step, halved while the error would rise if damping is on, and how often it was halved."""
    with np.errstate(over="ignore", invalid="ignore"):
        for halvings in range(HALVINGS):
            after = W + 0.5**halvings * move
            there = softmax_here(after, Phi, own, ridge)
            if not damping or there.objective <= here.objective * (1 + 1e-14):
                return after, there, halvings
    return W, here, HALVINGS


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


def limits(data: Dataset, params: Params) -> str:
    """A Hessian that is too large is refused."""
    if words := basis_limits(data, params):
        return words
    M = 1 + (data.d if params.basis == "none" else chosen_basis(params, data).n_functions)  # type: ignore[union-attr]
    if (size := M * len(data.classes_present)) <= LARGEST:
        return ""
    return (
        f"The Hessian of {len(data.classes_present)} classes with {M:,} weights each is {size:,} × {size:,}: choose a "
        "smaller basis or fewer features, or take softmax regression by the gradient."
    )


LARGEST = 3000
"""A Hessian with more rows than this takes minutes and gigabytes."""


@dataclass(frozen=True)
class Params(RidgeParams):
    gauge: str = choice(
        GAUGES[0], GAUGES, help="of the equally good weights: the shortest step, or the last class's weights stay"
    )
    damping: bool = flag(True, help="halve a step while the error would rise")
    iterations: int = whole(25, low=1, high=1000, log=True, help="Newton steps before giving up")
    tolerance: float = real(1e-10, low=1e-14, high=1e-2, log=True, help="stop when no activation would change by more")


@snapshot
class Step:
    """The weights after so many Newton steps, M = d + 1 for each of K classes, the biases first."""

    model: Softmax
    before: Softmax  # the model before the last step; at the start, the model itself
    iteration: int
    way: np.ndarray  # (m, K, 2) the way so far of each class on the chart of weight space
    error: float  # E, the cross-entropy, a sum over the rows
    objective: float  # E + ½ Σ λ w²: what is made least
    objective_before: float | None
    gradient: np.ndarray  # (K, M)
    hessian: np.ndarray  # (K·M, K·M), class by class
    move: np.ndarray  # (K·M,) the full Newton step from here
    rank: int  # of the Hessian
    unmet: float  # the part of the gradient that no step can meet, in units free of those of the features
    change: float  # the most that the full step would change a difference of two activations
    outward: bool  # whether it would push rows farther to their right side, and none back
    wrong: int  # rows whose own class is not the likeliest
    halvings: int = 0  # how often the step that led here was halved

    @property
    def gain(self) -> float:
        """By how much the bottom of the bowl lies lower than here."""
        return -0.5 * float(self.gradient.ravel() @ self.move)
