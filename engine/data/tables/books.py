"""Excel workbooks as raw tables: a sheet, its title rows skipped, its merged cells filled down."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import listed, quoted, short
from engine.data.tables.budgets import MOST_FILLED, check_cells, check_typed
from engine.data.tables.cells import cell_text
from engine.data.tables.heading import has_header, titles, titles_said
from engine.data.tables.marks import missing_words, usual_decimal
from engine.data.tables.options import Options
from engine.data.tables.raw import Table
from engine.data.tables.typed import stored_texts
from engine.data.tables.workbook import Book, Sheet, opened, sheet_of

if TYPE_CHECKING:
    import pandas as pd

_FAR = "delete what stands far from the table, or save the table as CSV"


def excel_file(path: Path, options: Options) -> Table:
    """The table in a sheet of a workbook."""
    try:
        with ZipFile(path) as archive:
            book = opened(archive, path)
            sheets = tuple(book.sheets)
            sheet = sheets[0] if options.sheet is None else options.sheet
            frame = _frame(book, sheet, path.name)
    except Refusal:
        raise
    except Exception as error:  # a damaged workbook can fail anywhere inside the reader
        what = f"{path.name} is damaged or no Excel workbook ({short(error)})"
        raise Refusal(f"{what}: save it again as .xlsx or .csv.") from error
    return _table(path.name, frame, sheet, sheets, options)


def _frame(book: Book, name: str, file: str) -> pd.DataFrame:
    """The rows of a sheet that hold something, under their numbers counted from 0, the merged cells filled down."""
    import pandas as pd

    if name not in book.sheets:
        raise Refusal(f"{file} has no sheet {quoted(name)}. It has: {listed(tuple(book.sheets))}.")
    sheet, what = sheet_of(book, name), f"Sheet {name} of {file}"
    if not sheet.values:
        raise Refusal(f"{what} is empty: choose another sheet.")
    rows, columns = np.array(sheet.rows), np.array(sheet.columns)
    check_cells(int(rows.max()), int(columns.max()), what, _FAR)
    filled = _filled_down(sheet, rows, columns)
    below = [np.arange(first + 1, last + 1) for _, first, last, _ in filled]
    numbers, places = np.unique(np.concatenate([rows, *below]), return_inverse=True)
    check_typed(len(numbers), int(columns.max()), what)
    cells = np.full((len(numbers), int(columns.max())), "", dtype=object)
    cells[places[: len(rows)], columns - 1] = np.fromiter(sheet.values, dtype=object, count=len(rows))
    for column, first, last, above in filled:
        cells[np.searchsorted(numbers, first + 1) : np.searchsorted(numbers, last, "right"), column - 1] = above
    return pd.DataFrame(cells, index=numbers - 1, dtype=object)


def _filled_down(sheet: Sheet, rows: np.ndarray, columns: np.ndarray) -> list[tuple[int, int, int, Any]]:
    """Column, first and last row of each merged area inside the table, and what stands in its first cell."""
    left, sums = int(rows.max()), Counter[int]()  # merged cells do not overlap: no column is filled more than once
    merged, cells = [], 0
    for column, first, last in sheet.merged:
        high = last - first
        if high > 0 and last <= left and sums[column] + high <= left and cells + high <= MOST_FILLED:
            sums[column] += high
            cells += high
            merged.append((column, first, last))
    wanted = {(first, column) for column, first, _ in merged}
    every = zip(rows.tolist(), columns.tolist(), sheet.values, strict=True) if wanted else ()
    held = {(row, column): value for row, column, value in every if (row, column) in wanted}
    return [(*one, held[one[1], one[0]]) for one in merged if (one[1], one[0]) in held]


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
        warnings=(*_sheets_said(sheet, sheets, options), *titles_said(first[:top])),
        missing=missing_words(options.missing),
    )  # fmt: skip


def _sheets_said(sheet: str, sheets: tuple[str, ...], options: Options) -> tuple[str, ...]:
    """Which sheet is read, where none was chosen and there are several."""
    if options.sheet is not None or len(sheets) == 1:
        return ()
    return (f"The workbook has {len(sheets)} sheets ({listed(sheets)}): the first, {short(sheet)}, is read.",)


def _top(frame: pd.DataFrame, first: list[list[str]], file: str, options: Options) -> int:
    """Which row holds the names, or is the first where there are none."""
    if options.header_row is None:
        return 0 if options.header is False else titles(first, frame.shape[1])
    rows = frame.index.to_list()
    if options.header_row - 1 not in rows:
        raise Refusal(f"Row {options.header_row} of {file} is empty or not there: choose another one for the names.")
    return rows.index(options.header_row - 1)
