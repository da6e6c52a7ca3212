"""ARFF files of Weka as raw tables: they say themselves what each of their columns is."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from engine.base.errors import Refusal
from engine.base.words import counted, short
from engine.data.dataset import Kind
from engine.data.tables.budgets import check_typed
from engine.data.tables.columns import Role
from engine.data.tables.decoding import as_utf8
from engine.data.tables.marks import missing_words
from engine.data.tables.options import Options
from engine.data.tables.raw import Declared, Table

_ATTRIBUTE = re.compile(r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.+)""", re.IGNORECASE)
_NUMERIC = ("numeric", "real", "integer")


def arff_file(path: Path, options: Options) -> Table:
    """The table in an ARFF file."""
    import pandas as pd

    data, encoding = as_utf8(path.read_bytes(), options.encoding, path.name)
    head, lines, start = _parts(data.decode().split("\n"), path.name)
    declared, names = _declared(head, path.name)
    check_typed(len(lines), len(names), path.name, "save a part of its rows")
    rows = _rows(lines, len(names), start, path.name)
    columns = [[None if cell in ("?", "") else cell for cell in column] for column in zip(*rows, strict=True)]
    frame = pd.DataFrame({j: pd.Series(column, dtype=object) for j, column in enumerate(columns)})
    found = {"encoding": encoding, "delimiter": ",", "decimal": ".", "header": True}
    missing = missing_words(options.missing)
    return Table(path.name, names, frame, len(rows), found, sure=True, missing=missing, declared=declared)


def _parts(lines: list[str], file: str) -> tuple[list[tuple[int, str]], list[str], int]:
    """The numbered lines that declare, the lines of the data, and the number of the first of them."""
    head: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.lower().startswith("@data"):
            return head, lines[number:], number + 1
        if text and not text.startswith("%"):
            head.append((number, text))
    raise Refusal(f"{file} has no line @data: it is damaged, or no ARFF file.")


def _declared(head: list[tuple[int, str]], file: str) -> tuple[Declared, list[str]]:
    """What the file says of its columns, and their names in order."""
    names: list[str] = []
    kinds: dict[str, Kind] = {}
    roles: dict[str, Role] = {}
    levels: dict[str, list[str]] = {}
    for line, text in head:
        if not text.lower().startswith("@attribute"):
            continue
        if not (found := _ATTRIBUTE.fullmatch(text)):
            raise Refusal(f"Line {line} of {file} is no attribute with a name and a type: mend that line.")
        name, kind = _bare(found[1]), found[2].strip()
        names.append(name)
        if kind.startswith("{"):
            kinds[name], levels[name] = "categorical", _listed(kind)
        elif kind.lower().split()[0] in _NUMERIC:
            kinds[name] = "numeric"
        elif kind.lower().split()[0] not in ("string", "date"):
            words = f"Line {line} of {file} has the type {short(kind)}"
            raise Refusal(f"{words}, which is not numeric, nominal, string or date: leave that column out.")
    if not names:
        raise Refusal(f"{file} has no @attribute: it is damaged, or no ARFF file.")
    if names[-1] in levels and names.count(names[-1]) == 1:
        roles[names[-1]] = "target"
    return Declared(kinds, roles, levels), names


def _bare(text: str) -> str:
    """A word without its quotation marks."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text[:1] in "'\"" and len(text) > 1 else text


def _listed(text: str) -> list[str]:
    """The levels between braces."""
    return _cells(text.strip().removeprefix("{").removesuffix("}").strip())


def _cells(line: str) -> list[str]:
    """The cells of one line, in which either kind of quotation mark may stand."""
    quote = "'" if "'" in line else '"'
    reader = csv.reader([line], quotechar=quote, escapechar="\\", skipinitialspace=True)
    return [cell.strip() for cell in next(reader, [])]


def _rows(lines: list[str], width: int, start: int, file: str) -> list[list[str]]:
    """The cells of all rows."""
    rows = []
    for number, line in enumerate(lines, start):
        text = line.strip()
        if not text or text.startswith("%"):
            continue
        if text.startswith("{"):
            words = f"Line {number} of {file} is sparse: it lists only the cells that are not 0"
            raise Refusal(f"{words}. Turn it into a plain table first (in Weka the filter SparseToNonSparse).")
        try:
            cells = _cells(text)
        except csv.Error as error:
            raise Refusal(f"Line {number} of {file} cannot be split into cells ({error}): mend that line.") from error
        if len(cells) != width:
            held = counted(len(cells), "cell")
            raise Refusal(f"Line {number} of {file} has {held} where there are {width} attributes: mend that line.")
        rows.append(cells)
    if not rows:
        raise Refusal(f"{file} has no rows: add a line for every example under @data.")
    return rows
