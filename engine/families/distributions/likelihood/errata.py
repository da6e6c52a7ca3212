"""What the lecture notes print wrongly about the likelihood of a sample."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.distributions.likelihood.loop import Params, Step
from engine.families.distributions.likelihood.unknowns import SYMBOL

LOG_LOST = Erratum(
    "E002-2",
    "002_9e25850559f9c059.txt, Lecture 1, Bernoulli",
    r"\ln L(\theta) = \prod_n p(x_n \mid \theta)",
    r"\ln L(\theta) = \sum_n \ln p(x_n \mid \theta)",
    "The logarithm is lost on the right: the product is L, and ln L is the sum of the logarithms.",
)
ERRATA = (LOG_LOST,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part != "best" or step.top is None or step.best is None:
        return
    product = math.exp(step.top)
    line = f"∏ₙ p(xₙ | θ) = {figure(product)}"
    yield Misprint(LOG_LOST, f"ln L at {SYMBOL[params.unknown]} = {figure(step.best)}", product, step.top, (line,))
