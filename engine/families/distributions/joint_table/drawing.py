"""What a step of the joint table looks like: the table with its margins, and two mosaics of the same areas."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.joint_table.loop import COUNTS, Params, Step

TABLES = Surface("table", "Tables")
MOSAIC = Surface("chart", "Mosaic: p(x) wide, p(y | x) high", "p(x)", "p(y | x)", view=(-0.02, 1.02, -0.02, 1.02))
TURNED = Surface("chart", "Mosaic: p(y) wide, p(x | y) high", "p(y)", "p(x | y)", view=(-0.02, 1.02, -0.02, 1.02))


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
                known, xs[: step.rows], ys, "table", chosen_row=chosen, title="p(y | x)", place=(2, 0), surface=TABLES
            )
        )
        drawn += mosaic(step.px[: step.rows], known, MOSAIC)
    if step.given_y is not None:
        known = step.given_y[:, : step.columns]
        drawn.append(Matrix(known, xs, ys[: step.columns], "table", title="p(x | y)", place=(2, 1), surface=TABLES))
        drawn += mosaic(step.py[: step.columns], known.T, TURNED)
    return drawn


def mosaic(margin: np.ndarray, given: np.ndarray, surface: Surface) -> list[Mark]:
    """A tile for each cell: as wide as the margin (k,) is large, as high as the conditional (k, m)."""
    lefts = np.concatenate([[0.0], np.cumsum(margin)])
    drawn: list[Mark] = []
    for k, heights in enumerate(given):
        floors = np.concatenate([[0.0], np.cumsum(heights)])
        for m in range(len(heights)):
            drawn.append(tile(lefts[k], lefts[k + 1], floors[m], floors[m + 1], m, surface))
    return drawn


def tile(left: float, right: float, low: float, high: float, group: int, surface: Surface) -> Mark:
    """The outline of a rectangle."""
    corners = np.array([[left, low], [right, low], [right, high], [left, high], [left, low]])
    return Curve(corners, group=group, surface=surface)
