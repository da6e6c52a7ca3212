"""What a step of RANSAC says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, joined, percent, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.robust_regression.posing import residuals_of
from engine.families.robust_regression.ransac.loop import MOST, Params, Step, usual_threshold
from engine.families.robust_regression.robust_words import (
    error_lines,
    errors,
    rank_words,
    residual_table,
    weights_table,
)
from engine.parts.regression import of_basis, predicted_at

RULE = (
    r"\mathrm{inlier}: |t_n - y_n| \leq \tau, \qquad k = \frac{\ln(1 - p)}{\ln(1 - q^m)}, \quad "
    r"q = \frac{\mathrm{inliers}}{N}"
)
REFIT = r"\mathbf{w} = \mathrm{arg\,min} \sum_{n:\, |r_n| \leq \tau} (t_n - y_n)^2"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {"least squares": _start, "sample": _sample, "refit": _refit}
    return say[step.kind](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    problem = of_basis(data, step.model.basis)
    r = residuals_of(problem, step.model)
    chosen = params.threshold == 0 and step.threshold == usual_threshold(problem.t)
    why = ", the median deviation of the targets from their median" if chosen and _is_median(step, problem.t) else ""
    said = (
        f"Least squares fits all rows, outliers too. Each trial will fit {counted(step.size, 'row')} drawn at random, "
        f"and count the rows within ± {figure(step.threshold)}{why}.{rank_words(problem, step.size)}"
    )
    told = (Number("τ", step.threshold), Number("m", step.size, "rows in a sample"), *errors(r, data))
    tables = (residual_table(problem, r, None, data), weights_table(step.model, step.least, problem))
    return Story(said, RULE, error_lines(r), told, tables)


def _is_median(step: Step, t: np.ndarray) -> bool:
    return float(np.median(np.abs(t - np.median(t)))) == step.threshold


def _sample(step: Step, data: Dataset, params: Params) -> Story:
    assert step.rows is not None
    problem, most = of_basis(data, step.model.basis), int(step.bests[-1])
    rows = joined(data.row_name(int(row)) for row in np.sort(step.rows).tolist())
    drawn = (
        f"Trial {step.trial}: {'row' if step.size == 1 else 'rows'} {rows} {'is' if step.size == 1 else 'are'} drawn"
    )
    told = [
        Number("rows that agree", step.count, f"of {data.n:,}, {percent(step.count / data.n)}"),
        Number("most that agree so far", most),
        Number("τ", step.threshold),
    ]
    r = residuals_of(problem, step.model)
    table = (residual_table(problem, r, None, data), weights_table(step.model, step.least, problem))
    if not step.count:
        return Story(f"{drawn}, which do not determine a fit: they count for nothing.", RULE, (), tuple(told), table)
    verdict = "the most there has been" if step.better else f"the best sample has {most}"
    near = f"{counted(step.count, 'row lies', 'rows lie')} within ± {figure(step.threshold)} of their fit"
    said = f"{drawn}. {near}; {verdict}."
    if step.needed < MOST:
        told.append(
            Number("trials needed", step.needed, f"for a clean sample with probability {figure(params.confidence)}")
        )
    return Story(said, RULE, _needed_lines(step, data, params), tuple(told), table, _checks(step, r))


def _needed_lines(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    """q, and how many trials are needed, with numbers."""
    most, p = int(step.bests[-1]), params.confidence
    q = most / data.n
    line = f"q = {divided(most, data.n)}"
    if not 0 < q < 1 or not 0 < p < 1 or step.needed >= MOST:
        return (line,)
    k = float(np.log(1 - p) / np.log1p(-(q**step.size)))
    parts = shown(
        k, lambda a, b: float(np.log(1 - a) / np.log1p(-(b**step.size))) if 0 < b < 1 and a < 1 else np.nan, p, q
    )
    return (line, f"k = ln(1 − p) / ln(1 − q^m) = ln(1 − {parts[0]}) / ln(1 − {parts[1]}^{step.size}) = {figure(k)}")


def _refit(step: Step, data: Dataset, params: Params) -> Story:
    problem = of_basis(data, step.model.basis)
    r = residuals_of(problem, step.model)
    own = r[step.inliers]
    said = (
        f"Least squares fits the {counted(step.count, 'row')} that agreed with the best sample, and none of the "
        f"{data.n - step.count} others."
        if step.count < data.n
        else "All rows agreed with the best sample, so the fit is that of least squares."
    )
    told = (
        Number("rows that agree", step.count, f"of {data.n:,}, {percent(step.count / data.n)}"),
        Number("RMSE of the inliers", float(np.sqrt((own**2).mean()))),
        *errors(r, data),
    )
    tables = (residual_table(problem, r, None, data), weights_table(step.model, step.least, problem))
    return Story(said, REFIT, error_lines(r), told, tables)


def _checks(step: Step, r: np.ndarray) -> tuple[Check, ...]:
    """A fit of so few rows passes through them."""
    assert step.rows is not None
    through = bool((np.abs(r[step.rows]) <= step.threshold).all())
    return (Check("the fit passes through the rows of the sample", through),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if not step.trial:
        return {}
    return {"rows that agree": step.count, "most that agree so far": int(step.bests[-1])}


def event(step: Step) -> Event | None:
    if step.kind == "refit":
        return Event("refit", "centre")
    if step.kind == "sample":
        return Event("better", "best") if step.better else None if step.count else Event("no fit", "wrong")
    return None
