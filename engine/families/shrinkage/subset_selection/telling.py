"""What a step of subset selection says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, joined, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.shrinkage.subset_selection.drawing import moved_column
from engine.families.shrinkage.subset_selection.loop import BACKWARD, BEST, Params, Step
from engine.families.shrinkage.subset_selection.scoring import ADJUSTED, Fit
from engine.maths.algebra.agreement import exceeds
from engine.parts.regression import of_basis, predicted_at

FORMULA = (
    r"\mathrm{RSS} = \sum_n (t_n - y_n)^2, \quad \mathrm{AIC} = N\ln\frac{\mathrm{RSS}}{N} + 2p, \quad "
    r"\mathrm{BIC} = N\ln\frac{\mathrm{RSS}}{N} + p\ln N, \quad "
    r"R^2_{adj} = 1 - \frac{\mathrm{RSS}/(N-p)}{\mathrm{TSS}/(N-1)}"
)
NAMED = 5
"""Of more columns only the first are named."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {"start": _start, "try": _try, "take": _take, "choose": _choose}
    names = of_basis(data, step.model.basis).names[1:]
    tables = [_path(step, names)]
    if step.trials:
        tables.insert(0, _trials(step, names))
    said = say[step.kind](step, names, params)
    return Story(said, FORMULA, _worked(step, data), _numbers(step.fit), tuple(tables), _checks(step))


def listed(fit: Fit, names: tuple[str, ...]) -> str:
    """The columns of a subset in words."""
    if not fit.columns:
        return "no column"
    first = [names[j] for j in fit.columns[:NAMED]]
    return f"{', '.join(first)} and {fit.size - NAMED} more" if fit.size > NAMED else joined(first)


def _start(step: Step, names: tuple[str, ...], params: Params) -> str:
    rows = int((~step.held).sum())
    kept = f", and {counted(int(step.held.sum()), 'row is', 'rows are')} for validation" if step.held.any() else ""
    how = {
        "forward": "It begins with no column, so the mean is predicted; the column that lowers RSS most joins first.",
        "backward": "It begins with all columns; the one that is missed least leaves first.",
        "best": "It begins with no column, and then tries every subset of one column, of two, and so on.",
    }[params.search]
    return f"{how} {counted(rows, 'row is', 'rows are')} learnt from{kept}."


def _try(step: Step, names: tuple[str, ...], params: Params) -> str:
    assert step.best is not None
    leads = step.fit.columns == step.best.columns
    verdict = "the least of this round so far" if leads else f"{listed(step.best, names)} is better"
    rss = f"RSS = {figure(step.fit.rss)}"
    moved = moved_column(step.fit, step.before)
    if moved is None or params.search == BEST:
        return (
            f"Subset {step.tried:,} of {counted(step.fit.size, 'column')}: {listed(step.fit, names)}. {rss}, {verdict}."
        )
    act = "left out" if params.search == BACKWARD else "added"
    if not leads:
        other = moved_column(step.best, step.before)
        assert other is not None
        verdict = f"{'without' if params.search == BACKWARD else 'with'} {names[other]} it is less"
    return f"{names[moved]} is {act} on trial: {rss}, {verdict}."


def _take(step: Step, names: tuple[str, ...], params: Params) -> str:
    moved, rss = moved_column(step.fit, step.before), f"RSS = {figure(step.fit.rss)}"
    if params.search == BEST or moved is None:
        tried = counted(step.tried, "subset")
        return f"The best of {tried} of {counted(step.fit.size, 'column')}: {listed(step.fit, names)}, {rss}."
    if params.search == BACKWARD:
        return f"{names[moved]} is left out: without it RSS is least, {figure(step.fit.rss)}. {_left(step, names)}"
    return f"{names[moved]} joins: with it RSS is least, {figure(step.fit.rss)}. {_left(step, names)}"


def _left(step: Step, names: tuple[str, ...]) -> str:
    return f"The fit now has {listed(step.fit, names)}."


def _choose(step: Step, names: tuple[str, ...], params: Params) -> str:
    greatest = "greatest" if params.criterion == ADJUSTED else "least"
    value = figure(step.fit.value(params.criterion))
    return (
        f"Of all sizes {counted(step.fit.size, 'column')} {'has' if step.fit.size == 1 else 'have'} the {greatest} "
        f"{params.criterion}, {value}: {listed(step.fit, names)}."
    )


def _numbers(fit: Fit) -> tuple[Number, ...]:
    told = (
        Number("columns", fit.size),
        Number("RSS", fit.rss),
        Number("R²adj", fit.adjusted),
        Number("AIC", fit.aic, "less is better"),
        Number("BIC", fit.bic, "less is better"),
        Number("validation RMSE", fit.validation),
    )
    return tuple(number for number in told if np.isfinite(number.value))


def _worked(step: Step, data: Dataset) -> tuple[str, ...]:
    """AIC and BIC with their numbers."""
    fit, n = step.fit, int((~step.held).sum())
    if not fit.rss:
        return ()
    p = fit.size + 1
    aic = shown(fit.aic, lambda s: n * np.log(s / n) + 2 * p if s > 0 else np.nan, fit.rss)[0]
    bic = shown(fit.bic, lambda s: n * np.log(s / n) + p * np.log(n) if s > 0 else np.nan, fit.rss)[0]
    return (
        f"AIC = {n}·ln({aic} / {n}) + 2·{p} = {figure(fit.aic)}",
        f"BIC = {n}·ln({bic} / {n}) + {p}·ln({n}) = {figure(fit.bic)}",
    )


def _trials(step: Step, names: tuple[str, ...]) -> Table:
    rows = []
    for fit in step.trials:
        moved = moved_column(fit, step.before)
        rows.append(("" if moved is None else names[moved], fit.rss, *_scores(fit)))
    chosen = next((i for i, fit in enumerate(step.trials) if fit.columns == step.fit.columns), None)
    return Table("Columns tried", ("column", "RSS", *_heads(step.trials)), tuple(rows), chosen)


def _path(step: Step, names: tuple[str, ...]) -> Table:
    rows = tuple((fit.size, listed(fit, names), fit.rss, *_scores(fit)) for fit in step.path)
    chosen = next((i for i, fit in enumerate(step.path) if fit.columns == step.fit.columns), None)
    return Table("Subsets taken", ("size", "columns", "RSS", *_heads(step.path)), rows, chosen)


def _heads(fits: tuple[Fit, ...]) -> tuple[str, ...]:
    return ("R²adj", "AIC", "BIC", "validation")[: 4 if np.isfinite(fits[0].validation) else 3]


def _scores(fit: Fit) -> tuple[float | str, ...]:
    adjusted = fit.adjusted if np.isfinite(fit.adjusted) else "undefined"
    validation = (fit.validation,) if np.isfinite(fit.validation) else ()
    return (adjusted, fit.aic, fit.bic, *validation)


def _checks(step: Step) -> tuple[Check, ...]:
    """With a column more RSS does not rise."""
    if step.kind not in ("try", "take") or step.before is None:
        return ()
    small, large = sorted((step.fit, step.before), key=lambda fit: fit.size)
    if not set(small.columns) <= set(large.columns):
        return ()
    return (
        Check("RSS does not rise with a column more", not exceeds(large.rss, small.rss, step.path[0].rss + small.rss)),
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.kind == "try":
        return {}
    value = step.fit.value(params.criterion)
    told = {"RSS": step.fit.rss, params.criterion: value}
    return {name: one for name, one in told.items() if np.isfinite(one)}


def event(step: Step) -> Event | None:
    return {"take": Event("taken", "best"), "choose": Event("chosen", "centre")}.get(step.kind)
