"""A preparation is a list of steps, fitted to the training rows only and applied to any rows of the same columns.

preparation = Preparation((Entry(Fill()), Entry(OneHot()), Entry(Standardise())))
prepared = preparation.fit(data, train)
prepared.data, prepared.rows         # the table prepared, and which rows of the old one are left
prepared.apply(other)                # another table by the names of its columns, with what the first one gave
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.base.params import build, specs
from engine.base.snapshot import no_indices, sealed, snapshot
from engine.base.words import listed, quoted
from engine.data.dataset import NUMBERS, Column, Dataset, Kind
from engine.data.preparing import parts, steps
from engine.data.preparing.derived import Derived
from engine.data.preparing.step import Choosing, Learnt, Leaving, Reversible, Step, found

MOST_STEPS = 60
"""A preparation of more steps was not made by a person."""


@dataclass(frozen=True)
class Entry:
    """A step of a preparation, the columns it is for by their names (none for all that it suits), and if it is on."""

    step: Step
    columns: tuple[str, ...] = ()
    on: bool = True

    def places(self, data: Dataset) -> list[int]:
        """Where its columns stand; a column of a kind that the step does not suit is refused by name."""
        suits = self.step.SUITS
        if not self.columns:
            step, whole = self.step, [place for place, column in enumerate(data.columns) if column.kind in suits]
            return [place for place in whole if step.takes(data, place)] if isinstance(step, Choosing) else whole
        places = found(data, self.columns)
        for place in places:
            if data.columns[place].kind not in suits:
                kinds, name = " or ".join(suits), data.columns[place].name
                raise Refusal(f"{self.step.NAME}: column {name} is {data.columns[place].kind}, and it must be {kinds}.")
        return places

    def fit(self, data: Dataset) -> Learnt | None:
        """What the step learns from these rows; None where the table has nothing for it."""
        places = self.places(data)
        return self.step.fit(data, places) if places else None


@dataclass(frozen=True)
class Preparation:
    """Steps in their order.

    >>> import engine
    >>> from engine.data.preparing.scaling import Standardise
    >>> prepared = Preparation((Entry(Standardise()),)).fit(engine.load("iris"))
    >>> prepared.data.columns[0].title
    'sepal length, standardised'
    """

    entries: tuple[Entry, ...] = ()

    def fit(
        self, data: Dataset, train: np.ndarray | None = None, begun: Callable[[int], None] = lambda place: None
    ) -> Prepared:
        """Every row of `data` prepared with what the rows `train` gave, all if left out.   (DP15)

        begun   is told which step begins, and may raise what ends it all
        """
        learning = np.ones(data.n, dtype=bool) if train is None else np.isin(np.arange(data.n), train)
        now, rows, done = data, np.arange(data.n), []
        places: list[int] = []
        for place, entry in enumerate(self.entries):
            begun(place)
            fitted = entry.fit(now if learning.all() else now.subset(learning[rows])) if entry.on else None
            if fitted is not None:
                now, rows = _taken(fitted, now, rows)
                done.append(fitted)
                places.append(place)
        return Prepared(data.columns, tuple(done), now, rows, tuple(places))

    @property
    def is_on(self) -> bool:
        """Whether any step is done at all."""
        return any(entry.on for entry in self.entries)

    # -- edits, each a new preparation ---------------------------------------------------------------------------------

    def with_step(self, step: Step, columns: Sequence[str] = ()) -> Preparation:
        """With a step more, at the end."""
        return Preparation((*self.entries, Entry(step, tuple(columns))))

    def without(self, place: int) -> Preparation:
        """Without the step at this place."""
        return Preparation((*self.entries[:place], *self.entries[place + 1 :]))

    def moved(self, place: int, to: int) -> Preparation:
        """With the step at one place moved to another."""
        entries = list(self.entries)
        entries.insert(to, entries.pop(place))
        return Preparation(tuple(entries))

    def changed(self, place: int, **fields: Any) -> Preparation:
        """With another step, other columns, or a step switched on or off at this place."""
        entries = list(self.entries)
        entries[place] = replace(entries[place], **fields)
        return Preparation(tuple(entries))

    # -- as JSON -------------------------------------------------------------------------------------------------------

    def to_json(self) -> list[dict[str, Any]]:
        """The steps as plain JSON values."""
        return [
            {
                "step": type(entry.step).__name__,
                "params": {name: encoded(getattr(entry.step, name)) for name in specs(type(entry.step))},
                "columns": list(entry.columns),
                "on": entry.on,
            }
            for entry in self.entries
        ]

    @classmethod
    def from_json(cls, content: Any) -> Preparation:
        """The preparation again; what is damaged or unknown is refused with the reason."""
        if not isinstance(content, list) or len(content) > MOST_STEPS:
            raise Refusal("The file has something else where the steps of a preparation belong.")
        return cls(tuple(_entry(item) for item in content))


@snapshot
class Prepared:
    """A preparation fitted: what each step learnt, and the table it was fitted to, prepared.

    given   the columns that the table had;   rows (m,) which of its rows are left, ascending
    places  which entry of the preparation each of the learnt was made by
    """

    given: tuple[Column, ...]
    learnt: tuple[Learnt, ...]
    data: Dataset
    rows: np.ndarray = field(default_factory=no_indices)
    places: tuple[int, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know of it, step by step."""
        return tuple(warning for one in self.learnt for warning in one.warnings)

    def warnings_to(self, place: int) -> tuple[str, ...]:
        """What to know of it up to the entry at this place: what comes after has not been done yet there."""
        made = zip(self.places, self.learnt, strict=True)
        return tuple(warning for at, one in made if at <= place for warning in one.warnings)

    def apply(self, data: Dataset) -> Dataset:
        """Another table prepared with what the first one gave; its columns are found by name."""
        return applied(data, self.given, self.learnt)[0]

    def again(self, data: Dataset, before: Dataset) -> Prepared:
        """The table with other rows or values, prepared with what it gave before.

        before   the table that this was made of: of a million rows those alone are prepared that are not as they were
        """
        if data.columns != before.columns or data.n < before.n or any(isinstance(one, Leaving) for one in self.learnt):
            made, rows = applied(data, self.given, self.learnt)
            return replace(self, data=made, rows=rows)
        rows = _other_rows(before.X, data.X)
        made = applied(data.subset(rows), self.given, self.learnt)[0] if len(rows) else self.data
        X = np.empty((data.n, made.d))
        X[: before.n], X[rows] = self.data.X, made.X[: len(rows)]
        made = made.changed(X=sealed(X), y=data.y, row_names=data.row_names, numbers=data.numbers)
        return replace(self, data=made, rows=np.arange(data.n))

    @cached_property
    def derived(self) -> Derived | None:
        """Which features of the prepared table follow from others of it; None where none does."""
        return Derived.of(self.given, self.learnt)

    def back(self, X: np.ndarray) -> np.ndarray:
        """(m, d) prepared rows X in the units of the table; refused where a step cannot be taken back."""
        data = self.data.changed(X=X, y=None, class_names=(), row_names=(), numbers=None)
        for one in reversed(self.learnt):
            if not isinstance(one, Reversible):
                raise Refusal(
                    "A step of the preparation cannot be taken back, so no point can be moved or added in its picture: "
                    "switch the step off first, or make what it made the table."
                )
            data = one.back(data)
        return data.X

    def forth(self, X: np.ndarray) -> np.ndarray:
        """(m, d) rows X in the units of the table as they are prepared."""
        return self.apply(Dataset(X, columns=self.given)).X


