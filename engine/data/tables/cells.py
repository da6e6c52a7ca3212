"""The cells of a column: numbers, texts or dates, and which of them are missing."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted

if TYPE_CHECKING:
    import pandas as pd

MISSING = frozenset({"", "na", "nan", "n/a", "?", "-", "null", "#n/a"})
"""What stands for a missing cell, in small letters."""

MANY = 50
"""Past this many distinct numbers it does not matter how many there are."""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?inf(inity)?", re.IGNORECASE)
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_TIME = r"\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(z|[ap]m|[+-]\d{2}:?\d{2})?"
_DAY = (
    rf"\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{4}}/\d{{1,2}}/\d{{1,2}}|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
    rf"|\d{{1,2}}[ -]{_MONTH}[ -]\d{{2,4}}|{_MONTH} \d{{1,2}},? \d{{4}}"
)
_DATE = re.compile(rf"(({_DAY})([t ]\s*{_TIME})?)|{_TIME}", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a column.

    numbers  (n,) float64 with NaN where missing, or None when a cell is neither missing nor a number
    codes    (n,) the place of each cell in `levels`, -1 where missing, or None for a column stored as numbers
    levels   the distinct texts in order;   ordered  the file itself says that they are in order
    dates    every cell is a date or a time;   rounded  a whole number is too long for a float64
    """

    numbers: np.ndarray | None
    codes: np.ndarray | None = None
    levels: tuple[str, ...] = ()
    ordered: bool = False
    dates: bool = False
    rounded: bool = False

    @property
    def n(self) -> int:
        return len(self.codes) if self.codes is not None else 0 if self.numbers is None else len(self.numbers)

    @property
    def missing(self) -> int:
        """How many cells are missing."""
        if self.codes is not None:
            return int(np.count_nonzero(self.codes < 0))
        return 0 if self.numbers is None else int(np.count_nonzero(np.isnan(self.numbers)))

    @property
    def distinct(self) -> int:
        """How many different values there are; of many numbers only those among the first 10,000 are counted."""
        if self.codes is not None:
            return len(self.levels)
        if self.numbers is None:
            return 0
        some = np.unique(self.numbers[:10_000][~np.isnan(self.numbers[:10_000])])
        return len(some) if len(some) > MANY else len(np.unique(self.numbers[~np.isnan(self.numbers)]))

    @property
    def whole(self) -> bool:
        """Whether every cell that is there is a whole number."""
        if self.numbers is None:
            return False
        present = self.numbers[np.isfinite(self.numbers)]
        return bool(np.array_equal(present, np.floor(present)))


def number(text: str, decimal: str = ".") -> float | None:
    """A cell as a number, or None when it is text.

    >>> number("2,5", ","), number("1e-3"), number("12 Main Street")
    (2.5, 0.001, None)
    """
    plain = text if decimal == "." else text.replace(".", "no number").replace(decimal, ".")
    return float(plain) if _NUMBER.fullmatch(plain) else None


def is_date(text: str) -> bool:
    """Whether a cell is a date or a time in one of the usual ways of writing them.

    >>> is_date("2024-02-29"), is_date("3.1.2020 14:05"), is_date("3.14")
    (True, True, False)
    """
    return _DATE.fullmatch(text) is not None


def from_text(texts: Any, decimal: str = ".") -> Cells:
    """The cells of a column of texts (None or NaN where missing), examined once for each distinct text."""
    import pandas as pd

    places, found = pd.factorize(np.asarray(texts, dtype=object), use_na_sentinel=True)
    stripped = [str(item).strip() for item in found]
    present = _present(stripped)
    levels = in_order(set(present))
    place_of = {level: place for place, level in enumerate(levels)}
    codes = np.array([*(place_of.get(item, -1) for item in stripped), -1], dtype=np.int64)[places]
    values = [number(level, decimal) for level in levels]
    numbers = None
    if all(value is not None for value in values):
        numbers = np.array([*values, math.nan], dtype=np.float64)[codes]
    dates = bool(levels) and numbers is None and all(map(is_date, levels))
    return Cells(numbers, codes, levels, dates=dates, rounded=numbers is not None and any(map(_too_long, levels)))


