"""What the notes print wrongly about two posterior probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from engine.base.words import enough, figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.logistic.logistic_by_hand.loop import Params, Step

RATIO = Erratum(
    "E000-36",
    "000_5d3271ecdf60f079.txt, section 8",
    r"\frac{\ln P(C_1 \mid \mathbf{x})}{\ln P(C_2 \mid \mathbf{x})} > 1",
    r"\ln P(C_1 \mid \mathbf{x}) - \ln P(C_2 \mid \mathbf{x}) > 0",
    "Both logarithms are below 0, so the larger probability has the smaller size of logarithm: "
    "their ratio compared with 1 picks the other class.",
)
ERRATA = (RATIO,)
SURE = 1e-12
"""Of a point that is nearer to 0 or 1 one logarithm is 0 but for rounding, and there is no ratio."""
TYPICAL = 0.8
"""The point whose larger probability is nearest to this is told: nearer to ½ or to 1 there is little to see."""


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Where the probabilities are worked out, of one point that is neither on the boundary nor surely of a class."""
    if step.stage != "probabilities" or step.probabilities is None:
        return
    row = int(np.argmin(np.abs(np.maximum(step.probabilities, 1 - step.probabilities) - TYPICAL)))
    y = float(step.probabilities[row])
    if y == 0.5 or not SURE < y < 1 - SURE:
        return
    logs = math.log(y), math.log(1 - y)
    ratio, a = logs[0] / logs[1], logs[0] - logs[1]
    lower, upper = (data.class_name(code) for code in step.model.classes)
    n = enough(ratio, lambda one, other: one / other, *logs)
    name, called = data.row_name(row), upper if ratio > 1 else lower
    lines = (
        f"point {name}: ln P({upper} | x) / ln P({lower} | x) = {figure(logs[0], n)} / ({figure(logs[1], n)})"
        f" = {figure(ratio)}",
        f"{'above' if ratio > 1 else 'below'} 1, so it would be {called}; the difference is "
        f"{'above' if a > 0 else 'below'} 0, and it is {upper if a > 0 else lower}",
    )
    yield Misprint(RATIO, f"the logarithms compared, of point {name}", ratio, a, lines, at=data.X[row])
