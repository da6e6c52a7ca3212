"""What a step of the joint table says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import divided, enough, figure, taken
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.joint_table.loop import Params, Step
from engine.families.distributions.typed_table import TOLERANCE
from engine.maths.algebra.agreement import agree

JOINT = r"p(x, y) \geq 0, \qquad \sum_x \sum_y p(x, y) = 1"
SUM = r"p(x) = \sum_y p(x, y)"
SUM_Y = r"p(y) = \sum_x p(x, y)"
GIVEN = r"p(y \mid x) = \frac{p(x, y)}{p(x)}, \qquad p(x, y) = p(y \mid x)\, p(x)"
BAYES = r"p(x \mid y) = \frac{p(y \mid x)\, p(x)}{\sum_{x'} p(y \mid x')\, p(x')}"
INDEPENDENT = r"p(x, y) = p(x)\, p(y)\ \mathrm{?}"
LISTED = 6
"""So many terms of a sum are written."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step)


def _table(step: Step) -> Story:
    K, J = step.P.shape
    said = f"{K} values of x and {J} of y: a cell is the probability that both occur. Type into it to change it."
    sums = Check("all cells add up to 1", agree(step.P.sum(), 1.0, 1.0))
    return Story(said, JOINT, (), (), (), (sums,))


def _added(parts: np.ndarray, name: str) -> tuple[str, ...]:
    total = float(parts.sum())
    if len(parts) > LISTED:
        return ()
    digits = enough(total, lambda *each: float(np.sum(each)), *parts)
    return (f"{name} = {' + '.join(figure(part, digits) for part in parts)} = {figure(total)}",)


def _row(step: Step) -> Story:
    assert step.i is not None
    value = float(step.px[step.i])
    said = f"Sum rule: the cells of x = {step.i + 1} add up to p(x = {step.i + 1}) = {figure(value)}, whatever y is."
    return Story(said, SUM, _added(step.P[step.i], f"p(x{step.i + 1})"), (Number("p(x)", value),))


def _column(step: Step) -> Story:
    assert step.j is not None
    value = float(step.py[step.j])
    said = f"Sum rule: the cells of y = {step.j + 1} add up to p(y = {step.j + 1}) = {figure(value)}, whatever x is."
    return Story(said, SUM_Y, _added(step.P[:, step.j], f"p(y{step.j + 1})"), (Number("p(y)", value),))


def _given(step: Step) -> Story:
    assert step.i is not None and step.given_x is not None
    margin = float(step.px[step.i])
    if not margin > 0:
        return Story(f"p(x = {step.i + 1}) is 0: what y is then is undefined, and no number is given for it.", GIVEN)
    said = f"Given x = {step.i + 1}, its cells are divided by p(x = {step.i + 1}) = {figure(margin)}, and add up to 1."
    j = int(step.given_x[step.i].argmax())
    worked = (f"p(y{j + 1} | x{step.i + 1}) = {divided(float(step.P[step.i, j]), margin)}",)
    sums = Check("they add up to 1", agree(step.given_x[step.i].sum(), 1.0, 1.0))
    return Story(said, GIVEN, worked, (), (), (sums,))


def _bayes(step: Step) -> Story:
    assert step.j is not None and step.given_x is not None and step.given_y is not None
    margin = float(step.py[step.j])
    if not margin > 0:
        return Story(f"p(y = {step.j + 1}) is 0: what x is then is undefined, and no number is given for it.", BAYES)
    before, after = float(step.px[0]), float(step.given_y[0, step.j])
    change = (
        "stays as probable"
        if after == before
        else "becomes more probable"
        if after > before
        else "becomes less probable"
    )
    seen = f"When y = {step.j + 1} is seen, x = 1 {change}: {figure(after)} after {figure(before)}."
    said = f"Bayes' rule turns the conditional round. {seen}"
    i = int(step.given_y[:, step.j].argmax())
    product = float(step.given_x[i, step.j] * step.px[i])
    worked = (f"p(x{i + 1} | y{step.j + 1}) = {divided(product, margin)}",)
    sums = Check("they add up to 1", agree(step.given_y[:, step.j].sum(), 1.0, 1.0))
    told = (Number("p(x = 1 | y)", after), Number("p(x = 1)", before))
    return Story(said, BAYES, worked, told, (), (sums,))


def _independence(step: Step) -> Story:
    assert step.apart is not None and step.i is not None and step.j is not None
    i, j = step.i, step.j
    deviation = float(np.abs(step.apart).max())
    product = float(step.px[i] * step.py[j])
    if deviation <= TOLERANCE:
        return Story(
            "Every cell is the product of its margins: x and y are independent, neither tells anything of the other.",
            INDEPENDENT,
        )
    more = "more" if step.apart[i, j] > 0 else "less"
    both = f"x = {i + 1} and y = {j + 1} occur together {more} often than the product of their margins says."
    said = f"x and y are not independent: {both}"
    worked = (f"p(x, y) − p(x) p(y) = {taken(float(step.P[i, j]), product)}",)
    return Story(said, INDEPENDENT, worked, (Number("largest deviation", deviation),))


TOLD: dict[str, Callable[[Step], Story]] = {
    "table": _table, "row": _row, "column": _column, "given x": _given, "Bayes": _bayes, "independence": _independence,
}  # fmt: skip


def event(step: Step) -> Event | None:
    return Event("Bayes", "best") if step.part == "Bayes" else None
