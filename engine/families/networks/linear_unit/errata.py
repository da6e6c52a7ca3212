"""What the notes print wrongly about the error of a single linear unit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, shown
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.networks.layer_stepping import Step
from engine.families.networks.linear_unit.loop import Params, posed

NO_SQUARE = Erratum(
    "E000-28",
    "000_5d3271ecdf60f079.txt, section 10, single node",
    r"E(\mathbf{w}) = \frac{1}{2}\sum_n\sum_d (w_d\,x_{nd} - t_n)",
    r"E(\mathbf{w}) = \frac{1}{2}\sum_n\left(\sum_d w_d\,x_{nd} - t_n\right)^2",
    "The square is lost, and the target is subtracted once for every weight: the sum has no least.",
)
ERRATA = (NO_SQUARE,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """At every stop with weights of its own."""
    problem, M = posed(data), step.weights.shape[1]
    with np.errstate(over="ignore", invalid="ignore"):
        y, t = float(problem.outputs(step.weights).sum()), float(problem.T.sum())
    wrong = 0.5 * (y - M * t)
    if step.kind == "add" or not np.isfinite(wrong):
        return
    outputs, targets = shown(wrong, lambda y, t: 0.5 * (y - M * t), y, t)
    line = f"½ (Σ y − {M}·Σ t) = ½ ({outputs} − {M}·({targets})) = {figure(wrong)}"
    yield Misprint(NO_SQUARE, "E", wrong, step.error, (line,))
