"""The cells of a column: numbers, texts or dates, and which of them are missing."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted
from engine.data.tables.budgets import check_texts
from engine.data.tables.marks import MISSING, PLAIN, Manner, Understood, understood_numbers
from engine.data.tables.moments import is_date, understood_moments

if TYPE_CHECKING:
    import pandas as pd

MANY, FIRST = 50, 10_000
"""Past this many distinct numbers, among so many of the first, it does not matter how many there are."""

_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?|[+-]?inf(inity)?", re.IGNORECASE)
TWO = ({"yes", "no"}, {"true", "false"}, {"y", "n"}, {"t", "f"}, {"ja", "nein"}, {"on", "off"})
"""Words for the two answers to a question; small and capital letters mean the same."""


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a column.

    numbers  (n,) float64 with NaN where missing, or None when a cell is neither missing nor a number
    codes    (n,) the place of each cell in `levels`, -1 where missing, or None for a column stored as numbers
    levels   the distinct texts in order;   ordered  the file itself says that they are in order
    dates    every cell looks like a date or a time, and they cannot be read as numbers together
    rounded  a whole number is too long for a float64
    said     how texts were understood as numbers: their unit, their marks, and what is doubtful
    """

    numbers: np.ndarray | None
    codes: np.ndarray | None = None
    levels: tuple[str, ...] = ()
    ordered: bool = False
    dates: bool = False
    rounded: bool = False
    said: Understood | None = None

    @property
    def n(self) -> int:
        return len(self.codes) if self.codes is not None else 0 if self.numbers is None else len(self.numbers)

    @property
    def missing(self) -> int:
        """How many cells are missing."""
        if self.codes is not None:
            return int(np.count_nonzero(self.codes < 0))
        return 0 if self.numbers is None else int(np.count_nonzero(np.isnan(self.numbers)))

    @cached_property
    def distinct(self) -> int:
        """How many different values there are; of many numbers only those among the first 10,000 are counted."""
        if self.codes is not None:
            return len(self.levels)
        if self.numbers is None:
            return 0
        some = len(np.unique(self.numbers[:FIRST][~np.isnan(self.numbers[:FIRST])]))
        whole = len(self.numbers) <= FIRST or some > MANY
        return some if whole else len(np.unique(self.numbers[~np.isnan(self.numbers)]))

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


def from_text(texts: Any, manner: Manner = PLAIN) -> Cells:
    """The cells of a column of texts (None or NaN where missing), examined once for each distinct text."""
    import pandas as pd

    places, found = pd.factorize(np.asarray(texts, dtype=object), use_na_sentinel=True)
    check_texts(len(found))
    stripped = [str(item).strip() for item in found]
    present = _present(stripped, manner.missing)
    meant = _answers(set(present))
    levels = in_order({meant.get(level, level) for level in present})
    place_of = {level: place for place, level in enumerate(levels)}
    there = set(present)
    codes = [place_of[meant.get(item, item)] if item in there else -1 for item in stripped]
    coded = np.array([*codes, -1], dtype=np.int64)[places]
    said = understood(levels, manner) if levels else Understood(())
    if said is None:
        return Cells(None, coded, levels, dates=all(map(is_date, levels)))
    numbers = np.array([*said.values, math.nan], dtype=np.float64)[coded]
    return Cells(numbers, coded, levels, rounded=any(map(_too_long, levels)), said=said)


def understood(levels: Sequence[str], manner: Manner) -> Understood | None:
    """The numbers, dates or times that all texts of a column are; None when they are texts."""
    found = understood_numbers(levels, manner)
    return found if found is not None or not is_date(levels[0]) else understood_moments(levels, manner)


def _answers(texts: set[str]) -> dict[str, str]:
    """One way of writing each of the two answers, where a column of nothing else has several."""
    folded = {text.casefold() for text in texts} if len(texts) < 9 else set()
    several = 0 < len(folded) < len(texts) and any(folded <= pair for pair in TWO)
    return {text: text.casefold() for text in texts} if several else {}


