"""What a step of a distribution says."""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.base.words import added, figure, shown, taken
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.chosen import BERNOULLI, BINOMIAL, GAUSSIAN
from engine.families.distributions.distribution.formulas import DENSITY, FACTORS, MOMENTS
from engine.families.distributions.distribution.loop import Params, Step
from engine.maths.algebra.agreement import agree

BELOW = r"P(X \leq x) = \int_{-\infty}^{x} p(u)\,du"
BELOW_SUM = r"P(X \leq x) = \sum_{k \leq x} P(X = k)"
QUANTILE = r"x_q = \min\{x : P(X \leq x) \geq q\}"
NONE = r"\int |x|^r\, p(x)\,dx = \infty"
SMALLEST, LARGEST = -700.0, 700.0
"""Logarithms of numbers that are neither 0 nor infinite to the computer."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _shape(step: Step, params: Params) -> Story:
    if step.kind.discrete:
        said = "Each bar is the probability of one whole number; all bars together are 1."
    else:
        said = "The curve is a density: an area under it is a probability, and the whole area is 1."
        if params.family == GAUSSIAN:
            said += " N(x | μ, σ²) names the variance σ²; the parameter here is σ, its root."
    return Story(said + " Drag it, or type its parameters.", DENSITY[params.family])


def _first(step: Step, params: Params) -> Story:
    assert step.first is not None
    name = FACTORS[params.family][0]
    said = f"At x = {figure(step.x)} the first factor, {name}, is {_from_log(step.first)}."
    if params.family in (BERNOULLI, BINOMIAL):
        said += " So many orders of the ones among the tosses are possible."
    return Story(said, DENSITY[params.family], (), (Number("ln first factor", step.first),))


def _second(step: Step, params: Params) -> Story:
    assert step.second is not None
    name = FACTORS[params.family][1]
    said = f"The second factor, {name}, is {_from_log(step.second)}."
    if params.family in (BERNOULLI, BINOMIAL):
        said += " It is the probability of one such order."
    return Story(said, DENSITY[params.family], (), (Number("ln second factor", step.second),))


def _density(step: Step, params: Params) -> Story:
    assert step.ln_p is not None
    what = "P(X = x)" if step.kind.discrete else "p(x)"
    if step.ln_p == -math.inf:
        low, high = step.kind.support
        possible = low <= step.x <= high and not (step.kind.discrete and step.x % 1)
        why = "one of its factors is 0" if possible else "it is no value that X can have"
        return Story(f"At x = {figure(step.x)} it is 0: {why}.", DENSITY[params.family])
    assert step.first is not None and step.second is not None
    lines = [f"ln {what} = {added(step.first, step.second)}"]
    if step.ln_p < SMALLEST:
        said = f"At x = {figure(step.x)} it is 0 by underflow; its logarithm, {figure(step.ln_p)}, is not lost."
    else:
        value = math.exp(step.ln_p)
        said = f"The product of both factors: at x = {figure(step.x)} it is {figure(value)}."
        if max(abs(step.first), abs(step.second)) < LARGEST:
            one, other = shown(value, lambda a, b: a * b, math.exp(step.first), math.exp(step.second))
            lines.insert(0, f"{what} = {one}·{other} = {figure(value)}")
        if not step.kind.discrete:
            said += " That is more than 1, as a density may be." if value > 1 else " A density may also exceed 1."
        if params.family == BERNOULLI:
            said += " p itself is the probability of 1, and 1 − p that of 0: the formula says both."
    return Story(said, DENSITY[params.family], tuple(lines), (Number(f"ln {what}", step.ln_p),))


def _below(step: Step, params: Params) -> Story:
    assert step.below is not None
    formula = BELOW_SUM if step.kind.discrete else BELOW
    said = f"Up to x = {figure(step.x)} lies {figure(step.below)} of all probability."
    return Story(said, formula, (), (Number("P(X ≤ x)", step.below),))


def _quantile(step: Step, params: Params) -> Story:
    assert step.quantile is not None
    said = f"P(X ≤ x) reaches q = {figure(params.q)} at x = {figure(step.quantile)}: that is the quantile of q."
    return Story(said, QUANTILE, (), (Number("quantile", step.quantile),))


def _none(step: Step, params: Params) -> Story:
    if math.isnan(step.kind.mean):
        said = "Its tails are so heavy that ∫ |x| p(x) dx is infinite: the mean does not exist, and so no variance."
        return Story(f"{said} A mean of many draws never settles.", NONE)
    return Story("Its tails are so heavy that ∫ x² p(x) dx is infinite: the variance is infinite.", NONE)


def _mean(step: Step, params: Params) -> Story:
    said = f"{_slice_said(step)} adds {figure(step.added)} to the mean and {figure(step.here)} to the total."
    worked = (f"μ so far = {added(step.mu - step.added, step.added)}",)
    told = (Number("total so far", step.mass), Number("μ so far", step.mu))
    return Story(said, MOMENTS[0 if step.kind.discrete else 1], worked, told)


def _variance(step: Step, params: Params) -> Story:
    said = f"{_slice_said(step)} adds {figure(step.added)} to the variance: squared distances from the mean, weighted."
    worked = (f"σ² so far = {added(step.sigma2 - step.added, step.added)}",)
    told = (Number("σ² so far", step.sigma2), Number("E[x²] so far", step.square))
    return Story(said, MOMENTS[2 if step.kind.discrete else 3], worked, told)


def _slice_said(step: Step) -> str:
    assert step.ends is not None
    low, high = step.ends
    if not step.kind.discrete:
        return f"The slice from {figure(low)} to {figure(high)}"
    if high - low == 1:
        return f"The bar of {figure(low)}"
    return f"The bars from {figure(low)} to {figure(high - 1)}"


def _moments(step: Step, params: Params) -> Story:
    mu = step.mu
    way = "sum" if step.kind.discrete else "quadrature"
    said = (
        f"By {way} the mean is {figure(mu)}, where the shape balances, and the variance {figure(step.sigma2)}; "
        f"one standard deviation is {figure(math.sqrt(max(step.sigma2, 0.0)))}."
    )
    scale = max(step.square, 1e-300)
    worked = (f"E[x²] − μ² = {taken(step.square, mu**2)}",) if _distinct(step) else ()
    checks = (
        Check("the total probability is 1", agree(step.mass, 1.0, 1.0)),
        Check("the mean is that of the closed form", agree(step.mu, step.kind.mean, math.sqrt(scale))),
        Check("the variance is that of the closed form", agree(step.sigma2, step.kind.variance, scale)),
        Check("E[x²] − μ² is the variance", agree(step.square - step.mu**2, step.sigma2, scale)),
    )
    told = (Number("mean", mu), Number("variance", step.sigma2), Number("E[x²]", step.square))
    return Story(said, MOMENTS[4], worked, told, (), checks)


def _distinct(step: Step) -> bool:
    """Whether the variance is not lost in the rounding of the squares it is left of."""
    return step.sigma2 > 1e-9 * step.square


def _from_log(ln: float) -> str:
    """A factor by its logarithm; one that is no number to the computer by its logarithm alone."""
    return figure(math.exp(ln)) if SMALLEST < ln < LARGEST else f"e^({figure(ln)})"


TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "shape": _shape, "first": _first, "second": _second, "density": _density, "below": _below,
    "quantile": _quantile, "none": _none, "mean": _mean, "variance": _variance, "moments": _moments,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part == "mean":
        return {"total so far": step.mass}
    return {"σ² so far": step.sigma2} if step.part == "variance" else {}


def event(step: Step) -> Event | None:
    return Event("moments", "best") if step.part == "moments" else None
