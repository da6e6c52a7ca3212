"""Logistic regression by Newton's method: jump to the bottom of the bowl that touches the error.   (IRLS)

y = σ(w · x + b)      ∇E = Φᵀ(y − t) + λ w      H = Φᵀ R Φ + λ I,  R = diag(y (1 − y))      w ← w − H⁻¹ ∇E
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.marks import Mark
from engine.core.story import Check, Number, Story
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.logistic import two_classes as logistic_view
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.newton import newton_step
from engine.maths.probability.cross_entropy import Local, curvature, local
from engine.models import Hyperplane, Logistic
from engine.parts import weight_space
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.newton_ending import HALVINGS, ending, is_outward, is_separated, made_least, why_flat
from engine.parts.ridge import RidgeParams, penalties
from engine.parts.weight_space import beginning, grown, packed, unpacked


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


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, classes = expanded(data, basis), two_classes(data)
    Phi, t, ridge = with_ones(table.X), zero_one(data), penalties(params, table.d)
    w, halvings, objective_before = beginning(start, table.d), 0, None
    model = before = unpacked(w, classes, basis)
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
        model, iteration = unpacked(w, classes, basis), iteration + 1


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


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = logistic_view.plane(step.model, step.before if step.iteration else None, data)
    if not np.isfinite(step.objective):
        return drawn
    table = expanded(data, step.model.basis)
    problem = weight_space.Problem(with_ones(table.X), zero_one(data), penalties(params, table.d))
    bowl = weight_space.Bowl(step.objective, step.gradient, step.hessian)
    drawn += weight_space.drawn(packed(step.model), step.way, step.move, problem, bowl, table)
    return [*drawn, *logistic_view.response(step.model, step.move, table)]


# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    table = expanded(data, step.model.basis)
    return Story(
        _sentence(step, table, params),
        r"\nabla E = \Phi^\top(\mathbf{y} - \mathbf{t}) + \lambda\mathbf{w}, \quad "
        r"H = \Phi^\top R\,\Phi + \lambda I, \quad \mathbf{w} \leftarrow \mathbf{w} - H^{-1}\nabla E",
        _taken(step) + logistic_view.largest_loss(step.model, table, "response"),
        _numbers(step, table, params),
        (logistic_view.weights(step.before, step.model, step.gradient, table),),
        _checks(step, params),
    )


def _sentence(step: Step, data: Dataset, params: Params) -> str:
    start = logistic_view.say_start(step.model, step.error, data)
    said = _say_step(step) if step.iteration else start
    if step.rank < len(step.move) and np.isfinite(step.objective):
        flat = why_flat(step.rank, len(step.move), data)
        said += f" {flat} Of the many steps to its bottom the shortest is taken; a penalty leaves one."
    if step.iteration and params.penalty == 0 and is_separated(step):
        said += " Every point is on its right side: the classes are separable, and the weights will grow for ever."
    return said


def _say_step(step: Step) -> str:
    fell = (step.objective_before or 0.0) - step.objective
    way = f"{'falls' if fell >= 0 else 'rises'} by {figure(abs(fell))}"
    halved = f" It was halved {counted(step.halvings, 'time')}, or E would have risen." if step.halvings else ""
    return f"Newton step {step.iteration}: {made_least(step)} {way} to {figure(step.objective)}.{halved}"


def _taken(step: Step) -> tuple[str, ...]:
    if not step.iteration:
        return ()
    before, after = packed(step.before), packed(step.model)
    return (f"w ← {vector(before)} + {vector(after - before)} = {vector(after)}, the bias first",)


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    told = [Number("E", step.error, "cross-entropy, a sum")]
    if params.penalty:
        told.append(Number("E + penalty", step.objective, "½ λ ‖w‖² added"))
    told += [Number("‖∇E‖", _norm(step.gradient)), Number("wrong side", step.wrong)]
    if step.iteration:
        told.append(Number("step length", _norm(packed(step.model) - packed(step.before))))
    told.append(Number("next change", step.change, _digits(step.change)))
    told += logistic_view.steepness(step.model)
    if data.d <= 3:
        told.append(Number("det H", float(np.linalg.det(step.hessian))))
    return tuple(number for number in told if np.isfinite(number.value))


def _digits(change: float) -> str:
    if not 0 < change < 0.1:
        return "of an activation, at most"
    return f"of an activation: about {counted(int(-np.log10(change)), 'digit')} stand; a step doubles them"


def _norm(values: np.ndarray) -> float:
    return float(np.linalg.norm(values))


def _checks(step: Step, params: Params) -> tuple[Check, ...]:
    checks = [Check("the next step leads downhill", step.gain >= -1e-12 * step.objective)]
    if step.objective_before is not None and params.damping:
        holds = step.objective <= step.objective_before * (1 + 1e-12)
        checks.append(Check(f"{made_least(step)} does not rise", holds))
    return tuple(checks)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return logistic_view.about(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "points on the wrong side": step.wrong}


def event(step: Step) -> str:
    return "halved" if step.halvings else ""


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


ALGORITHM = Algorithm(
    name="Logistic regression (Newton)",
    task="classification",
    summary="Finds the most likely probabilities of two classes, jumping from bowl to bowl in weight space.",
    source="Berkson 1944; IRLS: Bishop 2006, section 4.3.3",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2, 2), needs.labelled, *needs.POINTS),
    inspect=inspect,
    measure=measure,
    event=event,
    limits=basis_limits,
    starts=(Hyperplane,),
    handles=logistic_view.HANDLES,
)
