"""Delimited text: its encoding, delimiter, decimal sign and header are found from its first lines, or given."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted
from engine.data.tables.budgets import check_columns
from engine.data.tables.cells import MISSING, number

DELIMITERS = ("\t", ";", "|", ",", " ")
"""In the order of preference: a comma may be a decimal sign, and a space may stand inside a text."""

SAMPLE = 200
"""How many lines are looked at."""

_CHUNK = 1 << 23
_OTHERS = {
    b"PK\x03\x04": "a packed file; if it is an Excel table, give its name the ending .xlsx",
    b"\xd0\xcf\x11\xe0": "an old Excel file; open it in a spreadsheet and save it as .xlsx or .csv",
    b"PAR1": "a Parquet file; give its name the ending .parquet",
    b"\x1f\x8b": "packed with gzip; unpack it first",
    b"\x89PNG": "a picture",
    b"%PDF": "a PDF document; save the table in it as .csv",
}


@dataclass(frozen=True)
class Layout:
    """How a text is laid out as a table; its rows begin at the byte `start`, in the line with the number `line`."""

    delimiter: str
    decimal: str
    header: bool
    names: tuple[str, ...]
    quoted: tuple[bool, ...]
    start: int
    line: int


# -- from bytes to text ----------------------------------------------------------------------------------------------


def as_utf8(raw: bytes, encoding: str | None, file: str, cut: bool = False) -> tuple[bytes, str]:
    """The text in UTF-8 with plain line ends, and the name of its encoding. `cut`: the file goes on."""
    chosen = encoding or _encoding(raw, file)
    if chosen in ("utf-8", "utf-8-sig"):
        raw = raw.removeprefix(codecs.BOM_UTF8)
        _decoded(raw, "utf-8", file, cut)
    else:
        raw = _decoded(raw, chosen, file, cut).removeprefix("\ufeff").encode()
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if cut:
        raw = raw[: raw.rfind(b"\n") + 1] or raw
    raw = raw.removesuffix(b"\x1a")
    _check_text(raw, file)
    return raw, chosen


def _encoding(raw: bytes, file: str) -> str:
    for sign, words in _OTHERS.items():
        if raw.startswith(sign):
            raise Refusal(f"{file} is not a text table but {words}.")
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = raw[:1000]
    if len(head) > 3 and head[1::2].count(0) > 0.7 * len(head[1::2]) and not head[::2].count(0):
        return "utf-16-le"
    if len(head) > 3 and head[::2].count(0) > 0.7 * len(head[::2]) and not head[1::2].count(0):
        return "utf-16-be"
    for name in ("utf-8", "cp1252"):
        try:
            codecs.getincrementaldecoder(name)("strict").decode(raw)
            return name
        except UnicodeDecodeError:
            continue
    return "latin-1"


def _decoded(raw: bytes, encoding: str, file: str, cut: bool) -> str:
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(raw, final=not cut)
    except LookupError as error:
        raise Refusal(f"There is no encoding {encoding!r}: choose utf-8, utf-16, cp1252 or latin-1.") from error
    except UnicodeError as error:
        place = getattr(error, "start", 0)
        line = raw[:place].count(b"\n") + 1
        words = f"Line {line} of {file} is not in {encoding}: choose another encoding, such as cp1252."
        raise Refusal(words) from error


def _check_text(data: bytes, file: str) -> None:
    if (place := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, place) + 1
        raise Refusal(f"Line {line} of {file} holds a NUL byte, so it is damaged or no text: save it as CSV again.")
    if found := re.search(rb"[\x01-\x08\x0e-\x1f]", data[: 1 << 16]):
        line = data.count(b"\n", 0, found.start()) + 1
        raise Refusal(f"Line {line} of {file} holds control characters, so it is no text: save it as CSV again.")
    if not data.strip():
        raise Refusal(f"{file} is empty: choose a file with a row for every example.")


# -- from text to a layout -------------------------------------------------------------------------------------------


def layout_of(data: bytes, file: str, delimiter: str | None, decimal: str | None, header: bool | None) -> Layout:
    """How the text is laid out; what is not given is found from its first lines."""
    lines = list(itertools.islice(io.StringIO(data[: 1 << 20].decode(errors="ignore"), newline=""), SAMPLE))
    if len(data) > 1 << 20 and len(lines) < SAMPLE:
        lines = lines[:-1] or lines
    sign = delimiter if delimiter is not None else sniffed_delimiter(lines)
    rows = [row for row in records(lines, sign) if not _blank(row)]
    point = decimal if decimal is not None else sniffed_decimal(rows)
    if not rows:
        raise Refusal(f"{file} has no cells: choose a file with a row for every example.")
    width = Counter(map(len, rows[1:] or rows)).most_common(1)[0][0]
    check_columns(width, file)
    quoting = _quoting(lines, sign, width)
    headed = header if header is not None else _quoted_header(quoting) or has_header(rows, point)
    body = rows[1:] if headed else rows
    if not body:
        raise Refusal(f"{file} has a header and no rows: add a row for every example.")
    names = _fitted(rows[0], body, width, file) if headed else [f"x{j + 1}" for j in range(width)]
    start, line = _start(data, sign) if headed else (0, 1)
    # Where the delimiter is also the decimal sign, a number stands in quotes only because it must.
    quoted = _quoted_texts(quoting, width) if sign != point else (False,) * width
    return Layout(sign, point, headed, tuple(names), quoted, start, line)


def records(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """The cells of each line; runs of spaces count as one when the delimiter is a space."""
    if delimiter == " ":
        lines = [line.replace("\t", " ").strip(" \r\n") + "\n" for line in lines]
    try:
        return list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
    except (csv.Error, TypeError) as error:
        raise Refusal(
            f"The delimiter {delimiter!r} does not split the lines into cells ({error}): choose another delimiter, or "
            "close a quotation mark."
        ) from error


def _split(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    """The cells of each line by a delimiter that is tried; none where it cannot be the one."""
    try:
        return records(lines, delimiter)
    except Refusal:
        return []


def _blank(row: Sequence[str]) -> bool:
    return not row or (len(row) == 1 and not row[0].strip())


def sniffed_delimiter(lines: Sequence[str]) -> str:
    """The sign that splits the lines most evenly into more than one cell; a comma when none does."""
    best, best_share = ",", 0.0
    for sign in DELIMITERS:
        widths = Counter(len(row) for row in _split(lines, sign) if not _blank(row))
        width, count = widths.most_common(1)[0] if widths else (1, 0)
        share = count / max(1, widths.total())
        if width > 1 and share > best_share + 0.1:
            best, best_share = sign, share
    return best


def sniffed_decimal(rows: Sequence[Sequence[str]]) -> str:
    """The decimal sign that more cells use."""
    cells = [cell.strip() for row in rows for cell in row]
    commas = sum(re.fullmatch(r"[+-]?\d*,\d+(e[+-]?\d+)?", cell, re.IGNORECASE) is not None for cell in cells)
    points = sum(re.fullmatch(r"[+-]?\d*\.\d+(e[+-]?\d+)?", cell, re.IGNORECASE) is not None for cell in cells)
    return "," if commas > points else "."


def has_header(rows: Sequence[Sequence[str]], decimal: str = ".") -> bool:
    """Whether the first row names the columns: it holds no number, and its texts do not come again below."""
    if not rows:
        return False
    first, below = [cell.strip() for cell in rows[0]], rows[1:]
    if any(number(cell, decimal) is not None for cell in first):
        return False
    if all(cell.casefold() in MISSING for cell in first):
        return False
    columns = [{row[j].strip() for row in below if j < len(row)} for j in range(len(first))]
    again = sum(cell in column for cell, column in zip(first, columns, strict=True))
    return again == 0 or 2 * again < len(first)


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


def _start(data: bytes, delimiter: str) -> tuple[int, int]:
    """The place and the line where the rows begin, after the header and the blank lines above it."""
    lines = io.StringIO(data[: 1 << 20].decode(errors="ignore"), newline="")
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    next(row for row in reader if not _blank([cell for cell in row if cell.strip()] or [""]))
    place = 0
    for _ in range(reader.line_num):
        place = data.find(b"\n", place) + 1
    return place, reader.line_num + 1


def _quoting(lines: Sequence[str], delimiter: str, width: int) -> list[list[bool | None]]:
    """For the cells of each line of this width whether they stand in quotes, None for an empty one."""
    if delimiter == " " or not any('"' in line for line in lines):
        return []
    sign = re.escape(delimiter)
    cell = re.compile(rf'\s*("(?:[^"]|"")*"|[^{sign}]*?)\s*(?:{sign}|$)')
    rows = [cell.findall(line.rstrip("\n") + delimiter)[:-1] for line in lines if line.strip()]
    return [[None if text in ("", '""') else text.startswith('"') for text in row] for row in rows if len(row) == width]


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
        found = _uneven(data[layout.start :], layout.delimiter.encode(), width)
    if found is not None:
        line, cells = found
        raise Refusal(
            f"Line {line + layout.line - 1} of {file} has {counted(cells, 'cell')} where the others have {width}: mend "
            "that line, or choose another delimiter."
        )


def _uneven(data: bytes, delimiter: bytes, width: int) -> tuple[int, int] | None:
    """The first line, counted from 1, that has another number of cells, in text without quotes."""
    line, place = 0, 0
    while place < len(data):
        end = data.rfind(b"\n", place, place + _CHUNK) + 1
        if end <= place:
            end = data.find(b"\n", place) + 1 or len(data)
        piece = np.frombuffer(data, np.uint8, end - place, place)
        ends = np.flatnonzero(piece == 10)
        ends = np.append(ends, len(piece)) if piece[-1] != 10 else ends
        marks = np.searchsorted(np.flatnonzero(piece == delimiter[0]), ends)
        for row in np.flatnonzero(np.diff(marks, prepend=0) != width - 1):
            text = data[place + (ends[row - 1] + 1 if row else 0) : place + ends[row]]
            if text.strip(b" \t\n"):
                return line + int(row) + 1, text.count(delimiter) + 1
        line, place = line + len(ends), end
    return None
