"""What the notes print wrongly about the noise of a regression."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.bayesian_regression.loop import Params, Step

PRECISION = Erratum(
    "E003-4",
    "003_5694847191d4e823.txt, Midterm review",
    r"p(t \mid \mathbf{x}, \mathbf{w}) = N(t \mid \mathbf{w}^\top\varphi(\mathbf{x}), \beta)",
    r"p(t \mid \mathbf{x}, \mathbf{w}) = N(t \mid \mathbf{w}^\top\varphi(\mathbf{x}), \beta^{-1})",
    "In N(mean, variance) the second place is the variance, and β is its inverse.",
)
ERRATA = (PRECISION,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.phase == "prior":
        beta = step.model.beta
        line = f"the variance of the noise would be β = {figure(beta)}"
        yield Misprint(PRECISION, "variance of the noise", beta, 1.0 / beta, (line,))
