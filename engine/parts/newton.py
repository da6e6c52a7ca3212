"""Newton's method, on any objective: jump to the bottom of the bowl that touches it.

H Δw = −g      w ← w + Δw, halved while it would rise      g, H are those of what is made least: E, or E + penalty
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Generic, Protocol

import numpy as np

from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.parts.descending import (
    NOTHING_LEFT,
    LengthParams,
    M,
    Made,
    Objective,
    Place,
    grown,
    is_too_long,
    too_long,
)


class Bowls(Objective[Made], Protocol[Made]):
    """An objective that Newton's method can make least."""

    def jump(self, gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int, float]:
        """Newton's step (M,), the rank of the Hessian, and how much of the gradient no step can meet."""
        ...

    def pushed(self, move: np.ndarray) -> tuple[float, bool]:
        """The most that a step (M,) changes an output, and whether it could go on for ever: it only helps."""
        ...

    def endless(self, w: np.ndarray, error: float, outward: bool = False) -> str:
        """Why E has no least, in words, or ''; `outward` where it hardly falls and the step only helps."""
        ...

    def lost(self, rank: str, remedy: str) -> str:
        """Why a Hessian of this rank does not lead to the least, in words."""
        ...


def newton(objective: Bowls[M], params: NewtonParams) -> Generator[NewtonStep[M], None, Ending]:
    w = objective.start
    halvings = 0
    objective_before = None
    model = before = objective.model(w)
    way, iteration = objective.shown(w)[None][:0], 0
    with np.errstate(over="ignore", invalid="ignore"):
        here = objective.at(w)
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            g, H = here.gradient(), here.curvature()
            move, rank, unmet = objective.jump(g.ravel(), H)
            change, outward = objective.pushed(move)
        way = grown(way, objective.shown(w))
        step = NewtonStep(
            model=model, before=before, iteration=iteration, way=way, least=objective.least, error=here.error,
            objective=here.value, objective_before=objective_before, gradient=g, hessian=H, move=move, rank=rank,
            unmet=unmet, change=change, outward=outward, wrong=here.wrong(), halvings=halvings,
        )  # fmt: skip
        yield step

        if end := ending(step, params, objective, w):
            return end
        objective_before, before = here.value, model
        w, here, halvings = descended(w, move.reshape(w.shape), here, params.damping, objective)
        model, iteration = objective.model(w), iteration + 1


def descended(
    w: np.ndarray, move: np.ndarray, here: Place, damping: bool, objective: Bowls[M]
) -> tuple[np.ndarray, Place, int]:
    """The weights after the step, halved while it would rise if damping is on, and how often it was halved."""
    with np.errstate(over="ignore", invalid="ignore"):
        for halvings in range(HALVINGS):
            after = w + 0.5**halvings * move
            there = objective.at(after)
            if not damping or there.value <= here.value * (1 + 1e-14):
                return after, there, halvings
    return w, here, HALVINGS


ROUNDING = 1e-12
"""A smaller change of an activation is rounding, and nothing that can be told."""
HALVINGS = 60
"""A step halved so often no longer moves anything."""


@dataclass(frozen=True)
class NewtonParams(LengthParams):
    """Whether a step is held back, and when Newton's method ends."""

    damping: bool = flag(True, help="halve a step while the error would rise")
    iterations: int = whole(
        25,
        low=1,
        high=1000,
        log=True,
        label="maximum iterations",
        clear=True,
        rare=True,
        help="Newton steps before giving up",
    )
    tolerance: float = real(
        1e-10,
        low=1e-14,
        high=1e-2,
        log=True,
        label="tolerance",
        rare=True,
        help="no activation would change by more",
    )