def _present(texts: Sequence[str], missing: frozenset[str]) -> list[str]:
    """The texts that are values. Beside a plus sign a minus sign is one too, as in a class column of + and −."""
    missing = missing - {"-"} if "+" in texts else missing
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


def cells_of(column: pd.Series[Any], manner: Manner) -> Cells:
    """What a column of a frame holds, whatever its type."""
    import pandas as pd

    kind = getattr(column.dtype, "kind", "O")
    if isinstance(column.dtype, pd.CategoricalDtype):
        return _categories(column, manner)
    if kind in "iuf":
        return _without(_stored(column, kind), manner.missing)
    if isinstance(column.dtype, pd.StringDtype):
        return from_text(column, manner)
    if kind == "m":
        words = "holds lengths of time and is read as hours"
        return Cells(column.dt.total_seconds().to_numpy() / 3600, said=Understood((), "hours", words))
    if all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in column):
        long = any(isinstance(cell, int) and abs(int(cell)) > 2**53 for cell in column)
        return _without(Cells(np.array([_float(cell) for cell in column]), rounded=long), manner.missing)
    return _from_mixed(column, manner)


def _stored(column: pd.Series[Any], kind: str) -> Cells:
    """Numbers as the frame has them; a plain array is looked at without pandas, which takes its time for each."""
    if isinstance(column.dtype, np.dtype):
        values = column.to_numpy()
        long = kind != "f" and bool(((values > 2**53) | (values < -(2**53))).any())
        return Cells(np.asarray(values, dtype=np.float64), rounded=long)
    long = kind != "f" and bool(((column > 2**53) | (column < -(2**53))).any())
    return Cells(column.to_numpy(dtype=np.float64, na_value=np.nan), rounded=long)


def _from_mixed(column: pd.Series[Any], manner: Manner) -> Cells:
    """A column of texts and other values: how its texts are read is decided by the texts alone."""
    whole = from_text(column.map(cell_text).astype(object), manner)
    stored = np.array([isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in column])
    if not stored.any():
        return whole
    texts = from_text(column.where(~stored, None).map(cell_text).astype(object), manner)
    if texts.numbers is None or texts.said is None or texts.said.unit:
        return replace(whole, numbers=None, said=None)
    plain = np.array([_float(cell) if there else math.nan for cell, there in zip(column, stored, strict=True)])
    numbers = Cells(np.where(stored, plain, texts.numbers), whole.codes, whole.levels, said=texts.said)
    return _without(numbers, manner.missing)


def _without(cells: Cells, missing: frozenset[str]) -> Cells:
    """The numbers without those that the person says stand for a missing cell."""
    gone = [value for word in missing - MISSING if (value := number(word)) is not None]
    if not gone or cells.numbers is None:
        return cells
    return replace(cells, numbers=np.where(np.isin(cells.numbers, gone), np.nan, cells.numbers))


def _float(cell: float) -> float:
    try:
        return float(cell)
    except OverflowError:  # an integer beyond the largest float
        return math.inf if cell > 0 else -math.inf


def _categories(column: pd.Series[Any], manner: Manner) -> Cells:
    """A column of categories; if the file says that they are in order, in that order."""
    plain = from_text(column.astype(object).map(cell_text).astype(object), manner)
    order = [cell_text(level) for level in column.cat.categories if cell_text(level) in plain.levels]
    if not column.cat.ordered or len(order) != len(plain.levels):
        return plain
    place = np.array([*(order.index(level) for level in plain.levels), -1])
    codes = np.asarray(plain.codes)
    return Cells(None, place[codes], tuple(order), ordered=True)


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
    if isinstance(cell, datetime.timedelta):
        return str(cell)
    if hasattr(cell, "isoformat"):
        return str(cell.isoformat()).replace("T", " ").removesuffix(" 00:00:00")
    return str(cell)
