"""Delimited text as a raw table, parsed by pandas once its layout is known."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import Refusal
from engine.base.words import short
from engine.data.tables import orange
from engine.data.tables.budgets import check_cells
from engine.data.tables.decoding import as_utf8
from engine.data.tables.delimited import Layout, check_widths, counted_delimiters, layout_of
from engine.data.tables.marks import MISSING, missing_words
from engine.data.tables.options import Options
from engine.data.tables.raw import Table

if TYPE_CHECKING:
    import pandas as pd

HEAD = 1 << 20
"""How many bytes of a long text a preview looks at."""


def text_file(path: Path, options: Options, head: bool) -> Table:
    """The table in a file of delimited text; `head`: of a long one only the beginning."""
    size = path.stat().st_size
    cut = head and size > 4 * HEAD
    with open(path, "rb") as file:
        raw = file.read(HEAD) if cut else file.read()
    if not (raw[:1000].strip() or raw.strip()):
        raise Refusal(f"{path.name} is empty: choose a file with a row for every example.")
    if options.delimiter is None and path.suffix.lower() in (".tsv", ".tab"):
        options = replace(options, delimiter="\t")
    table = text_table(raw, path.name, options, cut)
    table.count = round(len(table.frame) * size / len(raw)) if cut else len(table.frame)
    return table


def text_table(raw: bytes, file: str, options: Options, cut: bool = False) -> Table:
    """The table in the bytes of a text; `cut`: it goes on."""
    data, encoding = as_utf8(raw, options.encoding, file, cut)
    layout = layout_of(data, file, options)
    _check_cells(data, layout, file)
    missing = missing_words(options.missing)
    frame = _even(data, layout, file, missing)
    found = {
        "encoding": encoding, "delimiter": layout.delimiter, "decimal": layout.decimal, "header": layout.header,
        "header_row": layout.header_row,
    }  # fmt: skip

    def reread(j: int) -> pd.Series[Any]:
        return _parsed(data, layout, file, missing, only=[j]).iloc[:, 0]

    def first(rows: int) -> pd.DataFrame:
        return _parsed(data, layout, file, missing, only=list(range(len(layout.names))), rows=rows)

    names, declared = orange.declared(list(layout.names), layout.declared)
    return Table(
        file, names, frame, len(frame), found, cut, quoted=layout.quoted, reread=reread, first=first,
        warnings=layout.remarks, sure=layout.sure, grouping=lambda: _has_kept_zeros(data),
        missing=missing, declared=declared,
    )  # fmt: skip


def _even(data: bytes, layout: Layout, file: str, missing: frozenset[str]) -> pd.DataFrame:
    """The columns of a text whose rows all have the same number of cells; another one is refused with its line.

    pandas refuses a longer row and fills up a shorter one, so that without quotes the delimiters need only be counted:
    a row of another length is looked for when there is one.
    """
    import pandas as pd

    if layout.delimiter == " " or b'"' in data:
        check_widths(data, layout, file)
        return _parsed(data, layout, file, missing)
    try:
        frame = _parsed(data, layout, file, missing)
    except Refusal:
        check_widths(data, layout, file)
        raise
    width = len(layout.names)
    if not isinstance(frame.index, pd.RangeIndex):
        check_widths(data, layout, file)  # a first row that is longer is taken for one with names
    elif counted_delimiters(data, layout) != len(frame) * (width - 1):
        check_widths(data, layout, file)
    return frame


def _check_cells(data: bytes, layout: Layout, file: str) -> None:
    """Refuse more cells than can be read, by the number of lines or of delimiters: each cell takes one of them."""
    width = len(layout.names)
    lines = data.count(b"\n", layout.start) + 1
    signs = counted_delimiters(data, layout) + lines
    check_cells(min(lines, signs // width) if layout.delimiter != " " else lines, width, file)


def _has_kept_zeros(data: bytes) -> bool:
    """Whether three zeros stand behind a mark: then a whole number may be a thousand times larger."""
    return any(mark + b"000" in data for mark in (b".", b","))


def _parsed(
    data: bytes,
    layout: Layout,
    file: str,
    missing: frozenset[str] = MISSING,
    only: list[int] | None = None,
    rows: int | None = None,
) -> pd.DataFrame:
    """The columns as pandas finds them; with `only`, these columns as text."""
    import pandas as pd

    version = tuple(map(int, pd.__version__.split(".")[:2]))
    exact: dict[str, Any] = {} if version >= (3, 1) else {"float_precision": "round_trip"}  # since 3.1 it always is
    blank = {form for word in missing - {"-"} for form in (word, word.upper(), word.title(), "NaN", "NAN")}
    rest = io.BytesIO(data)
    rest.seek(layout.start)
    try:
        frame: pd.DataFrame = pd.read_csv(
            rest,
            sep=r"\s+" if layout.delimiter == " " else layout.delimiter,
            decimal="." if layout.decimal == layout.delimiter else layout.decimal,
            header=None,
            names=list(range(len(layout.names))),
            usecols=only,
            nrows=rows,
            dtype=None if only is None else object,
            na_values=sorted(blank) if only is None else None,
            keep_default_na=False,
            skipinitialspace=b" " in data,
            low_memory=False,
            encoding="utf-8",
            **exact,
        )
        return frame
    except (pd.errors.ParserError, pd.errors.EmptyDataError, ValueError) as error:
        raise Refusal(_unreadable(str(error), layout, file)) from error


def _unreadable(error: str, layout: Layout, file: str) -> str:
    """What pandas could not read, in words."""
    if found := re.search(r"EOF inside string starting at row (\d+)", error):
        line = int(found[1]) + layout.line
        return f"Line {line} of {file} opens a quotation mark that is never closed: close it, or take it away."
    return f"{file} cannot be read as a table ({short(error)}): choose another delimiter, or mend the file."
