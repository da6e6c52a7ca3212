"""Delimited text: its delimiter, decimal sign and header are found from its first lines, or given."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted
from engine.data.tables import orange
from engine.data.tables.budgets import check_columns
from engine.data.tables.heading import has_header, titles, titles_said
from engine.data.tables.marks import is_amount, usual_decimal
from engine.data.tables.options import Options

DELIMITERS = ("\t", ";", "|", ",", " ")
"""In the order of preference: a comma may be a decimal sign, and a space may stand inside a text."""

SAMPLE = 200
"""How many lines are looked at."""

_CHUNK = 1 << 18


@dataclass(frozen=True)
class Layout:
    """How a text is laid out as a table; its rows begin at the byte `start`, in the line with the number `line`.

    sure  the cells, or the person, say which the decimal sign is;   header_row  the line of the names
    declared  the two lines under the names in which Orange says what the columns are
    """

    delimiter: str
    decimal: str
    header: bool
    names: tuple[str, ...]
    quoted: tuple[bool, ...]
    start: int
    line: int
    sure: bool = False
    header_row: int | None = None
    declared: tuple[tuple[str, ...], ...] = ()
    remarks: tuple[str, ...] = ()


# -- from text to a layout -------------------------------------------------------------------------------------------


def layout_of(data: bytes, file: str, options: Options) -> Layout:
    """How the text is laid out; what is not given is found from its first lines."""
    lines = list(itertools.islice(io.StringIO(data[: 1 << 20].decode(errors="ignore"), newline=""), SAMPLE))
    if len(data) > 1 << 20 and len(lines) < SAMPLE:
        lines = lines[:-1] or lines
    sign = options.delimiter if options.delimiter is not None else sniffed_delimiter(lines)
    held = [one for one in records(lines, sign) if not _blank(one.cells)]
    rows = [one.cells for one in held]
    if not rows:
        raise Refusal(f"{file} has no cells: choose a file with a row for every example.")
    usual = "," if sign == ";" else "."
    point, sure = (options.decimal, True) if options.decimal else usual_decimal(chain.from_iterable(rows), usual)
    width = Counter(map(len, rows[1:] or rows)).most_common(1)[0][0]
    check_columns(width, file)
    top = _top(held, width, file, options)
    names_at = held[top].line - 1
    quoting = _quoting(lines[names_at:], sign, width)
    headed = options.header
    if headed is None:
        headed = options.header_row is not None or _quoted_header(quoting) or has_header(rows[top:], point)
    below = orange.lines_under(rows[top:]) if headed or options.header is None else ()
    headed = headed or bool(below and orange.is_told(below[1]))
    below = below if headed else ()
    body = rows[top + headed + len(below) :]
    if not body:
        raise Refusal(f"{file} has a header and no rows: add a row for every example.")
    names = _fitted(rows[top], body, width, file) if headed else [f"x{j + 1}" for j in range(width)]
    first = held[top + headed + len(below) - 1].end if headed else 0
    # Where the delimiter is also the decimal sign, a number stands in quotes only because it must.
    quoted = _quoted_texts(quoting, width) if sign != point else (False,) * width
    remarks = (*titles_said(rows[:top]), *_unnamed(rows[top], body, sign, headed))
    return Layout(
        sign, point, headed, tuple(names), quoted, _place(data, first), first + 1, sure,
        held[top].line if headed else None, below, remarks,
    )  # fmt: skip


@dataclass(frozen=True)
class Record:
    """The cells of a row, with the lines where it begins and ends."""

    cells: list[str]
    line: int
    end: int


def records(lines: Sequence[str], delimiter: str, strict: bool = False) -> list[Record]:
    """The cells of each line; runs of spaces count as one when the delimiter is a space.

    `strict` allows nothing but a delimiter behind a cell in quotes.
    """
    if delimiter == " ":
        lines = [line.replace("\t", " ").strip(" \r\n") + "\n" for line in lines]
    try:
        reader, found, end = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=strict), [], 0
        for cells in reader:
            found.append(Record(cells, end + 1, reader.line_num))
            end = reader.line_num
        return found
    except (csv.Error, TypeError) as error:
        raise Refusal(
            f"The delimiter {delimiter!r} does not split the lines into cells ({error}): choose another delimiter, or "
            "close a quotation mark."
        ) from error


def _top(held: Sequence[Record], width: int, file: str, options: Options) -> int:
    """Which row holds the names, or is the first where there are none."""
    if options.header_row is None:
        return 0 if options.header is False else titles([one.cells for one in held], width)
    found = next((place for place, one in enumerate(held) if one.line <= options.header_row <= one.end), None)
    if found is None:
        raise Refusal(f"Line {options.header_row} of {file} is empty or not there: choose another one for the names.")
    return found


def _unnamed(header: Sequence[str], body: Sequence[Sequence[str]], sign: str, headed: bool) -> tuple[str, ...]:
    """What to say when the rows have one cell more than there are names and begin with a number."""
    if not headed or sign != "," or not body or len(header) != len(body[0]) - 1 or not body[0][-1].strip():
        return ()
    if not all(row[0].strip().isdecimal() and len(row[1].strip()) == 3 and row[1].isdecimal() for row in body):
        return ()
    return (
        "The rows have one cell more than there are names: if a comma groups thousands, as in "
        f"{body[0][0]},{body[0][1]}, save the table with another delimiter.",
    )


def _split(lines: Sequence[str], delimiter: str, strict: bool) -> list[Record]:
    """The cells of each line by a delimiter that is tried; none where it cannot be the one."""
    try:
        return records(lines, delimiter, strict)
    except Refusal:
        return []


def _blank(row: Sequence[str]) -> bool:
    return not row or (len(row) == 1 and not row[0].strip())


def sniffed_delimiter(lines: Sequence[str]) -> str:
    """The sign that splits the lines most evenly into more than one cell; a comma when none does."""
    quoted = any('"' in line for line in lines)
    return (_evenest(lines, strict=True) if quoted else None) or _evenest(lines) or ","


def _evenest(lines: Sequence[str], strict: bool = False) -> str | None:
    """The sign that splits the lines most evenly; none when each leaves them whole."""
    best, best_share = None, 0.0
    for sign in DELIMITERS:
        widths = Counter(len(one.cells) for one in _split(lines, sign, strict) if not _blank(one.cells))
        width, count = widths.most_common(1)[0] if widths else (1, 0)
        share = count / max(1, widths.total())
        if width > 1 and share > best_share + 0.1:
            best, best_share = sign, share
    return best


def _fitted(header: Sequence[str], body: Sequence[Sequence[str]], width: int, file: str) -> list[str]:
    """The header for rows of this width. It may lack the name of the row names, or of an empty last column."""
    names = [cell.strip() for cell in header]
    if len(names) == width - 1:
        return [*names, ""] if all(not row[-1].strip() for row in body if len(row) == width) else ["", *names]
    if len(names) != width:
        raise Refusal(
            f"The header of {file} has {len(names)} cells where the rows have {width}: mend the first line, choose "
            "another delimiter, or say that there is no header."
        )
    return names


def _place(data: bytes, lines: int) -> int:
    """The byte behind so many lines."""
    place = 0
    for _ in range(lines):
        place = data.find(b"\n", place) + 1
    return place


def _quoting(lines: Sequence[str], delimiter: str, width: int) -> list[list[bool | None]]:
    """For the cells of each line of this width whether they stand in quotes, None for an empty one."""
    if delimiter == " " or not any('"' in line for line in lines):
        return []
    sign = re.escape(delimiter)
    cell = re.compile(rf'\s*("(?:[^"]|"")*"|[^{sign}]*?)\s*(?:{sign}|$)')
    every = (cell.findall(line.rstrip("\n") + delimiter)[:-1] for line in lines if line.strip())
    rows = [row for row in every if len(row) == width]
    forced = [_forced(column, delimiter) for column in zip(*rows, strict=True)]
    return [
        [None if text in ("", '""') or no else text.startswith('"') for text, no in zip(row, forced, strict=True)]
        for row in rows
    ]


def _forced(column: Sequence[str], delimiter: str) -> bool:
    """Whether a column under a name without quotes has numbers in quotes only because the delimiter is in them."""
    if delimiter not in ".," or column[0].startswith('"'):
        return False
    inside = [text[1:-1].strip() for text in column if text.startswith('"') and delimiter in text]
    return bool(inside) and all(is_amount(text) for text in inside)


def _quoted_header(quoting: Sequence[Sequence[bool | None]]) -> bool:
    """Whether the first line is in quotes and the others are not: then it holds names, even if they are numbers."""
    return bool(quoting) and all(quoting[0]) and any(False in row for row in quoting[1:])


def _quoted_texts(quoting: Sequence[Sequence[bool | None]], width: int) -> tuple[bool, ...]:
    """Which columns are in quotes in every row while others are not: their numbers are meant as text."""
    columns = [{mark for mark in column if mark is not None} for column in zip(*quoting[1:], strict=True)]
    if not any(False in marks for marks in columns):
        return (False,) * width
    return tuple(marks == {True} for marks in columns)


# -- from a layout to columns ----------------------------------------------------------------------------------------


def check_widths(data: bytes, layout: Layout, file: str) -> None:
    """Refuse a row with more or fewer cells than the others, naming its line."""
    width = len(layout.names)
    if layout.delimiter == " " or b'"' in data:
        text = io.StringIO(data[layout.start :].decode(), newline="")
        lines = (line.replace("\t", " ").strip(" \n") + "\n" for line in text) if layout.delimiter == " " else text
        reader = csv.reader(lines, delimiter=layout.delimiter, skipinitialspace=True)
        found = next(((reader.line_num, len(row)) for row in reader if len(row) != width and not _blank(row)), None)
    else:
        found = _uneven(data, layout.start, layout.delimiter.encode(), width)
    if found is not None:
        line, cells = found
        raise Refusal(
            f"Line {line + layout.line - 1} of {file} has {counted(cells, 'cell')} where the others have {width}: mend "
            "that line, or choose another delimiter."
        )


def counted_delimiters(data: bytes, layout: Layout) -> int:
    """How many delimiters stand in the rows."""
    sign, every = layout.delimiter.encode()[0], np.frombuffer(data, np.uint8, offset=layout.start)
    pieces = (every[place : place + _CHUNK] for place in range(0, len(every), _CHUNK))
    return sum(int(np.count_nonzero(piece == sign)) for piece in pieces)


def _uneven(data: bytes, place: int, delimiter: bytes, width: int) -> tuple[int, int] | None:
    """The first line behind a place, counted from 1, that has another number of cells, in text without quotes."""
    line = 0
    while place < len(data):
        end = data.rfind(b"\n", place, place + _CHUNK) + 1
        if end <= place:
            end = data.find(b"\n", place) + 1 or len(data)
        piece = np.frombuffer(data, np.uint8, end - place, place)
        marks = piece[(piece == 10) | (piece == delimiter[0])]
        ends = np.flatnonzero(marks == 10)
        ends = np.append(ends, len(marks)) if piece[-1] != 10 else ends
        odd = np.flatnonzero(np.diff(ends, prepend=-1) != width)
        stops = np.append(np.flatnonzero(piece == 10), len(piece)) if len(odd) else ends
        for row in odd:
            text = data[place + (stops[row - 1] + 1 if row else 0) : place + stops[row]]
            if text.strip(b" \t\n"):
                return line + int(row) + 1, text.count(delimiter) + 1
        line, place = line + len(ends), end
    return None
