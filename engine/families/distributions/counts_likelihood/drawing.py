"""What a step of the likelihood of counts looks like: the table of this step, and the blocks as bars."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.counts_likelihood.loop import Params, Step

BLOCKS = Surface("chart", "Blocks of ln L", "", "Σ N ln p")
TABLES = Surface("table", "Counts, shares, and what they add")
MOST = 24
"""So many blocks have a bar each, the last ones."""
NARROW = 5
"""Tables of so many columns stand side by side."""
CELLS = 20
"""Of a table with more rows or columns the first ones are shown."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.part == "start":
        return []
    return [*bars(step, data, params), *tables(step, data)]


def bars(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """One for each block, in the colours of the classes; over them the best, where counts are added to."""
    names, groups = labels(step, data)
    last = slice(max(len(step.blocks) - MOST, 0), None)
    line = step.best[last] if params.alpha else None
    label = "at the shares" if params.alpha else ""
    return [
        Bars(step.blocks[last], names[last], groups=groups[last], line=line, line_label=label, surface=BLOCKS),
    ]  # fmt: skip


def labels(step: Step, data: Dataset) -> tuple[tuple[str, ...], np.ndarray]:
    """What the blocks are called, and the class that each is of; that of the classes has a colour of its own."""
    present = list(data.classes_present)
    names, groups = ["classes"], [max(present) + 1]
    for column in data.columns:
        names += [f"{column.title} | {data.class_name(code)}" for code in present]
        groups += present
    return tuple(names[: len(step.blocks)]), np.array(groups[: len(step.blocks)])


def tables(step: Step, data: Dataset) -> list[Mark]:
    """N, p and N ln p of the table of this step."""
    if step.part == "sum":
        return []
    from scipy.special import xlogy

    classes = tuple(data.class_name(code) for code in data.classes_present)
    rows: tuple[str, ...] = ("",)
    columns = classes
    if step.feature is not None:
        rows, columns = classes, tuple(data.columns[step.feature].levels)
    products = xlogy(step.counts, step.shares)
    drawn: list[Mark] = []
    beside = step.counts.shape[1] <= NARROW
    for place, (title, numbers) in enumerate((("N", step.counts), ("p", step.shares), ("N ln p", products))):
        shown = numbers[:CELLS, :CELLS]
        drawn.append(
            Matrix(
                shown,
                rows[:CELLS],
                columns[:CELLS],
                "table",
                title=title,
                place=(0, place) if beside else (place, 0),
                surface=TABLES,
            )
        )
    return drawn
