"""What a step of the correlation matrix looks like: S and R side by side, and an ellipse for every correlation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Ellipse, Mark, Matrix, Text
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.correlation.correlation_matrix.loop import Params, Step

TABLES = Surface("table", "Covariances and correlations")
GLYPHS = Surface("chart", "An ellipse for each correlation", square=True, axes=False)
NAMED = 2.5
"""How much room the names have beside the ellipses."""
SIZE = 0.42
"""Half the width of an ellipse, where cells are 1 apart."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    heads = names(step, data, params)
    return [
        Matrix(
            step.S, heads, heads, "table", title="S: covariances", chosen_row=step.i, chosen_column=step.j,
            surface=TABLES, parameter="covariance",
        ),
        Matrix(
            step.R, heads, heads, "heat", title="R: correlations", place=(0, 1), chosen_row=step.i,
            chosen_column=step.j, surface=TABLES,
        ),
        *glyphs(step, heads),
    ]  # fmt: skip


def names(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    """What the columns are called; of a typed matrix by number where there are not as many."""
    if params.covariance and len(step.S) != data.d:
        return tuple(f"x{j + 1}" for j in range(len(step.S)))
    return tuple(column.title for column in data.columns[: len(step.S)])


def glyphs(step: Step, heads: tuple[str, ...]) -> list[Mark]:
    """In every cell the ellipse of two standard scores with this correlation: a circle at 0, a line at 1."""
    D = len(heads)
    here = replace(GLYPHS, view=(-NAMED, D - 0.5, 0.5 - D, 0.5))
    drawn: list[Mark] = []
    for i, j in np.argwhere(~np.isnan(step.R)):
        rho = float(step.R[i, j])
        role: Role = "best" if (i, j) in ((step.i, step.j), (step.j, step.i)) else "plain"
        shape = np.array([[1.0, rho], [rho, 1.0]])
        drawn.append(Ellipse(np.array([float(j), -float(i)]), shape, SIZE, role, surface=here))
    for i, name in enumerate(heads):
        drawn.append(Text(np.array([-0.6, -float(i)]), name, anchor=(1.0, 0.5), surface=here))
    return drawn
