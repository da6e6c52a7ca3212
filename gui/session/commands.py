"""Undoable edits of the data. Each knows how to make a data set and how to take it back, by the difference alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.row_numbers import others
from engine.data.split import Split
from gui.session.splitting import SplitCommand


def ascending(n: int, rows: Sequence[int] | np.ndarray) -> np.ndarray:
    """Each of these rows of n once, in order; there may be a million."""
    among = np.zeros(n, dtype=bool)
    among[np.asarray(rows, dtype=np.intp)] = True
    return np.flatnonzero(among)


MOST = 0.5
"""If a larger share of the rows moves at once, the view is refitted."""


class Edit(Protocol):
    """One change of a data set, both ways."""

    words: str

    def forward(self, data: Dataset) -> Dataset: ...
    def back(self, data: Dataset) -> Dataset: ...


class AddRows:
    """Rows at the end of the table."""

    def __init__(self, X: np.ndarray, y: np.ndarray | None) -> None:
        self.X, self.y = np.atleast_2d(X), y
        self.words = "add a point" if len(self.X) == 1 else f"add {len(self.X)} points"

    def forward(self, data: Dataset) -> Dataset:
        return data.with_rows(self.X, self.y)

    def back(self, data: Dataset) -> Dataset:
        return data.without_rows(range(data.n - len(self.X), data.n))

    def joined(self, later: Edit) -> bool:
        """Take in rows that were added later in the same gesture."""
        if not isinstance(later, AddRows):
            return False
        self.X = np.vstack([self.X, later.X])
        self.y = None if self.y is None or later.y is None else np.append(self.y, later.y)
        self.words = f"add {len(self.X)} points"
        return True


class DeleteRows:
    """Rows taken out, kept with their names and targets so that they can come back to their places."""

    def __init__(self, data: Dataset, rows: np.ndarray) -> None:
        self.rows, self.of = ascending(data.n, rows), data.n
        self.removed = data.subset(self.rows)
        self.words = self._worded()

    def _worded(self) -> str:
        return "delete a point" if len(self.rows) == 1 else f"delete {len(self.rows)} points"

    def forward(self, data: Dataset) -> Dataset:
        return data.without_rows(self.rows)

    def back(self, data: Dataset) -> Dataset:
        gone = self.removed
        return data.with_rows(gone.X, gone.y, self.rows, gone.row_names, gone.row_keys)

    def joined(self, later: Edit) -> bool:
        """Take in rows that were deleted later in the same gesture, at the places they had before it."""
        if not isinstance(later, DeleteRows) or later.of != self.of - len(self.rows):
            return False
        more, gone = others(self.of, self.rows)[later.rows], later.removed
        self.rows = ascending(self.of, np.append(self.rows, more))
        at = np.searchsorted(self.rows, more)
        self.removed = self.removed.with_rows(gone.X, gone.y, at, gone.row_names, gone.row_keys)
        self.words = self._worded()
        return True


class ChangeRows:
    """Other values ("X") or targets ("y") for some rows, or both, the targets in the last column."""

    def __init__(self, words: str, field: str, rows: np.ndarray, before: np.ndarray, after: np.ndarray) -> None:
        self.words, self.field, self.rows, self.before, self.after = words, field, rows, before, after

    def forward(self, data: Dataset) -> Dataset:
        return self._put(data, self.after)

    def back(self, data: Dataset) -> Dataset:
        return self._put(data, self.before)

    def _put(self, data: Dataset, values: np.ndarray) -> Dataset:
        if self.field == "both":
            return data.with_values(self.rows, values[:, :-1]).with_targets(self.rows, values[:, -1])
        return data.with_values(self.rows, values) if self.field == "X" else data.with_targets(self.rows, values)

    def joined(self, later: Edit) -> bool:
        """Take in where the same rows went later in the same gesture."""
        if not isinstance(later, ChangeRows) or later.field != self.field:
            return False
        if not np.array_equal(later.rows, self.rows):
            return False
        self.after = later.after
        return True

    @property
    def idle(self) -> bool:
        """Whether all is as it was: what went there and back."""
        return np.array_equal(self.before, self.after, equal_nan=True)


class ReplaceData:
    """Any other change: another data set in the place of this one.

    recast   whether most rows have other values now, as after standardising: the points are elsewhere altogether
    """

    def __init__(self, words: str, before: Dataset, after: Dataset) -> None:
        self.words, self.before, self.after = words, before, after
        alike = before.columns == after.columns and before.X.shape == after.X.shape
        self.recast = alike and _share_moved(before.X, after.X) > MOST

    def forward(self, data: Dataset) -> Dataset:
        return self.after

    def back(self, data: Dataset) -> Dataset:
        return self.before


def _share_moved(before: np.ndarray, after: np.ndarray) -> float:
    """The share of rows with another value in a cell that was there before and is there now."""
    other = (before != after) & ~np.isnan(before) & ~np.isnan(after)
    return float(other.any(axis=1).mean()) if len(before) else 0.0


Stage = tuple[Preparation, Dataset | None]


class Coming(Protocol):
    """An entry of the undo list that says what it leads to, when it is done again (forward) or taken back."""

    def table(self, forward: bool) -> Dataset: ...
    def preparation(self, forward: bool) -> Preparation | None:
        """None where it stays as it is."""
        ...

    def split(self, forward: bool) -> Split | None:
        """None where it stays as it is."""
        ...


class History(QUndoStack):
    """The undo list; it goes back and on only when that has been looked into.

    ask   is given the entry, whether it is done again or taken back, and what does that in the end
    """

    def __init__(self, parent: QObject, ask: Callable[[Coming | None, bool, Callable[[], None]], None]) -> None:
        super().__init__(parent)
        self._ask = ask

    def undo(self) -> None:
        """Take the last edit back."""
        self._ask(self._entry(self.index() - 1), False, super().undo)

    def redo(self) -> None:
        """Do the edit again that was taken back."""
        self._ask(self._entry(self.index()), True, super().redo)

    def push(self, command: QUndoCommand) -> None:
        """Add an entry; where it takes the place of the saved state, and the data are as saved, that is here now."""
        if self.cleanIndex() > self.index() and not self.has_edits:
            self.setClean()
        super().push(command)

    @property
    def has_edits(self) -> bool:
        """Whether any edit of the table or its preparation was made or taken back since it was saved."""
        saved = self.cleanIndex()
        between = range(min(saved, self.index()), max(saved, self.index()))
        return saved < 0 or any(isinstance(self.command(place), EditCommand | PreparationCommand) for place in between)

    def _entry(self, place: int) -> Coming | None:
        entry = self.command(place) if 0 <= place < self.count() else None
        return entry if isinstance(entry, EditCommand | PreparationCommand | SplitCommand) else None


class PreparationCommand(QUndoCommand):
    """Other steps of preparation, for the same table or for another one in its place.

    before, after   the preparation, and the table if that becomes another too
    """

    def __init__(
        self, words: str, before: Stage, after: Stage, current: Callable[[], Dataset],
        take: Callable[[Dataset, Preparation], None],
    ) -> None:  # fmt: skip
        super().__init__(titled(words))
        self._stages, self._current, self._take = (before, after), current, take

    def redo(self) -> None:
        self._take(self.table(True), self.preparation(True))

    def undo(self) -> None:
        self._take(self.table(False), self.preparation(False))

    def table(self, forward: bool) -> Dataset:
        there = self._stages[forward][1]
        return self._current() if there is None else there

    def preparation(self, forward: bool) -> Preparation:
        return self._stages[forward][0]

    def split(self, forward: bool) -> None:
        """It stays as it is."""


def titled(words: str) -> str:
    """Words as an entry of the undo list: with a capital."""
    return words[:1].upper() + words[1:]


class EditCommand(QUndoCommand):
    """An edit on the undo stack; edits of one gesture, such as the moves of a drag, become one entry.

    A gesture that ends where it began leaves none.

    made  what it makes of the data when it is pushed: computed before, for one that fails may not come on the stack
    """

    def __init__(
        self, edit: Edit, gesture: int, made: Dataset, current: Callable[[], Dataset], put: Callable[[Dataset], None]
    ) -> None:
        super().__init__(titled(edit.words))
        self.edit, self.gesture = edit, gesture
        self._made: Dataset | None = made
        self._current, self._put = current, put

    def redo(self) -> None:
        self._go(True)

    def undo(self) -> None:
        self._go(False)

    def table(self, forward: bool) -> Dataset:
        """What the edit makes of the table, or what was there before; made once, for it is looked into before."""
        if self._made is None:
            self._made = (self.edit.forward if forward else self.edit.back)(self._current())
        return self._made

    def preparation(self, forward: bool) -> None:
        """It stays as it is."""

    def split(self, forward: bool) -> None:
        """It stays as it is."""

    def _go(self, forward: bool) -> None:
        """Apply the result; a command that raises leaves the stack, or a dead entry would remain on it."""
        self.setObsolete(True)
        made, self._made = self.table(forward), None
        self._put(made)
        self.setObsolete(False)

    def id(self) -> int:
        return 1 if self.gesture else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, EditCommand) or other.gesture != self.gesture:
            return False
        joined = getattr(self.edit, "joined", None)
        if joined is None or not joined(other.edit):
            return False
        self._made = None
        self.setText(titled(self.edit.words))
        self.setObsolete(isinstance(self.edit, ChangeRows) and self.edit.idle)
        return True
