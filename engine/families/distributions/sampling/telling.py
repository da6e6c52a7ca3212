"""What a step of sampling says."""

from __future__ import annotations

import math

from engine.base.words import added, counted, figure, shown
from engine.core.story import Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.sampling.loop import BOX_MULLER, CHOLESKY, INVERSE, Params, Step

FORMULA = {
    INVERSE: r"x = F^{-1}(u), \qquad u \sim U(0, 1)",
    BOX_MULLER: r"x = \mu + \sigma z, \qquad z = \sqrt{-2 \ln u}\, \cos(2\pi v), \qquad u, v \sim U(0, 1)",
    CHOLESKY: r"\mathbf{x} = \boldsymbol{\mu} + \mathbf{L}\mathbf{z}, \qquad \mathbf{\Sigma} = \mathbf{L}\mathbf{L}^T",
}
ERROR = r"\qquad \mathrm{standard\ error} = \frac{s}{\sqrt{N}}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.x is None or step.u is None or step.z is None:
        return Story(f"{counted(params.draws, 'number')} will be drawn, {WAY[step.way]}.", FORMULA[step.way] + ERROR)
    tally = step.tally
    if step.count == 1:
        said = f"Draw {tally.number:,} is x = {figure(step.x)}"
        said += f", where the distribution function reaches u = {figure(step.u[0])}." if step.way == INVERSE else "."
    else:
        said = f"{counted(step.count, 'draw')} more, the last of them x = {figure(step.x)}."
    told = [Number("draws N", tally.number), Number("mean of the draws", tally.mean)]
    worked = [*_worked(step, params)]
    if tally.number > 1:
        said += f" The mean of all {tally.number:,} is {figure(tally.mean)} ± {figure(tally.error)}."
        s, root = shown(tally.error, lambda a, b: a / b, tally.deviation, math.sqrt(tally.number))
        worked.append(f"standard error = s/√N = {s}/{root} = {figure(tally.error)}")
        told += [Number("s", tally.deviation), Number("standard error", tally.error)]
    if not math.isnan(step.kind.mean):
        told.append(Number("mean of the distribution", step.kind.mean))
    return Story(said + _heavy(step), FORMULA[step.way] + ERROR, tuple(worked), tuple(told))


def _worked(step: Step, params: Params) -> tuple[str, ...]:
    assert step.z is not None and step.x is not None
    if step.way == INVERSE:
        return ()
    if step.way == BOX_MULLER:
        return (f"x = μ + σz = {added(params.mean, params.deviation * float(step.z[0]))}",)
    rho = params.correlation
    parts = rho * float(step.z[0]), math.sqrt(1 - rho * rho) * float(step.z[1])
    return (f"(x₂ − μ)/σ = ρ z₁ + √(1 − ρ²) z₂ = {added(*parts)}",)


def _heavy(step: Step) -> str:
    """Why the error does not narrow as it should."""
    if math.isnan(step.kind.mean):
        return " The distribution has no mean, so this one never settles."
    if math.isinf(step.kind.variance):
        return " The variance of the distribution is infinite: the standard error is not to be trusted."
    return ""


WAY = {
    INVERSE: "each where the distribution function reaches a uniform random number",
    BOX_MULLER: "each from two uniform random numbers, a radius and an angle",
    CHOLESKY: "two at a time, with the Cholesky factor of their covariance",
}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"standard error": step.tally.error} if step.tally.number > 1 else {}
