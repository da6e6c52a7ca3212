"""What descending by the gradient has in common, for two classes and for more: how it ends, and what it says."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.core.story import Check, Number
from engine.parts.ridge import RidgeParams

BLOWN_UP = 1e12
"""An error that has grown so many times will not come back."""


class DescentParams(Protocol):
    """The parameters that decide when a descent ends."""

    @property
    def penalty(self) -> float: ...
    @property
    def iterations(self) -> int: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def rate(self) -> float: ...
    @property
    def momentum(self) -> float: ...


class Descended(Protocol):
    """A step of a descent."""

    @property
    def iteration(self) -> int: ...
    @property
    def rate(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def objective(self) -> float: ...
    @property
    def objective_before(self) -> float | None: ...
    @property
    def first(self) -> float: ...
    @property
    def predicted(self) -> float: ...
    @property
    def rises(self) -> int: ...
    @property
    def slope(self) -> float: ...
    @property
    def length(self) -> float: ...


def has_risen(objective: float, before: float | None) -> bool:
    """Whether the objective lies higher than before, by more than its last digits."""
    return before is not None and not objective <= before + 1e-12 * abs(before)


def rose(step: Descended) -> bool:
    """Whether what is made least has risen in this step."""
    return has_risen(step.objective, step.objective_before)


def made_least(step: Descended) -> str:
    """What the method makes least, in words."""
    return "E" if step.objective == step.error else "E + penalty"


def ending(step: Descended, params: DescentParams, suggested: float) -> Ending | None:
    """Why the run ends at this step, or None to go on."""
    if not np.isfinite(step.objective) or step.objective > BLOWN_UP * max(step.first, 1.0):
        return Ending.failed(_blown_up(step, suggested))
    separated = params.penalty == 0 and is_separated(step.error)
    if separated and (step.error < 1e-6 or step.slope <= params.tolerance):
        return Ending.stopped(for_ever(step.error, step.length))
    if step.slope <= params.tolerance:
        steps = counted(step.iteration, "step")
        least = f"After {steps} {made_least(step)} = {figure(step.objective, 6)} is as good as flat"
        return Ending.converged(f"{least}: ‖∇E‖ = {figure(step.slope, 2)} is no more than the tolerance.")
    if step.iteration < params.iterations:
        return None
    return Ending.stopped(_out_of_steps(step, separated, suggested))


def is_separated(error: float) -> bool:
    """E < ln 2 leaves no row a loss of ln 2: each has its own class as the likeliest, and longer weights lower E."""
    return error < float(np.log(2.0))


def for_ever(error: float, length: float) -> str:
    return (
        f"The classes are separable: every point is on its right side. E = {figure(error)} can still fall, but only "
        f"while the weights grow for ever: ‖w‖ = {figure(length)} now. Add a penalty (λ > 0)."
    )


def _blown_up(step: Descended, suggested: float) -> str:
    grew = f"{made_least(step)} grew from {figure(step.first)} to {figure(step.objective)}"
    why = f"the rate {figure(step.rate)} is too large"
    if step.rate <= suggested:
        return f"{grew}: the numbers are too large to go on. Rescale the features, or take less momentum."
    return f"In {counted(step.iteration, 'step')} {grew}: {why}. A rate up to {figure(suggested)} is safe."


def _out_of_steps(step: Descended, separated: bool, suggested: float) -> str:
    steps = f"{counted(step.iteration, 'step')}, and ‖∇E‖ is still {figure(step.slope)}"
    if separated:
        return f"{steps}. {for_ever(step.error, step.length)}"
    if step.rises and step.rate > suggested:
        often = "once" if step.rises == 1 else f"{step.rises} times"
        return f"{steps}: {made_least(step)} rose {often}, as the rate is too large. Up to {figure(suggested)} is safe."
    if step.rate < 0.5 * suggested:
        return f"{steps}: the rate is small. Up to {figure(suggested)} is safe."
    return f"{steps}. Standardise the features, allow more steps, give momentum, or take Newton's method."


def told(step: Descended, params: RidgeParams) -> list[Number]:
    """The error, its slope, and the decrease that the slope promised beside the one that came."""
    numbers = [Number("E", step.error, "cross-entropy, a sum")]
    if params.penalty:
        numbers.append(Number("E + penalty", step.objective, "½ λ ‖w‖² added"))
    numbers += [Number("‖∇E‖", step.slope), Number("rate η", step.rate)]
    if step.objective_before is not None:
        numbers.append(Number("predicted change", step.predicted, "∇E · Δw, to first order"))
        numbers.append(Number("actual change", step.objective - step.objective_before))
    return numbers


def way(step: Descended) -> str:
    """What the last step did to the error, in words."""
    change = step.objective - (step.objective_before or 0.0)
    if not np.isfinite(change):
        return f"{made_least(step)} is no number any more."
    did = "rises" if rose(step) else "falls"
    said = f"{made_least(step)} {did} by {figure(abs(change))} to {figure(step.objective)}"
    if rose(step):
        return f"{said}: the step was too long, and went past the bottom of the valley."
    return f"{said}; the slope alone promised {figure(abs(step.predicted))}." if step.predicted else f"{said}."


def never_rises(step: Descended) -> Check:
    """The promise of a rate that is no larger than the suggested one."""
    return Check(f"{made_least(step)} does not rise at this rate", not rose(step))


def promised(step: Descended, params: DescentParams, gap: float) -> list[Check]:
    """That what is made least lies `gap` below its chord to the start, and with the safe rate never rises."""
    small = 1e-9 * max(step.first, step.objective)
    checks = [Check(f"convex: half-way to the start {made_least(step)} lies below the chord", gap >= -small)]
    if not (params.rate or params.momentum):
        checks.append(never_rises(step))
    return checks
