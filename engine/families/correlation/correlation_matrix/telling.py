"""What a step of the correlation matrix says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, enough, figure
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.correlation.correlation_matrix.drawing import names
from engine.families.correlation.correlation_matrix.loop import WIDEST, Params, Step, known
from engine.maths.algebra.agreement import agree

MATRIX = r"\rho_{ij} = \frac{\sigma_{ij}}{\sqrt{\sigma_{ii}\, \sigma_{jj}}}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _start, "cell": _cell, "whole": _whole}[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    D = len(step.S)
    said = f"The covariance matrix S of {counted(D, 'column')}: on its diagonal stand variances."
    if params.covariance:
        return Story(f"A typed covariance matrix S of {counted(D, 'column')}: on its diagonal stand variances.", MATRIX)
    out = data.n - len(known(data))
    if out:
        said += f" {counted(out, 'row lacks', 'rows lack')} a column and {'is' if out == 1 else 'are'} left out."
    if data.d > WIDEST:
        said += f" Only the first {WIDEST} of {data.d} columns are shown."
    return Story(said, MATRIX, (), (Number("rows", data.n - out), Number("columns", D)))


def _cell(step: Step, data: Dataset, params: Params) -> Story:
    assert step.i is not None and step.j is not None
    i, j = step.i, step.j
    heads = names(step, data, params)
    covariance, one, other = float(step.S[i, j]), float(step.S[i, i]), float(step.S[j, j])
    rho = float(step.R[i, j])
    if math.isnan(rho):
        flat = heads[i] if one == 0 else heads[j]
        other_one = heads[j if one == 0 else i]
        said = f"{flat} has no variation: its correlation with {other_one} is undefined, not 0."
        return Story(
            said if i != j else f"{flat} has no variation: it has no correlation, not even with itself.", MATRIX
        )
    digits = enough(rho, _divided, covariance, one, other)
    parts = [figure(part, digits) for part in (covariance, one, other)]
    line = f"ρ = {parts[0]} / √({parts[1]}·{parts[2]}) = {figure(rho)}"
    told = (Number("ρ", rho), Number("covariance", covariance))
    if i == j:
        said = f"The variance of {heads[i]} divided by itself: a column has the correlation 1 with itself."
        return Story(said, MATRIX, (line,), told)
    both = "rise together" if rho > 0 else "go opposite ways" if rho < 0 else "do not rise or fall together on a line"
    said = f"{heads[i]} and {heads[j]} {both}: ρ = {figure(rho)}, and the same on the other side of the diagonal."
    return Story(said, MATRIX, (line,), told)


def _divided(covariance: float, one: float, other: float) -> float:
    return covariance / math.sqrt(one) / math.sqrt(other)


def _whole(step: Step, data: Dataset, params: Params) -> Story:
    heads = names(step, data, params)
    defined = ~np.isnan(np.diagonal(step.R))
    checks = (
        Check("R is symmetric", bool(np.array_equal(step.R, step.R.T, equal_nan=True))),
        Check("its diagonal is 1", agree(np.diagonal(step.R)[defined], 1.0, 1.0)),
        Check("all are between −1 and 1", bool((np.abs(step.R[~np.isnan(step.R)]) <= 1).all())),
    )
    flat = int((~defined).sum())
    said = "All correlations are known: no unit is left in them."
    if flat:
        said += f" {counted(flat, 'column has', 'columns have')} no variation, and no correlation with any other."
    if step.i is None or step.j is None:
        return Story(said, MATRIX, (), (), (), checks)
    i, j = step.i, step.j
    said += f" The strongest is that of {heads[i]} and {heads[j]}."
    return Story(said, MATRIX, (), (Number("strongest ρ", float(step.R[i, j])),), (), checks)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {}


def event(step: Step) -> Event | None:
    return Event("whole", "best") if step.part == "whole" else None
