"""What a step of Perceptron says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.families.perceptrons import examples as mistake_view
from engine.families.perceptrons import theorem as convergence
from engine.families.perceptrons.perceptron.loop import Params, Step
from engine.parts import line as geometry
from engine.parts.basis import expanded


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


def event(step: Step) -> Event | None:
    return Event("mistake", "wrong") if step.mistake else None
