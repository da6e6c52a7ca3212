"""A block of cells out of a spreadsheet becomes part of the points: all of it, or none of it with the reason."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.data.texts import with_texts
from gui.docks.points_model import placed
from gui.session.typed import parsed_cell, parsed_target

MOST_CELLS = 200_000
"""A larger block is a file to be opened."""


def pasted(data: Dataset, text: str, rows: Sequence[int], column: int) -> tuple[Dataset, str]:
    """The data with a block of lines with tabs in it, and what was done in words.

    `rows` are the rows it goes into, from the top; lines beyond them become new points. It begins at `column`, or,
    where its first line has names of columns, in those. Refuses, naming the cell, what is not wholly right.
    """
    names = [*(feature.name for feature in data.columns), *([data.target_name] if data.y is not None else [])]
    block = [line for line in csv.reader(io.StringIO(text), delimiter="\t") if line]
    if not block:
        raise Refusal("Nothing was copied that could be pasted here: copy some cells first.")
    columns = list(range(column, column + len(block[0])))
    if len(set(block[0])) == len(block[0]) and set(block[0]) <= set(names):
        columns, block = [names.index(name) for name in block[0]], block[1:]
    check_shape(block, columns, names, len(rows))
    grown = with_new_rows(data, len(block) - len(rows))
    into = [*rows, *range(data.n, grown.n)][: len(block)]
    done = filled(grown, block, into, columns)
    return done, f"paste {counted(len(block), 'row')} of {counted(len(columns), 'column')}"


def check_shape(block: list[list[str]], columns: list[int], names: list[str], room: int) -> None:
    """Whether the block fits into the table."""
    if not block:
        raise Refusal("What was copied has the names of columns, and nothing under them.")
    if columns[-1] >= len(names):
        last = names[columns[0]]
        raise Refusal(f"The block has {len(columns)} columns, and from {last} on there are {len(names) - columns[0]}.")
    for number, line in enumerate(block, 1):
        if len(line) != len(columns):
            raise Refusal(f"Line {number} of the block has {counted(len(line), 'cell')}, not {len(columns)}.")
    if len(block) > room and len(columns) < len(names):
        raise Refusal(
            f"The block has {counted(len(block), 'row')}, and from here on there are {room}. More points can be pasted "
            f"only with all {len(names)} columns."
        )
    if len(block) * len(columns) > MOST_CELLS:
        raise Refusal(f"A block of more than {MOST_CELLS:,} cells is not pasted: save it as a file and open that.")


def with_new_rows(data: Dataset, more: int) -> Dataset:
    """With empty rows at the end."""
    return data.with_rows(np.full((more, data.d), np.nan)) if more > 0 else data


def filled(data: Dataset, block: list[list[str]], rows: Sequence[int], columns: Sequence[int]) -> Dataset:
    """With the cells of the block read into these rows and columns."""
    for place, column in enumerate(columns):
        if column < data.d and data.columns[column].is_text:
            typed = (line[place].strip() for line in block)
            data = with_texts(data, column, [text for text in typed if text not in ("", "?")])
    X, y = np.array(data.X), None if data.y is None else np.array(data.y)
    for line, row in zip(block, rows, strict=True):
        for cell, column in zip(line, columns, strict=True):
            try:
                if column < data.d:
                    X[row, column] = parsed_cell(data, row, column, cell)
                elif y is not None:
                    y[row] = parsed_target(data, row, cell)
            except Refusal as refusal:
                raise Refusal(f"Nothing was pasted. {placed(str(refusal), data, row, column)}") from None
    return data.changed(X=X, y=y)
