"""Cells as text for a spreadsheet: lines with tabs, and the names of the columns above them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def as_lines(names: Sequence[str], cells: Mapping[tuple[int, int], str]) -> str:
    """Cells by (row, column), with what is not among them left empty. One cell alone goes without its name.

    >>> as_lines(["a", "b", "c"], {(0, 0): "1", (0, 2): "2", (5, 2): "3"})
    'a\\tc\\n1\\t2\\n\\t3'
    >>> as_lines(["a"], {(3, 0): "1"})
    '1'
    """
    if len(cells) == 1:
        return next(iter(cells.values()))
    rows, columns = (sorted({place[axis] for place in cells}) for axis in (0, 1))
    lines = [[names[column] for column in columns]] if cells else []
    lines += [[cells.get((row, column), "") for column in columns] for row in rows]
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines)
