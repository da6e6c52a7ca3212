"""How a table file is to be read: what a person may say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.data.dataset import Kind
from engine.data.tables.columns import Role


@dataclass(frozen=True)
class Options:
    """How to read a file. None means: find out.

    header   whether the first row holds the names;   sheet  of an Excel workbook
    target   the name of the target column
    kinds    "numeric", "ordinal" or "categorical" by column name;   roles  "feature", "target", "name" or "skip"
    levels   the levels of an ordinal column in ascending order, by column name
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


FOUND_OUT = Options()
"""Nothing is said: everything is found out."""
