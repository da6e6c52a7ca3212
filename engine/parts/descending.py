"""Descent by the gradient, on any objective: a step downhill, again and again.   (Cauchy 1847; momentum: Polyak 1964)

Δw ← μ Δw − η g      w ← w + Δw      g is the gradient of what is made least: of E, or of E + penalty
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.ending import Ending
from engine.maths.optimisation.rising import has_risen


class Place(Protocol):
    """What is known of an objective at some weights: all that one look at the table gives."""

    @property
    def error(self) -> float: ...  # E alone
    @property
    def value(self) -> float: ...  # what is made least: E, or E and its penalty
    def gradient(self) -> np.ndarray: ...  # of the value, in the shape of the weights
    def curvature(self) -> np.ndarray: ...  # (M, M) of the value, the weights one after the other
    def wrong(self) -> int: ...  # rows that are answered wrongly


class Packed(Protocol):
    """A model whose weights are one array."""

    @property
    def packed(self) -> np.ndarray: ...


M = TypeVar("M", bound=Packed)
Made = TypeVar("Made", bound=Packed, covariant=True)


class Objective(Protocol[Made]):
    """What is made least, as a function of weights w of any shape."""

    @property
    def start(self) -> np.ndarray: ...  # the weights to begin from
    @property
    def least(self) -> str: ...  # what is made least, by name: "E" or "E + penalty"
    @property
    def safe_rate(self) -> float: ...  # at this rate it never rises
    def at(self, w: np.ndarray) -> Place: ...
    def model(self, w: np.ndarray) -> Made: ...
    def shown(self, w: np.ndarray) -> np.ndarray: ...  # the weights of which the way is kept for a chart
    def endless(self, w: np.ndarray, error: float) -> str: ...  # why E has no least, in words, or ""


def descent(objective: Objective[M], params: DescentParams) -> Generator[DescentStep[M], None, Ending]:
    w, delta = objective.start, np.zeros_like(objective.start)
    rate = params.rate or objective.safe_rate
    model = before = origin = objective.model(w)
    way = objective.shown(w)[None][:0]
    iteration = 0
    rises = 0
    objective_before = gradient_before = first = None
    while True:
        with np.errstate(over="ignore", invalid="ignore"):
            here = objective.at(w)
            g = here.gradient()
        way, first = grown(way, objective.shown(w)), here.value if first is None else first
        rises += has_risen(here.value, objective_before)
        step = DescentStep(
            model=model, before=before, origin=origin, iteration=iteration, way=way, rate=rate, least=objective.least,
            error=here.error, objective=here.value, objective_before=objective_before, first=first, gradient=g,
            gradient_before=g if gradient_before is None else gradient_before, wrong=here.wrong(), rises=rises,
        )  # fmt: skip
        yield step

        if end := ending(step, params, objective, w):
            return end
        objective_before = here.value
        gradient_before = g
        before = model
        delta = next_move(delta, g, rate, params.momentum)
        w = w + delta
        model, iteration = objective.model(w), iteration + 1


def gradient_of(least: str) -> str:
    """The gradient of what is made least, by name: that of E + penalty is not ∇E."""
    return f"∇{least}" if least == "E" else f"∇({least})"


def next_move(last: np.ndarray, gradient: np.ndarray, rate: float, momentum: float) -> np.ndarray:
    """The step μ Δw − η g, with Δw the last one."""
    return np.asarray(momentum * last - rate * gradient)


def rate_used(step: DescentStep[Any], params: Any) -> float:
    """The rate of a run, as its steps have it."""
    return step.rate


@dataclass(frozen=True)
class LengthParams:
    """How far the weights of separable classes are followed, which grow for ever."""

    longest: float = real(
        1e3,
        low=1.0,
        high=1e9,
        log=True,
        label="stop at ‖w‖",
        rare=True,
        help="where weights grow for ever",
    )


def is_too_long(w: np.ndarray, params: LengthParams) -> bool:
    """Whether the weights, biases apart, have reached the length at which a run without an end is stopped."""
    return bool(np.linalg.norm(w[..., 1:]) >= params.longest)


def too_long(endless: str, params: LengthParams) -> str:
    """Why a run without an end was stopped by the length of its weights."""
    return f"‖w‖ has reached the cap of {figure(params.longest)}. {endless}"


@dataclass(frozen=True)
class DescentParams(LengthParams):
    """How far each step goes, and when a descent ends."""

    rate: float = real(
        0.0, low=0.0, high=1e3, log=True, auto=rate_used, symbol=r"\eta", label="learning rate", help="size of a step"
    )
    momentum: float = real(
        0.0, low=0.0, high=0.99, symbol=r"\mu", rare=True, help="share of the last step that the next keeps"
    )
    iterations: int = whole(
        100,
        low=1,
        high=10_000,
        log=True,
        label="maximum iterations",
        clear=True,
        rare=True,
        help="over the data before giving up",
    )
    tolerance: float = real(1e-6, low=1e-12, high=1.0, log=True, rare=True, help="the gradient norm is no larger")


@snapshot
class DescentStep(Generic[M]):
    """The weights after so many passes."""

    model: M
    before: M  # the model before this step; at the start, the model itself
    origin: M  # where the run began
    iteration: int
    way: np.ndarray  # (m, ...) the way so far of the weights that a chart shows
    rate: float
    least: str  # what is made least, by name
    error: float  # E
    objective: float  # what is made least: E, or E and its penalty
    objective_before: float | None
    first: float  # the objective at the start
    gradient: np.ndarray  # here, in the shape of the weights
    gradient_before: np.ndarray  # where the step began
    wrong: int  # rows that are answered wrongly
    rises: int  # how often the objective has risen so far

    @property
    def moved(self) -> np.ndarray:
        """The step that led here, in the shape of the weights."""
        return np.asarray(self.model.packed - self.before.packed)

    @property
    def predicted(self) -> float:
        """By how much the objective would have changed along its slope."""
        return float(np.vdot(self.gradient_before, self.moved))

    @property
    def slope(self) -> float:
        """The length of the gradient."""
        return float(np.linalg.norm(self.gradient))


# -- the way -----------------------------------------------------------------------------------------------------------

LONGEST = 256
"""A way with more places than this is thinned to every second one: they could not be told apart."""


def grown(way: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The way (m, ...) so far with one more place (...). A long way is thinned, but never loses its start."""
    return np.concatenate([way[::2] if len(way) > LONGEST else way, place[None]])


