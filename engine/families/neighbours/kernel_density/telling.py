"""What a step of a kernel density estimate says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import added, counted, figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.neighbours.kernel_density.loop import Params, Step
from engine.maths.probability.kernels import GAUSSIAN, kernel
from engine.models.kernel_density import KernelDensity, log_volume
from engine.parts.querying import of_asked, place_words
from engine.parts.ranges import scaled_first

DENSITY = r"\hat{p}(\mathbf{x}) = \frac{1}{N h^D} \sum_n K\!\left(\frac{\mathbf{x} - \mathbf{x}_n}{h}\right)"
SMALL = 600.0
"""Beyond e to this power, p is told by its logarithm alone."""
NODES, TAIL = 20_001, 40.0
"""So many places of a numerical integral; a Gaussian bump ends so many widths out."""
CLOSE = 1e-4
"""So near to 1 the numerical integral of a bump is 1."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "add": _say_added, "answer": _say_answer}[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    known = step.model.known
    how = "as you chose" if params.h else "by Silverman's rule"
    said = (
        f"Around each of {counted(data.n, 'row')} a {known.kernel} bump of width h = {figure(known.h)} will be put, "
        f"{how}, each with the volume 1/N."
    )
    story = Story(said, DENSITY, numbers=(Number("h", known.h), Number("N", data.n)))
    return scaled_first(story, data, "h is the same for all of them.")


def _say_added(step: Step, data: Dataset, params: Params) -> Story:
    known, z = step.model.known, step.model.point
    logs = known.log_bumps(z[None], step.taken)[0]
    if step.taken - step.before > 1:
        said = f"The bumps of rows {data.row_name(step.before)} to {data.row_name(step.taken - 1)} are added."
    else:
        far = math.sqrt(float(((z - data.X[step.before]) / known.h) @ ((z - data.X[step.before]) / known.h)))
        where = f"{figure(far)} h away from the query"
        said = f"The bump of row {data.row_name(step.before)} is added, {where}, where it is {_number(logs[-1])} high."
    return Story(said, DENSITY, _sum(logs, step), _numbers(step))


def _sum(logs: np.ndarray, step: Step) -> tuple[str, ...]:
    """The sum at the query before and after, where it is a number."""
    if not -SMALL < step.log_p < SMALL:
        return ()
    before, new = np.exp(logs[: step.before]).sum(), np.exp(logs[step.before :]).sum()
    return (f"p so far = {added(float(before), float(new))}",)


def _number(log: float) -> str:
    """A number by its logarithm, as a power of e where it is too small or large."""
    if np.isinf(log):
        return "0"
    return figure(math.exp(log)) if abs(log) < SMALL else f"e^({figure(log)})"


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    known, volume = step.model.known, integral(step.model.known)
    said = f"At the query {place_words(data, step.model.point)} the density is {_number(step.log_p)}."
    if np.isinf(step.log_p):
        said += " No bump reaches so far, so its logarithm is −∞; a Gaussian bump never ends."
    elif abs(step.log_p) >= SMALL:
        said += " That is no number of a computer, so its logarithm is kept and added up (log-sum-exp)."
    how = "along the axis" if _along_axis(known) else "each along its radius"
    said += f" The bumps together have the volume {figure(volume)}, integrated numerically {how}."
    checks = (Check("the density integrates to 1", abs(volume - 1.0) <= CLOSE),)
    told = (*_numbers(step), Number("h", known.h), Number("integral", volume))
    return Story(said, DENSITY, (), told, (), checks)


def _numbers(step: Step) -> tuple[Number, ...]:
    return (Number("ln p", step.log_p, "of the bumps so far"), Number("bumps", step.taken))


def _along_axis(known: KernelDensity) -> bool:
    """Whether the sum itself is integrated: it is smooth, of one feature, and no bump falls between two nodes."""
    extent = float(known.X.max() - known.X.min()) + 2 * TAIL * known.h
    return known.n_features == 1 and known.kernel == GAUSSIAN and extent < (NODES // 10 - 1) * known.h


def integral(known: KernelDensity) -> float:
    """The integral of the density: of one feature along it, of more that of a bump over its radius (trapezoids)."""
    ends = TAIL if known.kernel == GAUSSIAN else 1.0
    if _along_axis(known):
        low, high = (float(end) for end in (known.X.min(), known.X.max()))
        places = np.linspace(low - ends * known.h, high + ends * known.h, NODES // 10)
        return float(np.trapezoid(np.exp(known.decision_function(places[:, None])), places))
    d, radius = known.n_features, np.linspace(0.0, ends, NODES)
    sphere = math.log(2.0) + 0.5 * d * math.log(math.pi) - math.lgamma(0.5 * d) - log_volume(known.kernel, d)
    with np.errstate(divide="ignore"):
        logs = np.log(kernel(known.kernel, radius, 1.0)) + (d - 1) * np.log(radius) if d > 1 else None
    if logs is None:
        return float(np.trapezoid(kernel(known.kernel, radius, 1.0), radius) * math.exp(sphere))
    return float(np.trapezoid(np.exp(logs + sphere), radius))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The density at any point."""
    log_p = float(step.model.known.decision_function(x[None])[0])
    said = f"At this point the density is {_number(log_p)}."
    return Inquiry(Story(said, of_asked(DENSITY), numbers=(Number("ln p", log_p),)), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"ln p": step.log_p} if np.isfinite(step.log_p) else {}


def event(step: Step) -> Event | None:
    return Event("density", "best") if step.part == "answer" else None
