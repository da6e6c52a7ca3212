"""How Newton's method ends on a logistic regression: at the least error, or at what the data did, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.core.ending import Ending
from engine.core.story import counted, figure
from engine.data.dataset import Dataset
from engine.maths.cross_entropy import with_ones
from engine.maths.targets import zero_one

if TYPE_CHECKING:
    from engine.linear.logistic_newton import Params, Step

HALVINGS = 60
"""A step halved so often no longer moves anything."""


def ending(step: Step, data: Dataset, params: Params) -> Ending | None:
    """Why the run ends at this step, or None to go on."""
    if not (np.isfinite(step.objective) and np.isfinite(step.hessian).all()):
        return Ending.failed(f"The numbers are too large to go on from these weights. {_remedy(params)}")
    separated = params.penalty == 0 and is_separated(step)
    if separated and step.error < 1e-6:
        return Ending.stopped(_for_ever(step, "The classes are separable: a line has every point on its right side"))
    stuck = step.halvings == HALVINGS or (step.change <= 1e-6 and _stalled(step, 1e-14))
    if stuck or (step.change <= params.tolerance and step.gain <= 1e-14 * step.objective):
        return _at_rest(step) if _is_least(step) else Ending.failed(_lost(step, data, params))
    if params.penalty == 0 and _stalled(step, 1e-6) and _outward(step, data):
        return Ending.stopped(_for_ever(step, "The classes only touch: a line separates all points but those on it"))
    if step.iteration < params.iterations:
        return None
    if separated:
        return Ending.stopped(_for_ever(step, "The classes are separable: a line has every point on its right side"))
    return Ending.stopped(_out_of_steps(step, params))


def made_least(step: Step) -> str:
    """What the method makes least, in words."""
    return "E" if step.objective == step.error else "E + penalty"


def is_separated(step: Step) -> bool:
    """E < ln 2 leaves no row a loss of ln 2: each lies on its right side, and longer weights always lower E."""
    return step.error < float(np.log(2.0))


def _stalled(step: Step, share: float) -> bool:
    """Whether the last step lowered the error by no more than this share of it."""
    before = step.objective_before
    return before is not None and abs(before - step.objective) <= share * before


def _outward(step: Step, data: Dataset) -> bool:
    """Whether the step pushes rows farther to their right side, and none back: then one could go on for ever."""
    pushes = (2.0 * zero_one(data) - 1.0) * (with_ones(data.X) @ step.move)
    return step.change > 0.1 and bool(pushes.min() >= -1e-2 * pushes.max())


def _remedy(params: Params) -> str:
    if params.damping:
        return "Add a penalty (λ > 0), or begin from smaller weights."
    return "Turn damping on, add a penalty (λ > 0), or begin from smaller weights."


def _for_ever(step: Step, why: str) -> str:
    return (
        f"{why}. E = {figure(step.error)} can still fall, but only while the weights grow for ever: "
        f"‖w‖ = {figure(float(np.linalg.norm(step.model.weights)))} now. Add a penalty (λ > 0)."
    )


def _is_least(step: Step) -> bool:
    """Whether the error could fall neither by the step nor in a direction whose curvature these digits cannot hold."""
    return step.gain <= 1e-9 * step.objective and step.unmet <= 1e-11 * float(np.sqrt(max(step.objective, 1.0)))


def _lost(step: Step, data: Dataset, params: Params) -> str:
    rank = f"the Hessian has rank {step.rank} of {len(step.move)}"
    if name := far_column(data):
        return f"{name} lies so far from 0 that it cannot be told from the bias, and {rank}: subtract its mean first."
    near = "the probabilities are so near to 0 and 1 that its curvature is lost"
    return f"E is not at its least, but {near}: {rank}. {_remedy(params)}"


def far_column(data: Dataset) -> str:
    """A feature whose spread is lost in the digits of its mean, or ''."""
    spread, size = np.ptp(data.X, axis=0), np.abs(data.X).max(axis=0)
    far = np.flatnonzero((spread > 0) & (spread < 1e-6 * size))
    return data.feature_names[far[0]] if len(far) else ""


def _at_rest(step: Step) -> Ending:
    M, steps, change = len(step.move), counted(step.iteration, "Newton step"), figure(step.change, 1)
    again = f" Other weights do as well: the Hessian has rank {step.rank} of {M}. A penalty (λ > 0) picks one."
    least = f"After {steps} {made_least(step)} = {figure(step.objective, 6)} is the least"
    said = f"{least}; the next would change no activation by more than {change}."
    return Ending.converged(said + (again if step.rank < M else ""))


def _out_of_steps(step: Step, params: Params) -> str:
    risen = step.objective_before is not None and step.objective > step.objective_before
    why = _remedy(params) if risen else "Allow more steps, or add a penalty (λ > 0)."
    steps = counted(params.iterations, "Newton step")
    return f"{steps}, and the next would still change an activation by {figure(step.change)}. {why}"
