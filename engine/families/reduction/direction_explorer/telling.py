"""What a step of the direction explorer says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import figure, joined, shown, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.reduction.direction_explorer.drawing import parted
from engine.families.reduction.direction_explorer.loop import Params, Step, first_shown
from engine.families.reduction.direction_explorer.turning import unit
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.covariance import EQUAL, principal_axes
from engine.maths.algebra.scatter import criterion

FORMULA = r"V(\theta) = \mathbf{u}^\top S\,\mathbf{u}, \quad \mathbf{u} = (\cos\theta, \sin\theta)"


def _form(c: float, s: float, S11: float, S12: float, S22: float) -> float:
    return c * c * S11 + 2.0 * c * s * S12 + s * s * S22


def explain(step: Step, data: Dataset, params: Params) -> Story:
    u, S, V = unit(step.angle), step.S, step.variance
    _, values = principal_axes(S)
    low, high = float(values[1]), float(values[0])
    if high - low <= EQUAL * high:
        where = "The cloud is round: along every other direction it is the same"
    elif agree(V, high, high):
        where = "No direction has more: this is the first principal axis"
    elif agree(V, low, high):
        where = "No direction has less: this is the second principal axis"
    else:
        where = f"Other directions have from {figure(low)} to {figure(high)}"
    said = f"At θ = {figure(step.angle)}° the variance of the projections is {figure(V)}. {where}."
    said += _others(data, params)
    matrix = f"({vector(S[0])}, {vector(S[1])})"
    c, s, S11, S12, S22 = shown(V, _form, *u.tolist(), float(S[0, 0]), float(S[0, 1]), float(S[1, 1]))
    terms = f"({c})²·{S11} + 2·({c})·({s})·({S12}) + ({s})²·{S22}"
    lines = (f"u = {vector(u)}", f"S = {matrix}", f"V = uᵀ S u = {terms} = {figure(V)}")
    feet = spread(step, data, params)
    told = [
        Number("V", V), Number("variance of the projections", feet, "the same, from the projections themselves"),
        Number("λ1", high, "the greatest"), Number("λ2", low, "the least"),
    ]  # fmt: skip
    if (J := ratio(step, data, params)) is not None:
        told.append(Number("J", J, "how well the classes separate"))
    checks = (
        Check("both ways to the variance agree", agree(feet, V, high, 1e-7)),
        Check("V lies between λ2 and λ1", low * (1 - 1e-9) - 1e-9 * high <= V <= high * (1 + 1e-9)),
    )
    return Story(said, FORMULA, lines, tuple(told), checks=checks)


def _others(data: Dataset, params: Params) -> str:
    if data.d == 2:
        return ""
    names = joined(data.columns[axis].title for axis in params.axes(data))
    where = "" if params.axes(data) == first_shown(data) else ": have the plane show these"
    return f" Of the features only {names} are looked at{where}."


def spread(step: Step, data: Dataset, params: Params) -> float:
    """The variance of the projections, from where they lie."""
    away = step.model.transform(data.X)[:, 0]
    return float(((away - away.mean()) ** 2).sum() / params.divided_by(data.n))


def ratio(step: Step, data: Dataset, params: Params) -> float | None:
    """J along the direction; None without two classes, or where it is endless."""
    parts = parted(data, params)
    if parts is None:
        return None
    J = criterion(unit(step.angle), parts)
    return J if math.isfinite(J) else None


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    found = {"variance": step.variance, "greatest variance so far": step.best.variance}
    J = ratio(step, data, params)
    return found if J is None else found | {"J": J}


def event(step: Step) -> Event | None:
    return Event("new best", "best") if step.best.angle == step.angle and np.any(step.S) else None
