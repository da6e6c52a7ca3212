"""Linear regression by gradient descent: go downhill on the squared error, all rows at a time.   (Cauchy 1847)

E(w) = ½ ‖t − Φ w‖²      g = Φᵀ(t − Φ w) = −∇E      w ← w + η g      stable iff 0 < η < 2 / λmax(ΦᵀΦ)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.regression.regression_gradient.scaling import Scaled, scaled
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.linear_fit import residuals
from engine.models.linear import LinearPredictor
from engine.parts.basis import basis_limits
from engine.parts.descending import grown
from engine.parts.regression import RegressionParams, posed

LOST = 1e12
"""An error that has grown so many times will not come back."""
LEAST = 1e-6
"""An error that is no farther above its least, in shares of the first, is at its bottom."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = scaled(data, posed(data, params, start), params.standardise)
    if words := needs.moderate(problem.own.table):
        return (yield from refused(problem, words))
    Phi, t = problem.Phi, problem.t
    w = problem.first(start)
    rate = params.rate or 1.0 / problem.largest
    r = t - Phi @ w
    g = downhill(Phi, r)
    step = begun(problem, w, r, g, rate)
    yield step
    for epoch in range(1, params.epochs + 1):
        w = moved(w, g, rate)
        r = left_over(problem, w)
        before, g = g, downhill(Phi, r)
        step = went(step, problem, epoch, w, r, g, before)
        yield step
        if not step.error <= LOST * step.first:
            return Ending.failed(diverged(step, problem))
        if step.slope <= params.tolerance * step.steepest:
            return Ending.converged(at_the_bottom(step, problem))
    return Ending.stopped(out_of_epochs(step, problem))


@np.errstate(over="ignore", invalid="ignore")
def moved(w: np.ndarray, g: np.ndarray, rate: float) -> np.ndarray:
    """w + η g."""
    return np.asarray(w + rate * g)


@np.errstate(over="ignore", invalid="ignore")
def downhill(Phi: np.ndarray, r: np.ndarray) -> np.ndarray:
    """(M,) Φᵀr, 0 where only rounding is left."""
    return cleared(Phi.T @ r, np.abs(Phi).T @ np.abs(r))


def left_over(problem: Scaled, w: np.ndarray) -> np.ndarray:
    """(N,) t − Φ w, without the bias where none is fitted."""
    return residuals(problem.X, problem.t, w if problem.intercept else np.append(0.0, w))


def begun(problem: Scaled, w: np.ndarray, r: np.ndarray, g: np.ndarray, rate: float) -> Step:
    """The first step, before the weights have moved."""
    E, slope = half_squares(r), float(np.linalg.norm(g))
    return Step(
        model=problem.model(w), weights=w, way=w[None], epoch=0, rate=rate, error=E, error_before=E, first=E,
        gradient=g, gradient_before=g, slope=slope, steepest=slope, rises=0,
    )  # fmt: skip


@np.errstate(over="ignore", invalid="ignore")
def went(
    last: Step, problem: Scaled, epoch: int, w: np.ndarray, r: np.ndarray, g: np.ndarray, before: np.ndarray
) -> Step:
    """The step after an epoch, which moved the weights along the gradient before."""
    E, slope = half_squares(r), float(np.linalg.norm(g))
    return Step(
        model=problem.model(w), weights=w, way=grown(last.way, w), epoch=epoch, rate=last.rate, error=E,
        error_before=last.error, first=last.first, gradient=g, gradient_before=before, slope=slope,
        steepest=last.steepest, rises=last.rises + int(last.error * (1 + 1e-12) < E),
    )  # fmt: skip


@np.errstate(over="ignore", invalid="ignore")
def half_squares(r: np.ndarray) -> float:
    """E = ½ Σ rₙ²."""
    return 0.5 * float(r @ r)


def refused(problem: Scaled, words: str) -> Steps:
    """A basis whose values are too large to be squared."""
    nothing = np.zeros(len(problem.names))
    yield begun(problem, nothing, np.zeros(1), nothing, 0.0)
    return Ending.failed(words)


def diverged(step: Step, problem: Scaled) -> str:
    """Why the error grows for ever."""
    grew = f"E has grown from {figure(step.first)} to {figure(step.error)} in {counted(step.epoch, 'epoch')}"
    return f"Diverged: {grew}. The rate {figure(step.rate)} is not below 2/λmax = {figure(problem.stable_below)}."


def at_the_bottom(step: Step, problem: Scaled) -> str:
    """That the slope is practically 0, and whether E is at its least: along a very flat way it may be far from it."""
    said = f"After {counted(step.epoch, 'epoch')} {slope_left(step)}: E = {figure(step.error)} is practically flat."
    if is_least(step, problem):
        return said
    return f"{said} {above(problem)} Standardise the features, or lower the tolerance."


def out_of_epochs(step: Step, problem: Scaled) -> str:
    """How far it is, and what would help."""
    said = f"{counted(step.epoch, 'epoch')}, and {slope_left(step)}: E = {figure(step.error)}."
    if step.rate >= problem.stable_below:
        return f"{said} The rate is too large: it must be below 2/λmax = {figure(problem.stable_below)}."
    if is_least(step, problem):
        return f"{said} That is the least E, to a part in {1 / LEAST:,.0f}."
    if not problem.standardised and problem.other.slowest < problem.slowest:
        return f"{said} {above(problem)} Standardise the features, or allow more epochs."
    return f"{said} {above(problem)} Allow more epochs."


def slope_left(step: Step) -> str:
    return f"a share of {figure(step.slope / step.steepest if step.steepest else 0.0, 2)} of the first gradient is left"


def is_least(step: Step, problem: Scaled) -> bool:
    """Whether E is its least, to a share of what it was at first."""
    return step.error - problem.least_error <= LEAST * step.first


def above(problem: Scaled) -> str:
    return f"The least is {figure(problem.least_error)}, along ways that are much flatter."


def bound(data: Dataset, params: Params) -> int:
    return params.epochs + 1


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


def rate_used(step: Step, params: Params) -> float:
    """The rate of a run, as its steps have it."""
    return step.rate


@dataclass(frozen=True)
class Params(RegressionParams):
    rate: float = real(
        0.0, low=0.0, high=1e9, log=True, auto=rate_used, symbol=r"\eta", label="learning rate",
        help="auto: 1/λmax(ΦᵀΦ), half of what is stable",
    )  # fmt: skip
    standardise: bool = flag(False, label="standardise the features", help="the mean 0 and the variance 1")
    epochs: int = whole(
        50, low=1, high=100_000, log=True, label="maximum epochs", clear=True, help="passes over the rows"
    )
    tolerance: float = real(
        1e-6, low=1e-12, high=1.0, log=True, rare=True, help="ends where no more is left of the first gradient"
    )  # fmt: skip


@snapshot
class Step:
    """The weights after so many epochs."""

    model: LinearPredictor
    weights: np.ndarray  # (M,) of the columns of Φ, which may be standardised
    way: np.ndarray  # (m, M) so far
    epoch: int
    rate: float
    error: float  # E
    error_before: float
    first: float  # E at the start
    gradient: np.ndarray  # g = −∇E here
    gradient_before: np.ndarray  # and where the last step began
    slope: float  # ‖g‖
    steepest: float  # ‖g‖ at the start
    rises: int  # how often E has risen
