"""What a step of the similarity says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import bracketed, counted, enough, figure, listed
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.correlation.correlation_similarity.loop import (
    HALF,
    MAPS,
    ONE_PLUS,
    POSITIVE,
    SIZE,
    Params,
    Step,
    averaged,
    mapped,
)
from engine.maths.algebra.agreement import agree

FORMULAS = {
    ONE_PLUS: r"s = 1 + r", HALF: r"s = \frac{1 + r}{2}", POSITIVE: r"s = \max(r, 0)", SIZE: r"s = |r|",
}  # fmt: skip
AVERAGE = r"\hat{x} = \frac{\sum_c s_c x_c}{\sum_c s_c}"
LISTED = 10


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"Row {data.row_name(step.u)} has a correlation with {int(step.defined.sum())} of "
        f"{counted(len(step.critics), 'other row')}, over the columns that both know, "
        f"{data.columns[step.column].title} left out. A correlation may be below 0, and a weight may not."
    )
    rows = tuple(
        (data.row_name(int(row)), figure(float(r)) if there else "undefined")
        for row, r, there in zip(step.critics[:LISTED], step.r[:LISTED], step.defined[:LISTED], strict=True)
    )
    return Story(
        said + _left_out(step, data), FORMULAS[params.map], tables=(Table("Correlations", ("row", "r"), rows),)
    )


def _left_out(step: Step, data: Dataset) -> str:
    """Rows without a correlation."""
    lacking = step.critics[~step.defined]
    if not len(lacking):
        return ""
    names = listed((data.row_name(int(row)) for row in lacking), 4)
    return f" Excluded, as r is undefined without two common columns that vary: {names}."


def _critic(step: Step, data: Dataset, params: Params) -> Story:
    assert step.weights is not None
    n, new = step.done - 1, step.done - step.before
    row = data.row_name(int(step.critics[n]))
    told = (Number("rows weighed", step.done),)
    if new > 1:
        return Story(f"{new} more rows get their weights.", FORMULAS[params.map], (), told)
    if not step.defined[n]:
        said = f"Row {row} has no correlation with row {data.row_name(step.u)}: it is excluded, not weighed with r = 0."
        return Story(said, FORMULAS[params.map], (), told)
    r, s = float(step.r[n]), float(step.weights[n])
    digits = enough(s, lambda value: float(mapped(np.array(value), params.map)), r)
    shown = figure(r, digits)
    worked = {
        ONE_PLUS: f"s = 1 + {bracketed(shown)} = {figure(s)}", HALF: f"s = (1 + {bracketed(shown)}) / 2 = {figure(s)}",
        POSITIVE: f"s = max({shown}, 0) = {figure(s)}", SIZE: f"s = |{shown}| = {figure(s)}",
    }[params.map]  # fmt: skip
    lines = (worked,) if params.map in (ONE_PLUS, HALF) else ()
    said = f"Row {row}: r = {figure(r)} becomes the weight {figure(s)}."
    if step.shared[n] == 2:
        said += " Of two common columns r is always 1 or −1: that tells nothing."
    if params.map == SIZE and r < 0:
        said += " It counts as much as if it went the same way: |r| is for features, and misleads for tastes."
    return Story(said, FORMULAS[params.map], lines, (Number("correlation", r), Number("weight", s), *told))


def _average(step: Step, data: Dataset, params: Params) -> Story:
    assert step.weights is not None and step.values is not None and step.heard is not None
    title = data.columns[step.column].title
    averages = [(name, averaged(step.values, mapped(step.r, name), step.heard)) for name in MAPS]
    rows = tuple((name, "undefined" if value is None else figure(value)) for name, value in averages)
    table = Table("The average by each map", ("s", "average"), rows, MAPS.index(params.map))
    one, half = averages[0][1], averages[1][1]
    same = one is None or half is None or agree(one, half, float(np.abs(step.values).max()) or 1.0)
    checks = (Check("1 + r and (1 + r) / 2 give the same average", same),)
    if step.average is None:
        said = f"No row with a weight above 0 knows {title}: the average is undefined."
        return Story(said, AVERAGE, (), (), (table,), checks)
    said = (
        f"Weighed so, {title} averages to {figure(step.average)} over {counted(int(step.heard.sum()), 'row')}. 1 + r "
        "and (1 + r) / 2 give the same, as the factor 2 cancels; max(r, 0) hears only who goes the same way."
    )
    total, weight = float(step.weights[step.heard] @ step.values[step.heard]), float(step.weights[step.heard].sum())
    digits = enough(step.average, lambda a, b: a / b, total, weight)
    line = f"average = {figure(total, digits)} / {figure(weight, digits)} = {figure(step.average)}"
    return Story(said, AVERAGE, (line,), (Number("average", step.average),), (table,), checks)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "critic": _critic, "average": _average,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {}


def event(step: Step) -> Event | None:
    return Event("average", "best") if step.part == "average" else None
