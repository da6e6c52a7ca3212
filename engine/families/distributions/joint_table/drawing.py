"""What a step of the joint table looks like: the table with its margins, and two mosaics of the same areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.marks import Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.joint_table.loop import Params, Step
from engine.families.distributions.mosaics import mosaic
from engine.families.distributions.typed_table import COUNTS

TABLES = Surface("table", "Tables")
MOSAIC = Surface("chart", "Mosaic", "p(x)", "p(y | x)", view=(-0.02, 1.02, -0.02, 1.02))
"""As wide as x is probable, as high as y is then: the areas are p(x, y)."""
TURNED = replace(MOSAIC, x="p(y)", y="p(x | y)")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    K, J = step.P.shape
    xs, ys = tuple(f"x = {i + 1}" for i in range(K)), tuple(f"y = {j + 1}" for j in range(J))
    counted = params.numbers == COUNTS
    row, column = (step.i, step.j) if step.part in ("row", "independence") else (None, None)
    drawn: list[Mark] = [
        Matrix(params.cells, xs, ys, "table", chosen_row=row, chosen_column=column,
               title="counts" if counted else "p(x, y)", surface=TABLES, parameter="table"),
    ]  # fmt: skip
    if len(step.px):
        drawn.append(
            Matrix(
                step.px[:, None], xs[: len(step.px)], ("p(x)",), "table", title="margin", place=(0, 1), surface=TABLES
            )
        )
    if len(step.py):
        drawn.append(
            Matrix(step.py[None], ("p(y)",), ys[: len(step.py)], "table", title="margin", place=(1, 0), surface=TABLES)
        )
    if step.given_x is not None:
        known = step.given_x[: step.rows]
        chosen = step.i if step.part == "given x" else None
        drawn.append(
            Matrix(
                known, xs[: step.rows], ys, "table", chosen_row=chosen, title="p(y | x)", place=(0, 2), surface=TABLES
            )
        )
        if step.given_y is None:
            drawn += mosaic(step.px[: step.rows], known, MOSAIC, "y")
    if step.given_y is not None:
        known = step.given_y[:, : step.columns]
        drawn.append(Matrix(known, xs, ys[: step.columns], "table", title="p(x | y)", place=(0, 3), surface=TABLES))
        drawn += mosaic(step.py[: step.columns], known.T, TURNED, "x")
    return drawn
