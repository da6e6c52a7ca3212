"""What the cells look like: the table that is typed, and side by side a mosaic of all days and one for each y."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Mark, Matrix, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.conditional_independence.loop import Params, Step
from engine.families.distributions.mosaics import WIDE, mosaic
from engine.families.distributions.typed_table import COUNTS

TABLES = Surface("table", "Tables")
MOSAICS = Surface("chart", "As wide as p(a), as high as p(b | a): level cuts mean independence", axes=False)
APART = 1.25
"""A mosaic is 1 wide; the next begins so far to the right."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    K, n, m = step.P.shape
    rows = tuple(f"y = {k + 1}, a = {i + 1}" for k in range(K) for i in range(n))
    columns = tuple(f"b = {j + 1}" for j in range(m))
    here = None if step.k is None or step.i is None else step.k * n + step.i
    title = "counts" if params.numbers == COUNTS else "p(a, b, y)"
    typed = Matrix(
        params.blocks.reshape(-1, m), rows, columns, "table", title=title,
        chosen_row=here, chosen_column=None if here is None else step.j,
        surface=TABLES, parameter="table",
    )  # fmt: skip
    drawn: list[Mark] = [typed]
    if len(step.pooled):
        drawn += pooled(step)
        drawn += block(step.pooled, 0, "all y", step.k is None and step.part == "cell", step)
    for k, slice in enumerate(step.P):
        if slice.sum() > 0:
            drawn += block(slice / slice.sum(), k + 1, f"y = {k + 1}", step.k == k, step)
    return drawn


def pooled(step: Step) -> Iterator[Mark]:
    """p(a, b), and beside it the products of its margins."""
    p_ab = step.pooled
    rows = tuple(f"a = {i + 1}" for i in range(len(p_ab)))
    columns = tuple(f"b = {j + 1}" for j in range(p_ab.shape[1]))
    row, column = (step.i, step.j) if step.k is None else (None, None)
    products = np.outer(p_ab.sum(axis=1), p_ab.sum(axis=0))
    for place, (values, title) in enumerate(((p_ab, "p(a, b)"), (products, "p(a) p(b)"))):
        yield Matrix(
            values, rows, columns, "table", chosen_row=row, chosen_column=column, title=title, place=(0, place + 1),
            surface=TABLES,
        )  # fmt: skip


def block(p_ab: np.ndarray, place: int, title: str, here: bool, step: Step) -> Iterator[Mark]:
    """A mosaic of p(a, b) of one y, with the heights p(b) at which all cuts would be level."""
    left = APART * place
    p_a, p_b = p_ab.sum(axis=1), p_ab.sum(axis=0)
    given_a = np.divide(p_ab, p_a[:, None], out=np.zeros_like(p_ab), where=p_a[:, None] > 0)
    yield from mosaic(p_a, given_a, MOSAICS, "b", left, WIDE * (len(step.P) + 1))
    levels = np.cumsum(p_b)[:-1]
    starts, ends = (np.column_stack([np.full(len(levels), x), levels]) for x in (left - 0.06, left + 1.06))
    yield Segments(starts, ends, "ghost", surface=MOSAICS)
    yield Text(np.array([left + 0.5, 1.04]), title, "focus" if here else "plain", anchor=(0.5, 1.0), surface=MOSAICS)
