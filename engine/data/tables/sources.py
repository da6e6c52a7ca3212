"""Which kinds of file can be read, and a file as a raw table by its kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.base.errors import Refusal
from engine.data.tables.arff import arff_file
from engine.data.tables.books import excel_file
from engine.data.tables.budgets import check_columns, check_size
from engine.data.tables.naming import unique
from engine.data.tables.options import Options
from engine.data.tables.raw import Table
from engine.data.tables.texts import text_file, text_table
from engine.data.tables.typed import json_file, parquet_file

_READERS = {
    ".xlsx": excel_file, ".xlsm": excel_file, ".parquet": parquet_file, ".pq": parquet_file,
    ".json": json_file, ".jsonl": json_file, ".ndjson": json_file, ".arff": arff_file,
}  # fmt: skip
SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".data", ".dat", *_READERS)
"""What the names of files end with that can be read; a file with another ending is taken for delimited text."""


def open_table(path: str | Path, options: Options, head: bool = False) -> Table:
    """The raw table of a file, by its suffix; `head`: of a long text only the beginning."""
    place = Path(path)
    if not place.is_file():
        what = "is a folder" if place.is_dir() else "does not exist"
        raise Refusal(f"{place} {what}: choose a CSV, TSV, Excel, Parquet, JSON or ARFF file.")
    reader = _READERS.get(place.suffix.lower())
    try:
        check_size(place)
        table = reader(place, options) if reader else text_file(place, options, head)
    except OSError as error:
        raise Refusal(f"{place} cannot be read: {error.strerror or error}.") from error
    return _checked(table, options)


def pasted_table(text: str, options: Options) -> Table:
    """The raw table of a text that was copied from a spreadsheet or a page."""
    if not text.strip():
        raise Refusal("There is nothing to paste: copy the cells of a table first, with the names above them.")
    if options.delimiter is None and "\t" in text.strip():  # cells of a spreadsheet: a comma in one is part of it
        options = replace(options, delimiter="\t")
    return _checked(text_table(text.encode("utf-8", "replace"), PASTED, options), options)


PASTED = "The pasted text"
"""What messages call a table that has no file."""


def _checked(table: Table, options: Options) -> Table:
    """The table with names that tell its columns apart, and what the person says of how they are written."""
    if not len(table.frame):
        raise Refusal(f"{table.file} has a header and no rows: add a row for every example.")
    check_columns(len(table.names), table.file)
    table.names, renamed = unique(table.names)
    table.warnings = (*table.warnings, *renamed)
    table.marks = dict(options.marks or {})
    return table
