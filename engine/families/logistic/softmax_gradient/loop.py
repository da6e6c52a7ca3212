"""Softmax regression by gradient descent: every class has its weights, and all of them go downhill together.

yₖ = exp(wₖ · φ) / Σⱼ exp(wⱼ · φ)      ∇ₖE = Σₙ (yₙₖ − tₙₖ) φₙ + λ wₖ      ΔW ← μ ΔW − η ∇E      W ← W + ΔW
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.marks import Mark
from engine.core.story import Check, Number, Story
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.logistic import many_classes as softmax_view
from engine.families.logistic.many_classes import beginning, packed_rows, unpacked_rows
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.convexity import chord_gap
from engine.maths.optimisation.gradient_check import Objective, gradient_gap
from engine.maths.probability.softmax_entropy import own_rows, softmax_gradient, softmax_here
from engine.models import Scores, Softmax
from engine.parts import descending as descent
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.ridge import RidgeParams, penalties, suggested_rate
from engine.parts.weight_space import grown

CURVATURE = 0.5
"""The most that one example can curve the error: the largest eigenvalue of diag(y) − y yᵀ is at most ½."""
ENOUGH = 1e-4
"""Central differences agree with a right gradient to better than this."""


@dataclass(frozen=True)
class Params(RidgeParams):
    rate: float = real(
        0.0, low=0.0, high=1e3, log=True, symbol=r"\eta", help="size of a step; 0 takes the safe 1/(½ λmax(ΦᵀΦ) + λ)"
    )
    momentum: float = real(0.0, low=0.0, high=0.99, symbol=r"\mu", help="share of the last step that the next keeps")
    iterations: int = whole(100, low=1, high=10_000, log=True, help="passes over the data before giving up")
    tolerance: float = real(1e-6, low=1e-12, high=1.0, log=True, help="stop when the gradient is no longer than this")


@snapshot
class Step:
    """The weights after so many passes, M = d + 1 for each of K classes, the biases first."""

    model: Softmax
    before: Softmax  # the model before this step; at the start, the model itself
    origin: Softmax  # where the run began
    iteration: int
    way: np.ndarray  # (m, K, 2) the way so far of each class on the chart of weight space
    rate: float
    error: float  # E, the cross-entropy, a sum over the rows
    objective: float  # E + ½ Σ λ w²: what is made least
    objective_before: float | None
    first: float  # the objective at the start
    gradient: np.ndarray  # (K, M) here
    gradient_before: np.ndarray  # (K, M) where the step began
    wrong: int  # rows whose own class is not the likeliest
    rises: int  # how often the objective has risen so far

    @property
    def moved(self) -> np.ndarray:
        """(K, M) the step that led here."""
        return np.asarray(packed_rows(self.model) - packed_rows(self.before))

    @property
    def predicted(self) -> float:
        """By how much the objective would have changed along its slope."""
        return float((self.gradient_before * self.moved).sum())

    @property
    def slope(self) -> float:
        """The length of the gradient."""
        return float(np.linalg.norm(self.gradient))

    @property
    def length(self) -> float:
        """The length of the weights, the biases aside."""
        return float(np.linalg.norm(self.model.weights))


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    basis, classes = chosen_basis(params, data, start), np.array(data.classes_present)
    table = expanded(data, basis)
    Phi, own, ridge = with_ones(table.X), own_rows(data.codes, classes), penalties(params, table.d)
    safe = suggested_rate(Phi, CURVATURE, params.penalty)
    rate = params.rate or safe
    W = beginning(start, classes, table.d)
    delta, way = np.zeros_like(W), np.zeros((0, len(classes), 2))
    model = before = origin = unpacked_rows(W, classes, basis)
    iteration, rises = 0, 0
    objective_before = gradient_before = first = None
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            Y, _, error, objective = softmax_here(W, Phi, own, ridge)
            g = softmax_gradient(Y, Phi, own, W, ridge)
        way, wrong = grown(way, W), int((np.argmax(Y, axis=0) != own).sum())
        rises += descent.has_risen(objective, objective_before)
        first = objective if first is None else first
        found = (error, objective, objective_before, first, g, g if gradient_before is None else gradient_before)
        step = Step(model, before, origin, iteration, way, rate, *found, wrong, rises)
        yield step

        if end := descent.ending(step, params, safe):
            return end
        objective_before, gradient_before, before = objective, g, model
        delta = params.momentum * delta - rate * g
        W = W + delta
        model, iteration = unpacked_rows(W, classes, basis), iteration + 1


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = softmax_view.plane(step.model, data)
    if not (np.isfinite(step.objective) and np.isfinite(step.gradient).all()):
        return drawn
    move = params.momentum * step.moved - step.rate * step.gradient
    table = expanded(data, step.model.basis)
    return drawn + softmax_view.weight_space(step.way, move, step.model, data, table)


# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    gap, rounding = _checked(step, table, params) if not step.iteration else (0.0, 0.0)
    return Story(
        _sentence(step, table),
        r"\nabla_k E = \sum_n (y_{nk} - t_{nk})\,\boldsymbol{\varphi}_n + \lambda\mathbf{w}_k, \quad "
        r"\Delta W \leftarrow \mu\,\Delta W - \eta\,\nabla E, \quad W \leftarrow W + \Delta W",
        _taken(step, data) + softmax_view.largest_loss(step.model, table),
        _numbers(step, data, params, gap),
        softmax_view.tables(step.model, step.gradient, table),
        _checks(step, table, params, gap <= ENOUGH + rounding),
    )


def _sentence(step: Step, table: Dataset) -> str:
    if not step.iteration:
        start = softmax_view.say_start(step.model, step.error, table)
        return f"{start} Each step takes η = {figure(step.rate)} times the gradient from the weights of every class."
    said = f"Pass {step.iteration}: {descent.way(step)}"
    if descent.is_separated(step.error) and step.objective == step.error:
        said += " Every point is on its right side: the classes are separable, and the weights will grow for ever."
    return said


def _taken(step: Step, data: Dataset) -> tuple[str, ...]:
    """The move of the class that moved farthest."""
    if not step.iteration or not np.isfinite(step.moved).all():
        return ()
    k = int(np.argmax((step.moved**2).sum(axis=1)))
    before, after = packed_rows(step.before)[k], packed_rows(step.model)[k]
    name = data.class_name(int(step.model.classes[k]))
    return (f"w({name}) ← {vector(before)} + {vector(after - before)} = {vector(after)}: it moved most",)


def _numbers(step: Step, data: Dataset, params: Params, gap: float) -> tuple[Number, ...]:
    told = descent.told(step, params)
    if not step.iteration:
        told.append(Number("gradient check", gap, "largest difference from central differences, as a share"))
    told += [Number("wrong side", step.wrong), Number("‖W‖", step.length, "all classes, biases aside")]
    told += softmax_view.two_class_numbers(step.model, data)
    return tuple(number for number in told if np.isfinite(number.value).all())


def _objective(step: Step, table: Dataset, params: Params) -> Objective:
    Phi, own = with_ones(table.X), own_rows(table.codes, step.model.classes)
    ridge, K = penalties(params, table.d), len(step.model.classes)
    return lambda w: softmax_here(w.reshape(K, -1), Phi, own, ridge).objective


def _checked(step: Step, table: Dataset, params: Params) -> tuple[float, float]:
    sizes = np.tile(np.append(1.0, np.abs(table.X).max(axis=0)), len(step.model.classes))
    W = packed_rows(step.model).ravel()
    return gradient_gap(_objective(step, table, params), step.gradient.ravel(), W, sizes)


def _checks(step: Step, table: Dataset, params: Params, agrees: bool) -> tuple[Check, ...]:
    zero_sum = softmax_view.zero_sum(step.model, step.gradient, penalties(params, table.d), step.first)
    if not step.iteration:
        return (Check("the gradient agrees with central differences of E", agrees), zero_sum)
    if not np.isfinite(step.objective):
        return ()
    W, origin = packed_rows(step.model).ravel(), packed_rows(step.origin).ravel()
    gap = chord_gap(_objective(step, table, params), origin, W)
    return (zero_sum, *descent.promised(step, params, gap))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return softmax_view.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "points on the wrong side": step.wrong}


def event(step: Step) -> str:
    return "rose" if descent.rose(step) else ""


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


ALGORITHM = Algorithm(
    name="Softmax regression (gradient)",
    task="classification",
    summary="Finds the most likely probabilities of several classes, going downhill on the error a step at a time.",
    source="Cox 1966; Bishop 2006, section 4.3.4",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2), needs.labelled, *needs.POINTS),
    limits=basis_limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Scores,),
    handles=softmax_view.HANDLES,
)
