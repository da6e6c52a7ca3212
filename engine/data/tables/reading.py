"""Reading a table from a file: a preview in which everything that was detected can be overridden, then the data set.

preview("people.csv")                                # what was detected, as the import dialogue shows it
read("people.csv", Options(delimiter=";", roles={"age": "target"}))
read_table("people.csv", target="age")               # the same from a notebook
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.base.errors import Refusal
from engine.base.words import listed, quoted
from engine.data.dataset import NUMBERS, Dataset, Kind
from engine.data.long_ratings import Called, turned
from engine.data.recast import with_target
from engine.data.regions import RegionParams, is_image, read_image, regions
from engine.data.tables.assembly import assembled
from engine.data.tables.cells import cell_text
from engine.data.tables.columns import Role
from engine.data.tables.long_form import as_ratings, found_ratings
from engine.data.tables.marks import Marks
from engine.data.tables.options import FOUND_OUT, Options
from engine.data.tables.planning import Planned, planned
from engine.data.tables.raw import Table
from engine.data.tables.remarks import gaps, remarks
from engine.data.tables.sources import open_table, pasted_table
from engine.data.tables.text_folders import text_folder

SHOWN = 100
"""How many rows a preview shows."""


class TableWarning(UserWarning):
    """Something in a table was changed or left out on the way in."""


@dataclass(frozen=True)
class ColumnPreview:
    """A column of a preview: what it seems to be, how many cells are missing, and why, when that needs words.

    unit   what its numbers are numbers of, which its name in the data set says
    doubt  the two ways in which its cells may be read, in words;   readings  each as a choice for `Options.marks`,
           in the same order: the first is taken
    marks  the way in which they were read, None where there is only one
    """

    name: str
    kind: Kind
    role: Role
    missing: int
    distinct: int
    words: str = ""
    unit: str = ""
    doubt: str = ""
    readings: tuple[tuple[Marks, str], ...] = ()
    marks: Marks | None = None


@dataclass(frozen=True)
class Preview:
    """What a file seems to hold. `options` is complete but for the columns; `rows` are its first 100 rows as text.

    ratings  the columns of users, items and ratings, where each row seems to be one rating
    """

    options: Options
    columns: tuple[ColumnPreview, ...]
    rows: tuple[tuple[str, ...], ...]
    count: int
    estimated: bool
    sheets: tuple[str, ...]
    warnings: tuple[str, ...]
    ratings: Called | None = None

    @property
    def accepted(self) -> Options:
        """The options that read the file exactly as it is shown, whatever its later rows look like."""
        kinds = {column.name: column.kind for column in self.columns}
        roles = {column.name: column.role for column in self.columns}
        marks = {column.name: column.marks for column in self.columns if column.marks is not None}
        return replace(self.options, kinds=kinds, roles=roles, marks={**marks, **(self.options.marks or {})})


@dataclass(frozen=True)
class Reading:
    """A data set and what was changed or left out on the way in, in words."""

    data: Dataset
    warnings: tuple[str, ...]


def read_table(
    path: str | Path,
    *,
    target: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    sheet: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    roles: Mapping[str, Role] | None = None,
    marks: Mapping[str, Marks] | None = None,
    missing: Sequence[str] = (),
    header_row: int | None = None,
    ratings: Called | None = None,
) -> Dataset:
    """A data set from a CSV, TSV, Excel, Parquet, JSON or ARFF file; what is not given is detected.

    A folder of text files is a table of texts, one folder in it a class. An image (PNG, JPEG, ...) is a table of its
    regions, by colour and place (`engine.data.regions` has other ways). With `ratings=("user", "item", "rating")`, the
    names of these columns, a row for each rating becomes a table with a row for each user and gaps.

    Missing cells are kept as NaN. What was left out or changed is said by a TableWarning; what cannot be read is
    refused with the name of the row, the column and the remedy.
    """
    said = Options(
        delimiter, decimal, encoding, header, sheet, target, kinds, roles, None, marks, missing, header_row, ratings
    )  # fmt: skip
    made = reading(path, said)
    for words in made.warnings:
        warnings.warn(words, TableWarning, stacklevel=2)
    return made.data


def read(path: str | Path, options: Options = FOUND_OUT) -> Dataset:
    """The data set in a file."""
    return reading(path, options).data


def reading(path: str | Path, options: Options = FOUND_OUT) -> Reading:
    """The data set in a file, with what was left out or changed; an image is a table of its regions.

    A folder is a table of the texts in it, one folder a class.
    """
    if Path(path).is_dir():
        return Reading(*text_folder(Path(path)))
    if is_image(path):
        image, told = read_image(path)
        found = regions(image, RegionParams(), Path(path).stem, told)
        return Reading(_aimed(found.table, options.target), found.remarks)
    return _read(open_table(path, options), options, Path(path).stem)


def _aimed(table: Dataset, target: str | None) -> Dataset:
    """With the column of this name as the target, if one is named."""
    if not target:
        return table
    if target not in table.feature_names:
        raise Refusal(f"{table.name} has no column {quoted(target)}: its regions have {listed(table.feature_names)}.")
    return with_target(table, table.feature_names.index(target))


def reading_text(text: str, options: Options = FOUND_OUT, name: str = "pasted") -> Reading:
    """The data set in a text that was copied from a spreadsheet or a page, called `name`."""
    return _read(pasted_table(text, options), options, name)


def preview(path: str | Path, options: Options = FOUND_OUT) -> Preview:
    """What a file seems to hold; of a long text only the first megabyte is looked at."""
    return _previewed(open_table(path, options, head=True), options)


def preview_text(text: str, options: Options = FOUND_OUT) -> Preview:
    """What a text seems to hold that was copied from a spreadsheet or a page."""
    return _previewed(pasted_table(text, options), options)


def _read(table: Table, options: Options, name: str) -> Reading:
    columns = planned(table, as_ratings(options, table.names))
    data, left_out = assembled(columns, name, table.file, bool(table.declared.kinds))
    if options.ratings is not None:
        data = turned(data, options.ratings)
    return Reading(data, (*table.warnings, *remarks(columns), *left_out))


def _previewed(table: Table, options: Options) -> Preview:
    options = as_ratings(options, table.names)
    columns = planned(table, options)
    written = table.written(SHOWN).to_numpy(dtype=object)  # to walk over its rows builds a column of pandas for each
    rows = tuple(tuple(cell_text(cell) for cell in row) for row in written)
    found = replace(options, **{name: value for name, value in table.found.items() if value is not None})
    told = (*table.warnings, *remarks(columns), *gaps(columns))
    return Preview(
        found, tuple(map(_column, columns)), rows, table.count, table.cut, table.sheets, told, found_ratings(columns)
    )


def _column(one: Planned) -> ColumnPreview:
    said = one.cells.said if one.guess.kind in NUMBERS else None
    return ColumnPreview(
        one.name, one.guess.kind, one.guess.role, one.cells.missing, one.cells.distinct, one.guess.words, one.unit,
        one.doubt, said.readings if said else (), said.marks if said else None,
    )  # fmt: skip
