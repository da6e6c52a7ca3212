"""What the notes say too widely of the bias."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic.logistic_stochastic.loop import Params, Step
from engine.parts.basis import expanded

BIAS = Erratum(
    "E000-30",
    "000_5d3271ecdf60f079.txt, section 10",
    r"w_{k0} = \bar{t}_k - \sum_d w_{kd}\,\bar{x}_d",
    r"\sum_n \left(\sigma(\mathbf{w}^\top\mathbf{x}_n + w_0) - t_n\right) = 0",
    "The mean gives the bias of a linear output with squared error alone; that of a sigmoid has to be learned.",
    kind="open",
)
ERRATA = (BIAS,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if not step.seen:
        return
    X, w = expanded(data, step.model.basis).X, step.model.weights
    with np.errstate(over="ignore", invalid="ignore"):
        mean, target = X.mean(axis=0), float(zero_one(data).mean())
        bias = target - float(w @ mean)
    line = f"b = {figure(target)} − {vector(w)}·{vector(mean)} = {figure(bias)}"
    yield Misprint(BIAS, "bias", bias, float(step.model.bias), (line,))