def prepared(data: Dataset, *wanted: str | Step | Entry, train: np.ndarray | None = None) -> Prepared:
    """A table prepared by these steps, each a step, an entry, or the name of a step with its defaults.

    >>> import engine
    >>> prepared(engine.load("iris"), "Fill", "Standardise").data.columns[3].title
    'petal width, standardised'
    """
    return Preparation(tuple(map(_as_entry, wanted))).fit(data, train)


def _as_entry(wanted: str | Step | Entry) -> Entry:
    if isinstance(wanted, Entry):
        return wanted
    if not isinstance(wanted, str):
        return Entry(wanted)
    if wanted not in steps():
        raise Refusal(f"There is no step {quoted(wanted)}; the steps are {listed(steps(), 30)}.")
    return Entry(steps()[wanted]())


def applied(data: Dataset, given: tuple[Column, ...], learnt: Sequence[Learnt]) -> tuple[Dataset, np.ndarray]:
    """A table prepared by steps that were fitted to a table of the columns `given`, and which of its rows are left."""
    now, rows = fitting(data, given), np.arange(data.n)
    for one in learnt:
        now, rows = _taken(one, now, rows)
    return now, rows


def fitting(data: Dataset, given: Sequence[Column]) -> Dataset:
    """The columns `given` of a table, found by name and in their order; a level that is not known becomes a gap.

    Texts stay as they are: no other table has the same.

    A table that lacks one of them, or has another kind of column there, is refused with the difference.
    """
    if data.columns == tuple(given):  # as during a drag, sixty times a second: nothing is to be looked for or copied
        return data
    there = {column.name: place for place, column in enumerate(data.columns)}
    if missing := [column.name for column in given if column.name not in there]:
        raise Refusal(f"The table lacks {listed(missing)}; its columns are {listed(data.feature_names)}.")
    places = [there[column.name] for column in given]
    X = np.array(data.X[:, places])
    told = list(given)
    for j, (place, column) in enumerate(zip(places, given, strict=True)):
        if column.is_text and data.columns[place].levels:
            told[j] = replace(column, levels=data.columns[place].levels)
        X[:, j] = _recoded(X[:, j], data.columns[place], told[j])
    return data.changed(X=X, columns=tuple(told), image=None)


