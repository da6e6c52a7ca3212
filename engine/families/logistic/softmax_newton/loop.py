"""Softmax regression by Newton's method: one bowl for the weights of all classes, and a jump to its bottom.

∇ₖE = Σₙ (yₙₖ − tₙₖ) φₙ + λ wₖ      Hₖⱼ = Σₙ yₙₖ (δₖⱼ − yₙⱼ) φₙ φₙᵀ + δₖⱼ λ I      W ← W − H⁻¹ ∇E
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.marks import Mark
from engine.core.story import Check, Number, Story
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.logistic import many_classes as softmax_view
from engine.families.logistic.many_classes import beginning, packed_rows, unpacked_rows
from engine.families.logistic.softmax_newton import hessian as hessian_view
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
from engine.parts.newton_ending import HALVINGS, ending, is_outward, is_separated, made_least, why_flat
from engine.parts.ridge import RidgeParams, penalties
from engine.parts.weight_space import grown

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


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    basis, classes = chosen_basis(params, data, start), np.array(data.classes_present)
    table, K = expanded(data, basis), len(classes)
    Phi, own, ridge = with_ones(table.X), own_rows(data.codes, classes), penalties(params, table.d)
    W, halvings, objective_before = beginning(start, classes, table.d), 0, None
    model = before = unpacked_rows(W, classes, basis)
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
        model, iteration = unpacked_rows(W, classes, basis), iteration + 1


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


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = softmax_view.plane(step.model, data)
    if not (np.isfinite(step.objective) and np.isfinite(step.hessian).all()):
        return drawn
    table = expanded(data, step.model.basis)
    move = step.move.reshape(step.gradient.shape)
    drawn += softmax_view.weight_space(step.way, move, step.model, data, table)
    return drawn + hessian_view.blocks(step.hessian, step.model, table)


# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table, free = expanded(data, step.model.basis), penalties(params, step.model.weights.shape[1]) == 0
    finite = bool(np.isfinite(step.hessian).all())
    return Story(
        _sentence(step, table, params, free),
        r"H_{kj} = \sum_n y_{nk}(\delta_{kj} - y_{nj})\,\boldsymbol{\varphi}_n\boldsymbol{\varphi}_n^\top + "
        r"\delta_{kj}\lambda I, \quad W \leftarrow W - H^{-1} \nabla E",
        _taken(step, data) + (softmax_view.largest_loss(step.model, table) if finite else ()),
        _numbers(step, data, params),
        softmax_view.tables(step.model, step.gradient, table),
        _checks(step, table, params) if finite else (),
    )


def _sentence(step: Step, table: Dataset, params: Params, free: np.ndarray) -> str:
    said = _say_step(step) if step.iteration else softmax_view.say_start(step.model, step.error, table)
    K, M = step.gradient.shape
    if free.any():
        which = "the weights" if free.all() else "the bias"
        said += (
            f" Adding the same number to {which} of every class changes no probability, so H is only positive "
            f"semi-definite: rank {step.rank} of {K * M}. {_ways_out(params)}"
        )
    if np.isfinite(step.objective) and step.rank < K * M - int(free.sum()):
        said += f" {why_flat(step.rank, K * M, table, K)}"
    if step.iteration and params.penalty == 0 and is_separated(step):
        said += " Every point is on its right side: the classes are separable, and the weights will grow for ever."
    return said


def _ways_out(params: Params) -> str:
    if params.gauge == "pin the last class":
        return "Those of the last class are pinned."
    return "Of the many steps to the bottom the shortest is taken."


def _say_step(step: Step) -> str:
    fell = (step.objective_before or 0.0) - step.objective
    way = f"{'falls' if fell >= 0 else 'rises'} by {figure(abs(fell))}"
    halved = f" It was halved {counted(step.halvings, 'time')}, or E would have risen." if step.halvings else ""
    return f"Newton step {step.iteration}: {made_least(step)} {way} to {figure(step.objective)}.{halved}"


def _taken(step: Step, data: Dataset) -> tuple[str, ...]:
    """One class's part of the step."""
    if not step.iteration:
        return ()
    before, after = packed_rows(step.before)[0], packed_rows(step.model)[0]
    name = data.class_name(int(step.model.classes[0]))
    return (f"w({name}) ← {vector(before)} + {vector(after - before)} = {vector(after)}, the bias first",)


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    told = [Number("E", step.error, "cross-entropy, a sum")]
    if params.penalty:
        told.append(Number("E + penalty", step.objective, "½ λ ‖w‖² added"))
    told += [Number("‖∇E‖", float(np.linalg.norm(step.gradient))), Number("wrong side", step.wrong)]
    if step.iteration:
        went = packed_rows(step.model) - packed_rows(step.before)
        told.append(Number("step length", float(np.linalg.norm(went))))
    told.append(Number("next change", step.change, "of a difference of two activations, at most"))
    told.append(Number("‖W‖", float(np.linalg.norm(step.model.weights)), "all classes, biases aside"))
    told.append(Number("rank of H", step.rank, f"of {len(step.move)}: nullity {len(step.move) - step.rank}"))
    told += hessian_view.spectrum(step.hessian) + softmax_view.two_class_numbers(step.model, data)
    return tuple(number for number in told if np.isfinite(number.value).all())


def _checks(step: Step, table: Dataset, params: Params) -> tuple[Check, ...]:
    checks = [
        Check("the next step leads downhill", step.gain >= -1e-12 * step.objective),
        softmax_view.zero_sum(step.model, step.gradient, penalties(params, table.d), step.error + table.n),
        *hessian_view.definite(step.hessian),
    ]
    if step.objective_before is not None and params.damping:
        holds = step.objective <= step.objective_before * (1 + 1e-12)
        checks.append(Check(f"{made_least(step)} does not rise", holds))
    return tuple(checks)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return softmax_view.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "points on the wrong side": step.wrong}


def event(step: Step) -> str:
    return "halved" if step.halvings else ""


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


ALGORITHM = Algorithm(
    name="Softmax regression (Newton)",
    task="classification",
    summary="Finds the most likely probabilities of several classes, jumping from bowl to bowl in weight space.",
    source="Böhning 1992; Bishop 2006, section 4.3.4",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2), needs.labelled, *needs.POINTS),
    limits=limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Scores,),
    handles=softmax_view.HANDLES,
)
