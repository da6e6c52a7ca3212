"""What the unit says beside the truth."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, figure
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.posterior_unit.loop import Params, Step, output, posterior, true_weights

RATIO = r"\frac{p(\mathbf{x} \mid C)\,P(C)}{p(\mathbf{x} \mid C')\,P(C')}"
FORMULA = rf"a = \ln {RATIO} = s\,x + c \;\Rightarrow\; \sigma(a) = P(C \mid \mathbf{{x}})"
EXACT = "With equal variances σ(a) is the posterior exactly, not roughly, for the right weights."
LOOKED_AT = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])


def explain(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        EXACT if step.epoch == 0 else f"Epoch {step.epoch}: y is nowhere farther than {figure(step.gap)} from P(C|x)."
    )
    true = true_weights(params)
    prior = figure(params.prior)
    worked: tuple[str, ...] = (
        f"c = ln(P(C)/P(C′)) = ln({prior}/(1 − {prior})) = {figure(float(true[0]))}",
        f"s = {figure(params.separation)}: what the weight of x comes to",
    )
    if step.epoch:
        slope = (step.before - step.w) / step.rate
        worked += (f"(b, w) ← {brief(step.before)} − {figure(step.rate)}·{brief(slope)} = {brief(step.w)}",)
    numbers = (
        Number("E", step.error, "cross-entropy, a sum"),
        Number("weight of x", float(step.w[1])),
        Number("bias", float(step.w[0])),
        Number("farthest from P(C|x)", step.gap),
    )
    return Story(said, FORMULA, worked, numbers, (table(step, params),))


def table(step: Step, params: Params) -> Table:
    """y and the truth at a few places."""
    y, true = output(step.w, LOOKED_AT), posterior(LOOKED_AT, params)
    rows = tuple(zip(LOOKED_AT.tolist(), y.tolist(), true.tolist(), strict=True))
    return Table("Output and truth", ("x", "y", "P(C|x)"), rows)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error, "farthest from P(C|x)": step.gap}
