"""What a step of the confusion table looks like: the table so far, the cells of a rate, and the rates as bars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import short
from engine.core.marks import Bars, Mark, Matrix, Points, Region
from engine.core.rate_words import RATES, f_name
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.evaluation.confusion_table.loop import F, Params, Step
from engine.families.evaluation.scoring import positive_of
from engine.maths.evaluation.rates import Outcomes

TABLE = Surface("table", "Confusion table")
RATE_BARS = Surface("chart", "Rates", "rate", "value", view=None)
CLASS_BARS = Surface("chart", "F₁ of each class", "class", "F₁")
LARGEST = 24
"""A table of more classes is not read."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.answered is None or step.counts is None:
        return []
    drawn: list[Mark] = [Region(step.model, "labels")]
    if step.part == "example":
        rows = step.answered.rows[step.done - step.more : step.done]
        drawn.append(Points(data.X[rows], "focus", rows=rows))
    elif step.part == "summary":
        rows = step.answered.rows[step.answered.answers != step.answered.truth]
        drawn.append(Points(data.X[rows], "wrong", rows=rows))
    if len(step.counts) <= LARGEST:
        drawn.append(whole_table(step, data))
    if step.table is not None:
        drawn.append(pair_table(step, data, params))
    if step.part in ("rate", "summary"):
        drawn += rate_bars(step, params)
    if step.part == "class" and step.code is not None:
        drawn.append(class_bars(step, data))
    return drawn


def members(step: Step, data: Dataset) -> np.ndarray:
    """(n,) the cell of each row that is in the table, row by row of it; −1 for none."""
    assert step.answered is not None and step.counts is not None
    found, K = np.full(data.n, -1), len(step.counts)
    done = slice(0, step.done)
    y, said = step.answered.truth[done].astype(np.intp), step.answered.answers[done].astype(np.intp)
    cells = np.where((y >= 0) & (said >= 0) & (said < K), y * K + said, -1)
    found[step.answered.rows[done]] = cells
    return found


def whole_table(step: Step, data: Dataset) -> Matrix:
    """All classes; the cell of the example that was dropped last has a rim."""
    assert step.answered is not None and step.counts is not None
    cell: tuple[int | None, int | None] = (None, None)
    if step.part == "example":
        cell = int(step.answered.truth[step.done - 1]), int(step.answered.answers[step.done - 1])
        cell = cell if min(cell) >= 0 else (None, None)
    elif step.part == "class":
        cell = step.code, None
    names = tuple(short(name, 18) for name in data.class_titles)
    called = tuple(f"called {name}" for name in names)
    return Matrix(
        step.counts.astype(float), names, called, "table", chosen_row=cell[0], chosen_column=cell[1],
        title="row: truth, column: prediction", surface=TABLE, members=members(step, data),
    )  # fmt: skip


def pair_table(step: Step, data: Dataset, params: Params) -> Matrix:
    """One class against the rest; the cells of which the rate is a share have a rim."""
    assert step.table is not None
    code = step.code if step.code is not None else positive_of(data, params)
    name = short(data.class_name(code), 18)
    return Matrix(
        step.table.astype(float), (name, "the rest"), (f"called {name}", "called another"), "table",
        title="TP FN over FP TN", place=(1, 0), surface=TABLE, lit=step.counted,
    )  # fmt: skip


def outcomes_of(table: np.ndarray) -> Outcomes:
    """The four counts."""
    (TP, FN), (FP, TN) = table.tolist()
    return Outcomes(TP, FN, FP, TN)


def rate_bars(step: Step, params: Params) -> list[Mark]:
    """The rates so far that have a value; the one in view is chosen."""
    assert step.table is not None and step.bars is not None
    table, far = outcomes_of(step.table), F if step.rate is None else min(step.rate, F)
    names = [one.name for one in RATES[: far + 1] if not np.isnan(one.of(table).value)]
    names += [f_name(params.beta)] * (far >= F)
    if not names:
        return []
    here = (
        f_name(params.beta)
        if step.rate == F
        else RATES[step.rate].name
        if step.rate is not None and step.rate < F
        else ""
    )
    chosen = names.index(here) if step.rate is not None and here in names else None
    return [Bars(step.bars, tuple(names), chosen=chosen, surface=RATE_BARS)]


def class_bars(step: Step, data: Dataset) -> Bars:
    """F₁ of the classes so far."""
    assert step.bars is not None
    names = tuple(short(name, 12) for name in data.class_titles[: len(step.bars)])
    return Bars(step.bars, names, chosen=step.code, surface=CLASS_BARS)