def _recoded(values: np.ndarray, theirs: Column, ours: Column) -> np.ndarray:
    """The cells of a column with the codes of ours."""
    if _measured(theirs) != _measured(ours):
        raise Refusal(f"Column {ours.name} is {theirs.kind} in the table, and it was {ours.kind}: choose its kind.")
    if theirs.levels == ours.levels:
        return values
    code = {level: float(number) for number, level in enumerate(ours.levels)}
    table = np.array([*(code.get(level, np.nan) for level in theirs.levels), np.nan])
    return table[np.where(np.isnan(values), len(theirs.levels), values).astype(np.intp)]


def _measured(column: Column) -> Kind | None:
    """Whether its cells are numbers or dates; None where they are levels, which are found by name."""
    return column.kind if column.kind in NUMBERS else None


def _other_rows(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    """The rows that differ, and those that were added at the end."""
    differ = np.unique(np.flatnonzero(before != now[: len(before)]) // max(now.shape[1], 1))
    return np.append(differ, np.arange(len(before), len(now)))


def _taken(learnt: Learnt, data: Dataset, rows: np.ndarray) -> tuple[Dataset, np.ndarray]:
    """The table after one more step, and which of the first rows are left, of those that were left before it."""
    return learnt.apply(data), rows[learnt.stays(data)] if isinstance(learnt, Leaving) else rows


def _entry(item: Any) -> Entry:
    if not isinstance(item, Mapping) or not isinstance(name := item.get("step"), str):
        raise Refusal("A step of the preparation in the file is damaged.")
    if name not in steps():
        raise Refusal("The file prepares by a step that this version does not know.")
    columns, on, params = item.get("columns", []), item.get("on", True), item.get("params", {})
    if not isinstance(columns, list) or not all(isinstance(one, str) for one in columns):
        raise Refusal(f"The columns of the step {steps()[name].NAME} in the file are damaged.")
    if not isinstance(on, bool) or not isinstance(params, Mapping):
        raise Refusal(f"The step {steps()[name].NAME} in the file is damaged.")
    return Entry(build(steps()[name], {key: decoded(value, {}) for key, value in params.items()}), tuple(columns), on)


def known() -> dict[str, type]:
    """Every record that a fitted preparation is made of, by its name."""
    return {**parts(), "Column": Column}
