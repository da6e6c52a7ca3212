"""Logistic regression by gradient descent: go downhill on the error, all the examples at a time.

y = σ(w · x + b)      ∇E = Φᵀ(y − t) + λ w      Δw ← μ Δw − η ∇E      w ← w + Δw
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
from engine.data.targets import two_classes, zero_one
from engine.families.logistic import two_classes as logistic_view
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.convexity import chord_gap
from engine.maths.optimisation.gradient_check import Objective, gradient_gap
from engine.maths.probability.cross_entropy import local, penalised
from engine.models import Hyperplane, Logistic
from engine.parts import descending as descent
from engine.parts import weight_space
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.ridge import RidgeParams, penalties, suggested_rate
from engine.parts.weight_space import beginning, grown, packed, unpacked

CURVATURE = 0.25
"""The most that one example can curve the error: y (1 − y) ≤ ¼."""
ENOUGH = 1e-4
"""Central differences agree with a right gradient to better than this."""


@dataclass(frozen=True)
class Params(RidgeParams):
    rate: float = real(
        0.0, low=0.0, high=1e3, log=True, symbol=r"\eta", help="size of a step; 0 takes the safe 1/(¼ λmax(ΦᵀΦ) + λ)"
    )
    momentum: float = real(0.0, low=0.0, high=0.99, symbol=r"\mu", help="share of the last step that the next keeps")
    iterations: int = whole(100, low=1, high=10_000, log=True, help="passes over the data before giving up")
    tolerance: float = real(1e-6, low=1e-12, high=1.0, log=True, help="stop when the gradient is no longer than this")


@snapshot
class Step:
    """The weights after so many passes, M = d + 1 of them, the bias first."""

    model: Logistic
    before: Logistic  # the model before this step; at the start, the model itself
    origin: Logistic  # where the run began
    iteration: int
    way: np.ndarray  # (m, 2) the way so far on the chart of weight space
    rate: float
    error: float  # E, the cross-entropy, a sum over the rows
    objective: float  # E + ½ Σ λ w²: what is made least
    objective_before: float | None
    first: float  # the objective at the start
    gradient: np.ndarray  # (M,) here
    gradient_before: np.ndarray  # (M,) where the step began
    wrong: int  # rows whose own class has a probability below ½
    rises: int  # how often the objective has risen so far

    @property
    def moved(self) -> np.ndarray:
        """(M,) the step that led here."""
        return np.asarray(packed(self.model) - packed(self.before))

    @property
    def predicted(self) -> float:
        """By how much the objective would have changed along its slope."""
        return float(self.gradient_before @ self.moved)

    @property
    def slope(self) -> float:
        """The length of the gradient."""
        return float(np.linalg.norm(self.gradient))

    @property
    def length(self) -> float:
        """The length of the weights, the bias aside."""
        return float(np.linalg.norm(self.model.weights))


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, classes = expanded(data, basis), two_classes(data)
    Phi, t, ridge = with_ones(table.X), zero_one(data), penalties(params, table.d)
    safe = suggested_rate(Phi, CURVATURE, params.penalty)
    rate = params.rate or safe
    w, delta = beginning(start, table.d), np.zeros(table.d + 1)
    model = before = origin = unpacked(w, classes, basis)
    way, iteration, rises = np.zeros((0, 2)), 0, 0
    objective_before = gradient_before = first = None
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            a, error, objective, g = local(w, Phi, t, ridge)
        way, wrong = grown(way, w), int(((a >= 0) != (t > 0)).sum())
        rises += descent.has_risen(objective, objective_before)
        first = objective if first is None else first
        found = (error, objective, objective_before, first, g, g if gradient_before is None else gradient_before)
        step = Step(model, before, origin, iteration, way, rate, *found, wrong, rises)
        yield step

        if end := descent.ending(step, params, safe):
            return end
        objective_before, gradient_before, before = objective, g, model
        delta = next_move(delta, g, rate, params.momentum)
        w = w + delta
        model, iteration = unpacked(w, classes, basis), iteration + 1


def next_move(last: np.ndarray, gradient: np.ndarray, rate: float, momentum: float) -> np.ndarray:
    """The step μ Δw − η ∇E, with Δw the last one."""
    return np.asarray(momentum * last - rate * gradient)


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = logistic_view.plane(step.model, step.before if step.iteration else None, data)
    if not (np.isfinite(step.objective) and np.isfinite(step.gradient).all()):
        return drawn
    table = expanded(data, step.model.basis)
    problem = weight_space.Problem(with_ones(table.X), zero_one(data), penalties(params, table.d))
    move = next_move(step.moved, step.gradient, step.rate, params.momentum)
    return [*drawn, *weight_space.descent(packed(step.model), step.way, move, step.gradient, problem, table)]


# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    gap, rounding = _checked(step, table, params) if not step.iteration else (0.0, 0.0)
    return Story(
        _sentence(step, table),
        r"\nabla E = \Phi^\top(\mathbf{y} - \mathbf{t}) + \lambda\mathbf{w}, \quad "
        r"\Delta\mathbf{w} \leftarrow \mu\,\Delta\mathbf{w} - \eta\,\nabla E, \quad "
        r"\mathbf{w} \leftarrow \mathbf{w} + \Delta\mathbf{w}",
        _taken(step, params) + logistic_view.largest_loss(step.model, table, "slope"),
        _numbers(step, params, gap),
        (logistic_view.weights(step.before, step.model, step.gradient, table),),
        _checks(step, table, params, gap <= ENOUGH + rounding),
    )


def _sentence(step: Step, table: Dataset) -> str:
    if step.iteration:
        said = f"Pass {step.iteration}: {descent.way(step)}"
        if descent.is_separated(step.error) and step.objective == step.error:
            said += " Every point is on its right side: the classes are separable, and the weights will grow for ever."
        return said
    return (
        f"{logistic_view.say_start(step.model, step.error, table)} The gradient adds up, over the points, prediction "
        f"minus target times input; each step goes against it, η = {figure(step.rate)} times as far."
    )


def _taken(step: Step, params: Params) -> tuple[str, ...]:
    if not step.iteration:
        return (f"∇E = {vector(step.gradient)}, the bias first",)
    before, after = packed(step.before), packed(step.model)
    went = f"− {figure(step.rate)}·{vector(step.gradient_before)}"
    if params.momentum and step.iteration > 1:
        kept = step.moved + step.rate * step.gradient_before
        went = f"+ {vector(kept)} {went}"
    return (f"w ← {vector(before)} {went} = {vector(after)}, the bias first",)


def _numbers(step: Step, params: Params, gap: float) -> tuple[Number, ...]:
    told = descent.told(step, params)
    if not step.iteration:
        told.append(Number("gradient check", gap, "largest difference from central differences, as a share"))
    told += [Number("wrong side", step.wrong), *logistic_view.steepness(step.model)]
    return tuple(number for number in told if np.isfinite(number.value))


def _objective(table: Dataset, params: Params) -> Objective:
    Phi, t, ridge = with_ones(table.X), zero_one(table), penalties(params, table.d)
    return lambda w: penalised(w, Phi, t, ridge)


def _checked(step: Step, table: Dataset, params: Params) -> tuple[float, float]:
    sizes = np.append(1.0, np.abs(table.X).max(axis=0))
    return gradient_gap(_objective(table, params), step.gradient, packed(step.model), sizes)


def _checks(step: Step, table: Dataset, params: Params, agrees: bool) -> tuple[Check, ...]:
    if not step.iteration:
        return (Check("the gradient agrees with central differences of E", agrees),)
    if not np.isfinite(step.objective):
        return ()
    gap = chord_gap(_objective(table, params), packed(step.origin), packed(step.model))
    return tuple(descent.promised(step, params, gap))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return logistic_view.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "points on the wrong side": step.wrong}


def event(step: Step) -> str:
    return "rose" if descent.rose(step) else ""


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


ALGORITHM = Algorithm(
    name="Logistic regression (gradient)",
    task="classification",
    summary="Finds the most likely probabilities of two classes, going downhill on the error a step at a time.",
    source="Cauchy 1847; Berkson 1944; Bishop 2006, section 4.3.2",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2, 2), needs.labelled, *needs.POINTS),
    limits=basis_limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Hyperplane,),
    handles=logistic_view.HANDLES,
)
