"""A file as a raw table: names and columns as they are stored, before anybody has said what they mean."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import Refusal
from engine.base.words import counted, listed, quoted, short
from engine.data.tables.budgets import check_cells, check_columns, check_size
from engine.data.tables.cells import MISSING, Cells, cell_text, cells_of
from engine.data.tables.delimited import Layout, as_utf8, check_widths, has_header, layout_of, sniffed_decimal
from engine.data.tables.options import Options

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = (
    ".csv", ".tsv", ".tab", ".txt", ".data", ".dat",
    ".xlsx", ".xlsm", ".parquet", ".pq", ".json", ".jsonl", ".ndjson",
)  # fmt: skip
"""Of the files that can be read; a file with any other suffix is tried as text."""
HEAD = 1 << 20
"""How many bytes of a long text a preview looks at."""


@dataclass(eq=False)
class Table:
    """A file as it is: `frame` has one column for each of `names`, in order.

    count    how many rows the file has, when `cut` only an estimate, because only its head was read
    found    what was found out: encoding, delimiter, decimal, header, sheet
    quoted   which columns of numbers are meant as text;   reread  a column of numbers as it was written
    first    the first rows as they were written
    """

    file: str
    names: list[str]
    frame: pd.DataFrame
    count: int
    found: Mapping[str, Any]
    cut: bool = False
    sheets: tuple[str, ...] = ()
    quoted: tuple[bool, ...] = ()
    reread: Callable[[int], pd.Series[Any]] | None = None
    first: Callable[[int], pd.DataFrame] | None = None
    warnings: tuple[str, ...] = ()

    def cells(self, j: int, as_text: bool = False) -> Cells:
        """What column j holds; as text when its numbers are meant as names."""
        column = self.frame.iloc[:, j]
        try:
            plain = self._as_written(j) if as_text or column.dtype.kind == "b" else column
            return cells_of(plain, str(self.found["decimal"] or "."))
        except Refusal as refusal:
            raise Refusal(f"Column {short(self.names[j])} of {self.file}: {refusal}") from refusal

    def text(self, j: int, row: int) -> str:
        """One cell as it was written."""
        return cell_text(self._as_written(j).iloc[row])

    def written(self, rows: int) -> pd.DataFrame:
        """The first rows as they were written, wherever that is known."""
        return self.frame.head(rows) if self.first is None else self.first(rows)

    def _as_written(self, j: int) -> pd.Series[Any]:
        column = self.frame.iloc[:, j]
        if self.reread is not None and column.dtype.kind in "iufb":
            return self.reread(j)
        return column.map(cell_text).astype(object) if is_mixed(column) else column


def is_mixed(column: pd.Series[Any]) -> bool:
    """Whether a column may hold numbers that are not written down yet: an Excel sheet has them among its texts."""
    return column.dtype.kind in "iufb" or column.dtype == object


def open_table(path: str | Path, options: Options, head: bool = False) -> Table:
    """The raw table of a file, by its suffix; `head`: of a long text only the beginning."""
    place = Path(path)
    if not place.is_file():
        what = "is a folder" if place.is_dir() else "does not exist"
        raise Refusal(f"{place} {what}: choose a CSV, TSV, Excel, Parquet or JSON file.")
    readers = {
        ".xlsx": _excel, ".xlsm": _excel, ".parquet": _parquet, ".pq": _parquet,
        ".json": _json, ".jsonl": _json, ".ndjson": _json,
    }  # fmt: skip
    suffix = place.suffix.lower()
    try:
        check_size(place)
        table = readers[suffix](place, options) if suffix in readers else _text(place, options, head)
    except OSError as error:
        raise Refusal(f"{place} cannot be read: {error.strerror or error}.") from error
    if not len(table.frame):
        raise Refusal(f"{place.name} has a header and no rows: add a row for every example.")
    check_columns(len(table.names), place.name)
    table.names, renamed = unique(table.names)
    table.warnings = (*table.warnings, *renamed)
    return table


def unique(names: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """Column names without duplicates and gaps, and the warnings that say what was renamed.

    >>> unique(["a", "a", ""])[0]
    ['a', 'a 2', 'column 3']
    """
    given = [name.strip() or (f"column {j + 1}" if j else "name") for j, name in enumerate(names)]
    taken, numbers, made = set(given), Counter[str](), []
    for name in given:
        new = name
        while numbers[new] or (new != name and new in taken):
            numbers[name] = max(numbers[name], 1) + 1
            new = f"{name} {numbers[name]}"
        numbers[new] += 1
        made.append(new)
    twice = [name for name, times in Counter(given).items() if times > 1]
    words = f"The column name {twice[0]} occurs {given.count(twice[0])} times: " if twice else ""
    return made, (f"{words}the later ones got a number.",) if twice else ()


# -- one reader for each kind of file ----------------------------------------------------------------------------------


def _text(path: Path, options: Options, head: bool) -> Table:
    size = path.stat().st_size
    cut = head and size > 4 * HEAD
    with open(path, "rb") as file:
        raw = file.read(HEAD) if cut else file.read()
    if not raw.strip():
        raise Refusal(f"{path.name} is empty: choose a file with a row for every example.")
    data, encoding = as_utf8(raw, options.encoding, path.name, cut)
    if options.delimiter is None and path.suffix.lower() in (".tsv", ".tab"):
        layout = layout_of(data, path.name, "\t", options.decimal, options.header)
    else:
        layout = layout_of(data, path.name, options.delimiter, options.decimal, options.header)
    check_widths(data, layout, path.name)
    frame = _parsed(data, layout, path.name)
    count = round(len(frame) * size / len(raw)) if cut else len(frame)
    found = {"encoding": encoding, "delimiter": layout.delimiter, "decimal": layout.decimal, "header": layout.header}

    def reread(j: int) -> pd.Series[Any]:
        return _parsed(data, layout, path.name, only=[j]).iloc[:, 0]

    def first(rows: int) -> pd.DataFrame:
        return _parsed(data, layout, path.name, only=list(range(len(layout.names))), rows=rows)

    names = list(layout.names)
    return Table(path.name, names, frame, count, found, cut, quoted=layout.quoted, reread=reread, first=first)


def _parsed(
    data: bytes, layout: Layout, file: str, only: list[int] | None = None, rows: int | None = None
) -> pd.DataFrame:
    """The columns as pandas finds them; with `only`, these columns as text."""
    import pandas as pd

    version = tuple(map(int, pd.__version__.split(".")[:2]))
    exact: dict[str, Any] = {} if version >= (3, 1) else {"float_precision": "round_trip"}  # since 3.1 it always is
    blank = {form for word in MISSING - {"-"} for form in (word, word.upper(), word.title(), "NaN", "NAN")}
    try:
        frame: pd.DataFrame = pd.read_csv(
            io.BytesIO(data[layout.start :] if layout.start else data),
            sep=r"\s+" if layout.delimiter == " " else layout.delimiter,
            decimal="." if layout.decimal == layout.delimiter else layout.decimal,
            header=None,
            names=list(range(len(layout.names))),
            usecols=only,
            nrows=rows,
            dtype=None if only is None else object,
            na_values=sorted(blank) if only is None else None,
            keep_default_na=False,
            skipinitialspace=True,
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


def _excel(path: Path, options: Options) -> Table:
    import pandas as pd

    try:
        with pd.ExcelFile(path, engine="openpyxl") as book:
            sheets = tuple(str(name) for name in book.sheet_names)
            sheet = sheets[0] if options.sheet is None else options.sheet
            if sheet not in sheets:
                raise Refusal(f"{path.name} has no sheet {quoted(sheet)}. It has: {listed(sheets)}.")
            far = "delete what stands far from the table, or save the table as CSV"
            span = book.book[sheet]
            check_cells(span.max_row or 0, span.max_column or 0, f"Sheet {sheet} of {path.name}", far)
            frame = pd.read_excel(book, sheet_name=sheet, header=None, dtype=object, na_filter=False)
    except Refusal:
        raise
    except Exception as error:  # a damaged workbook can fail anywhere inside the reader
        what = f"{path.name} is damaged or no Excel workbook ({short(error)})"
        raise Refusal(f"{what}: save it again as .xlsx or .csv.") from error
    frame = frame[[any(cell != "" for cell in row) for row in frame.itertuples(index=False)]]
    if frame.empty:
        raise Refusal(f"Sheet {sheet} of {path.name} is empty: choose another sheet.")
    first = [[cell_text(cell) for cell in row] for row in frame.head(50).itertuples(index=False)]
    headed = has_header(first) if options.header is None else options.header
    names = first[0] if headed else [f"x{j + 1}" for j in range(frame.shape[1])]
    body = frame.iloc[1:] if headed else frame
    decimal = options.decimal or sniffed_decimal(first)
    found = {"encoding": None, "delimiter": None, "decimal": decimal, "header": headed, "sheet": sheet}
    return Table(path.name, names, body.reset_index(drop=True), len(body), found, sheets=sheets)


def _parquet(path: Path, options: Options) -> Table:
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
    return _typed(path, frame, options)


def _json(path: Path, options: Options) -> Table:
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
        return _typed(path, pd.DataFrame(content, dtype=object), options)
    if isinstance(content, dict) and content and all(isinstance(column, (list, dict)) for column in content.values()):
        columns = {name: list(col.values()) if isinstance(col, dict) else col for name, col in content.items()}
        _check_lengths(columns, path.name)
        return _typed(path, pd.DataFrame(columns, dtype=object), options)
    raise Refusal(f"{path.name} is no table: write a list of records, or an object with a list for each column.")


def _check_lengths(columns: Mapping[str, list[Any]], file: str) -> None:
    usual = Counter(map(len, columns.values())).most_common(1)[0][0]
    for name, column in columns.items():
        if len(column) != usual:
            held = counted(len(column), "cell")
            raise Refusal(f"Column {short(name)} of {file} has {held} where the others have {usual}: mend that column.")


def _typed(path: Path, frame: pd.DataFrame, options: Options) -> Table:
    if not frame.shape[1] or not len(frame):
        raise Refusal(f"{path.name} is empty: choose a file with a row for every example.")
    found = {"encoding": None, "delimiter": None, "decimal": options.decimal, "header": True}
    return Table(path.name, [str(name) for name in frame.columns], frame, len(frame), found)
