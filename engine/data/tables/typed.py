"""Parquet and JSON files as raw tables: their columns have types of their own."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, listed, short
from engine.data.tables import budgets
from engine.data.tables.budgets import check_cells, check_columns, check_size, check_typed
from engine.data.tables.decoding import as_utf8
from engine.data.tables.marks import missing_words, usual_decimal
from engine.data.tables.options import Options
from engine.data.tables.raw import SAMPLE, Table

if TYPE_CHECKING:
    import pandas as pd

_BATCH = 1 << 16
_FEWER = "save fewer columns"
_HALF = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
"""Half of a character outside the first 65,536, or the other half."""


def parquet_file(path: Path, options: Options) -> Table:
    """The table in a Parquet file."""
    import pandas as pd

    try:
        columns, left_out = _flat_columns(path)
        frame = pd.read_parquet(path, columns=columns)
    except Refusal:
        raise
    except Exception as error:  # a damaged file can fail anywhere inside the reader
        raise Refusal(f"{path.name} is damaged or no Parquet file ({short(error)}): write it again.") from error
    if not isinstance(frame.index, pd.RangeIndex):
        frame = frame.reset_index()
    return typed_table(path, frame, options, left_out)


def _flat_columns(path: Path) -> tuple[list[str] | None, list[str]]:
    """The columns to be read, None for all, and those with several values in a cell; what is too large is refused."""
    from pyarrow.parquet import ParquetFile

    with ParquetFile(path) as file:
        held, schema = file.metadata, file.schema
        check_columns(held.num_columns, path.name, _FEWER)
        check_cells(held.num_rows, held.num_columns, path.name)
        if sum(held.row_group(place).total_byte_size for place in range(held.num_row_groups)) > budgets.MOST_UNPACKED:
            raise Refusal(f"{path.name} unpacks to more than {budgets.MOST_UNPACKED:,} bytes: {budgets.LESS}.")
        leaves = [schema.column(place) for place in range(held.num_columns)]
        nested = list(dict.fromkeys(leaf.path.split(".")[0] for leaf in leaves if leaf.path != leaf.name))
        flat = [leaf for leaf in leaves if leaf.path == leaf.name]
    _check_texts(path, [leaf.path for leaf in flat if leaf.physical_type == "BYTE_ARRAY"])
    return ([leaf.path for leaf in flat] if nested and flat else None), nested if flat else []


def _check_texts(path: Path, columns: Sequence[str]) -> None:
    """Refuse texts that are too long together: each is stored once, however often it comes again."""
    import pyarrow.compute as pc
    from pyarrow.parquet import ParquetFile

    if not columns:
        return
    size = 0
    with ParquetFile(path, read_dictionary=list(columns)) as file:
        for batch in file.iter_batches(_BATCH, columns=list(columns)):
            for column in batch.columns:
                of_each = np.asarray(pc.binary_length(column.dictionary).fill_null(0).to_numpy(zero_copy_only=False))
                places = column.indices.drop_null().to_numpy(zero_copy_only=False)
                size += int(of_each[places].sum()) if len(of_each) else 0
            if size > 4 * budgets.MOST_CHARACTERS:
                most = 4 * budgets.MOST_CHARACTERS
                raise Refusal(f"{path.name} unpacks to more than {most:,} bytes of text: {budgets.LESS}.")


def json_file(path: Path, options: Options) -> Table:
    """The table in a JSON file: records, records line by line, or columns."""
    import pandas as pd

    check_size(path, budgets.LARGEST_JSON)
    content = _content(path, options)
    if isinstance(content, list) and all(isinstance(row, dict) for row in content):
        check_typed(len(content), len(set().union(*content)), path.name)
        return typed_table(path, pd.DataFrame(content, dtype=object), options)
    if isinstance(content, dict) and content and all(isinstance(column, (list, dict)) for column in content.values()):
        columns = {name: list(col.values()) if isinstance(col, dict) else col for name, col in content.items()}
        _check_lengths(columns, path.name)
        check_typed(max(map(len, columns.values())), len(columns), path.name)
        return typed_table(path, pd.DataFrame(columns, dtype=object), options)
    raise Refusal(f"{path.name} is no table: write a list of records, or an object with a list for each column.")


def _content(path: Path, options: Options) -> Any:
    """What stands in a JSON file, or in each of its lines."""
    raw = as_utf8(path.read_bytes(), options.encoding, path.name)[0]
    if sum(raw.count(mark) for mark in (b",", b"{", b"[")) > 2 * budgets.MOST_TYPED:
        raise Refusal(f"{path.name} has more than {2 * budgets.MOST_TYPED:,} values: {budgets.LESS}.")
    text = raw.decode()
    try:
        try:
            content = json.loads(text)
        except json.JSONDecodeError:
            content = [json.loads(line) for line in text.splitlines() if line.strip()]
            if not all(isinstance(row, dict) for row in content):
                raise
        if _HALF.search(text):
            json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = str(error.object)[error.start : error.start + 1].encode("ascii", "backslashreplace").decode()
        words = f"{path.name} has {half}, half of a character without the other half"
        raise Refusal(f"{words}: mend that text, or save the table as CSV.") from error
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{path.name} is no JSON: {error}. Mend it there, or save the table as CSV.") from error
    return content


def _check_lengths(columns: Mapping[str, list[Any]], file: str) -> None:
    usual = Counter(map(len, columns.values())).most_common(1)[0][0]
    for name, column in columns.items():
        if len(column) != usual:
            held = counted(len(column), "cell")
            raise Refusal(f"Column {short(name)} of {file} has {held} where the others have {usual}: mend that column.")


def typed_table(path: Path, frame: pd.DataFrame, options: Options, left_out: Sequence[str] = ()) -> Table:
    """A frame whose columns have types; its texts say how numbers among them are written."""
    if not frame.shape[1] or not len(frame):
        raise Refusal(f"{path.name} is empty: choose a file with a row for every example.")
    frame, nested, packed = _flat(frame)
    decimal, sure = (options.decimal, True) if options.decimal else usual_decimal(stored_texts(frame))
    found = {"encoding": None, "delimiter": None, "decimal": decimal, "header": True}
    names = [str(name) for name in frame.columns]
    told = (_left_out([*left_out, *nested], "have more than one value"), _left_out(packed, "are bytes and no text"))
    return Table(
        path.name, names, frame, len(frame), found, sure=sure, missing=missing_words(options.missing),
        warnings=tuple(words for words in told if words),
    )  # fmt: skip


def _left_out(names: Sequence[str], why: str) -> str:
    if not names:
        return ""
    those = (
        "Column {} is left out: its cells {}." if len(names) == 1 else "The columns {} are left out: their cells {}."
    )
    return those.format(listed([short(name) for name in names]), why)


def _flat(frame: pd.DataFrame) -> tuple[pd.DataFrame, list[str], list[str]]:
    """The columns with one value in each cell, bytes as the text they are; the names of those with several, and of
    bytes that are no text. If there is no other column, all are kept: what is wrong with them is said of each."""
    nested, packed, texts = [], [], {}
    for j in range(frame.shape[1]):
        column = frame.iloc[:, j]
        if column.dtype != object:
            continue
        types = {type(cell) for cell in column}
        if types & _SEVERAL:
            nested.append(j)
        elif bytes in types:
            try:
                texts[j] = column.map(lambda cell: cell.decode() if isinstance(cell, bytes) else cell)
            except UnicodeDecodeError:
                packed.append(j)
    names = [str(name) for name in frame.columns]
    kept = [j for j in range(frame.shape[1]) if j not in {*nested, *packed}]
    if not kept:
        if packed:
            raise Refusal(
                _left_out([names[j] for j in packed], "are bytes and no text")[:-1] + ", and there is no other."
            )
        return frame, [], []
    if texts or len(kept) < len(names):
        columns = [texts.get(j, frame.iloc[:, j]) for j in kept]
        made = type(frame)(dict(enumerate(columns)))
        made.columns = [names[j] for j in kept]
        frame = made
    return frame, [names[j] for j in nested], [names[j] for j in packed]


_SEVERAL = {dict, list, tuple, set, np.ndarray}


def stored_texts(frame: pd.DataFrame) -> list[str]:
    """The first cells that are stored as texts: what is stored as a number says nothing of marks."""
    return [cell for row in frame.head(SAMPLE).itertuples(index=False) for cell in row if isinstance(cell, str)]
