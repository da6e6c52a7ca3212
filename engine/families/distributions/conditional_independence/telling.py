"""What is said of the cells: each against its product, and what y explains."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.errors import SetParameter
from engine.base.words import counted, divided, taken
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.conditional_independence.loop import COINS, Params, Step
from engine.maths.algebra.agreement import agree

JOINT = r"\sum_y \sum_a \sum_b p(a, b, y) = 1"
POOLED = r"p(a, b) = \sum_y p(a, b, y)"
MARGINAL = r"p(a, b) = p(a)\, p(b)\ \mathrm{?}"
GIVEN = r"p(a \mid b, y) = p(a \mid y)\ \mathrm{?}"
BOTH = r"p(a, b) = p(a)\, p(b)\ \mathrm{?} \qquad p(a \mid b, y) = p(a \mid y)\ \mathrm{?}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _table(step: Step, params: Params) -> Story:
    K, n, m = step.P.shape
    said = (
        f"{n} values of a, {m} of b and {K} of y: a cell is the probability that all three occur. Type into it to "
        "change it."
    )
    return Story(said, JOINT, checks=(Check("all cells add up to 1", agree(step.P.sum(), 1.0, 1.0)),))


def _pooled(step: Step, params: Params) -> Story:
    said = f"Sum rule: the tables of {counted(len(step.P), 'value')} of y add up to p(a, b), in which y is not seen."
    return Story(said, POOLED, checks=(Check("p(a, b) adds up to 1", agree(step.pooled.sum(), 1.0, 1.0)),))


def _cell(step: Step, params: Params) -> Story:
    assert step.i is not None and step.j is not None
    i, j = step.i, step.j
    worked: tuple[str, ...]
    if step.k is None:
        p_ab, p_a, p_b = step.pooled[i, j], step.pooled[i].sum(), step.pooled[:, j].sum()
        name, formula, largest = f"a = {i + 1} and b = {j + 1}", MARGINAL, step.largest
        worked = (f"p(a, b) − p(a) p(b) = {taken(float(p_ab), float(p_a * p_b))}",)
    else:
        slice = step.P[step.k]
        p_by, p_a_y = float(slice[:, j].sum()), float(slice[i].sum() / slice.sum())
        name, formula, largest = f"a = {i + 1}, given b = {j + 1} and y = {step.k + 1}", GIVEN, step.largest_y
        given = float(slice[i, j]) / p_by
        worked = (
            f"p(a | b, y) = {divided(float(slice[i, j]), p_by)}",
            f"p(a | b, y) − p(a | y) = {taken(given, p_a_y)}",
        )
    said = f"{name}: {_compared(step, params)}"
    return Story(said, formula, worked, (Number("deviation", step.deviation), Number("largest so far", largest)))


def _compared(step: Step, params: Params) -> str:
    if abs(step.deviation) <= params.tolerance:
        return "as often as the product says." if step.k is None else "as probable as without knowing b."
    more = "more" if step.deviation > 0 else "less"
    if step.k is None:
        return f"{more} often together than the product says."
    return f"{more} probable than without knowing b."


def _skipped(step: Step, params: Params) -> Story:
    assert step.k is not None
    return Story(f"p(y = {step.k + 1}) is 0: given it nothing is defined, and it is skipped.", GIVEN)


def _verdict(step: Step, params: Params) -> Story:
    said = VERDICTS[step.on_the_whole, step.given_y]
    numbers = [
        Number("largest deviation on the whole", step.largest),
        Number("largest deviation given y", step.largest_y),
    ]
    p_ab, y = float(step.pooled[0, 0]), int(np.argmax(step.P[:, 0, 0]))
    worked: tuple[str, ...] = ()
    if p_ab > 0:
        numbers.append(Number(f"p(y = {y + 1} | a = 1, b = 1)", float(step.P[y, 0, 0]) / p_ab))
        worked = (f"p(y = {y + 1} | a = 1, b = 1) = {divided(float(step.P[y, 0, 0]), p_ab)}",)
    other = SetParameter("table", COINS)
    reverse = () if params.table == COINS or (params.rows, params.columns) != (2, 2) else (other,)
    if reverse:
        said += " The reverse example: two coins, and y, whether they match."
    return Story(said, BOTH, worked, tuple(numbers), remedies=reverse)


VERDICTS = {
    (
        False,
        True,
    ): "On the whole a and b go together, and given y they do not: y explains what they tell of each other.",
    (
        True,
        False,
    ): "On the whole a and b are independent, and given y they are not: to know y makes one tell of the other.",
    (True, True): "a and b are independent, with y and without it.",
    (False, False): "a and b are dependent on the whole, and given y too: y does not explain it all.",
}
"""By whether a and b are independent on the whole, and given y."""
TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "table": _table, "pooled": _pooled, "cell": _cell, "skipped": _skipped, "verdict": _verdict,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "cell":
        return {}
    return {"largest deviation": step.largest} if step.k is None else {"largest deviation given y": step.largest_y}


def event(step: Step) -> Event | None:
    return Event("verdict", "best") if step.part == "verdict" else None
