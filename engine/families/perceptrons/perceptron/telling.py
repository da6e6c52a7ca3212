"""What a step of the perceptron says."""

from __future__ import annotations

import numpy as np

from engine.base.words import bracketed, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import examples
from engine.families.perceptrons.mistakes import criterion
from engine.families.perceptrons.perceptron.loop import Params, Step
from engine.parts.basis import expanded, in_basis
from engine.parts.line import activation, asked, coded, summed

CRITERION = (
    r"a = \mathbf{w}^\top\mathbf{x} + b, \qquad E_P = -\sum_{n \in \mathcal{M}} t_n a_n \geq 0, \qquad "
    r"\nabla E_P = -\sum_{n \in \mathcal{M}} t_n \mathbf{x}_n"
)
UPDATE = (
    r"a = \mathbf{w}^\top\mathbf{x} + b, \qquad t\,a \leq 0 \;\Rightarrow\; "
    r"\mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}, \quad b \leftarrow b + \eta\, t"
)
TARGET = {1.0: "+1", -1.0: "−1"}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.sample is None:
        return _opening(step, data, params)
    table, t = expanded(data, step.model.basis), float(signs(data)[step.sample])
    x = table.X[step.sample]
    a = activation(step.before, x)
    return Story(
        _verdict(step, step.sample, data, a, t),
        in_basis(UPDATE, step.model.basis),
        _worked(step, x, t, a, params),
        _numbers(step, step.sample, table, a, t),
        _components(step, x, t, table, params),
    )


def _opening(step: Step, data: Dataset, params: Params) -> Story:
    nothing = "All weights are 0, so nothing is classified yet, although the criterion is 0. "
    said = "Before the first example. " + ("" if step.model.packed.any() else nothing)
    table = expanded(data, step.model.basis)
    E = criterion(step.model, table.X, signs(data))
    return Story(
        f"{said}{coded(data, '−1', '+1')}; {examples.at_zero(params.at_zero, data)}.",
        in_basis(CRITERION, step.model.basis),
        (examples.given(step.model),),
        (
            Number("rows on the wrong side", step.wrong),
            Number("criterion", E, "0 only where no point lies on the wrong side, or all weights are 0"),
            *examples.slope(step.model, table),
        ),
    )


def _verdict(step: Step, row: int, data: Dataset, a: float, t: float) -> str:
    point = examples.introduced(row, data, f", t = {TARGET[t]}")
    said = f"Epoch {step.epoch}: {point} lies {examples.side(a)}"
    if not step.mistake:
        return f"{said}. That is right, so nothing changes."
    way, change = ("added to", "raises") if t > 0 else ("subtracted from", "lowers")
    return f"{said}: mistake {step.mistakes}. The point is {way} the weights, which {change} its activation."


def _worked(step: Step, x: np.ndarray, t: float, a: float, params: Params) -> tuple[str, ...]:
    verdict = "≤ 0" if step.mistake else "> 0" if a else "counts as right"
    lines = (summed(step.before, x, "a"), f"t a = {TARGET[t]}·{bracketed(figure(a))} = {figure(t * a)} {verdict}")
    if not step.mistake:
        return lines
    updated = examples.correction(step.before, step.model, x, params.rate * t)
    return (*lines, *updated, examples.term_after(step.before, x, t, params.rate))


def _numbers(step: Step, row: int, table: Dataset, a: float, t: float) -> tuple[Number, ...]:
    told = [Number("activation a", a), Number("target t", t), Number("mistakes so far", step.mistakes)]
    if step.mistake:
        told += examples.improvement(step.before, step.model, row, table.X, signs(table))
    told.append(Number("wrong side now", step.wrong))
    told.append(Number("best line so far", step.best_wrong, "points on the wrong side"))
    return tuple(told)


def _components(step: Step, x: np.ndarray, t: float, table: Dataset, params: Params) -> tuple[Table, ...]:
    if not step.mistake:
        return ()
    return (
        examples.components(step.before, step.model, x, params.rate * t, table, "η t x"),
        examples.terms_table(step.before, step.model, table),
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The side of the line a point lies on, and how far from it."""
    return asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"points on the wrong side": step.wrong, "best so far": step.best_wrong}


def event(step: Step) -> Event | None:
    return Event("mistake", "wrong") if step.mistake else None
