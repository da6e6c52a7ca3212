"""What a data set more says: the three parts so far, that they add up, and what they are exactly."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, shown
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.resampling.bias_variance.loop import PENALTY, Params, Step, least, named
from engine.families.resampling.bias_variance.smoothing import PLACES, POLYNOMIAL, Terms
from engine.maths.algebra.agreement import agree

FORMULA = (
    r"\underbrace{E[(y-t)^2]}_{\mathrm{expected\ error}} = \underbrace{(\bar{y}-h)^2}_{\mathrm{bias}^2} + "
    r"\underbrace{E[(y-\bar{y})^2]}_{\mathrm{variance}} + \underbrace{\sigma^2}_{\mathrm{noise}}, \quad \bar{y} = E[y]"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.found is None:
        return Story(_start(params), FORMULA, numbers=_exact(step.exact))
    said = _sweep(step, params) if step.part == "sweep" else _set(step, params)
    terms = step.swept[-1].exact if step.part == "sweep" else step.found
    numbers = _exact(terms) if step.part == "sweep" else _found(step.found)
    tables = (_compared(step, params),) if step.part == "sweep" else (_table(step),)
    return Story(said, FORMULA, (_sum(terms),), numbers, tables, _checks(step))


def _start(params: Params) -> str:
    what = "powers of x" if params.basis == POLYNOMIAL else "Gaussian bumps"
    fit = f"order {params.order} ({what})" if params.order else "a constant"
    held = f" with λ = {figure(params.penalty)}" if params.penalty else ""
    return (
        f"The true function h(x) is known here. {counted(params.sets, 'data set')} of {counted(params.N, 'target')} "
        f"t = h(x) + ε will be drawn with noise σ = {figure(params.sigma)}, and {fit}{held} is fitted to each."
        f"{_too_many(params)}"
    )


def _too_many(params: Params) -> str:
    """What is fitted where many fits are as good."""
    if params.penalty or params.order < params.N:
        return ""
    return (
        f" With {params.order + 1} weights for {counted(params.N, 'target')} many fits pass through all: the one "
        "with the shortest weights is taken."
    )


def _set(step: Step, params: Params) -> str:
    assert step.found is not None
    R = len(step.fits)
    if R == 1:
        return (
            "Data set 1 and its fit. From one fit no variance can be told: it is 0 by itself, and the mean fit is this "
            "fit."
        )
    found = step.found
    larger = "the bias, so the fit is too stiff" if found.bias2 > found.variance else "the variance"
    said = f"Data set {R} of {params.sets}: the mean fit is {figure(found.bias2)} from h in the mean of squares (bias²)"
    said += f", and the fits scatter about it by {figure(found.variance)} (variance)"
    if found.bias2 == found.variance:
        return f"{said}."
    return f"{said}. Most of what the fits are off is {larger}."


def _sweep(step: Step, params: Params) -> str:
    newest, best = step.swept[-1], step.swept[least(step.swept)]
    t = newest.exact
    said = f"{named(newest, params)}: bias² {figure(t.bias2)}, variance {figure(t.variance)}; the expected error is "
    said = f"{said[0].upper() if params.sweep != PENALTY else said[0]}{said[1:]}{figure(t.total)}"
    if best is newest:
        return f"{said}, the least so far."
    return f"{said}; that of {named(best, params)}, {figure(best.exact.total)}, is the least so far."


def _sum(terms: Terms) -> str:
    parts = shown(terms.total, lambda a, b, c: a + b + c, terms.bias2, terms.variance, terms.noise)
    return f"error = bias² + variance + noise = {' + '.join(parts)} = {figure(terms.total)}"


def _found(found: Terms) -> tuple[Number, ...]:
    return (
        Number("bias²", found.bias2, f"mean over {PLACES} places x"),
        Number("variance", found.variance, "of the fits so far, divisor R"),
        Number("noise", found.noise, "σ²"),
        Number("error", found.total, "on new targets"),
    )


def _exact(exact: Terms) -> tuple[Number, ...]:
    return (
        Number("exact bias²", exact.bias2, "over all data sets there could be"),
        Number("exact variance", exact.variance),
        Number("noise", exact.noise, "σ²"),
        Number("expected error", exact.total),
    )


def _table(step: Step) -> Table:
    assert step.found is not None
    pairs = ((one, getattr(step.found, name), getattr(step.exact, name)) for one, name in NAMES)
    return Table("The three parts", ("part", "so far", "exactly"), tuple(pairs))


NAMES = (("bias²", "bias2"), ("variance", "variance"), ("noise", "noise"), ("error", "total"))


def _compared(step: Step, params: Params) -> Table:
    rows = tuple(
        (f"{one.value:g}", one.exact.bias2, one.exact.variance, one.exact.total, one.found.total) for one in step.swept
    )
    columns = (params.sweep, "bias²", "variance", "expected error", "of these sets")
    return Table("Compared", columns, rows, least(step.swept))


def _checks(step: Step) -> tuple[Check, ...]:
    """That the parts are all there is: the squared distance of the fits from h, added up, is bias² + variance."""
    assert step.found is not None
    off = float(((np.array(step.fits) - step.h) ** 2).mean())
    scale = float(np.abs(step.h).max() + np.abs(step.fits[-1]).max()) ** 2
    return (Check("bias² + variance = mean of (y − h)² over the fits", agree(off, step.found.off_truth, scale)),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "set" or step.found is None:
        return {}
    return {"bias²": step.found.bias2, "variance": step.found.variance, "error": step.found.total}


def event(step: Step) -> Event | None:
    if step.part != "sweep":
        return None
    return Event("least error so far", "best") if least(step.swept) == len(step.swept) - 1 else None
