"""A raw table: names and columns as they are stored, before their types are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import short
from engine.data.dataset import Kind
from engine.data.tables.budgets import check_texts
from engine.data.tables.cells import Cells, cell_text, cells_of
from engine.data.tables.columns import Role
from engine.data.tables.marks import MISSING, Manner, Marks

if TYPE_CHECKING:
    import pandas as pd

SAMPLE = 200
"""How many rows are looked at as they were written before a whole column is."""
_THREE = re.compile(r"[+-]?[1-9]\d{0,2}(?:[.,]\d{3})?")


@dataclass(frozen=True)
class Declared:
    """What a file itself says of its columns, by name, as Orange and ARFF files do."""

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    roles: Mapping[str, Role] = field(default_factory=dict)
    levels: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(eq=False)
class Table:
    """A file as it is: `frame` has one column for each of `names`, in order.

    count    how many rows the file has, when `cut` only an estimate, because only its head was read
    found    what was found out: encoding, delimiter, decimal, header, header_row, sheet
    quoted   which columns of numbers are meant as text;   reread  a column of numbers as it was written
    first    the first rows as they were written
    sure     cells of the file, or the person, say which its decimal mark is
    grouping whether the text has three zeros behind a mark, so that a whole number may be a thousand times larger
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
    sure: bool = False
    grouping: Callable[[], bool] = bool
    missing: frozenset[str] = MISSING
    marks: Mapping[str, Marks] = field(default_factory=dict)
    declared: Declared = Declared()
    _texts: dict[int, int] = field(default_factory=dict, repr=False)

    @property
    def decimal(self) -> str:
        """The usual decimal mark of the file."""
        return str(self.found["decimal"] or ".")

    def cells(self, j: int, as_text: bool = False) -> Cells:
        """What column j holds; as text when its numbers are meant as names, or may be read in two ways."""
        column = self.frame.iloc[:, j]
        manner = Manner(self.decimal, self.sure, self.marks.get(self.names[j]), self.missing)
        try:
            written = as_text or column.dtype.kind == "b" or (column.dtype.kind == "f" and self._unclear(j, manner))
            found = cells_of(self._as_written(j) if written else column, manner)
            self._texts[j] = len(found.levels)
            check_texts(sum(self._texts.values()))
            return found
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
        return column.map(cell_text).astype(object) if is_mixed(column) or column.dtype.kind == "m" else column

    def _unclear(self, j: int, manner: Manner) -> bool:
        """Whether numbers that were read with the usual decimal mark may have been meant with the other one."""
        column = self.frame.iloc[:, j]
        if self.reread is None or manner.marks == manner.decimal:
            return False
        if manner.marks is not None:
            return True
        return not self.sure and _may_be_grouped(column.to_numpy(), self.grouping) and self._three_places(j)

    def _three_places(self, j: int) -> bool:
        """Whether the first cells of a column could all be whole numbers with grouped thousands."""
        texts = [cell_text(cell).strip() for cell in self._head.iloc[:, j]]
        return all(_THREE.fullmatch(text) or text.casefold() in self.missing for text in texts)

    @cached_property
    def _head(self) -> pd.DataFrame:
        return self.written(SAMPLE)


def _may_be_grouped(values: np.ndarray, grouping: Callable[[], bool]) -> bool:
    """Whether numbers could be written with one mark and three digits behind it, and some of them are."""
    for part in (values[:1000], values):
        there = part[~np.isnan(part)]
        broken = there[there != np.floor(there)]
        size = np.abs(broken)
        if len(broken) and not np.all(
            (size > 1) & (size < 1000) & (np.abs(size * 1000 - np.round(size * 1000)) < 1e-6)
        ):
            return False
    return bool(len(broken)) or grouping()


def is_mixed(column: pd.Series[Any]) -> bool:
    """Whether a column may hold numbers that are not written down yet: an Excel sheet has them among its texts."""
    return column.dtype.kind in "iufb" or column.dtype == object
