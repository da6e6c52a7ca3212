"""Parquet and JSON files as raw tables: their columns have types of their own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import Refusal
from engine.base.words import counted, short
from engine.data.tables.budgets import check_cells
from engine.data.tables.decoding import as_utf8
from engine.data.tables.marks import missing_words, usual_decimal
from engine.data.tables.options import Options
from engine.data.tables.raw import SAMPLE, Table

if TYPE_CHECKING:
    import pandas as pd


def parquet_file(path: Path, options: Options) -> Table:
    """The table in a Parquet file."""
    import pandas as pd

    try:
        from pyarrow.parquet import read_metadata

        held = read_metadata(path)
        check_cells(held.num_rows, held.num_columns, path.name, "save a part of its rows")
        frame = pd.read_parquet(path)
    except Refusal:
        raise
    except Exception as error:  # a damaged file can fail anywhere inside the reader
        raise Refusal(f"{path.name} is damaged or no Parquet file ({short(error)}): write it again.") from error
    if not isinstance(frame.index, pd.RangeIndex):
        frame = frame.reset_index()
    return typed_table(path, frame, options)


def json_file(path: Path, options: Options) -> Table:
    """The table in a JSON file: records, records line by line, or columns."""
    import pandas as pd

    text = as_utf8(path.read_bytes(), options.encoding, path.name)[0].decode()
    try:
        try:
            content = json.loads(text)
        except json.JSONDecodeError:
            content = [json.loads(line) for line in text.splitlines() if line.strip()]
            if not all(isinstance(row, dict) for row in content):
                raise
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{path.name} is no JSON: {error}. Mend it there, or save the table as CSV.") from error
    if isinstance(content, list) and all(isinstance(row, dict) for row in content):
        check_cells(len(content), len(set().union(*content)), path.name, "save a part of its rows")
        return typed_table(path, pd.DataFrame(content, dtype=object), options)
    if isinstance(content, dict) and content and all(isinstance(column, (list, dict)) for column in content.values()):
        columns = {name: list(col.values()) if isinstance(col, dict) else col for name, col in content.items()}
        _check_lengths(columns, path.name)
        return typed_table(path, pd.DataFrame(columns, dtype=object), options)
    raise Refusal(f"{path.name} is no table: write a list of records, or an object with a list for each column.")


def _check_lengths(columns: Mapping[str, list[Any]], file: str) -> None:
    usual = Counter(map(len, columns.values())).most_common(1)[0][0]
    for name, column in columns.items():
        if len(column) != usual:
            held = counted(len(column), "cell")
            raise Refusal(f"Column {short(name)} of {file} has {held} where the others have {usual}: mend that column.")


def typed_table(path: Path, frame: pd.DataFrame, options: Options) -> Table:
    """A frame whose columns have types; its texts say how numbers among them are written."""
    if not frame.shape[1] or not len(frame):
        raise Refusal(f"{path.name} is empty: choose a file with a row for every example.")
    decimal, sure = (options.decimal, True) if options.decimal else usual_decimal(stored_texts(frame))
    found = {"encoding": None, "delimiter": None, "decimal": decimal, "header": True}
    names = [str(name) for name in frame.columns]
    return Table(path.name, names, frame, len(frame), found, sure=sure, missing=missing_words(options.missing))


def stored_texts(frame: pd.DataFrame) -> list[str]:
    """The first cells that are stored as texts: what is stored as a number says nothing of marks."""
    return [cell for row in frame.head(SAMPLE).itertuples(index=False) for cell in row if isinstance(cell, str)]
