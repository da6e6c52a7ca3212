"""What the notes print wrongly in the batch algorithm of a linear network."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.networks.layer_stepping import Step
from engine.families.networks.linear_network.loop import LEARNT, Params

DECAY = Erratum(
    "E000-29",
    "000_5d3271ecdf60f079.txt, section 10, pseudo-code",
    r"\delta_{nk} = y_{nk} - t_n, \quad \mathbf{w}_k = \mathbf{w}_k - \eta\,\mathbf{w}_k",
    r"\delta_{nk} = y_{nk} - t_{nk}, \quad \mathbf{w}_k = \mathbf{w}_k - \eta\,\Delta\mathbf{w}_k",
    "The Δ is lost, and so is the k of the target: as printed the weights shrink towards 0, whatever the rows say.",
)
ERRATA = (DECAY,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Of the first output, where all its weights have been moved by ΔW."""
    before, w = step.before.layers[0].packed[0], step.weights[0]
    if step.kind != "update" or params.bias != LEARNT or not np.isfinite(w).all():
        return
    with np.errstate(over="ignore"):
        left = (1.0 - step.rate) * before
    line = f"w₁ ← {vector(before)} − {figure(step.rate)}·{vector(before)} = {vector(left)}, the bias first"
    yield Misprint(DECAY, "w₁, the bias first", left, w, (line,))
