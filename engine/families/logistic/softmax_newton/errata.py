"""What the notes print wrongly about the curvature of several classes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.logistic.softmax_newton.loop import Params, Step
from engine.parts.ridge import penalties

DOWNWARDS = Erratum(
    "E001-23",
    "001_4879c9e7d291b724.txt, Part IV, K classes",
    r"H_{kj} = -\sum_n y_n(I_{nj} - y_j)\,\boldsymbol{\varphi}_n\boldsymbol{\varphi}_n^\top",
    r"H_{kj} = \sum_n y_{nk}(I_{kj} - y_{nj})\,\boldsymbol{\varphi}_n\boldsymbol{\varphi}_n^\top",
    "With the minus sign the Hessian is negative, and Newton's step goes uphill; y and I lack the index of the class.",
)
ERRATA = (DOWNWARDS,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """The first row of the Hessian, with the sign as printed and the indices mended; a penalty is in both."""
    right = step.hessian[0]
    if not np.isfinite(right).all():
        return
    held = np.zeros(len(right))
    held[0] = penalties(params, step.model.weights.shape[1])[0]
    wrong = 2.0 * held - right
    added = f" + {figure(held[0])}" if held[0] else ""
    lines = (
        f"first row of H: {vector(wrong)}",
        f"its first cell is −{figure(right[0] - held[0])}{added} = {figure(wrong[0])}, which curves down",
    )
    yield Misprint(DOWNWARDS, "first row of H", wrong, right, lines)
