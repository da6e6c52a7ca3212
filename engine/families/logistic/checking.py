"""Whether the gradient of a descent is right: beside central differences, component by component, at every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.base.params import real
from engine.core.later import Later
from engine.core.marks import Bars, Mark
from engine.core.story import Check, Number, Table
from engine.core.surfaces import Surface
from engine.maths.algebra.agreement import cleared
from engine.maths.optimisation.gradient_check import EPSILON, NUDGE, Slopes, slopes
from engine.parts.descending import DescentStep, M

ENOUGH = 1e-4
"""A correct gradient agrees with central differences to better than this."""
BENT = 0.05
"""The third derivative of a row's loss is less, for an input of size 1: what central differences leave out grows so."""
FARTHEST = 1e9
"""A weight so long that its nudge moves an activation this far: central differences say nothing of its slope."""
CHART = Surface("chart", "Gradient check", "weight", "slope, per nudge", open=False)

Values = Callable[[np.ndarray], np.ndarray]
"""What is made least (B,), of many weights (B, M), each one after the other."""


@dataclass(frozen=True)
class NudgeParams:
    """How far a weight is nudged to check its slope."""

    nudge: float = real(
        NUDGE,
        low=1e-8,
        high=1e-2,
        log=True,
        symbol="h",
        label="finite-difference step",
        rare=True,
        help="of each weight",
    )


def compared(step: DescentStep[M], values: Values, Phi: np.ndarray, params: NudgeParams) -> Slopes | None:
    """The slopes both ways, nudged by the size of each column of Φ (n, M); None where they are no numbers."""
    w, gradient = step.model.packed.ravel(), step.gradient.ravel()
    if not (np.isfinite(step.objective) and np.isfinite(gradient).all()):
        return None
    sizes = np.abs(Phi).max(axis=0)
    with np.errstate(over="ignore", invalid="ignore"):
        found = slopes(values, gradient, w, np.tile(sizes, len(w) // len(sizes)), nudge=params.nudge)
    return found if np.isfinite(found.numeric).all() else None


def drawn(compare: Callable[[], Slopes | None], names: Sequence[str]) -> Later:
    """A bar for each slope by the formula, and a dotted line for the differences, computed when it is drawn."""
    return Later((CHART,), partial(_drawn, compare, names))


def _drawn(compare: Callable[[], Slopes | None], names: Sequence[str]) -> list[Mark]:
    if (found := compare()) is None:
        return []
    labels = tuple(names[i] for i in found.chosen)
    line = "central differences"
    return [Bars(found.exact, labels, line=found.numeric, line_label=line, surface=CHART)]


def told(
    found: Slopes | None, least: str, rows: int, names: Sequence[str], params: NudgeParams
) -> tuple[list[Number], list[Table], list[Check]]:
    """The largest difference, each component both ways, and the verdict."""
    if found is None:
        return [], [], []
    gap = Number("gradient check", found.gap, "relative gap")
    exact = cleared(found.exact, found.largest)
    same = np.abs(found.numeric - exact) <= 4 * EPSILON * found.size  # but for the last digits of the function
    numeric = np.where(same, exact, found.numeric) / found.nudges
    both = zip(found.chosen, exact / found.nudges, numeric, strict=True)
    lines = tuple((names[i], float(one), float(other), float(other - one)) for i, one, other in both)
    table = Table("Gradient check", ("weight of", "formula", "(f(w+h) − f(w−h)) / 2h", "difference"), lines)
    left_out = BENT * rows * min(found.reach, FARTHEST) ** 3 / found.largest
    agrees = found.gap <= ENOUGH + found.rounding + left_out
    return [gap], [table], [Check(f"the gradient agrees with central differences of {least}", agrees)]
