"""How a table file is to be read: what a person may say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.data.dataset import Kind
from engine.data.long_ratings import Called
from engine.data.tables.columns import Role
from engine.data.tables.marks import Marks


@dataclass(frozen=True)
class Options:
    """How to read a file. None means: find out.

    header   whether the first row holds the names;   header_row  which row does, counted from 1 with the empty ones
    sheet    of an Excel workbook;   target   the name of the target column
    kinds    "numeric", "date", "ordinal" or "categorical" by name;   roles  "feature", "target", "name" or "skip"
    levels   the levels of an ordinal column in ascending order, by column name
    marks    how a column is read, by its name: "." or "," (its decimal mark; the other one groups thousands),
             "day first" or "month first";   missing  what stands for a missing cell besides the usual words
    ratings  the columns of the users, the items and the ratings, of which a table of ratings is to be made
    """

    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    header: bool | None = None
    sheet: str | None = None
    target: str | None = None
    kinds: Mapping[str, Kind] | None = None
    roles: Mapping[str, Role] | None = None
    levels: Mapping[str, Sequence[str]] | None = None
    marks: Mapping[str, Marks] | None = None
    missing: Sequence[str] = ()
    header_row: int | None = None
    ratings: Called | None = None


FOUND_OUT = Options()
"""Nothing is said: everything is found out."""
