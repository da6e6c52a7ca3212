"""What a step of least absolute deviations says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, joined
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.robust_regression.least_absolute.drawing import sum_of
from engine.families.robust_regression.least_absolute.loop import Params, Step
from engine.families.robust_regression.posing import residuals_of
from engine.families.robust_regression.robust_words import (
    error_lines,
    errors,
    rank_words,
    residual_table,
    terms_of,
    weights_table,
)
from engine.maths.algebra.agreement import exceeds
from engine.maths.optimisation.least_absolute import OVER
from engine.parts.regression import Problem, of_basis, predicted_at

LEAST = r"\min_{\mathbf{w}} \sum_n |t_n - y_n|"
RULE = (
    LEAST + r", \qquad \sum_{n \in B} u_n\,\varphi_n + \sum_{n \notin B} \mathrm{sign}(r_n)\,\varphi_n = 0, \quad "
    r"|u_n| \leq 1"
)
NAMED = 4
"""Of more rows on the fit only so many are named."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem = of_basis(data, step.model.basis)
    r = residuals_of(problem, step.model)
    tables = [residual_table(problem, r, None, data), weights_table(step.model, step.least, problem)]
    told = [Number("Σ |r|", step.error), *errors(r, data)]
    if step.rows is None or step.multipliers is None:
        said = (
            "Least squares makes Σ r² least, not Σ |r|. The fit with the least Σ |r| passes through as many rows as it "
            f"has weights, and it is looked for among those.{rank_words(problem, step.rank)}"
        )
        return Story(said, LEAST, error_lines(r), tuple(told), tuple(tables))
    worst = int(np.argmax(np.abs(step.multipliers)))
    told.insert(1, Number("largest |u|", float(abs(step.multipliers[worst])), "1 or less at the least"))
    tables.insert(0, _multipliers(step, data, worst))
    said = _said(step, data, problem) + _next(step, data, worst)
    return Story(said, RULE, error_lines(r), tuple(told), tuple(tables), _checks(step, problem))


def _said(step: Step, data: Dataset, problem: Problem) -> str:
    assert step.rows is not None
    if step.leaving is None or step.entering is None:
        names = [data.row_name(int(row)) for row in step.rows[:NAMED]]
        more = f" and {len(step.rows) - NAMED} more" if len(step.rows) > NAMED else ""
        rows = "row" if len(step.rows) == 1 else "rows"
        listed = ", ".join(names) if more else joined(names)
        return f"The fit passes through {rows} {listed}{more}, which lie near that of least squares."
    before = sum_of(problem, step.before)
    moved = f"Σ |r| goes from {figure(before)} to {figure(step.error)}"
    return (
        f"Exchange {step.number}: row {data.row_name(step.leaving)} is let go, and the fit moves until it meets "
        f"row {data.row_name(step.entering)}; {moved}."
    )


def _next(step: Step, data: Dataset, worst: int) -> str:
    """What the multipliers say of the fit."""
    assert step.rows is not None and step.multipliers is not None
    size, row = float(abs(step.multipliers[worst])), data.row_name(int(step.rows[worst]))
    if size <= 1 + OVER:
        return " No multiplier exceeds 1, so no move of the fit lowers Σ |r|: it is the least."
    return f" Row {row} has a multiplier of size {figure(size)}, more than 1: letting it go lowers Σ |r|."


def _multipliers(step: Step, data: Dataset, worst: int) -> Table:
    assert step.rows is not None and step.multipliers is not None
    rows = zip((data.row_name(int(row)) for row in step.rows), step.multipliers.tolist(), strict=True)
    return Table("Rows on the fit", ("row", "u"), tuple(rows), worst)


def _checks(step: Step, problem: Problem) -> tuple[Check, ...]:
    """The fit passes through its rows, and an exchange does not raise Σ |r|."""
    assert step.rows is not None
    terms = terms_of(problem, step.model)
    r = residuals_of(problem, step.model)
    checks = [Check("the fit passes through its rows", not exceeds(np.abs(r[step.rows]), 0.0, terms))]
    if step.kind == "exchange":
        checks.append(Check("Σ |r| does not rise", not exceeds(step.error, sum_of(problem, step.before), terms)))
    return tuple(checks)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"Σ |r|": step.error}


def event(step: Step) -> Event | None:
    return Event("exchange", "boundary") if step.kind == "exchange" else None
