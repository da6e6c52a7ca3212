"""The table of a step of ID3: the numbers that are added up, in which the cell of this step's term is lit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.id3.chance import asked_attribute, table_of
from engine.families.trees.id3.loop import Params, Step
from engine.families.trees.id3.terms import brought
from engine.parts.trees.drawing import NODE, class_table
from engine.parts.trees.growing import level_codes
from engine.parts.trees.tree_words import ENTROPY, impurity_of


def numbers_of(params: Params) -> Surface:
    """Where the tables are: seen at once where each term is a step, for its cell is lit there."""
    return replace(NODE, open=params.stop_at != "nodes")


def node_table(step: Step, data: Dataset, params: Params) -> Matrix:
    """The classes of the node, the values that were asked, or the terms of the sum that is added up."""
    if step.kind == "class":
        return term_table(step, data, params)
    if step.kind in ("value", "test"):
        return value_table(step, data, params)
    at, surface = int(step.scores is not None), numbers_of(params)
    return class_table(step.model, step.node, data, step.rows, at, surface)


def term_table(step: Step, data: Dataset, params: Params) -> Matrix:
    """Rows, share and term of each class of all rows."""
    counts, impurity = step.model.counts[0], impurity_of(params.criterion)
    shares, heads = counts / counts.sum(), ("rows", "p", "−p·log₂p" if impurity is ENTROPY else "p²")
    values, title = np.column_stack([counts, shares, brought(shares, impurity)]), f"Terms of {impurity.letter}(S)"
    surface = numbers_of(params)
    return Matrix(values, data.class_titles, heads, "table", step.cell, title, surface=surface, chosen_column=2)


def value_table(step: Step, data: Dataset, params: Params) -> Matrix:
    """Rows by the value of the best attribute and class; where a gain is added up, with what each value brings to it.

    The cell of a test of significance is that of a value and a class; none is lit where all are expected at once.
    """
    table, impurity, asked = table_of(step, data), impurity_of(params.criterion), data.columns[asked_attribute(step)]
    (row, column), surface, title = lit_cell(step, data), numbers_of(params), f"Rows by {asked.name} and class"
    if step.kind == "test":
        members, codes = np.full(data.n, -1), level_codes(data)[step.rows, asked_attribute(step)]
        members[step.rows] = table.shape[1] * codes + data.codes[step.rows]
        return Matrix(
            table, asked.levels, data.class_titles, "table", row, title,
            surface=surface, members=members, chosen_column=column,
        )  # fmt: skip
    sizes, letter = table.sum(axis=1), impurity.letter
    mixed = impurity.of(table)
    values = np.column_stack([table, mixed, sizes / sizes.sum() * mixed])
    heads = (*data.class_titles, f"{letter}(Sᵥ)", f"|Sᵥ|/|S|·{letter}(Sᵥ)")
    return Matrix(values, asked.levels, heads, "table", row, title, surface=surface, chosen_column=column)


def lit_cell(step: Step, data: Dataset) -> tuple[int | None, int | None]:
    """The row and the column of the term that a step adds: of a value its weighed impurity, of a test its cell."""
    table = table_of(step, data)
    if step.kind == "value":
        return step.cell, table.shape[1] + 1
    if step.cell < 0:
        return None, None
    values, classes = np.flatnonzero(table.any(axis=1)), np.flatnonzero(table.any(axis=0))
    value, of_class = divmod(step.cell, len(classes))
    return int(values[value]), int(classes[of_class])
