"""A gradient as it is printed beside central differences, which know no formula."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.maths.optimisation.gradient_check import NUDGE, Many, slopes


def printed_checked(function: Many, printed: np.ndarray, w: np.ndarray, sizes: np.ndarray, nudge: float = NUDGE) -> str:
    """By how much a printed gradient (M,) of a function at w (M,) is off, in a line; "" where that is no number.

    sizes (M,)  how large the input of each weight is
    """
    with np.errstate(over="ignore", invalid="ignore"):
        found = slopes(function, printed, w, sizes, nudge=nudge)
    if not np.isfinite(found.gap):
        return ""
    off = figure(100 * found.gap, 3)
    return f"gradient check: as printed ∇E is off central differences by {off} % of the steepest slope"