def thinned(way: np.ndarray) -> np.ndarray:
    """Every so many places of a long way (m, ...), its start and its end among them."""
    every = -(-len(way) // LONGEST)
    return way if every == 1 else np.concatenate([way[:-1:every], way[-1:]])


# -- how it ends -------------------------------------------------------------------------------------------------------

BLOWN_UP = 1e12
"""An error that has grown so many times will not come back."""
NOTHING_LEFT = 1e-6
"""An error that could fall for ever is not followed below this."""


def is_blown_up(value: float, first: float) -> bool:
    """Whether the value is no number, or so much larger than at the start that the run is lost."""
    return not np.isfinite(value) or value > BLOWN_UP * max(first, 1.0)


def ending(step: DescentStep[M], params: DescentParams, objective: Objective[M], w: np.ndarray) -> Ending | None:
    """Why the run ends at this step, or None to go on."""
    if is_blown_up(step.objective, step.first):
        return Ending.failed(_blown_up(step, objective.safe_rate))
    endless = objective.endless(w, step.error)
    if endless and (step.error < NOTHING_LEFT or step.slope <= params.tolerance):
        return Ending.stopped(endless)
    if endless and is_too_long(w, params):
        return Ending.stopped(too_long(endless, params))
    if step.slope <= params.tolerance:
        least = (
            f"After {counted(step.iteration, 'step')} {step.least} = {figure(step.objective, 6)} is practically flat"
        )
        return Ending.converged(
            f"{least}: ‖{gradient_of(step.least)}‖ = {figure(step.slope, 2)} is no more than the tolerance."
        )
    if step.iteration < params.iterations:
        return None
    return Ending.stopped(_out_of_steps(step, endless, objective.safe_rate))


def _blown_up(step: DescentStep[M], safe: float) -> str:
    grew = f"{step.least} grew from {figure(step.first)} to {figure(step.objective)}"
    if step.rate <= safe:
        return f"{grew}: the numbers are too large to go on. Rescale the features, or take less momentum."
    why = f"the rate {figure(step.rate)} is too large"
    return f"In {counted(step.iteration, 'step')} {grew}: {why}. A rate up to {figure(safe)} is safe."


def _out_of_steps(step: DescentStep[M], endless: str, safe: float) -> str:
    steps = f"{counted(step.iteration, 'step')}, and ‖{gradient_of(step.least)}‖ is still {figure(step.slope)}"
    if endless:
        return f"{steps}. {endless}"
    if step.rises and step.rate > safe:
        often = "once" if step.rises == 1 else f"{step.rises} times"
        return f"{steps}: {step.least} rose {often}, as the rate is too large. Up to {figure(safe)} is safe."
    if step.rate < 0.5 * safe:
        return f"{steps}: the rate is small. Up to {figure(safe)} is safe."
    return f"{steps}. Standardise the features, allow more steps, give momentum, or take Newton's method."