@snapshot
class NewtonStep(Generic[M]):
    """The weights after so many Newton steps, and the bowl that touches the objective there. M counts all weights."""

    model: M
    before: M  # the model before the last step; at the start, the model itself
    iteration: int  # how many Newton steps led here
    way: np.ndarray  # (m, ...) the way so far of the weights that a chart shows
    least: str  # what is made least, by name
    error: float  # E
    objective: float  # what is made least: E, or E and its penalty
    objective_before: float | None
    gradient: np.ndarray  # in the shape of the weights
    hessian: np.ndarray  # (M, M), the weights one after the other
    move: np.ndarray  # (M,) the full Newton step from here
    rank: int  # of the Hessian
    unmet: float  # the part of the gradient that no step can meet, in units free of those of the features
    change: float  # the most that the full step would change an activation, or a difference of two
    outward: bool  # whether it only helps, so that one could go on for ever
    wrong: int  # rows that are answered wrongly
    halvings: int  # how often the step that led here was halved

    @property
    def gain(self) -> float:
        """By how much the bottom of the bowl lies lower than here."""
        return -0.5 * float(self.gradient.ravel() @ self.move)


# -- how it ends -------------------------------------------------------------------------------------------------------


def ending(step: NewtonStep[M], params: NewtonParams, objective: Bowls[M], w: np.ndarray) -> Ending | None:
    """Why the run ends at this step, or None to go on."""
    if not (np.isfinite(step.objective) and np.isfinite(step.hessian).all()):
        return Ending.failed(f"The numbers are too large to go on from these weights. {_remedy(params)}")
    endless = objective.endless(w, step.error)
    if endless and step.error < NOTHING_LEFT:
        return Ending.stopped(endless)
    if endless and is_too_long(w, params):
        return Ending.stopped(too_long(endless, params))
    stuck = step.halvings == HALVINGS or (step.change <= 1e-6 and _stalled(step, 1e-14))
    if stuck or (step.change <= params.tolerance and step.gain <= 1e-14 * step.objective):
        return _at_rest(step) if _is_least(step) else Ending.failed(objective.lost(_rank(step), _remedy(params)))
    if step.outward and _stalled(step, 1e-6) and (why := objective.endless(w, step.error, outward=True)):
        return Ending.stopped(why)
    if step.iteration < params.iterations:
        return None
    return Ending.stopped(endless or _out_of_steps(step, params))


def _stalled(step: NewtonStep[M], share: float) -> bool:
    """Whether the last step lowered the objective by no more than this share of it."""
    before = step.objective_before
    return before is not None and abs(before - step.objective) <= share * before


def _is_least(step: NewtonStep[M]) -> bool:
    """Whether it could fall neither by the step nor in a direction whose curvature these digits cannot hold."""
    return step.gain <= 1e-9 * step.objective and step.unmet <= 1e-11 * float(np.sqrt(max(step.objective, 1.0)))


def _rank(step: NewtonStep[M]) -> str:
    return f"the Hessian has rank {step.rank} of {len(step.move)}"


def _remedy(params: NewtonParams) -> str:
    damping = "" if params.damping else "Turn damping on, "
    return f"{damping}{'add' if damping else 'Add'} a penalty (λ > 0), or begin from smaller weights."


def _at_rest(step: NewtonStep[M]) -> Ending:
    steps, change = counted(step.iteration, "Newton step"), figure(max(step.change, ROUNDING), 1)
    again = f" Other weights do as well: {_rank(step)}. A penalty (λ > 0) picks one."
    least = f"After {steps} {step.least} = {figure(step.objective, 6)} is the least"
    said = f"{least}; the next would change no activation by more than {change}."
    return Ending.converged(said + (again if step.rank < len(step.move) else ""))


def _out_of_steps(step: NewtonStep[M], params: NewtonParams) -> str:
    risen = step.objective_before is not None and step.objective > step.objective_before
    why = _remedy(params) if risen else "Allow more steps, or add a penalty (λ > 0)."
    steps = counted(params.iterations, "Newton step")
    return f"{steps}, and the next would still change an activation by {figure(step.change)}. {why}"
