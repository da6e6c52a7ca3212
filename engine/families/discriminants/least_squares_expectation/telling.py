"""What the least-squares line says beside E[t|x]: how near it is, and where it is no probability."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, shown, signed, vector
from engine.core.story import Check, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.least_squares_expectation.loop import (
    Params,
    Step,
    best_line,
    distance,
    posterior,
)
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.sigmoid import sigmoid

FORMULA = (
    r"\mathbb{E}[(y - t)^2] = A + B, \quad A = \int (y(x) - \mathbb{E}[t \mid x])^2\, p(x)\,\mathrm{d}x, \quad "
    r"B = \int \mathrm{var}[t \mid x]\, p(x)\,\mathrm{d}x"
)
LOOKED_AT = 5
"""So many places are listed."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    n = len(step.x)
    y = with_ones(step.x[:, None]) @ step.w
    outside = int(((y < 0) | (y > 1)).sum())
    best = distance(best_line(params), params)
    said = (
        f"Least squares through {counted(n, 'point')}: of all lines it fits t best, and so approximates E[t|x], "
        f"which is P(C|x). A line leaves 0 … 1: y is no probability for {outside:,} of {counted(n, 'point')}."
    )
    checks = (Check("no line is nearer to E[t|x] than the best one", step.distance >= best * (1 - 1e-9)),)
    numbers = (
        Number("distance from E[t|x]", step.distance, "squared, on average over p(x)"),
        Number("least distance", best, "of the best line, whatever the sample"),
        Number("weights of the best line", best_line(params), "the bias first"),
        Number("weights of the logistic curve", step.curve, "the bias first; it stays within 0 … 1"),
        Number("points outside 0 … 1", outside, f"of {n:,}"),
    )
    return Story(said, FORMULA, (*_worked(step), *_best(params)), numbers, (_table(step, params),), checks)


def _worked(step: Step) -> tuple[str, ...]:
    """The line, and where it leaves 0 … 1."""
    b, w = map(float, step.w)
    lines = [f"y = {figure(w)} x {signed(b)}, from {vector(step.w)}, the bias first"]
    if not w:
        return tuple(lines)
    low, high = -b / w, (1.0 - b) / w
    low_b, low_w = shown(low, lambda b, w: -b / w, b, w)
    high_b, high_w = shown(high, lambda b, w: (1 - b) / w, b, w)
    lines.append(f"x₀ = −({low_b}) / {low_w} = {figure(low)}: there y is 0")
    lines.append(f"x₁ = (1 − ({high_b})) / {high_w} = {figure(high)}: there y is 1")
    return tuple(lines)


def _best(params: Params) -> tuple[str, ...]:
    """w₁ of the best line with its numbers."""
    p, s, r = params.prior, params.separation, params.ratio
    variance, slope = 1 - p + p * r**2 + p * (1 - p) * s**2, float(best_line(params)[1])
    P, S, R = shown(variance, lambda p, s, r: 1 - p + p * r**2 + p * (1 - p) * s**2, p, s, r)
    first = f"Var(x) = 1 − {P} + {P}·{R}² + {P}·(1 − {P})·{S}² = {figure(variance)}"
    P, S, V = shown(slope, lambda p, s, v: p * (1 - p) * s / v, p, s, variance)
    return first, f"w₁ = {P}·(1 − {P})·{S} / {V} = {figure(slope)}, of the best line"


def _table(step: Step, params: Params) -> Table:
    """Line, logistic curve and truth at a few places, from two deviations below to two above."""
    s, r = params.separation, params.ratio
    x = np.linspace(min(-2.0, s - 2 * r), max(2.0, s + 2 * r), LOOKED_AT)
    rows = with_ones(x[:, None])
    told = zip(*(column.tolist() for column in (x, rows @ step.w, sigmoid(rows @ step.curve), posterior(x, params))),
               strict=True)  # fmt: skip
    return Table("Line, curve and truth", ("x", "least squares", "logistic", "P(C|x)"), tuple(told))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"distance from E[t|x]": step.distance, "least distance": distance(best_line(params), params)}
