"""Which row of a table holds the names of its columns, and which rows above it are titles."""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.words import counted, quoted
from engine.data.tables.cells import number
from engine.data.tables.marks import MISSING, is_amount

FARTHEST = 20
"""Titles are looked for in so many rows."""


def titles(rows: Sequence[Sequence[str]], width: int) -> int:
    """How many rows above the names are titles: they fill few of the cells, and a row full of names follows."""
    if width < 2:
        return 0
    last, place = min(FARTHEST, len(rows) - 2), 0
    while place < last and _filled(rows[place]) < width:
        place += 1
    if place and _filled(rows[place]) == width and has_header(rows[place:]) and _above_numbers(rows[place:]):
        return place
    place = 0
    while place < last and 2 * _filled(rows[place]) <= width:
        place += 1
    return place if place and 2 * _filled(rows[place]) > width and has_header(rows[place:]) else 0


def _above_numbers(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a column holds numbers under its first cell, and nothing else."""
    columns = zip(*(row for row in rows[1:] if len(row) == len(rows[0])), strict=True)
    return any(all(is_amount(cell.strip()) or cell.strip().casefold() in MISSING for cell in one) for one in columns)


def titles_said(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What was skipped above the names, in words."""
    if not rows:
        return ()
    first = next((cell.strip() for cell in rows[0] if cell.strip()), "")
    above = f"{counted(len(rows), 'row')} above the names {'is' if len(rows) == 1 else 'are'} skipped"
    return (f"{above}: {quoted(first)}{', …' if len(rows) > 1 else ''}.",)


def _filled(row: Sequence[str]) -> int:
    return sum(bool(cell.strip()) for cell in row)


def has_header(rows: Sequence[Sequence[str]], decimal: str = ".") -> bool:
    """Whether the first row names the columns: it holds no number, and its texts do not come again below."""
    if not rows:
        return False
    first, below = [cell.strip() for cell in rows[0]], rows[1:]
    if any(number(cell, decimal) is not None or is_amount(cell) for cell in first):
        return False
    if all(cell.casefold() in MISSING for cell in first):
        return False
    columns = [{row[j].strip() for row in below if j < len(row)} for j in range(len(first))]
    again = sum(cell in column for cell, column in zip(first, columns, strict=True))
    return again == 0 or 2 * again < len(first)
