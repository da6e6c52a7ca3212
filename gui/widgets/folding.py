"""Code in as many rows as it needs: what is wider than the panel goes on in the next row, a little further in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.core.ran import Passage
from engine.core.statements import text

FORMATTER = re.compile(r" *# fmt: \w+$")
"""A word to the formatter of the code, which says nothing about the algorithm."""
HANG = 4
"""So many characters further in stands what goes on."""
UNBROKEN = "\u00a0"
"""Before a value, and inside a vector, a row does not end."""
BRACKETS = re.compile(r"\([^()]*\)")
GAP = 3
"""At least so many characters between a line and the values beside it."""
NARROW = 64
"""A panel of fewer characters is narrow."""
LEAST = 24
"""No panel is read in fewer characters."""


class Row(NamedTuple):
    """A row of the panel: which line of the file it belongs to, whether it begins it, where values begin in it."""

    text: str
    line: int
    begins: bool
    values: int | None = None


def rows(passage: Passage, columns: int) -> list[Row]:
    """A function with the values beside its lines, in rows of at most so many characters."""
    columns = max(columns, LEAST)
    source = text(passage.file).split("\n")
    there = range(passage.first, min(passage.last, len(source)) + 1)
    lines = {line: _drawn_in(FORMATTER.sub("", source[line - 1]), columns) for line in there}
    beside: dict[int, list[str]] = {}
    for value in passage.values:
        beside.setdefault(value.line, []).append(BRACKETS.sub(_unbroken, str(value).replace(" ", UNBROKEN, 2)))
    values = {line: ";  ".join(told) for line, told in beside.items()}
    column = _column([len(lines[line]) for line in values], [len(words) for words in values.values()], columns)
    return [row for line, code in lines.items() for row in _told(line, code, values.get(line, ""), column, columns)]


def _drawn_in(code: str, columns: int) -> str:
    """In a narrow panel each level stands half as far in."""
    words = code.lstrip()
    return code if columns >= NARROW else " " * ((len(code) - len(words)) // 2) + words


def _unbroken(found: re.Match[str]) -> str:
    return found.group().replace(" ", UNBROKEN)


def _column(codes: list[int], words: list[int], columns: int) -> int:
    """Where the values stand one under the other: after the longest line that most of them can follow."""
    fits = [code for code in codes if code + GAP + max(words, default=0) <= columns]
    return max(fits, default=0) + GAP


def _told(line: int, code: str, words: str, column: int, columns: int) -> Iterator[Row]:
    """A line in its rows, the values after it if there is room, else under it."""
    *over, end = folded(code, columns)
    yield from (Row(piece, line, not number) for number, piece in enumerate(over))
    if not words:
        yield Row(end, line, not over)
        return
    start = next((at for at in (column, len(end) + GAP) if len(end) < at and at + len(words) <= columns), None)
    if start is not None:
        yield Row(end.ljust(start) + words, line, not over, start)
        return
    yield Row(end, line, not over)
    inset = " " * (_indent(code, columns) + HANG)
    yield from (Row(piece, line, False, len(inset)) for piece in folded(inset + words, columns, 2))


def folded(words: str, columns: int, hang: int = HANG) -> list[str]:
    """A line in pieces of at most so many characters, broken at spaces where there are any."""
    pieces, rest, inset = [], words, " " * (_indent(words, columns) + hang)
    while len(rest) > columns:
        least = len(rest) - len(rest.lstrip())
        cut = rest.rfind(" ", least + 1, columns + 1)
        cut = cut if cut > least else columns
        pieces.append(rest[:cut].rstrip())
        rest = inset + rest[cut:].lstrip()
    return [*pieces, rest]


def _indent(words: str, columns: int) -> int:
    """How far in a line begins; in a narrow panel what goes on begins no later than in its middle."""
    return min(len(words) - len(words.lstrip()), columns // 2 - 2 * HANG)
