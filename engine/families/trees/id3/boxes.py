"""The rows of a node sorted into boxes, one for each value of what is asked: dots in class colours on pale bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.id3.chance import asked_attribute
from engine.families.trees.id3.loop import Params, Step
from engine.families.trees.id3.terms import rows_in_view
from engine.parts.trees.growing import level_codes

BOXES = Surface("chart", "Rows in boxes", "", "rows")
HIGH = 10
"""A box of more rows than this has its dots side by side too, in up to as many columns."""
FILLED = 0.6
"""The share of its place that the dots of a box fill."""


def boxes(step: Step, data: Dataset, params: Params) -> Iterator[Mark]:
    """The rows of the node in a box for each value of what is asked, those that are not sorted yet in the box S."""
    if step.kind in ("class", "test") or (step.kind == "start" and params.stop_at != "nodes"):
        return
    if step.kind in ("start", "leaf"):
        yield from sorted_rows([step.rows], ("S",), data, BOXES)
        return
    column = data.columns[asked_attribute(step)]
    codes, surface = level_codes(data)[step.rows, asked_attribute(step)], replace(BOXES, x=column.name)
    parts = [step.rows[codes == v] for v in range(len(column.levels))]
    if step.kind == "split":
        yield from sorted_rows(parts, column.levels, data, surface)
        return
    there = [part if v <= step.cell else part[:0] for v, part in enumerate(parts)]
    left, names = step.rows[codes > step.cell], ("S", *column.levels)
    yield from sorted_rows([left, *there], names, data, surface, 1 + step.cell, rows_in_view(step, data))


def sorted_rows(
    parts: Sequence[np.ndarray],
    names: tuple[str, ...],
    data: Dataset,
    surface: Surface,
    chosen: int | None = None,
    lit: np.ndarray | None = None,
) -> Iterator[Mark]:
    """A box for each part (m_v,) of the rows, as high as there are rows in it.

    chosen  the box that this step fills;   lit  the rows with a ring
    """
    sizes = np.array([len(part) for part in parts])
    columns = int(np.clip(np.ceil(sizes.max(initial=1) / HIGH), 1, HIGH))
    ordered = [part[np.argsort(data.codes[part], kind="stable")] for part in parts]
    rows = np.concatenate(ordered)
    places = np.concatenate([heap(v, len(part), columns) for v, part in enumerate(parts)])
    yield Bars(sizes, names, chosen=chosen, role="shade", surface=surface)
    yield Points(places, groups=data.codes[rows], rows=rows, names=data.class_titles, surface=surface)
    if lit is not None and len(lit):
        ringed = np.isin(rows, lit)
        yield Points(places[ringed], "focus", rows=rows[ringed], surface=surface)


def heap(v: int, size: int, columns: int) -> np.ndarray:
    """(size, 2) where the dots of box v stand: in columns, from the ground up, with room for the number above."""
    if not size:
        return np.zeros((0, 2))
    level, column = np.divmod(np.arange(size), columns)
    across = (column - (columns - 1) / 2) * FILLED / columns
    return np.column_stack([v + across, (level + 0.5) * size / (level[-1] + 1.5)])
