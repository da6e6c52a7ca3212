"""What time against the margin says: what the theorem allows at this gap, and what the perceptron needed."""

from __future__ import annotations

import math

from engine.base.words import counted, divided, figure, shown
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.perceptrons.perceptron_margin.loop import Params, Step, Tried
from engine.parts.line import coded

FORMULA = (
    r"n \leq \left(\frac{D}{\delta^*}\right)^2, \quad D = \max_n \|\tilde{\mathbf{x}}_n\|, \quad "
    r"\delta^* = \max_{\mathbf{w}} \min_n \frac{t_n\, \mathbf{w} \cdot \tilde{\mathbf{x}}_n}{\|\mathbf{w}\|}"
)
ROUNDING = 1e-9


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.strip is None:
        return Story("No line separates these classes, so there is no gap between them to be halved.", FORMULA)
    if not step.tried:
        return Story(_opening(step, data, params), FORMULA, (), (Number("δ", step.gap, "half the width of the strip"),))
    now = step.tried[-1]
    before = step.tried[-2] if len(step.tried) > 1 else None
    return Story(
        f"{_happened(now, params)} {_compared(now, before)}".strip(),
        FORMULA,
        _worked(now),
        _numbers(now),
        (_table(step.tried),),
        () if math.isinf(now.bound) else (Check("no run makes more mistakes than the bound", _within(now)),),
    )


def _opening(step: Step, data: Dataset, params: Params) -> str:
    return (
        f"The widest strip between the classes has the half width δ = {figure(step.gap)}. Both classes will be moved "
        f"together along its normal, and at each gap the perceptron learns from w = 0, once for each of "
        f"{counted(params.starts, 'order')} of the rows. {coded(data, '−1', '+1')}."
    )


def _happened(now: Tried, params: Params) -> str:
    runs = counted(len(now.mistakes), "run")
    if not now.gap:
        said = f"δ = 0: the classes touch, no line separates them, and the theorem gives no bound. Of {runs}"
        return f"{said}, {_ended(now, params)}."
    said = f"δ = {figure(now.gap)}: {runs} made {figure(now.mean)} mistakes on average"
    least, most = figure(now.mistakes.min()), figure(now.mistakes.max())
    said = f"{said}, from {least} to {most}"
    if math.isinf(now.bound):
        return f"{said}; the gap is below the rounding error of D = {figure(now.radius)}, so there is no bound."
    said = f"{said}; the theorem allows {figure(now.bound)}."
    return f"{said} Of {runs}, {_ended(now, params)}." if now.capped else said


def _ended(now: Tried, params: Params) -> str:
    ended = int((now.mistakes >= params.most).sum())
    return f"{ended:,} reached the maximum of {counted(params.most, 'mistake')}"


def _compared(now: Tried, before: Tried | None) -> str:
    """Against the gap twice as wide: where D stays, half the gap allows four times as many mistakes."""
    if before is None or not now.gap or math.isinf(now.bound):
        return "This is an upper bound: a run may need far fewer." if now.gap and math.isfinite(now.bound) else ""
    said = f"Half the gap: the bound is {figure(now.bound / before.bound)} times the one before"
    if now.capped or not before.mean:
        return f"{said}."
    return f"{said}, the mean {figure(now.mean / before.mean)} times."


def _worked(now: Tried) -> tuple[str, ...]:
    count = len(now.mistakes)
    lines = [f"mean = {divided(float(now.mistakes.sum()), count)}"]
    if math.isfinite(now.bound):
        D, margin = shown(now.bound, lambda D, margin: (D / margin) ** 2, now.radius, now.margin)
        lines.insert(0, f"(D / δ*)² = ({D} / {margin})² = {figure(now.bound)}")
    return tuple(lines)


def _numbers(now: Tried) -> tuple[Number, ...]:
    told = [Number("δ", now.gap, "half the width of the strip between the classes")]
    if now.margin:
        told.append(Number("δ*", now.margin, "the same with the bias in the norm, as the theorem has it"))
    return (
        *told,
        Number("D", now.radius, "the largest norm of a (1, x)"),
        Number("mean mistakes", now.mean),
    )


def _table(tried: tuple[Tried, ...]) -> Table:
    rows = tuple((one.gap, one.margin, one.bound if one.margin else "none", one.mean) for one in tried)
    return Table("Every gap", ("δ", "δ*", "bound", "mean mistakes"), rows, len(rows) - 1)


def _within(now: Tried) -> bool:
    return bool(now.mistakes.max() <= now.bound * (1 + ROUNDING))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if not step.tried:
        return {}
    now = step.tried[-1]
    return {"mean mistakes": now.mean} | ({"bound": now.bound} if math.isfinite(now.bound) else {})


def event(step: Step) -> Event | None:
    if step.tried and step.tried[-1].capped:
        return Event("maximum reached", "wrong")
    return None
