"""What many fits look like: the fan of them, their mean beside the true function, and the three parts of the error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.resampling.bias_variance.loop import ORDER, Params, Step, Swept, least
from engine.families.resampling.bias_variance.smoothing import places
from engine.maths.algebra.spread import spread

FITS = Surface("chart", "The fits", "x", "t")
PARTS = Surface("chart", "Where the error comes from", "", "mean squared error")
SWEPT = Surface("chart", "From below: bias², variance, noise")
MEAN, TRUE, ALL = 3, 2, 7
"""The colours of the mean fit, of the true function, and of the sum of the three parts."""
FAN = 40
"""So many of the fits are drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = [*fan(step, params)]
    if step.found is not None:
        drawn += parts(step)
    return [*drawn, *stacks(step.swept, params)] if step.swept else drawn


def fan(step: Step, params: Params) -> list[Mark]:
    """The true function, the newest data set with its fit, the fits before it, and their mean within one deviation."""
    x, chart = places(), replace(FITS, view=seen(step, params))
    drawn: list[Mark] = []
    if step.part == "set":
        drawn.append(Points(np.column_stack([step.x, step.targets]), "data", surface=chart))
    before = step.fits[:-1] if step.part == "set" else step.fits
    drawn += [Curve(np.column_stack([x, before[i]]), "spoke", surface=chart) for i in spread(len(before), FAN)]
    if step.part == "set":
        drawn.append(Curve(np.column_stack([x, step.fits[-1]]), "path", label="newest", surface=chart))
    if len(step.fits) > 1:
        for side in (-1, 1):
            ends = np.column_stack([x, step.mean + side * step.deviation])
            drawn.append(Curve(ends, "margin", surface=chart))
        drawn.append(Curve(np.column_stack([x, step.mean]), "boundary", MEAN, "mean fit", surface=chart))
    return [*drawn, Curve(np.column_stack([x, step.h]), "best", TRUE, "h(x)", surface=chart)]


def seen(step: Step, params: Params) -> tuple[float, float, float, float]:
    """The same range for all data sets: the true function with three deviations of the noise either way."""
    low, high, room = float(step.h.min()), float(step.h.max()), 3.2 * params.sigma + 0.05 * abs(params.level)
    room = room or 1.0
    return -0.02, 1.02, low - room, high + room


def parts(step: Step) -> list[Mark]:
    """One part on top of the other, and what they come to; the line is where the exact ones end."""
    assert step.found is not None
    values = terms(step.found.bias2, step.found.variance, step.found.noise)
    exact = terms(step.exact.bias2, step.exact.variance, step.exact.noise)
    bases = np.array([0.0, values[0], values[0] + values[1], 0.0])
    tops = np.array([exact[0], exact[0] + exact[1], exact[3], exact[3]])
    labels = ("bias²", "variance", "noise σ²", "all three")
    return [
        Bars(
            values, labels, groups=np.array([0, 1, 2, ALL]), bases=bases, line=tops, line_label="exactly", surface=PARTS
        )
    ]


def terms(bias2: float, variance: float, noise: float) -> np.ndarray:
    """(4,) the three parts and their sum."""
    return np.array([bias2, variance, noise, bias2 + variance + noise])


def stacks(swept: tuple[Swept, ...], params: Params) -> list[Mark]:
    """A stacked bar for each value compared; the line is the error over the data sets that were drawn."""
    chart = replace(SWEPT, x="order M" if params.sweep == ORDER else "λ", y="mean squared error")
    labels = tuple(f"{one.value:g}" for one in swept)
    each = [np.array([getattr(one.exact, name) for one in swept]) for name in ("bias2", "variance", "noise")]
    best, drawn, bases = least(swept), list[Mark](), np.zeros(len(swept))
    for code, values in enumerate(each):
        line = np.array([one.found.total for one in swept]) if code == 2 else None
        drawn.append(
            Bars(
                values, labels, groups=np.full(len(swept), code), bases=bases, inside=True, line=line,
                line_label="of these data sets", chosen=best if code == 2 else None, surface=chart,
            )
        )  # fmt: skip
        bases = bases + values
    return drawn
