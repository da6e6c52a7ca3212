"""What a step of the exponential family says."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.base.words import averaged, divided, figure, shown, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.exponential_family.loop import Params, Step
from engine.families.distributions.exponential_family.natural import (
    BERNOULLI,
    EXPONENTIAL,
    GAUSSIAN,
    MULTINOMIAL,
    POISSON,
)
from engine.maths.algebra.agreement import agree

FORM = r"p(x \mid \eta) = h(x)\, g(\eta)\, \exp(\eta^\top u(x))"
USUAL = {
    BERNOULLI: r"P(x) = p^x (1 - p)^{1 - x}",
    GAUSSIAN: r"p(x) = \frac{1}{\sqrt{2\pi\sigma^2}}\, e^{-(x - \mu)^2 / 2\sigma^2}",
    MULTINOMIAL: r"P(x = k) = p_k",
    POISSON: r"P(x) = \frac{\lambda^x}{x!}\, e^{-\lambda}",
    EXPONENTIAL: r"p(x) = \lambda e^{-\lambda x}",
}
ETA = {
    BERNOULLI: r"\eta = \ln \frac{p}{1 - p}",
    GAUSSIAN: r"\eta = \left(\frac{\mu}{\sigma^2},\; -\frac{1}{2\sigma^2}\right)",
    MULTINOMIAL: r"\eta_k = \ln \frac{p_k}{p_K}",
    POISSON: r"\eta = \ln \lambda",
    EXPONENTIAL: r"\eta = -\lambda",
}
G = {
    BERNOULLI: r"g(\eta) = \frac{1}{1 + e^\eta}",
    GAUSSIAN: r"g(\eta) = \sqrt{-2\eta_2}\; e^{\eta_1^2 / 4\eta_2}",
    MULTINOMIAL: r"g(\eta) = \frac{1}{1 + \sum_{k < K} e^{\eta_k}}",
    POISSON: r"g(\eta) = \exp(-e^\eta)",
    EXPONENTIAL: r"g(\eta) = -\eta",
}
MEANING = {
    BERNOULLI: "η is the logit of p, the logarithm of the odds.",
    GAUSSIAN: "The mean and the variance become two natural parameters, for x and for x².",
    MULTINOMIAL: "Each η compares a probability with the last one; the last has η = 0, as they add up to 1.",
    POISSON: "η is the logarithm of the expected number.",
    EXPONENTIAL: "η is the rate with a minus sign: it must be below 0.",
}
STATISTIC = {
    BERNOULLI: "x itself",
    GAUSSIAN: "x and x²",
    MULTINOMIAL: "1 at the place of the kind, and 0 elsewhere; the last kind has zeros alone",
    POISSON: "x itself",
    EXPONENTIAL: "x itself",
}
BASE = {
    BERNOULLI: "1",
    GAUSSIAN: "1 / √(2π)",
    MULTINOMIAL: "1",
    POISSON: "1 / x!",
    EXPONENTIAL: "1, wherever x can be",
}
MATCH = r"-\nabla \ln g(\hat{\eta}) = \frac{1}{N} \sum_n u(x_n)"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _usual(step: Step, params: Params) -> Story:
    names = params.form.names[0]
    given = ", ".join(f"{name} = {figure(value)}" for name, value in zip(names, step.theta, strict=True))
    x = figure(params.shown(step.x))
    said = f"The usual form, with {given}: at x = {x} it is {figure(math.exp(step.ln_p))}."
    return Story(f"{said} It is rewritten factor by factor.", USUAL[params.family], (), (Number("ln p(x)", step.ln_p),))


def _eta(step: Step, params: Params) -> Story:
    if not np.isfinite(step.eta).all():
        said = (
            "A probability is 0 or 1, and its η is infinite: such a distribution has no natural form. Choose another."
        )
        return Story(said, ETA[params.family])
    theta, worked = step.theta, tuple[str, ...]()
    if params.family == BERNOULLI:
        worked = (f"odds = {divided(float(theta[0]), 1 - float(theta[0]))}",)
    elif params.family == GAUSSIAN:
        worked = tuple(
            f"{name} = {divided(one, float(theta[1]))}"
            for name, one in zip(params.form.names[1], (float(theta[0]), -0.5), strict=True)
        )
    elif params.family == MULTINOMIAL:
        worked = (f"p1 / pK = {divided(float(theta[0]), float(theta[-1]))}",)
    return Story(MEANING[params.family], ETA[params.family], worked, (Number("η", step.eta),))


def _u(step: Step, params: Params) -> Story:
    said = f"All that the sample tells of η is u(x): {STATISTIC[params.family]}."
    return Story(said, FORM, (), (Number("u(x)", step.u),))


def _h(step: Step, params: Params) -> Story:
    assert step.ln_h is not None
    said = f"h(x) has nothing of η in it; here it is {BASE[params.family]}."
    return Story(said, FORM, (), (Number("ln h(x)", step.ln_h),))


def _g(step: Step, params: Params) -> Story:
    assert step.ln_g is not None
    g = math.exp(step.ln_g) if step.ln_g > -700 else 0.0
    said = "g(η) makes the whole add up to 1." if params.discrete else "g(η) makes the area under the density 1."
    told = (Number("ln g(η)", step.ln_g), *((Number("g(η)", g),) if g else ()))
    return Story(said, G[params.family], (), told)


def _natural(step: Step, params: Params) -> Story:
    assert step.ln_h is not None and step.ln_g is not None and step.product is not None
    total = step.ln_h + step.ln_g + step.product
    parts = shown(total, lambda a, b, c: a + b + c, step.ln_h, step.ln_g, step.product)
    worked = (f"ln p(x) = {parts[0]} + {parts[1]} + {parts[2]} = {figure(total)}",)
    said = "ln h + ln g + ηᵀu: the same number as in the usual form, here and at every other place."
    size = abs(step.ln_h) + abs(step.ln_g) + abs(step.product) + 1
    finite = np.isfinite(step.usual)
    wide = 1 + np.abs(step.usual[finite]) + abs(step.ln_g) + np.abs(step.natural[finite])
    checks = (
        Check("both forms agree at x", agree(total, step.ln_p, size, 1e-12)),
        Check("both forms agree at every place drawn", agree(step.natural[finite], step.usual[finite], wide, 1e-12)),
    )
    return Story(said, FORM, worked, (Number("ηᵀu(x)", step.product),), (), checks)


def _mean(step: Step, params: Params) -> Story:
    N = len(step.points)
    said = f"The likelihood of the sample depends on its {N} points by the mean of u alone."
    sums = [float(one) for one in step.means * N]
    return Story(said, MATCH, (f"mean of u = {averaged(sums, N)}",), (Number("mean of u", step.means),))


def _border(step: Step, params: Params) -> Story:
    said = "The mean of u lies on the border of what the model can have: the most likely η is infinite."
    return Story(said, MATCH, (), (Number("mean of u", step.means),))


def _matched(step: Step, params: Params) -> Story:
    names = params.form.names[0]
    given = ", ".join(f"{name} = {figure(value)}" for name, value in zip(names, step.fitted, strict=True))
    said = f"At η = {vector(step.best)} the model has this mean of u; in the usual parameters {given}."
    size = np.abs(step.means) + np.abs(step.slope)
    if params.family == GAUSSIAN:
        size = size + float(step.means[1])
    checks = (Check("−∇ ln g at the best η is the mean of u", agree(step.slope, step.means, size)),)
    return Story(said, MATCH, (), (Number("best η", step.best), Number("−∇ ln g there", step.slope)), (), checks)


TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "usual": _usual, "eta": _eta, "u": _u, "h": _h, "g": _g, "natural": _natural, "mean": _mean, "border": _border,
    "matched": _matched,
}  # fmt: skip


def event(step: Step) -> Event | None:
    if step.part == "eta" and not np.isfinite(step.eta).all():
        return Event("no natural form", "wrong")
    return Event("matched", "best") if step.part == "matched" else None
