"""How large a table may be: what would take more than 1 GB or 10 s is refused, at best before it is read."""

from __future__ import annotations

from pathlib import Path

from engine.base.errors import Refusal

LARGEST_FILE, LARGEST_JSON = 2**29, 2**27
MOST_CELLS = 25_000_000
MOST_TYPED = 6_000_000
"""Cells that come as values of Python, as those of workbooks and JSON do, take this much more time and memory."""
MOST_FILLED = 2_000_000
"""Cells of a workbook that hold something: each is unpacked by itself."""
MOST_COLUMNS = 20_000
MOST_TEXTS = 1_000_000
"""Different texts in all columns: each is looked at by itself."""
MOST_UNPACKED, MOST_ELEMENTS, MOST_CHARACTERS = 2**29, 12_000_000, 2**26
"""How much of a packed file is unpacked: bytes, elements of XML, and characters of text."""
LESS = "save a part of its rows"


def check_size(path: Path, most: int | None = None) -> None:
    """Refuse a file with more bytes than `most`, or else `LARGEST_FILE`."""
    most = LARGEST_FILE if most is None else most
    if (size := path.stat().st_size) > most:
        raise Refusal(f"{path.name} has {size:,} bytes, and a table of its kind may have {most:,}: {LESS}.")


def check_cells(rows: int, columns: int, what: str, remedy: str = LESS) -> None:
    """Refuse a table with more cells than `MOST_CELLS`."""
    _check(rows, columns, MOST_CELLS, what, remedy)


def check_typed(rows: int, columns: int, what: str, remedy: str = f"{LESS}, or the table as CSV") -> None:
    """Refuse a table of values of Python with more cells than `MOST_TYPED`."""
    _check(rows, columns, MOST_TYPED, what, remedy)


def _check(rows: int, columns: int, most: int, what: str, remedy: str) -> None:
    if rows * columns > most:
        raise Refusal(f"{what} has {rows:,} rows and {columns:,} columns, more than {most:,} cells: {remedy}.")


def check_columns(
    columns: int,
    file: str,
    remedy: str = "choose another delimiter if the lines are split wrongly, or save fewer columns",
) -> None:
    """Refuse a table of more columns than could be planned one by one."""
    if columns > MOST_COLUMNS:
        raise Refusal(f"{file} has {columns:,} columns, more than {MOST_COLUMNS:,}: {remedy}.")


def check_texts(count: int) -> None:
    """Refuse more different texts than `MOST_TEXTS`."""
    if count > MOST_TEXTS:
        raise Refusal(f"there are more than {MOST_TEXTS:,} different texts so far: {LESS}, or delete such a column.")
