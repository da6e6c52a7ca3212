"""What a step of the decision regions looks like: the bells, the winners below them, and the table of errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.decisions.decision_regions.loop import Params, Step
from engine.families.decisions.picture import DENSITIES, PLACES, crossed, curves, hatched, strip

TABLE = Surface("table", "P(class, region)")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    bells = step.bells
    drawn: list[Mark] = [*curves(bells)]
    if step.crossings is not None and step.part == "crossings":
        drawn += crossed(bells, step.crossings)
    if step.best is not None:
        x = np.linspace(*bells.ends, PLACES)
        envelope = np.column_stack([x, bells.joint(x).max(axis=0)])
        drawn += [Curve(envelope, "best", label="the highest", surface=DENSITIES), *strip(bells, step.best)]
    if step.cell is not None and step.best is not None:
        i, j = step.cell
        edges = step.best.edges
        for k in np.flatnonzero(step.best.winners == j):
            drawn += hatched(bells, i, float(edges[k]), float(edges[k + 1]), "focus" if i == j else "wrong")
    if step.table is not None:
        names = tuple(f"class {k + 1}" for k in range(len(bells.means)))
        into = tuple(f"region {k + 1}" for k in range(len(bells.means)))
        known = np.arange(step.table.size).reshape(step.table.shape) < step.filled
        row, column = step.cell if step.cell is not None else (None, None)
        drawn.append(
            Matrix(
                np.where(known, step.table, np.nan),
                names,
                into,
                "table",
                chosen_row=row,
                chosen_column=column,
                surface=TABLE,
            )
        )
    return drawn
