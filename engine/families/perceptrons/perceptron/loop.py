"""Perceptron: turn the line whenever a point falls on its wrong side.   (Rosenblatt 1958)

    a = w · x + b          mistake when  t a ≤ 0          w ← w + η t x,   b ← b + η t          t ∈ {−1, +1}

With a basis x stands for φ(x). With `theorem` the convergence theorem is watched at work (`theorem.py`).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice, flag
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Mark, Region
from engine.core.story import Number, Story, Table
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.families.perceptrons import examples as mistake_view
from engine.families.perceptrons import theorem as convergence
from engine.families.perceptrons import theorem_drawing as convergence_view
from engine.families.perceptrons.mistakes import Mistakes, count, criterion, is_mistake
from engine.families.perceptrons.passes import Passes, PassParams, blank_line, first_line
from engine.families.perceptrons.theorem import REFERENCES, Proof
from engine.maths.algebra.affine import activations
from engine.models import Hyperplane
from engine.parts import line as geometry
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.basis_drawing import basis_handle, feature_marks
from engine.parts.weight_space import packed

__all__ = ["ALGORITHM", "Params", "Step", "corrected", "criterion", "explain", "inspect", "is_mistake", "marks", "run"]


@dataclass(frozen=True)
class Params(PassParams):
    at_zero: str = choice("mistake", ("mistake", "+1", "-1"), help="what an activation of 0 counts as in training")
    theorem: bool = flag(False, help="watch the convergence theorem: radius, margin, bound and its proof")
    reference: str = choice(REFERENCES[0], REFERENCES, symbol="w^*", help="the separating line of the theorem")


@snapshot
class Step:
    """One example presented: the line before and after it. At the start no example has been presented."""

    model: Hyperplane
    before: Hyperplane
    sample: int | None  # the row presented
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows on the wrong side of the line now
    best: Hyperplane  # the line with the fewest rows on its wrong side so far
    best_wrong: int
    proof: Proof | None = None  # the convergence theorem, if it is watched


def corrected(plane: Hyperplane, x: np.ndarray, t: float, rate: float) -> Hyperplane:
    """The update rule: w + η t x, b + η t."""
    return replace(plane, weights=plane.weights + rate * t * x, bias=float(plane.bias + rate * t))


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, t = expanded(data, basis), signs(data)
    X, mistakes_of = table.X, Mistakes(table.X, t, params.at_zero).of
    plane = best = first_line(data, table, basis, start)
    missed = mistakes_of(plane)
    wrong = best_wrong = count(missed)
    mistakes = 0
    proof = _theorem(data, table, params, rng, plane) if params.theorem else None
    yield Step(plane, plane, None, False, 0, mistakes, wrong, best, best_wrong, proof)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: missed[rows],
        weights=lambda: packed(plane),
    )  # fmt: skip
    for row, mistake in passes:
        before = plane
        if mistake:
            plane, mistakes = corrected(plane, X[row], t[row], params.rate), mistakes + 1
            missed = mistakes_of(plane)
            wrong = count(missed)
            best, best_wrong = (plane, wrong) if wrong < best_wrong else (best, best_wrong)
            proof = convergence.continued(proof, plane, mistakes) if proof else None
        yield Step(plane, before, row, mistake, passes.epoch, mistakes, wrong, best, best_wrong, proof)
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, best_wrong, passes))


def _theorem(data: Dataset, table: Dataset, params: Params, rng: np.random.Generator, begin: Hyperplane) -> Proof:
    """The theorem at the start. For the final weights the run is made once beforehand, with the same random numbers."""
    last = None
    if params.reference == "final weights":
        for step in run(data, replace(params, theorem=False, stop_at="mistakes"), copy.deepcopy(rng), begin):
            last = step.model
    return convergence.opened(table, signs(data), begin, params.rate, last)


def _gave_up(params: Params, wrong: int, best_wrong: int, passes: Passes) -> str:
    allowed, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    words = f"{allowed}, still {points} on the wrong side; the best line had {best_wrong}."
    if passes.cycle:
        return passes.for_ever() + words
    return f"{words} Either no line separates these classes, or more passes are needed."


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    table, t = expanded(data, step.model.basis), signs(data)
    a = activations(table.X, step.model.weights, step.model.bias)
    missed = np.flatnonzero(is_mistake(a, t, params.at_zero))
    drawn: list[Mark] = [Region(step.model), *convergence_view.drawn(step.proof, step.model)]
    if step.best_wrong < step.wrong:
        drawn += mistake_view.line(step.best, "best", label="best so far")
    if step.mistake:
        drawn += mistake_view.line(step.before, "ghost", normal=True)
    drawn += mistake_view.line(step.model, "boundary", normal=True)
    drawn += mistake_view.missed_points(missed, step.sample, data)
    drawn += mistake_view.criterion_terms(missed, t * a, step.sample, data)
    return [*drawn, *feature_marks(data, step.model)]


# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.sample is None:
        return convergence.told(_opening(step, data, params), step.proof)
    table, t = expanded(data, step.model.basis), float(signs(data)[step.sample])
    x = table.X[step.sample]
    a = mistake_view.activation(step.before, x)
    story = Story(
        _verdict(step, data, a, t),
        r"a = \mathbf{w}^\top\mathbf{x} + b, \qquad t\,a \leq 0 \;\Rightarrow\; "
        r"\mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}, \quad b \leftarrow b + \eta\, t",
        _worked(step, x, t, a, params),
        _numbers(step, table, t, a),
        _components(step, x, t, table, params),
    )
    return convergence.told(story, step.proof)


def _opening(step: Step, data: Dataset, params: Params) -> Story:
    low, high = (data.class_name(code) for code in two_classes(data))
    zero = {"mistake": "counts as a mistake", "+1": "counts as +1", "-1": "counts as −1"}[params.at_zero]
    nothing = "All weights are 0, so nothing is classified yet, although the criterion is 0. "
    said = "Before the first example. " + ("" if step.model.weights.any() else nothing)
    return Story(
        f"{said}{low} is coded −1 and {high} +1; an activation of exactly 0 {zero}.",
        r"a = \mathbf{w}^\top\mathbf{x} + b, \qquad E_P = -\sum_{n \in \mathcal{M}} t_n a_n",
        (f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",),
        (Number("rows on the wrong side", step.wrong),),
    )


def _verdict(step: Step, data: Dataset, a: float, t: float) -> str:
    row, name = data.row_name(step.sample or 0), data.class_name(int(data.codes[step.sample or 0]))
    said = f"Pass {step.epoch}: point {row} ({name}, t = {t:+.0f}) lies {mistake_view.side(a)}".replace("-", "−")
    if not step.mistake:
        return f"{said}. That is right, so nothing changes."
    way = "added to" if t > 0 else "subtracted from"
    return f"{said}: mistake {step.mistakes}. The point is {way} the weights, which turns the line towards it."


def _worked(step: Step, x: np.ndarray, t: float, a: float, params: Params) -> tuple[str, ...]:
    verdict = "≤ 0" if step.mistake else "> 0" if a else "counts as right"
    product = f"t a = {t:+.0f}·{figure(a)} = {figure(t * a)} {verdict}".replace("-", "−")
    lines = (mistake_view.summed(step.before, x), product)
    return (*lines, *mistake_view.correction(step.before, step.model, x, params.rate * t)) if step.mistake else lines


def _numbers(step: Step, table: Dataset, t: float, a: float) -> tuple[Number, ...]:
    told = [Number("activation a", a), Number("target t", t), Number("mistakes so far", step.mistakes)]
    if step.mistake:
        told += mistake_view.improvement(step.before, step.model, step.sample or 0, table.X, signs(table))
    told.append(Number("wrong side now", step.wrong))
    told.append(Number("best line so far", step.best_wrong, "points on the wrong side"))
    return tuple(told)


def _components(step: Step, x: np.ndarray, t: float, table: Dataset, params: Params) -> tuple[Table, ...]:
    if not step.mistake:
        return ()
    return (mistake_view.components(step.before, step.model, x, params.rate * t, table, "η t x"),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The side of the line a point lies on, and how far from it."""
    return geometry.asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"points on the wrong side": step.wrong, "best so far": step.best_wrong}


def event(step: Step) -> str:
    return "mistake" if step.mistake else ""


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


ALGORITHM = Algorithm(
    name="Perceptron",
    task="classification",
    summary="Turns a line whenever a point falls on its wrong side, until none does.",
    source="Rosenblatt 1958",
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
    handles=(basis_handle(blank_line),),
)
