"""What a step of the perceptron in delta form says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.perceptrons import examples
from engine.families.perceptrons.perceptron_delta.loop import Params, Step
from engine.parts.basis import expanded, in_basis
from engine.parts.line import activation, asked, coded, summed

FORMULA = (
    r"y = [\mathbf{w}^\top\mathbf{x} + b > 0], \qquad "
    r"\mathbf{w} \leftarrow \mathbf{w} + \eta\,(t - y)\,\mathbf{x}, \quad b \leftarrow b + \eta\,(t - y)"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.sample is None:
        return _opening(step, data)
    table, t = expanded(data, step.model.basis), int(zero_one(data)[step.sample])
    x, y, size = table.X[step.sample], t - step.error, params.rate * step.error
    a = activation(step.before, x)
    answered = f"y = [{figure(a)} > 0] = {y},  t − y = {t} − {y} = {figure(step.error)}"
    changes = examples.correction(step.before, step.model, x, size)
    component = examples.components(step.before, step.model, x, size, table, "η (t − y) x")
    return Story(
        _verdict(step, step.sample, data, a, t),
        in_basis(FORMULA, step.model.basis),
        (summed(step.before, x, "a"), answered, *(changes if step.error else ())),
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
    nothing = "" if step.model.packed.any() else "All weights are 0, so every answer is 0. "
    return Story(
        f"Before the first example. {nothing}{coded(data, '0', '1')}; an activation of exactly 0 answers 0.",
        in_basis(FORMULA, step.model.basis),
        (examples.given(step.model),),
        (Number("wrong answers", step.wrong),),
    )


def _verdict(step: Step, row: int, data: Dataset, a: float, t: int) -> str:
    point = examples.introduced(row, data, f", t = {t}")
    said = f"Epoch {step.epoch}: {point} lies {examples.side(a)}, so the unit answers {t - step.error}"
    if not step.error:
        return f"{said}. That is right, and nothing changes."
    way = "added to" if step.error > 0 else "subtracted from"
    return f"{said}: mistake {step.mistakes}. The point is {way} the weights."


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"wrong answers": step.wrong}


def event(step: Step) -> Event | None:
    return Event("mistake", "wrong") if step.error else None
