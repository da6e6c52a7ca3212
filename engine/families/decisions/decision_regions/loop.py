"""Decision regions: K bells over a line, the winning class, and the table of errors.   (Bishop 2006, section 1.5)

region k = {x : p(x, Cₖ) ≥ p(x, Cⱼ) for all j}        P(error) = Σₖ Σ_{j ≠ k} P(x ∈ Rⱼ, Cₖ) = 1 − Σₖ P(x ∈ Rₖ, Cₖ)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.decisions.bells import MOST, BellParams, Bells, Regions, bells_objection, crossings, regions


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    bells = params.bells
    K = len(bells.means)
    step = Step(part="densities", bells=bells)
    yield step
    step = replace(step, part="crossings", crossings=crossings(bells))
    yield step
    best = regions(bells)
    step = replace(step, part="regions", best=best)
    yield step

    whole = best.table(bells)
    table, filled = np.zeros((K, K)), 0
    for i in range(K):
        for j in range(K):
            table[i, j] = whole[i, j]
            filled = filled + 1
            step = replace(step, part="cell", table=table.copy(), cell=(i, j), filled=filled)
            yield step
    correct = float(table.trace())
    step = replace(step, part="error", cell=None, correct=correct, error=float(table.sum() - correct))
    yield step
    return Ending.converged(f"P(error) = {figure(step.error or 0.0)}: no other regions have less.")


def bound(data: Dataset, params: Params) -> int:
    return 4 + MOST * MOST


def limits(data: Dataset, params: Params) -> str:
    """There are two classes or more, with widths above 0."""
    return bells_objection(params, 2)


@dataclass(frozen=True)
class Params(BellParams):
    means: tuple[float, ...] = several((0.0, 2.0, 5.0), most=MOST, symbol=r"\mu", help="a number for each class")
    deviations: tuple[float, ...] = several(
        (1.0, 1.0, 1.5), most=MOST, symbol=r"\sigma", label="standard deviations", help="one for each class, above 0"
    )
    priors: tuple[float, ...] = several(
        (0.5, 0.3, 0.2), most=MOST, symbol=r"\pi", help="one for each class; they are divided by their sum"
    )


@snapshot
class Step:
    """How far the regions are found, and the table of errors is filled."""

    part: Literal["densities", "crossings", "regions", "cell", "error"]
    bells: Bells
    crossings: np.ndarray | None = None  # (c,) where two joint densities are equal
    best: Regions | None = None
    table: np.ndarray | None = None  # (K, K) P(class i, x in the region of j)
    cell: tuple[int, int] | None = None  # the cell of this step
    filled: int = 0  # so many cells are worked out, row by row
    correct: float | None = None  # the sum of the diagonal
    error: float | None = None  # the sum of all other cells
    model: None = None
