"""What the notes print wrongly about Bayesian logistic regression: Laplace's Gaussian, and predictions with it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.logistic.bayesian_logistic.loop import Params, Step
from engine.maths.probability.probit import normal_cdf, probit_integral, shrinkage
from engine.maths.probability.sigmoid import sigmoid

NOTE = "001_4879c9e7d291b724.txt"
ONE_NABLA = Erratum(
    "E001-28",
    f"{NOTE}, Laplace approximation",
    r"A = -\nabla \ln f(\mathbf{z}_0)",
    r"A = -\nabla\nabla \ln f(\mathbf{z}_0)",
    "One ∇ is lost: at the top the slope is 0, and it is the curvature that makes the Gaussian narrow.",
    kind="copy",
)
NOT_INVERTED = Erratum(
    "E001-29",
    f"{NOTE}, Bayesian logistic regression",
    r"S_N = S_0^{-1} + \sum_n y_n(1 - y_n)\,\boldsymbol{\varphi}_n\boldsymbol{\varphi}_n^\top",
    r"S_N^{-1} = S_0^{-1} + \sum_n y_n(1 - y_n)\,\boldsymbol{\varphi}_n\boldsymbol{\varphi}_n^\top",
    "The sum is the inverse of the covariance: more data make the posterior narrower, and not wider.",
)
DELTA = Erratum(
    "E001-30",
    f"{NOTE}, predictive distribution",
    r"\delta(x) = 1 \;\mathrm{at}\; x = 0, \quad \delta(x) = 0 \;\mathrm{elsewhere}",
    r"\int \delta(x)\,g(x)\,dx = g(0)",
    "A function that is 1 at a single place has the integral 0; δ is defined by what its integral gives.",
)
NOT_SQUARED = Erratum(
    "E001-31",
    f"{NOTE}, predictive distribution, moments of a",
    r"\sigma_a = \boldsymbol{\varphi}^\top S_N\,\boldsymbol{\varphi}",
    r"\sigma_a^2 = \boldsymbol{\varphi}^\top S_N\,\boldsymbol{\varphi}",
    "It is the variance of the activation, and not its standard deviation.",
    kind="copy",
)
EXTRA_ROOT = Erratum(
    "E001-32",
    f"{NOTE}, probit function",
    r"\Phi(a) = \frac{1}{2}\left\{1 + \frac{1}{\sqrt{2}}\mathrm{erf}\left(\frac{a}{\sqrt{2}}\right)\right\}",
    r"\Phi(a) = \frac{1}{2}\left\{1 + \mathrm{erf}\left(\frac{a}{\sqrt{2}}\right)\right\}",
    "With 1/√2 before erf no probability could exceed 0.854: Φ would not reach 1.",
)
NO_ROOT = Erratum(
    "E001-33",
    f"{NOTE}, convolution with the probit",
    r"\int \Phi(ua)\,N(u \mid 0, \sigma^2)\,da \quad = \Phi\left(\frac{u}{\sigma^2 + u^2}\right)",
    r"\int \Phi(\lambda a)\,N(a \mid \mu, \sigma^2)\,da \quad "
    r"= \Phi\left(\frac{\mu}{\sqrt{\lambda^{-2} + \sigma^2}}\right)",
    "u stands for three things, λ is not inverted and the root is lost: a mean is divided by a deviation, "
    "never by a variance.",
)
GROWS = Erratum(
    "E001-34",
    f"{NOTE}, predictive distribution",
    r"\kappa(\sigma^2) = \sqrt{1 + \frac{\pi\sigma^2}{8}}",
    r"\kappa(\sigma^2) = \frac{1}{\sqrt{1 + \frac{\pi\sigma^2}{8}}}",
    "The exponent is −½ and not ½: as printed a less certain activation gives a surer prediction.",
)
ERRATA = (ONE_NABLA, NOT_INVERTED, DELTA, NOT_SQUARED, EXTRA_ROOT, NO_ROOT, GROWS)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.phase == "laplace":
        yield from _laplace(step)
    elif step.phase in ("prediction", "summary") and step.row is not None:
        mean, variance = (float(part[0]) for part in step.model.activation_moments(data.X[[step.row]]))
        tellers = predicted(mean, variance, params) if step.phase == "prediction" else _moments(mean, variance)
        yield from tellers


def _laplace(step: Step) -> Iterator[Misprint]:
    curved, S = step.peak.hessian[0], step.model.covariance[0]
    lines = (f"first row of S_N = {vector(curved)}",)
    yield Misprint(NOT_INVERTED, "first row of S_N", curved, S, lines)
    slope = np.where(np.abs(step.peak.gradient) < 1e-6, 0.0, step.peak.gradient)
    line = f"−∇ ln p(w | t) at w_MAP is {vector(slope)}, one number for each weight and no matrix"
    yield Misprint(ONE_NABLA, "first row of A", slope, curved, (line,))


def predicted(mean: float, variance: float, params: Params) -> Iterator[Misprint]:
    """What an activation of this mean and variance is predicted to be: κ, the integral and the probit as printed."""
    m, s2 = figure(mean), figure(variance)
    kappa = float(1.0 / shrinkage(np.array(variance)))
    wrong, right = (float(sigmoid(np.array(k * mean))) for k in (kappa, 1.0 / kappa))
    steps = (f"κ = √(1 + π·{s2}/8) = {figure(kappa)}", f"σ(κm) = σ({figure(kappa * mean)}) = {figure(wrong)}")
    yield Misprint(GROWS, "σ(κm)", wrong, right, steps)

    part, exact = params.stretch**-2, probit_integral(mean, variance, params.stretch)
    ratio = mean / (part + variance)
    wrong = float(normal_cdf(ratio))
    lines = (
        f"read with μ above and λ⁻² + σ² below: {m} / ({figure(part)} + {s2}) = {figure(ratio)}",
        f"Φ({figure(ratio)}) = {figure(wrong)}",
    )
    yield Misprint(NO_ROOT, "∫ Φ(λa) N(a | m, s²) da", wrong, exact, lines)

    place = mean / float(np.sqrt(part + variance))
    wrong = 0.5 + (exact - 0.5) / float(np.sqrt(2.0))
    line = f"½ (1 + erf({figure(place)}/√2)/√2) = ½ + ({figure(exact)} − ½)/√2 = {figure(wrong)}"
    yield Misprint(EXTRA_ROOT, f"Φ({figure(place)})", wrong, exact, (line,))


def _moments(mean: float, variance: float) -> Iterator[Misprint]:
    plain = float(sigmoid(np.array(mean)))
    line = f"σ_a = φᵀ S_N φ = {figure(variance)}, so the variance would be {figure(variance)}² = {figure(variance**2)}"
    yield Misprint(NOT_SQUARED, "variance of the activation", variance**2, variance, (line,))
    line = f"∫ δ(a − {figure(mean)}) σ(a) da would be 0, for δ is 0 at all places but one"
    yield Misprint(DELTA, f"σ({figure(mean)})", 0.0, plain, (line,))
