"""What a step of the pocket algorithm says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import examples
from engine.families.perceptrons.pocket.loop import Params, Step
from engine.parts.basis import expanded, in_basis
from engine.parts.line import asked, coded, summed

FORMULA = (
    r"t\,a \leq 0 \;\Rightarrow\; \mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}, \qquad "
    r"\mathbf{w}_{\mathrm{pocket}} \leftarrow \mathbf{w} \;\;\mathrm{if\ it\ makes\ fewer\ mistakes}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.sample is None:
        return _opening(step, data)
    table, t = expanded(data, step.model.basis), float(signs(data)[step.sample])
    x, size = table.X[step.sample], params.rate * t
    changes = examples.correction(step.before, step.current, x, size)
    component = examples.components(step.before, step.current, x, size, table, "η t x")
    return Story(
        _verdict(step, step.sample, data),
        in_basis(FORMULA, step.model.basis),
        (summed(step.before, x, "a"), *(changes if step.mistake else ())),
        (
            Number("wrong side of the current line", step.current_wrong),
            Number("wrong side of the pocket's line", step.wrong, f"of {data.n:,} points"),
            Number("mistakes so far", step.mistakes),
            Number("changes of the pocket", step.changes),
        ),
        (component,) if step.mistake else (),
        (Check("the pocket is no worse than the current line", step.wrong <= step.current_wrong),),
    )


def _opening(step: Step, data: Dataset) -> Story:
    return Story(
        f"Before the first example. {examples.nothing_yet(step.model)}"
        f"{coded(data, '−1', '+1')}; the first line goes into the pocket as it is.",
        in_basis(FORMULA, step.model.basis),
        (examples.given(step.model),),
        (Number("wrong side of the pocket's line", step.wrong),),
    )


def _verdict(step: Step, row: int, data: Dataset) -> str:
    said = f"Epoch {step.epoch}: {examples.introduced(row, data)}"
    if not step.mistake:
        return f"{said} lies on the right side of the current line, so nothing changes."
    said += f" lies on the wrong side of the current line: mistake {step.mistakes}."
    now = f"The line is now wrong on {counted(step.current_wrong, 'point')}"
    if step.replaced is not None:
        return f"{said} {now}, fewer than any before: it goes into the pocket."
    return f"{said} {now}; the pocket's is wrong on {step.wrong:,} and stays."


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"current line": step.current_wrong, "pocket": step.wrong}


def event(step: Step) -> Event | None:
    if step.replaced is not None:
        return Event("new best", "best")
    return Event("mistake", "wrong") if step.mistake else None
