"""What a turn of the plane says: what the shadow keeps, what it loses, and what no plane can exceed."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, figure, percent, taken, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.reduction.plane_explorer.loop import Params, Step
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.algebra.covariance import principal_axes

FORMULA = (
    r"V = \mathbf{u}^\top S\,\mathbf{u} + \mathbf{v}^\top S\,\mathbf{v} \leq \lambda_1 + \lambda_2, \quad "
    r"V + \mathbf{n}^\top S\,\mathbf{n} = \lambda_1 + \lambda_2 + \lambda_3"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    _, values = principal_axes(step.S)
    whole = float(np.trace(step.S))
    along = [float(cleared(way @ step.S @ way, whole)) for way in step.frame]
    said = {"start": _say_start, "within": _say_within, "about": _say_about}[step.kind](step, data, params)
    lost = f" The variance lost is nᵀSn = {figure(along[2])}; no plane loses less than λ₃ = {figure(values[2])}."
    numbers = (
        Number("V", step.variance, f"{percent(step.variance / whole)} of the variance" if whole else "nothing varies"),
        Number("λ1 + λ2", float(values[0] + values[1]), "the most that a plane keeps"),
        Number("lost", along[2], "along the normal"),
        Number("λ3", float(values[2]), "the least that is lost"),
        Number("n", vector(step.frame[2]), "the normal"),
    )
    worked = (
        f"u = {vector(step.frame[0])}, v = {vector(step.frame[1])}",
        f"V = uᵀSu + vᵀSv = {added(along[0], along[1])}",
        f"nᵀSn = tr S − V = {taken(whole, step.variance)}",
    )
    checks = (
        Check("V is at most λ1 + λ2", bool(values[:2].sum() + 1e-9 * whole >= step.variance)),
        Check("V and what is lost are all of the variance", agree(step.variance + along[2], whole, whole)),
    )
    return Story(f"{said}{'' if data.d == 2 else lost}{_features(data)}", FORMULA, worked, numbers, checks=checks)


def _say_start(step: Step, data: Dataset, params: Params) -> str:
    names = " and ".join(column.title for column in data.columns[:2])
    if np.array_equal(step.frame, np.eye(3)):
        return f"The plane of {names} keeps V = {figure(step.variance)} of the variance."
    return f"This plane, turned by hand or taken over, keeps V = {figure(step.variance)} of the variance."


def _say_within(step: Step, data: Dataset, params: Params) -> str:
    said = f"Turned by {figure(step.angle)}° within the plane: u and v change, and V stays {figure(step.variance)}."
    return f"{said} With two features there is no other plane." if data.d == 2 else said


def _say_about(step: Step, data: Dataset, params: Params) -> str:
    name, rise = data.columns[step.axis].title, f"from {figure(step.before)} to {figure(step.variance)}"
    rises = "rises" if figure(step.before) != figure(step.variance) else "rises by less than its digits show,"
    return f"Turned by {figure(step.angle)}° about the axis of {name}: V {rises} {rise}."


def _features(data: Dataset) -> str:
    if data.d <= 3:
        return ""
    left = counted(data.d - 3, "other feature is", "other features are")
    return f" The first three features are looked at; {left} left out."


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    _, values = principal_axes(step.S)
    return {"V": step.variance, "λ1 + λ2": float(values[0] + values[1])}


def event(step: Step) -> Event | None:
    return Event("V rises", "best") if step.kind == "about" else None
