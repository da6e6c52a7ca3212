"""Perceptron in delta form: a unit that answers 0 or 1 is corrected by how far its answer is from the target.

    y = [w · x + b > 0]          w ← w + η (t − y) x,   b ← b + η (t − y)          t ∈ {0, 1}   (Rosenblatt 1958)

Only an activation of exactly 0 is treated otherwise than with targets ±1: it answers 0, which is right for t = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Mark, Region
from engine.core.story import Number, Story
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.perceptrons import examples as mistake_view
from engine.families.perceptrons.passes import Passes, PassParams, blank_line, first_line
from engine.maths.algebra.affine import activations, sided, sizes
from engine.models import Hyperplane, ThresholdUnit
from engine.parts import line as geometry
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.basis_drawing import basis_handle, feature_marks
from engine.parts.weight_space import packed


@dataclass(frozen=True)
class Params(PassParams):
    """Those of every method that learns pass after pass."""


@snapshot
class Step:
    """One example presented: the unit before and after it. At the start no example has been presented."""

    model: ThresholdUnit
    before: ThresholdUnit
    sample: int | None  # the row presented
    error: int  # t − y: 1, 0 or −1
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows that the unit answers wrongly now


def answers(unit: Hyperplane, X: np.ndarray, size: np.ndarray | None = None) -> np.ndarray:
    """(n,) the step y = [a > 0] of the activations; quicker where the sizes of the features are known."""
    line = (unit.weights, unit.bias)
    return np.where((activations(X, *line) if size is None else sided(X, size, *line)) > 0, 1, 0)


def corrected(unit: ThresholdUnit, x: np.ndarray, error: int, rate: float) -> ThresholdUnit:
    """The delta rule: w + η (t − y) x, b + η (t − y); nothing changes where the answer is right."""
    return replace(unit, weights=unit.weights + rate * error * x, bias=float(unit.bias + rate * error))


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, t = expanded(data, basis), zero_one(data)
    X, size = table.X, sizes(table.X)
    begin = first_line(data, table, basis, start)
    unit = ThresholdUnit(begin.weights, begin.bias, begin.classes, basis)
    y = answers(unit, X, size)
    mistakes, wrong = 0, int((y != t).sum())
    yield Step(unit, unit, None, 0, 0, mistakes, wrong)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: y[rows] != t[rows],
        weights=lambda: packed(unit),
    )  # fmt: skip
    for row, _ in passes:
        before, error = unit, int(t[row] - y[row])
        if error:
            unit, mistakes = corrected(unit, X[row], error, params.rate), mistakes + 1
            y = answers(unit, X, size)
            wrong = int((y != t).sum())
        yield Step(unit, before, row, error, passes.epoch, mistakes, wrong)
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, passes))


def _gave_up(params: Params, wrong: int, passes: Passes) -> str:
    words = f"{counted(params.epochs, 'pass', 'passes')}, still {counted(wrong, 'wrong answer')}."
    return passes.for_ever() + words if passes.cycle else f"{words} More passes may be needed, or no line separates."


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    table = expanded(data, step.model.basis)
    missed = np.flatnonzero(answers(step.model, table.X) != zero_one(data))
    drawn: list[Mark] = [Region(step.model)]
    if step.error:
        drawn += mistake_view.line(step.before, "ghost", normal=True)
    drawn += mistake_view.line(step.model, "boundary", normal=True)
    drawn += mistake_view.missed_points(missed, step.sample, data)
    return [*drawn, *feature_marks(data, step.model)]


# -- explaining --------------------------------------------------------------------------------------------------------

FORMULA = (
    r"y = [\mathbf{w}^\top\mathbf{x} + b > 0], \qquad "
    r"\mathbf{w} \leftarrow \mathbf{w} + \eta\,(t - y)\,\mathbf{x}, \quad b \leftarrow b + \eta\,(t - y)"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.sample is None:
        return _opening(step, data)
    table, t = expanded(data, step.model.basis), int(zero_one(data)[step.sample])
    x, y, size = table.X[step.sample], t - step.error, params.rate * step.error
    a = mistake_view.activation(step.before, x)
    worked = [mistake_view.summed(step.before, x), f"y = [{figure(a)} > 0] = {y},  t − y = {t} − {y} = {step.error}"]
    if step.error:
        worked += mistake_view.correction(step.before, step.model, x, size)
    component = mistake_view.components(step.before, step.model, x, size, table, "η (t − y) x")
    return Story(
        _verdict(step, data, a, t, y),
        FORMULA,
        tuple(line.replace("-", "−") for line in worked),
        (
            Number("activation a", a),
            Number("answer y", y),
            Number("target t", t),
            Number("mistakes so far", step.mistakes),
            Number("wrong answers now", step.wrong),
        ),
        (component,) if step.error else (),
    )


def _opening(step: Step, data: Dataset) -> Story:
    low, high = (data.class_name(code) for code in two_classes(data))
    nothing = "" if packed(step.model).any() else "All weights are 0, so every answer is 0. "
    return Story(
        f"Before the first example. {nothing}{low} is coded 0 and {high} 1; an activation of exactly 0 answers 0.",
        FORMULA,
        (f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",),
        (Number("wrong answers", step.wrong),),
    )


def _verdict(step: Step, data: Dataset, a: float, t: int, y: int) -> str:
    row, name = data.row_name(step.sample or 0), data.class_name(int(data.codes[step.sample or 0]))
    said = f"Pass {step.epoch}: point {row} ({name}, t = {t}) lies {mistake_view.side(a)}, so the unit answers {y}"
    if not step.error:
        return f"{said}. That is right, and nothing changes."
    way = "added to" if step.error > 0 else "subtracted from"
    return f"{said}: mistake {step.mistakes}. The point is {way} the weights."


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return geometry.asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"wrong answers": step.wrong}


def event(step: Step) -> str:
    return "mistake" if step.error else ""


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


ALGORITHM = Algorithm(
    name="Perceptron (delta form)",
    task="classification",
    summary="A unit that answers 0 or 1 is moved by the difference between target and answer.",
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
