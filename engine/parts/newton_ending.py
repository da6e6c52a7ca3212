"""How Newton's method ends on a logistic or softmax regression, in words: at the least error, or as data force it."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.data.dataset import Dataset


class Params(Protocol):
    """The parameters that decide when Newton's method ends."""

    @property
    def penalty(self) -> float: ...
    @property
    def damping(self) -> bool: ...
    @property
    def iterations(self) -> int: ...
    @property
    def tolerance(self) -> float: ...


class Step(Protocol):
    """A Newton step, of two classes or of more."""

    @property
    def model(self) -> Any: ...
    @property
    def iteration(self) -> int: ...
    @property
    def error(self) -> float: ...
    @property
    def objective(self) -> float: ...
    @property
    def objective_before(self) -> float | None: ...
    @property
    def hessian(self) -> np.ndarray: ...
    @property
    def move(self) -> np.ndarray: ...
    @property
    def rank(self) -> int: ...
    @property
    def unmet(self) -> float: ...
    @property
    def change(self) -> float: ...
    @property
    def outward(self) -> bool: ...
    @property
    def halvings(self) -> int: ...
    @property
    def gain(self) -> float: ...


HALVINGS = 60
"""A step halved so often no longer moves anything."""


def ending(step: Step, data: Dataset, params: Params) -> Ending | None:
    """Why the run ends at this step, or None to go on."""
    if not (np.isfinite(step.objective) and np.isfinite(step.hessian).all()):
        return Ending.failed(f"The numbers are too large to go on from these weights. {_remedy(params)}")
    separated = params.penalty == 0 and is_separated(step)
    if separated and step.error < 1e-6:
        return Ending.stopped(_for_ever(step, _separable(step)))
    stuck = step.halvings == HALVINGS or (step.change <= 1e-6 and _stalled(step, 1e-14))
    if stuck or (step.change <= params.tolerance and step.gain <= 1e-14 * step.objective):
        return _at_rest(step) if _is_least(step) else Ending.failed(_lost(step, data, params))
    if params.penalty == 0 and _stalled(step, 1e-6) and step.outward:
        touching = f"The classes only touch: a {_line(step)} separates all points but those on it"
        if len(step.model.classes) > 2:
            touching = "Some of the classes can be told from the others without a fault, or only touch"
        return Ending.stopped(_for_ever(step, touching))
    if step.iteration < params.iterations:
        return None
    if separated:
        return Ending.stopped(_for_ever(step, _separable(step)))
    return Ending.stopped(_out_of_steps(step, params))


def made_least(step: Step) -> str:
    """What the method makes least, in words."""
    return "E" if step.objective == step.error else "E + penalty"


def is_separated(step: Step) -> bool:
    """E < ln 2 leaves no row a loss of ln 2: each lies on its right side, and longer weights always lower E."""
    return step.error < float(np.log(2.0))


def _line(step: Step) -> str:
    return "line" if step.model.basis is None else "curve"


def _separable(step: Step) -> str:
    return f"The classes are separable: a {_line(step)} has every point on its right side"


def _stalled(step: Step, share: float) -> bool:
    """Whether the last step lowered the error by no more than this share of it."""
    before = step.objective_before
    return before is not None and abs(before - step.objective) <= share * before


def is_outward(pushes: np.ndarray) -> bool:
    """Whether a step pushes rows farther to their right side (pushes (n,)), and none back: one could go on for ever."""
    return bool(pushes.max() > 0.1 and pushes.min() >= -1e-2 * pushes.max())


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


def why_flat(rank: int, size: int, table: Dataset, classes: int = 1) -> str:
    """Why a Hessian of this size has no higher rank, in words; `classes` have weights of their own."""
    M, constant = table.d + 1, np.flatnonzero(table.X.min(axis=0) == table.X.max(axis=0))
    if table.n < M:
        each = " in each class" if classes > 1 else ""
        return f"There are {M} weights{each} for {table.n} points: the Hessian has rank {rank}, and the bowl is flat."
    if len(constant):
        return f"{table.feature_names[constant[0]]} never changes, as the bias, so the bowl is flat along the two."
    if name := far_column(table):
        return f"{name} lies so far from 0 that it cannot be told from the bias."
    return f"The Hessian has rank {rank} of {size}: a column is a sum of others, or nearly, and the bowl is flat."


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
