"""What a step of the Dirichlet distribution says."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.base.words import added, counted, divided, figure, shown, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.dirichlet.loop import Params, Step
from engine.maths.algebra.agreement import agree

DENSITY = r"p(\mathbf{x} \mid \alpha) = \frac{\Gamma(\alpha_0)}{\prod_k \Gamma(\alpha_k)} \prod_k x_k^{\alpha_k - 1}"
DENSITY += r", \qquad \alpha_0 = \sum_k \alpha_k"
MEANS = r"E[x_k] = \frac{\alpha_k}{\alpha_0}"
VARIANCES = r"\mathrm{var}\, x_k = \frac{E[x_k] (1 - E[x_k])}{\alpha_0 + 1}"
MODE = r"x_k = \frac{\alpha_k - 1}{\alpha_0 - K}"
DRAW = r"g_k \sim \mathrm{Gamma}(\alpha_k, 1), \qquad x_k = \frac{g_k}{\sum_j g_j}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _shape(step: Step, params: Params) -> Story:
    said = f"A density over {len(step.alpha)} shares that add up to 1. "
    if (step.alpha == 1).all():
        said += "All α are 1: every place has the same density."
    elif step.alpha.min() > 1:
        said += "All α are above 1: it has a top inside, and the greater they are together, the narrower it is."
    elif step.alpha.max() < 1:
        said += "All α are below 1: it grows without end towards the border, where shares are 0."
    else:
        said += "Where an α is above 1 the density is 0 at a share of 0; below 1 it grows there without end."
    return Story(said, DENSITY, (), (Number("α", step.alpha), Number("α₀", float(step.alpha.sum()))))


def _normaliser(step: Step, params: Params) -> Story:
    assert step.normaliser is not None
    said = "The first factor makes the whole integral 1: it depends on α alone."
    return Story(said, DENSITY, (), (Number("ln first factor", step.normaliser),))


def _powers(step: Step, params: Params) -> Story:
    assert step.powers is not None
    said = f"The second factor at x = {vector(step.x)}: each share to the power of its α less 1."
    return Story(said, DENSITY, (), (Number("ln second factor", step.powers),))


def _density(step: Step, params: Params) -> Story:
    assert step.ln_p is not None and step.normaliser is not None and step.powers is not None
    said = f"Both together: at x the density is {figure(math.exp(min(step.ln_p, 700.0)))}."
    worked = (f"ln p(x) = {added(step.normaliser, step.powers)}",)
    return Story(said, DENSITY, worked, (Number("ln p(x)", step.ln_p),))


def _means(step: Step, params: Params) -> Story:
    total = float(step.alpha.sum())
    said = f"The mean shares are α divided by its sum: {vector(step.means)}."
    checks = (Check("the mean shares add up to 1", agree(step.means.sum(), 1.0, 1.0)),)
    worked = (f"E[x1] = {divided(float(step.alpha[0]), total)}",)
    return Story(said, MEANS, worked, (Number("means", step.means),), (), checks)


def _variances(step: Step, params: Params) -> Story:
    total, mean, value = float(step.alpha.sum()), float(step.means[0]), float(step.variances[0])
    parts = shown(value, lambda m, a: m * (1 - m) / (a + 1), mean, total)
    said = "The larger the sum of all α, the closer draws lie to the means: it counts like that many observations."
    worked = (f"var x1 = {parts[0]}·(1 − {parts[0]}) / ({parts[1]} + 1) = {figure(value)}",)
    told = (Number("variances", step.variances), Number("deviations", np.sqrt(step.variances)))
    return Story(said, VARIANCES, worked, told)


def _mode(step: Step, params: Params) -> Story:
    if not len(step.mode):
        said = "Not every α is above 1, so that no place inside has the greatest density: there is no mode."
        return Story(said, MODE)
    K, total = len(step.alpha), float(step.alpha.sum())
    said = f"The density is greatest at {vector(step.mode)}, farther from the middle than the mean or at it."
    worked = (f"x1 = {divided(float(step.alpha[0]) - 1, total - K)}",)
    return Story(said, MODE, worked, (Number("mode", step.mode),))


def _draw(step: Step, params: Params) -> Story:
    number, x = len(step.draws), step.draws[-1]
    if step.count == 1:
        said = f"Draw {number:,}: {vector(x)}, gamma numbers divided by their sum."
    else:
        said = f"{counted(step.count, 'draw')} more, the last of them {vector(x)}."
    said += f" The mean of all {number:,} is {vector(step.drawn)}, and that of the density {vector(step.means)}."
    worked = (f"x1 = {divided(float(step.gammas[0]), float(step.gammas.sum()))}",)
    told = (Number("g", step.gammas), Number("mean of the draws", step.drawn))
    return Story(said, DRAW, worked, told)


TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "shape": _shape, "normaliser": _normaliser, "powers": _powers, "density": _density, "means": _means,
    "variances": _variances, "mode": _mode, "draw": _draw,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"mean of the first share": float(step.drawn[0])} if step.part == "draw" else {}


def event(step: Step) -> Event | None:
    return Event("mode", "best") if step.part == "mode" and len(step.mode) else None
