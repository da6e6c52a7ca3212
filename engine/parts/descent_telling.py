"""What a descent says of itself, by the gradient or by Newton, on any objective."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from engine.base.words import counted, figure, shown
from engine.core.story import Check, Event, Number
from engine.maths.optimisation.convexity import chord_gap
from engine.maths.optimisation.rising import change, has_risen
from engine.parts.descending import DescentParams, DescentStep, M, gradient_of
from engine.parts.newton import NewtonParams, NewtonStep
from engine.parts.ridge import RidgeParams

Value = Callable[[np.ndarray], float]
"""What is made least, of the weights one after the other."""


def changed(name: str, value: float, before: float) -> str:
    """What became of a value, in words whose sign is that of its change: "E falls by 0.5 to 2"."""
    by = change(value, before)
    if not np.isfinite(by):
        return f"{name} is no number any more"
    if not by:
        return f"{name} stays at {figure(value)}"
    return f"{name} {'rises' if by > 0 else 'falls'} by {figure(abs(by))} to {figure(value)}"


def risen(name: str, value: float, before: float | None) -> Event | None:
    """The event of a rise; where it is not E alone that rose, it is named."""
    return Event("rose" if name == "E" else f"{name} rose", "wrong") if has_risen(value, before) else None


def heights(name: str, error: float, value: float) -> list[Number]:
    """E, and what is made least where that is more."""
    told = [Number("E", error, "cross-entropy, a sum")]
    return told if name == "E" else [*told, Number(name, value, "½ λ ‖w‖² added")]


def steepest(name: str, slope: float, note: str = "") -> Number:
    """The length of the gradient of what is made least."""
    return Number(f"‖{gradient_of(name)}‖", slope, note)


def summed(name: str, error: float, value: float, weights: np.ndarray, params: RidgeParams) -> tuple[str, ...]:
    """What is made least as its two terms, with numbers; weights (M,), or (K, M), the biases first."""
    if name == "E" or not np.isfinite(value):
        return ()
    counted_in = weights if params.penalise_bias else weights[..., 1:]
    told = float(error), float(params.penalty), float((counted_in**2).sum())
    first, held, square = shown(value, lambda E, size, weight: E + 0.5 * size * weight, *told)
    bias = "the bias is held too" if params.penalise_bias else "the bias is free"
    return (f"{name} = E + 0.5 λ ‖w‖² = {first} + 0.5·{held}·{square} = {figure(value)}; {bias}",)


class Linear(Protocol):
    """A model with weights apart from its biases."""

    @property
    def weights(self) -> np.ndarray: ...


class Descended(Protocol):
    """A step of any way downhill."""

    @property
    def model(self) -> Linear: ...
    @property
    def least(self) -> str: ...  # what is made least, by name
    @property
    def error(self) -> float: ...  # E
    @property
    def objective(self) -> float: ...  # what is made least
    @property
    def wrong(self) -> int: ...


def measured(step: Descended, length: str = "‖w‖") -> dict[str, float]:
    """The curves of a run: E, with a penalty what is made least beside it, and how long the weights have grown."""
    found = {"E": step.error}
    if step.least != "E":
        found[step.least] = step.objective
    found["points on the wrong side"] = step.wrong
    return {**found, length: float(np.linalg.norm(step.model.weights))}


# -- by the gradient ---------------------------------------------------------------------------------------------------


def told(step: DescentStep[M]) -> list[Number]:
    """The error, its slope, and the decrease that the slope promised beside the one that came."""
    numbers = [*heights(step.least, step.error, step.objective), steepest(step.least, step.slope)]
    numbers.append(Number("rate η", step.rate))
    if step.objective_before is not None:
        numbers.append(Number("predicted change", step.predicted, f"{gradient_of(step.least)} · Δw"))
        numbers.append(Number("actual change", step.objective - step.objective_before))
    return numbers


def way(step: DescentStep[M]) -> str:
    """What the last step did, in words."""
    said = changed(step.least, step.objective, step.objective_before or 0.0)
    if has_risen(step.objective, step.objective_before) and np.isfinite(step.objective):
        return f"{said}: the step was too long, and went past the bottom of the valley."
    if not step.predicted or not np.isfinite(step.objective):
        return f"{said}."
    rise = "" if step.predicted < 0 else "a rise of "
    return f"{said}; the slope alone promised {rise}{figure(abs(step.predicted))}."


def promised(step: DescentStep[M], params: DescentParams, value: Value) -> list[Check]:
    """That what is made least lies below its chord to the start, and with the safe rate never rises."""
    gap = chord_gap(value, step.origin.packed.ravel(), step.model.packed.ravel())
    small = 1e-9 * max(step.first, step.objective)
    checks = [Check(f"convex: half-way to the start {step.least} lies below the chord", gap >= -small)]
    if not (params.rate or params.momentum):
        holds = not has_risen(step.objective, step.objective_before)
        checks.append(Check(f"{step.least} does not rise at this rate", holds))
    return checks


# -- by Newton's method ------------------------------------------------------------------------------------------------


def jumped(step: NewtonStep[M]) -> str:
    """What the last Newton step did, and how often it was halved."""
    did = changed(step.least, step.objective, step.objective_before or 0.0)
    often = f" It was halved {counted(step.halvings, 'time')}, or {step.least} would have risen."
    return f"Newton step {step.iteration}: {did}.{often if step.halvings else ''}"


def downhill(step: NewtonStep[M], params: NewtonParams) -> list[Check]:
    """That the next step leads downhill, and that the last one did while steps are held back."""
    checks = [Check("the next step leads downhill", step.gain >= -1e-12 * step.objective)]
    if step.objective_before is not None and params.damping:
        checks.append(Check(f"{step.least} does not rise", not has_risen(step.objective, step.objective_before)))
    return checks