def _present(texts: Sequence[str]) -> list[str]:
    """The texts that are values. Beside a plus sign a minus sign is one too, as in a class column of + and −."""
    missing = MISSING - {"-"} if "+" in texts else MISSING
    return [text for text in texts if text.casefold() not in missing]


def _too_long(text: str) -> bool:
    return text.lstrip("+-").isdecimal() and abs(int(text)) > 2**53 if len(text) < 400 else False


def in_order(levels: set[str]) -> tuple[str, ...]:
    """Levels sorted as numbers if all of them are, else as text.

    >>> in_order({"10", "9"}), in_order({"b", "a"})
    (('9', '10'), ('a', 'b'))
    """
    values = {level: number(level) for level in levels}
    if all(value is not None for value in values.values()):
        return tuple(sorted(levels, key=lambda level: (values[level], level)))
    return tuple(sorted(levels))


def cells_of(column: pd.Series[Any], decimal: str) -> Cells:
    """What a column of a frame holds, whatever its type."""
    import pandas as pd

    kind = getattr(column.dtype, "kind", "O")
    if isinstance(column.dtype, pd.CategoricalDtype):
        return _categories(column, decimal)
    if kind in "iuf":
        long = kind != "f" and bool(((column > 2**53) | (column < -(2**53))).any())
        return Cells(column.to_numpy(dtype=np.float64, na_value=np.nan), rounded=long)
    if isinstance(column.dtype, pd.StringDtype):
        return from_text(column, decimal)
    if kind in "Mm":
        return _dates(column)
    if all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in column):
        long = any(isinstance(cell, int) and abs(int(cell)) > 2**53 for cell in column)
        return Cells(np.array([_float(cell) for cell in column]), rounded=long)
    return from_text(column.map(cell_text).astype(object), decimal)


def _float(cell: float) -> float:
    try:
        return float(cell)
    except OverflowError:  # an integer beyond the largest float
        return math.inf if cell > 0 else -math.inf


def _categories(column: pd.Series[Any], decimal: str) -> Cells:
    """A column of categories; if the file says that they are in order, in that order."""
    plain = from_text(column.astype(object).map(cell_text).astype(object), decimal)
    order = [cell_text(level) for level in column.cat.categories if cell_text(level) in plain.levels]
    if not column.cat.ordered or len(order) != len(plain.levels):
        return plain
    place = np.array([*(order.index(level) for level in plain.levels), -1])
    codes = np.asarray(plain.codes)
    return Cells(None, place[codes], tuple(order), ordered=True)


def _dates(column: pd.Series[Any]) -> Cells:
    cells = from_text(column.astype(object).map(cell_text).astype(object))
    return Cells(None, cells.codes, cells.levels, dates=bool(cells.levels))


def cell_text(cell: Any) -> str:
    """A cell as a person would write it; "" when it is missing.

    >>> cell_text(3.0), cell_text(None), cell_text(True), cell_text(" a ")
    ('3', '', 'True', 'a')
    """
    if isinstance(cell, str):
        return cell.strip()
    if isinstance(cell, (dict, list, tuple, set, np.ndarray)):
        held = counted(len(cell), "value")
        raise Refusal(f"a cell holds {held} ({str(cell)[:40]}), and a table has one value in each cell: split it up.")
    if cell is None or type(cell).__name__ in ("NAType", "NaTType") or cell != cell:
        return ""
    if isinstance(cell, (int, np.integer)) and not isinstance(cell, bool):
        return str(int(cell))
    if isinstance(cell, (float, np.floating)):
        value = float(cell)
        return str(int(value)) if value.is_integer() and abs(value) < 1e16 else repr(value)
    if hasattr(cell, "isoformat"):
        return str(cell.isoformat()).replace("T", " ").removesuffix(" 00:00:00")
    return str(cell)
