"""What a step of the joint table looks like: the table with its margins, and two mosaics of the same areas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Matrix, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.joint_table.loop import COUNTS, Params, Step

TABLES = Surface("table", "Tables")
MOSAIC = Surface("chart", "Mosaic", "p(x)", "p(y | x)", view=(-0.02, 1.02, -0.02, 1.02))
"""As wide as x is probable, as high as y is then: the areas are p(x, y)."""
TURNED = replace(MOSAIC, x="p(y)", y="p(x | y)")
HATCHES = 60
"""So many lines shade the whole width."""


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


def mosaic(margin: np.ndarray, given: np.ndarray, surface: Surface, name: str) -> list[Mark]:
    """A tile for each cell: as wide as the margin (k,) is large, as high as the conditional (k, m)."""
    lefts = np.concatenate([[0.0], np.cumsum(margin)])
    drawn: list[Mark] = []
    for k, heights in enumerate(given):
        floors = np.concatenate([[0.0], np.cumsum(heights)])
        for m in range(len(heights)):
            drawn += tile((lefts[k], lefts[k + 1]), (floors[m], floors[m + 1]), m, f"{name} = {m + 1}", surface)
    return drawn


def tile(across: tuple[float, float], up: tuple[float, float], group: int, name: str, surface: Surface) -> list[Mark]:
    """A rectangle, hatched in the colour of its value, with its name where there is room."""
    (left, right), (low, high) = across, up
    corners = np.array([[left, low], [right, low], [right, high], [left, high], [left, low]])
    x = np.arange(np.ceil(left * HATCHES), right * HATCHES) / HATCHES
    feet, tops = np.column_stack([x, np.full(len(x), low)]), np.column_stack([x, np.full(len(x), high)])
    drawn: list[Mark] = [Curve(corners, group=group, surface=surface)]
    if len(x) and high > low:
        drawn.insert(0, Segments(feet, tops, "shade", groups=np.full(len(x), group), surface=surface))
    if (right - left) > WIDE and (high - low) > HIGH:
        middle = np.array([(left + right) / 2, (low + high) / 2])
        drawn.append(Text(middle, name, anchor=(0.5, 0.5), surface=surface))
    return drawn


WIDE, HIGH = 0.06, 0.06
"""A tile that is smaller has no name in it."""
