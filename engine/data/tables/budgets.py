"""How large a file of a table may be: what would not fit is refused before it is read."""

from __future__ import annotations

from pathlib import Path

from engine.base.errors import Refusal

LARGEST_FILE = 2**31
MOST_CELLS = 100_000_000
MOST_COLUMNS = 20_000


def check_size(path: Path) -> None:
    """Refuse a file with more bytes than `LARGEST_FILE`."""
    if (size := path.stat().st_size) > LARGEST_FILE:
        most = f"{LARGEST_FILE / 2**30:.0f}"
        raise Refusal(f"{path.name} has {size / 2**30:.1f} GB, and a table may have {most}: save a part of its rows.")


def check_cells(rows: int, columns: int, what: str, remedy: str) -> None:
    """Refuse a table that says of itself that it has more cells than `MOST_CELLS`."""
    if rows * columns > MOST_CELLS:
        raise Refusal(f"{what} has {rows:,} rows and {columns:,} columns, more than {MOST_CELLS:,} cells: {remedy}.")


def check_columns(columns: int, file: str) -> None:
    """Refuse a table of more columns than could be planned one by one."""
    if columns > MOST_COLUMNS:
        words = "choose another separator if the lines are split wrongly, or save fewer columns"
        raise Refusal(f"{file} has {columns:,} columns, more than {MOST_COLUMNS:,}: {words}.")
