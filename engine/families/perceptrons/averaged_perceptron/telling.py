"""What a step of the averaged perceptron says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import examples
from engine.families.perceptrons.averaged_perceptron.loop import Params, Step
from engine.parts.basis import expanded, in_basis
from engine.parts.line import asked, coded, names_of, summed

FORMULA = (
    r"\overline{\mathbf{w}} = \frac{1}{m} \sum_{i=1}^{m} \mathbf{w}^{(i)}, \qquad "
    r"t\,a \leq 0 \;\Rightarrow\; \mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if not step.presented:
        return _opening(step, data)
    return Story(
        _sentence(step, data),
        in_basis(FORMULA, step.model.basis),
        _worked(step, data, params),
        (
            Number("examples m", step.presented),
            Number("mistakes so far", step.mistakes),
            Number("wrong side of the current line", step.current_wrong),
            Number("wrong side of the average", step.wrong, f"of {data.n:,} points"),
        ),
        (_both(step, data),),
    )


def _opening(step: Step, data: Dataset) -> Story:
    return Story(
        f"Before the first example there is nothing to average. {examples.nothing_yet(step.model)}"
        f"{coded(data, '−1', '+1')}.",
        in_basis(FORMULA, step.model.basis),
        (examples.given(step.model),),
        (Number("wrong side of the current line", step.current_wrong),),
    )


def _sentence(step: Step, data: Dataset) -> str:
    if step.sample is None:
        return f"The last {counted(step.lasted, 'example')} changed nothing; the line they left unchanged counts too."
    said = f"Epoch {step.epoch}: {examples.introduced(step.sample, data)}"
    if not step.mistake:
        return f"{said} lies on the right side of the current line, which is counted once more."
    held = f" The line that it ends had lasted for {counted(step.lasted, 'example')}." if step.lasted else ""
    return f"{said} lies on the wrong side of the current line: mistake {step.mistakes}.{held}"


def _worked(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    lines: tuple[str, ...] = ()
    if step.sample is not None:
        x = expanded(data, step.model.basis).X[step.sample]
        lines = (summed(step.before, x, "a"),)
        if step.mistake:
            size = params.rate * float(signs(data)[step.sample])
            lines += examples.correction(step.before, step.current, x, size)
    total = vector(step.model.packed * step.presented)
    return (*lines, f"w̄ = {total} / {step.presented:,} = {vector(step.model.packed)}, the bias first")


def _both(step: Step, data: Dataset) -> Table:
    names = ("bias", *names_of(step.model.basis, data))
    rows = zip(names, step.current.packed, step.model.packed, strict=True)
    return Table("Weights of the current line and of the average", ("weight of", "walking", "average"), tuple(rows))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"current line": step.current_wrong, "average": step.wrong}


def event(step: Step) -> Event | None:
    return Event("mistake", "wrong") if step.mistake else None
