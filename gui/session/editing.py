"""The session, first floor: the table, what its preparation makes of it, and every edit, each of which can be undone.

One made in the picture of prepared data is taken back into the units of the table; the preparation is fitted anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from engine.base.errors import Refusal
from engine.base.snapshot import same
from engine.base.words import listed, quoted, short
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import Preparation, Prepared
from gui.session.commands import (
    AddRows,
    ChangeRows,
    DeleteRows,
    Edit,
    EditCommand,
    PreparationCommand,
    ReplaceData,
    ascending,
    titled,
)  # fmt: skip
from gui.session.numbers import letters, parsed

UNDO_LIMIT = 500


def new_points() -> Dataset:
    """An empty plane to click points into."""
    columns = (Column("x1"), Column("x2"))
    return Dataset(np.zeros((0, 2)), np.zeros(0), columns, class_names=("A", "B"), name="new points")


class EditableData(QObject):
    """A data set that is edited through an undo stack. `data_changed` follows every edit, undo and redo."""

    data_changed = Signal()
    selection_changed = Signal()
    pointed_changed = Signal()
    said = Signal(str)
    refused = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.data = self.table = new_points()
        """What the runs learn from, and the table it was made of: the same where nothing is prepared."""
        self.preparation = Preparation()
        self.prepared: Prepared | None = None
        """The preparation fitted to the training rows, while it has any step that is on."""
        self._last_fit: tuple[Dataset, Preparation, np.ndarray | None, Prepared] | None = None
        self.selection: tuple[int, ...] = ()
        self.pointed: int | None = None
        self.undo = QUndoStack(self)
        self.undo.setUndoLimit(UNDO_LIMIT)
        self._gestures = 0

    # -- points ----------------------------------------------------------------------------------------------------

    def new_gesture(self) -> int:
        """A number for a gesture: all edits made with it are one entry of the undo list."""
        self._gestures += 1
        return self._gestures

    def end_gesture(self) -> None:
        """The mouse was let go: what was held still during the gesture may follow now."""

    def add_points(self, X: np.ndarray, codes: np.ndarray | int, gesture: int = 0) -> None:
        """Add rows at positions X (m, d) of class `codes`; a categorical value goes to its nearest level."""
        rows = self._on_levels(np.atleast_2d(np.asarray(X, dtype=float)))
        if not np.isfinite(rows).all():
            return self.refused.emit("This point cannot be added", "Its position is not a finite number.")
        y = None
        if self.data.target == "class":
            y = np.full(len(rows), codes, dtype=np.int64)
        elif self.data.target == "real":
            y = np.full(len(rows), float(np.mean(self.data.y)) if self.data.n and self.data.y is not None else 0.0)
        if (raw := self._raw(rows)) is not None:
            self._do(AddRows(raw, y), gesture)

    def move_points(self, rows: Sequence[int], X: np.ndarray, gesture: int = 0) -> None:
        """Move rows to the positions X (m, d)."""
        places = np.asarray(rows, dtype=np.intp)
        after = self._on_levels(np.atleast_2d(np.asarray(X, dtype=float)))
        if len(places) and not np.array_equal(after, self.data.X[places]) and (raw := self._raw(after)) is not None:
            words = "move a point" if len(places) == 1 else f"move {len(places)} points"
            there = self._in_table(places)
            self._do(ChangeRows(words, "X", tuple(there.tolist()), self.table.X[there], raw), gesture)

    def delete_points(self, rows: Sequence[int], gesture: int = 0) -> None:
        """Delete rows; they can come back by undo."""
        if len(rows):
            self.select(())
            there = self._in_table(np.asarray(rows, dtype=np.intp))
            self._do(DeleteRows(self.table, tuple(there.tolist())), gesture)

    def relabel_points(self, rows: Sequence[int], code: int) -> None:
        """Give rows another class."""
        if self.data.target != "class" or self.data.y is None:
            return self.refused.emit("These points have no classes", "Choose a class column as the target first.")
        places = np.asarray(rows, dtype=np.intp)
        words, there = f"relabel {len(places)} as {self.data.class_words(code)}", self._in_table(places)
        self._do(ChangeRows(words, "y", tuple(there.tolist()), self.data.y[places], np.full(len(places), code)), 0)

    def add_class(self, name: str = "") -> None:
        """One more class to click points of."""
        taken = self.data.class_names or ("A",)
        if self.data.target == "real":
            return self.refused.emit("This target is a number", "Points of a class need a class column as the target.")
        fresh = next(letter for letter in letters() if letter not in taken)
        y = np.full(self.table.n, 0) if self.table.y is None else self.table.y
        names = (*taken, name or fresh)
        self.edit_table(lambda table: table.changed(y=y, class_names=names), f"add the class {names[-1]}")

    def set_cell(self, row: int, column: int, text: str) -> None:
        """Type a value into a cell; column d is the target. A wrong one is refused in words and changes nothing."""
        there = tuple(self._in_table(np.array([row])).tolist())
        try:
            if column == self.data.d:
                value = parsed_target(self.data, row, text)
                assert self.data.y is not None
                edit = ChangeRows("change a target", "y", there, self.data.y[[row]], np.array([value]))
            else:
                after = np.array(self.data.X[[row]])
                after[0, column] = parsed_cell(self.data, row, column, text)
                raw = after if self.prepared is None else self.prepared.back(after)
                edit = ChangeRows("change a cell", "X", there, self.table.X[list(there)], raw)
        except Refusal as refusal:
            return self.refused.emit("This value cannot be used", str(refusal))
        self._do(edit, 0)

    def replace_data(self, data: Dataset, words: str) -> None:
        """Any other edit: another data set in the place of this one. What was prepared is the table now."""
        if self.prepared is None:
            return self._replace_table(data, words)
        self.undo.beginMacro(titled(words))
        self.undo.push(PreparationCommand(words, self.preparation, Preparation(), self._take_preparation))
        self._replace_table(data, words)
        self.undo.endMacro()
        return None

    def edit_table(self, change: Callable[[Dataset], Dataset], words: str) -> None:
        """Another table in the place of this one; its preparation is fitted to it."""
        self._replace_table(change(self.table), words)

    def _replace_table(self, table: Dataset, words: str) -> None:
        edit = ReplaceData(words, self.table, table)
        self._do(edit, 0, self._put_elsewhere if edit.recast else None)

    # -- preparation -----------------------------------------------------------------------------------------------

    def prepare(self, preparation: Preparation, words: str) -> bool:
        """Prepare the table by these steps; whether it can be. It can be undone."""
        try:
            made = self._fitted(self.table, preparation)
        except Refusal as refusal:
            self.refused.emit("The table cannot be prepared like this", str(refusal))
            return False
        self.undo.push(PreparationCommand(words, self.preparation, preparation, self._take_preparation))
        for warning in made.warnings if made else ():
            self.said.emit(warning)
        return True

    def _take_preparation(self, preparation: Preparation) -> None:
        self.preparation, self.prepared = preparation, None
        self._put_elsewhere(self.table)

    def training(self, n: int | None = None) -> np.ndarray | None:
        """Which of the rows of the table, or of n, a preparation may learn from; None for all."""
        return None

    def _fitted(self, table: Dataset, preparation: Preparation) -> Prepared | None:
        """What a preparation makes of a table; None where no step of it is on."""
        if not preparation.is_on:
            return None
        train, known = self.training(table.n), self._last_fit
        if known is None or known[0] is not table or known[1] != preparation or not same(known[2], train):
            self._last_fit = known = table, preparation, train, preparation.fit(table, train)
        return known[3]

    def _made(self, table: Dataset) -> Dataset:
        """What the runs learn from. During a gesture the preparation stays as it was fitted."""
        if self.prepared is not None and self._holding() and self.prepared.given == table.columns:
            self.prepared = self.prepared.again(table)
        else:
            try:
                self.prepared = self._fitted(table, self.preparation)
            except Refusal as refusal:
                self.preparation, self.prepared = Preparation(), None
                self.refused.emit("The preparation does not fit the table any more, and is off", str(refusal))
        return table if self.prepared is None else self.prepared.data

    def _holding(self) -> bool:
        """Whether a gesture goes on, during which nothing may turn under the mouse."""
        return False

    def _in_table(self, rows: np.ndarray) -> np.ndarray:
        """Which rows of the table these rows of the data are."""
        return rows if self.prepared is None else self.prepared.rows[rows]

    def _raw(self, rows: np.ndarray) -> np.ndarray | None:
        """Rows (m, d) of the data in the units of the table; None, and why, where they cannot be."""
        if self.prepared is None:
            return rows
        try:
            return self.prepared.back(rows)
        except Refusal as refusal:
            self.refused.emit("These points cannot be moved", str(refusal))
            return None

    def select(self, rows: Sequence[int]) -> None:
        """Select rows by number."""
        places = np.asarray(rows, dtype=np.intp)
        there = places[(places >= 0) & (places < self.data.n)]
        chosen = tuple(ascending(self.data.n, there).tolist())
        if chosen != self.selection:
            self.selection = chosen
            self.selection_changed.emit()

    def point_at(self, row: int | None) -> None:
        """The row whose point is under the mouse, or none."""
        if row != self.pointed:
            self.pointed = row
            self.pointed_changed.emit()

    @property
    def looked_at(self) -> int | None:
        """The row that is pointed at, else the first one selected."""
        row = self.pointed if self.pointed is not None else next(iter(self.selection), None)
        return row if row is not None and row < self.data.n else None

    # -- how -------------------------------------------------------------------------------------------------------

    def _do(self, edit: Edit, gesture: int, put: Callable[[Dataset], None] | None = None) -> None:
        try:
            made = edit.forward(self.table)
            if not self._holding():
                self._fitted(made, self.preparation)
        except Refusal as refusal:
            return self.refused.emit("This edit cannot be made", str(refusal))
        self.undo.push(EditCommand(edit, gesture, made, lambda: self.table, put or self._put))

    def _put(self, table: Dataset) -> None:
        """Every edit ends here, done, undone or done again."""
        self.table = table
        self._show(self._made(table))

    def _show(self, data: Dataset) -> None:
        """Other data for the runs."""
        self.data = data
        self.select(self.selection)
        self.data_changed.emit()

    def _put_elsewhere(self, table: Dataset) -> None:
        """The same rows in other units: the points are elsewhere altogether."""
        self._put(table)

    def _on_levels(self, rows: np.ndarray) -> np.ndarray:
        for j, column in enumerate(self.data.columns):
            if column.levels:
                rows[:, j] = np.clip(np.round(rows[:, j]), 0, len(column.levels) - 1)
        return rows


def parsed_cell(data: Dataset, row: int, column: int, text: str) -> float:
    """The value a person typed into a cell: a number, the name of a level, or nothing for a missing cell."""
    words, feature = text.strip(), data.columns[column]
    if words in ("", "?"):
        return float("nan")
    if feature.levels:
        if words not in feature.levels:
            there = listed(feature.levels)
            raise Refusal(f"{short(feature.name)} has no level {quoted(words)}. Its levels are {there}.")
        return float(feature.levels.index(words))
    return _number(words, f"Row {short(data.row_name(row))}, column {short(feature.name)}")


def parsed_target(data: Dataset, row: int, text: str) -> float:
    """The target a person typed: the name of a class, or a number."""
    if data.target == "class":
        if text.strip() not in data.class_names:
            raise Refusal(f"There is no class {quoted(text.strip())}. The classes are {listed(data.class_names)}.")
        return data.class_names.index(text.strip())
    if data.target is None:
        raise Refusal("The table has no target column.")
    return _number(text.strip(), f"Row {short(data.row_name(row))}, column {short(data.target_name)}")


def _number(text: str, where: str) -> float:
    number = parsed(text)
    if number is None:
        raise Refusal(f"{where}: {quoted(text)} is not a number, or is too large for one.")
    return number
