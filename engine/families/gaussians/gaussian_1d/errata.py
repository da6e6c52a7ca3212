"""What the lecture notes print wrongly about the posterior of a class."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.gaussians.gaussian_1d.loop import Params, Step

PRIOR_LOST = Erratum(
    "E000-21",
    "000_5d3271ecdf60f079.txt, §8",
    r"P(C_k \mid x) = N(x;\, \mu, \sigma^2)",
    r"P(C_k \mid x) \propto N(x;\, \mu_k, \sigma_k^2)\, P(C_k)",
    "The prior and the index of the class are lost: a density at x is no probability of a class.",
)
ERRATA = (PRIOR_LOST,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """For the likeliest class of the row that is worked out."""
    if step.part != "posterior" or step.posterior is None or step.terms is None:
        return
    k = int(np.argmax(step.posterior))
    square, width, _ = step.terms[k]
    density = float(np.exp(square + width - 0.5 * np.log(2.0 * np.pi)))
    line = f"N(x; μ, σ²) with the likeliest class = {figure(density)}"
    yield Misprint(PRIOR_LOST, "P(Cₖ | x)", density, float(step.posterior[k]), (line,))
