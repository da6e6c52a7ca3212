"""Excel workbooks as raw tables: a sheet, its title rows skipped, its merged cells filled down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import Refusal
from engine.base.words import listed, quoted, short
from engine.data.tables.budgets import check_cells
from engine.data.tables.cells import cell_text
from engine.data.tables.heading import has_header, titles, titles_said
from engine.data.tables.marks import missing_words, usual_decimal
from engine.data.tables.options import Options
from engine.data.tables.raw import Table
from engine.data.tables.typed import stored_texts

if TYPE_CHECKING:
    import pandas as pd

_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\b[^<>]*?ref=\"([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})\"")
_CHUNK = 1 << 20


def excel_file(path: Path, options: Options) -> Table:
    """The table in a sheet of a workbook."""
    import pandas as pd

    try:
        with pd.ExcelFile(path, engine="openpyxl") as book:
            sheets = tuple(str(name) for name in book.sheet_names)
            sheet = sheets[0] if options.sheet is None else options.sheet
            frame = _sheet(book, sheet, sheets, path.name)
    except Refusal:
        raise
    except Exception as error:  # a damaged workbook can fail anywhere inside the reader
        what = f"{path.name} is damaged or no Excel workbook ({short(error)})"
        raise Refusal(f"{what}: save it again as .xlsx or .csv.") from error
    frame = frame[[any(cell != "" for cell in row) for row in frame.itertuples(index=False)]]
    if frame.empty:
        raise Refusal(f"Sheet {sheet} of {path.name} is empty: choose another sheet.")
    return _table(path.name, frame, sheet, sheets, options)


def _sheet(book: pd.ExcelFile, sheet: str, sheets: tuple[str, ...], file: str) -> pd.DataFrame:
    """The cells of a sheet, the merged ones filled down."""
    import pandas as pd

    if sheet not in sheets:
        raise Refusal(f"{file} has no sheet {quoted(sheet)}. It has: {listed(sheets)}.")
    span = book.book[sheet]
    far = "delete what stands far from the table, or save the table as CSV"
    check_cells(span.max_row or 0, span.max_column or 0, f"Sheet {sheet} of {file}", far)
    frame = pd.read_excel(book, sheet_name=sheet, header=None, dtype=object, na_filter=False)
    left = frame.shape[0]  # merged cells do not overlap: no column is filled more than once
    filled: dict[int, int] = {}
    for column, first, last in _merged(span):
        filled[column] = filled.get(column, 0) + last - first
        if column < frame.shape[1] and last <= left and filled[column] <= left:
            above: Any = frame.iat[first - 1, column]
            frame.iloc[first:last, column] = above
    return frame


def _merged(span: Any) -> Iterator[tuple[int, int, int]]:
    """Column, first and last row of each merged area that goes down; a sheet that is read row by row has no list."""
    with span.parent._archive.open(span._worksheet_path) as file:
        rest = b""
        while piece := file.read(_CHUNK):
            text = rest + piece
            for found in _MERGED.finditer(text):
                if int(found[3]) > int(found[2]):
                    yield _place(found[1]), int(found[2]), int(found[3])
            rest = text[text.rfind(b"<") :] if b"<" in text[-200:] else b""


def _place(letters: bytes) -> int:
    """The place of a column, counted from 0: A is 0, AA is 26."""
    place = 0
    for letter in letters:
        place = place * 26 + letter - 64
    return place - 1


def _table(file: str, frame: pd.DataFrame, sheet: str, sheets: tuple[str, ...], options: Options) -> Table:
    """The rows of a sheet under their names."""
    first = [[cell_text(cell) for cell in row] for row in frame.head(50).itertuples(index=False)]
    top = _top(frame, first, file, options)
    headed = options.header
    if headed is None:
        headed = options.header_row is not None or has_header(first[top:])
    names = [cell_text(cell) for cell in frame.iloc[top]] if headed else [f"x{j + 1}" for j in range(frame.shape[1])]
    body = frame.iloc[top + headed :]
    decimal, sure = (options.decimal, True) if options.decimal else usual_decimal(stored_texts(body))
    row = int(frame.index[top]) + 1 if headed else None
    found = {"encoding": None, "delimiter": None, "decimal": decimal, "header": headed, "header_row": row}
    return Table(
        file, names, body.reset_index(drop=True), len(body), {**found, "sheet": sheet}, sheets=sheets, sure=sure,
        warnings=titles_said(first[:top]), missing=missing_words(options.missing),
    )  # fmt: skip


def _top(frame: pd.DataFrame, first: list[list[str]], file: str, options: Options) -> int:
    """Which row holds the names, or is the first where there are none."""
    if options.header_row is None:
        return 0 if options.header is False else titles(first, frame.shape[1])
    rows = frame.index.to_list()
    if options.header_row - 1 not in rows:
        raise Refusal(f"Row {options.header_row} of {file} is empty or not there: choose another one for the names.")
    return rows.index(options.header_row - 1)
