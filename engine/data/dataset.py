"""A data set is immutable: an edit returns a new one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeVar, cast

import numpy as np

from engine.base.dates import DAYS, date_text
from engine.base.errors import Refusal
from engine.base.snapshot import fields_of, read_only, same, sealed
from engine.base.words import figure, short, spoken
from engine.data.labels import checked_target, coded
from engine.data.row_names import merged, picked
from engine.data.row_numbers import checked_numbers, numbers_of, numbers_with, others
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.row_keys import RowKeys

Kind = Literal["numeric", "date", "ordinal", "categorical", "text"]
NUMBERS: tuple[Kind, ...] = ("numeric", "date")
"""The kinds whose values are numbers: of a date the days since 1970-01-01, in UTC."""
TEXT: Kind = "text"
"""The kind whose levels are texts, one for each that occurs: what is learnt from is their words."""
T = TypeVar("T")

IN_ITS_UNIT = frozenset({"clipped"})
"""What may be done to a column that leaves its values in their unit."""
UNIT = re.compile(r" \([^()]*\)$")
IN_DAYS = f" ({DAYS})"
"""How the name of a column ends whose numbers are such days."""
CACHED = 3
"""How many of the things made of a data set it keeps: one for each of a few runs side by side."""
OF_CLASSES = ("class_sizes", "classes_present", "signs", "zero_one")
"""What is kept of the classes alone: a hand that moves points, many times a second, leaves it as it is."""


@dataclass(frozen=True)
class Column:
    """A feature: its name, kind of value, the levels of its codes 0, 1, ..., and what a preparation did to it.

    Of a column of texts the levels are the texts, each that occurs once.
    """

    CALLED = "column"

    name: str
    kind: Kind = "numeric"
    levels: tuple[str, ...] = ()
    done: tuple[str, ...] = ()

    @property
    def is_date(self) -> bool:
        """Whether its numbers are days since 1970-01-01, and told as dates."""
        return self.kind == "date"

    @property
    def is_text(self) -> bool:
        """Whether its cells are texts, of which the words are learnt from."""
        return self.kind == TEXT

    @property
    def title(self) -> str:  # "petal length, standardised": the unit goes with the scale
        return ", ".join([self.name if set(self.done) <= IN_ITS_UNIT else UNIT.sub("", self.name), *self.done])

    def text(self, value: float) -> str:
        """A cell as a person reads it.

        >>> Column("Wind", "categorical", ("Weak", "Strong")).text(1.0), Column("x").text(0.5)
        ('Strong', '0.5')
        """
        if np.isnan(value):
            return "?"
        if self.is_date:
            return date_text(value)
        return self.levels[int(value)] if self.levels else f"{value:.6g}"

    def figure(self, value: float, digits: int = 4) -> str:
        """A value of the column, which need not be a cell, as a sentence tells it: a date to the second.

        >>> Column("sold", "date").figure(19799.5), Column("x").figure(-0.32471)
        ('2024-03-17 12:00', '−0.3247')
        """
        return date_text(value, 0) if self.is_date else figure(value, digits)

    def told(self, value: float) -> float | str:
        """A value for a table or a live number, which write numbers themselves: a date in words."""
        return self.figure(value) if self.is_date else value


@dataclass(frozen=True, eq=False)
class Dataset:
    """A table of examples, one per row.

    X            (n, d) float64; NaN is a missing cell; a categorical, ordinal or text cell holds the code of its level
    y            (n,) class codes (int64, -1 for a row without a class), a real target (float64), or None
    columns      d of them;   row_names: n of them, or () for 1, 2, 3, ...;   rows_title: what a file calls them
    class_names  the names of the codes 0, 1, ...; a class may have no row
    image        (height, width) when a row is a picture, as in the digits
    held         (n,) which rows are for validation: for methods that choose by such rows; None where none is
    numbers      (n,) the keys of the rows, which outlive the deletion of others; None for 0, 1, ..., n − 1
    """

    CALLED = "table"

    X: np.ndarray
    y: np.ndarray | None = None
    columns: tuple[Column, ...] = ()
    row_names: Sequence[str] = ()
    class_names: tuple[str, ...] = ()
    target_name: str = "class"
    name: str = "points"
    image: tuple[int, int] | None = None
    rows_title: str = "name"
    held: np.ndarray | None = None
    numbers: np.ndarray | None = None

    def __post_init__(self) -> None:
        X = np.asarray(self.X, dtype=np.float64)
        if X.ndim != 2:
            raise Refusal(f"X must be a table with the shape (rows, features), and its shape is {X.shape}.")
        # in one order of memory: sums over another order differ in their last bits, and so would the steps of a run
        object.__setattr__(self, "X", read_only(np.ascontiguousarray(X)))
        object.__setattr__(self, "columns", self.columns or tuple(Column(f"x{j + 1}") for j in range(X.shape[1])))
        if len(self.columns) != self.d:
            raise Refusal(f"There are {len(self.columns)} feature names for {self.d} features.")
        if self.row_names and len(self.row_names) != self.n:
            raise Refusal(f"There are {len(self.row_names)} row names for {self.n} rows.")
        if self.y is not None:
            object.__setattr__(self, "y", checked_target(np.asarray(self.y), self.n, self.class_names))
        if self.held is not None:
            if (held := np.asarray(self.held, dtype=bool)).shape != (self.n,):
                raise Refusal(f"held has the shape {held.shape}: for {self.n} rows it must say which are held.")
            object.__setattr__(self, "held", read_only(held) if held.any() else None)
        if self.numbers is not None:
            object.__setattr__(self, "numbers", checked_numbers(np.asarray(self.numbers), self.n))

    @classmethod
    def from_arrays(
        cls, X: Any, y: Any = None, *, feature_names: Sequence[str] | None = None,
        class_names: Sequence[str] | None = None, name: str = "points",
    ) -> Dataset:  # fmt: skip
        """A data set from arrays: X (n, d); y class labels of any kind, real numbers, or None.

        With `class_names`, y holds class codes 0, 1, ... Without, text, booleans and whole numbers are labels (the
        classes are the sorted distinct ones), and other numbers are a real target.

        >>> Dataset.from_arrays([[0, 0], [1, 1]], ["no", "yes"]).class_names
        ('no', 'yes')
        """
        try:
            table = np.asarray(X, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise Refusal(f"X must hold numbers only: {short(error)}.") from error
        table = table[:, None] if table.ndim == 1 else table
        columns = tuple(Column(str(item)) for item in feature_names) if feature_names is not None else ()
        codes, names = (None, ()) if y is None else coded(np.asarray(y), class_names)
        return cls(table, codes, columns, class_names=names, name=name)

    # -- what is there -------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """The number of rows."""
        return int(self.X.shape[0])

    @property
    def d(self) -> int:
        """The number of features."""
        return int(self.X.shape[1])

    @property
    def row_keys(self) -> RowKeys:
        """The key of each row, by which it has its random numbers."""
        return range(self.n) if self.numbers is None else self.numbers

    def row_keys_of(self, rows: np.ndarray) -> RowKeys:
        """Those of some of the rows, each once."""
        own = checked_numbers(numbers_of(self.numbers, rows), len(rows))
        return range(len(rows)) if own is None else own

    @property
    def target(self) -> Literal["class", "real"] | None:
        """What kind of target there is."""
        return None if self.y is None else "class" if self.class_names else "real"

    @property
    def target_column(self) -> Column:
        """What is predicted, as a column: one of dates, where it is of days since 1970-01-01, as its name says then."""
        if self.target == "real" and self.target_name.endswith(IN_DAYS):
            return Column(self.target_name.removesuffix(IN_DAYS), "date")
        return Column(self.target_name)

    @property
    def feature_names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def row_name(self, row: int) -> str:
        """The name of a row, or its number counted from 1."""
        return self.row_names[row] if self.row_names else str(row + 1)

    def class_name(self, code: int) -> str:
        """The class as it is told and drawn: a name such as "0", which would be read as a number, is "class 0"."""
        return self.class_titles[code] if 0 <= code < len(self.class_names) else "no class"

    @cached_property
    def class_titles(self) -> tuple[str, ...]:
        """The names of all classes as they are told and drawn (`class_name`); files and edits have `class_names`."""
        return tuple(map(spoken, self.class_names))

    @property
    def codes(self) -> np.ndarray:
        """(n,) class codes; refuses data without classes."""
        if self.y is None or self.target != "class":
            raise Refusal("The data has no classes: choose a class column as the target.")
        return self.y

    @cached_property
    def class_sizes(self) -> tuple[int, ...]:
        """How many rows have no class, and how many each of the classes. Every panel asks, so they are kept."""
        return tuple(np.bincount(self.codes + 1, minlength=len(self.class_names) + 1).tolist())

    @cached_property
    def classes_present(self) -> tuple[int, ...]:
        """The class codes that occur, ascending."""
        return tuple(np.flatnonzero(self.class_sizes[1:]).tolist()) if self.target == "class" else ()

    @cached_property
    def signs(self) -> np.ndarray:
        """(n,) −1 for the lower of the two classes that occur, +1 for the higher. Every step asks, so they are kept."""
        _, high = self.classes_present
        return sealed(np.where(self.codes == high, 1.0, -1.0))

    @cached_property
    def zero_one(self) -> np.ndarray:
        """(n,) 0 for the lower of the two classes that occur, 1 for the higher."""
        return sealed((self.signs + 1.0) / 2.0)

    @cached_property
    def design(self) -> np.ndarray:
        """Φ (n, d + 1), the rows with a leading 1, whose weight is the bias. Every step asks, so it is kept."""
        return sealed(with_ones(self.X))

    @cached_property
    def extremes(self) -> tuple[float, float]:
        """The least and the greatest cell, and 0; NaN if a cell is missing. Every method asks, so they are kept."""
        return float(self.X.min(initial=0.0)), float(self.X.max(initial=0.0))

    @cached_property
    def missing_cells(self) -> np.ndarray:
        """(m, 2) row and column of every missing cell."""
        return read_only(np.argwhere(np.isnan(self.X)))

    @property
    def missing_count(self) -> int:
        return len(self.missing_cells) if np.isnan(self.extremes).any() else 0

    def cached(self, key: Any, make: Callable[[], T]) -> T:
        """The result of `make`, cached under the key as long as the data set lives; only the latest few are.

        Threads may ask at the same time: the cache is replaced as a whole, so at worst a result is computed twice.
        """
        row: tuple[tuple[Any, Any], ...] = getattr(self, "_cache", ())
        for known, made in row:
            if known is key or (type(known) is type(key) and known == key):
                return cast(T, made)
        new = make()
        object.__setattr__(self, "_cache", ((key, new), *row[: CACHED - 1]))
        return new

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: what was found out or made on the way is no part of a copy or a pickle."""
        return dict(fields_of(self))

    def __eq__(self, other: object) -> bool:
        return same(self, other)

    __hash__ = None  # type: ignore[assignment]

    # -- edits, each a new data set --------------------------------------------------------------------------------

    def changed(self, **fields: Any) -> Dataset:
        return replace(self, **fields)

    def with_rows(
        self, X: Any, y: Any = None, at: Sequence[int] | np.ndarray | None = None, names: Sequence[str] = (),
        row_keys: RowKeys | None = None,
    ) -> Dataset:  # fmt: skip
        """With more rows: appended, or so that they stand at the places `at` of the new table.

        `y` are class codes or real targets; left out, a row has no class or the mean target. In a table whose rows
        have names a row without one is called new. Rows that come back have their row_keys; else they get new ones.
        """
        rows = np.atleast_2d(np.asarray(X, dtype=np.float64))
        if rows.shape[1] != self.d:
            raise Refusal(f"A new row needs {self.d} values, and there are {rows.shape[1]}.")
        where = np.arange(self.n, self.n + len(rows)) if at is None else np.asarray(at, dtype=np.intp)
        old = slice(self.n) if at is None else others(self.n + len(rows), where)
        table = np.empty((self.n + len(rows), self.d))
        table[where], table[old] = rows, self.X
        target = None
        if self.y is not None:
            fill = -1 if self.target == "class" else (np.mean(self.y) if self.n else 0.0)
            given = np.asarray(fill if y is None else y)
            target = np.empty(len(table), dtype=np.result_type(self.y, given))  # as given: what is no code is refused
            target[old], target[where] = self.y, given
        held = None
        if self.held is not None:
            held = np.zeros(len(table), dtype=bool)
            held[old] = self.held
        put = merged(self.row_names, self.n, names, where, old)
        numbers = numbers_with(self.numbers, self.n, row_keys, where, old)
        return self.changed(X=sealed(table), y=target, row_names=put, held=held, numbers=numbers)

    def without_rows(self, rows: Sequence[int] | np.ndarray) -> Dataset:
        """Without these rows."""
        return self.subset(others(self.n, np.asarray(rows, dtype=np.intp)))

    def subset(self, rows: Any) -> Dataset:
        """These rows only, in this order (row numbers or a mask)."""
        index = np.arange(self.n)[np.asarray(rows)] if len(rows) and self.n else np.zeros(0, dtype=np.intp)
        names, numbers = picked(self.row_names, index), numbers_of(self.numbers, index)
        y, held = (None if of is None else of[index] for of in (self.y, self.held))
        return self.changed(X=sealed(self.X[index]), y=y, row_names=names, held=held, numbers=numbers)

    def with_values(self, rows: Sequence[int] | np.ndarray, X: Any) -> Dataset:
        """With these rows moved to the positions X (m, d)."""
        table = np.array(self.X)
        table[np.asarray(rows, dtype=np.intp)] = X
        moved = self.changed(X=sealed(table))
        vars(moved).update({name: value for name, value in vars(self).items() if name in OF_CLASSES})
        return moved

    def with_targets(self, rows: Sequence[int] | np.ndarray, y: Any) -> Dataset:
        """With other targets for these rows."""
        if self.y is None:
            raise Refusal("The data has no target to change.")
        given = np.asarray(y)
        target = np.array(self.y, dtype=np.result_type(self.y, given))
        target[np.asarray(rows, dtype=np.intp)] = given
        return self.changed(y=sealed(target))

    def select(self, features: Sequence[int]) -> Dataset:
        """These features only, in this order."""
        columns = tuple(self.columns[j] for j in features)
        return self.changed(X=self.X[:, list(features)], columns=columns, image=None)
