"""What a step of Perceptron (delta form) says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.perceptrons import examples as mistake_view
from engine.families.perceptrons.perceptron_delta.loop import Params, Step
from engine.models.linear import packed
from engine.parts import line as geometry
from engine.parts.basis import expanded

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


def event(step: Step) -> Event | None:
    return Event("mistake", "wrong") if step.error else None
