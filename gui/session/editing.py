"""The session, first floor: every edit of the table and the points of it, each of which can be undone.

One made in the picture of prepared data is taken back into the units of the table; the preparation is fitted anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QObject

from engine.base.errors import Refusal
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.texts import with_text
from gui.session.commands import AddRows, ChangeRows, DeleteRows, Edit, EditCommand, ReplaceData
from gui.session.fitting import Fit
from gui.session.numbers import letters
from gui.session.prepared_table import BEING_PREPARED, PreparedTable
from gui.session.selection import Selection
from gui.session.typed import is_new_text, parsed_cell, parsed_target


class EditableData(PreparedTable):
    """A data set that is edited through an undo stack, and which of its points are selected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.selection = Selection(self, self)
        """Which of the rows are selected, pointed at or lit."""
        self._gestures = 0

    # -- points ----------------------------------------------------------------------------------------------------

    def new_gesture(self) -> int:
        """A number for a gesture: all edits made with it are one entry of the undo list."""
        self._gestures += 1
        return self._gestures

    def end_gesture(self) -> None:
        """The mouse was let go: what was held still during the gesture may follow now."""

    def add_points(
        self, X: np.ndarray, codes: np.ndarray | int, gesture: int = 0, targets: np.ndarray | None = None
    ) -> None:
        """Add rows at positions X (m, d) of class `codes`; a categorical value goes to its nearest level.

        targets  (m,) those of rows whose target is a number; without, they get the mean
        """
        rows = self._on_levels(np.atleast_2d(np.asarray(X, dtype=float)))
        if not np.isfinite(rows).all() or not (targets is None or np.isfinite(targets).all()):
            return self.refused.emit("This point cannot be added", "Its position is not a finite number.")
        y = None
        if self.data.target == "class":
            y = np.full(len(rows), codes, dtype=np.int64)
        elif self.data.target == "real":
            mean = float(np.mean(self.data.y)) if self.data.n and self.data.y is not None else 0.0
            y = np.full(len(rows), mean) if targets is None else np.array(targets, dtype=float)
        if (raw := self._raw(rows)) is not None:
            self._do(AddRows(raw, y), gesture)

    def move_points(
        self, rows: Sequence[int], X: np.ndarray, gesture: int = 0, targets: np.ndarray | None = None
    ) -> None:
        """Move rows to the positions X (m, d), and where the target goes up to the targets (m,)."""
        places = np.asarray(rows, dtype=np.intp)
        after = self._on_levels(np.atleast_2d(np.asarray(X, dtype=float)))
        if self._other_texts(places, after):
            words = "Along a text another place would be another text: type it into the Points table instead."
            return self.refused.emit("These points cannot be moved", words)
        if targets is not None:
            return self._move_with_targets(places, after, np.asarray(targets, dtype=float), gesture)
        if len(places) and not np.array_equal(after, self.data.X[places]) and (raw := self._raw(after)) is not None:
            there = self._in_table(places)
            self._do(ChangeRows(_moving(places), "X", there, self.table.X[there], raw), gesture)
        return None

    def _other_texts(self, places: np.ndarray, X: np.ndarray) -> bool:
        """Whether some of these rows would have another text at positions X (m, d)."""
        texts = [j for j, column in enumerate(self.data.columns) if column.is_text]
        return bool(texts) and not np.array_equal(X[:, texts], self.data.X[places][:, texts], equal_nan=True)

    def _move_with_targets(self, places: np.ndarray, X: np.ndarray, targets: np.ndarray, gesture: int) -> None:
        """Other features and other targets of rows, as one edit; what stays where it was is not computed anew."""
        y, before = self.data.y, self.data.X[places]
        if y is None or not len(places) or not np.isfinite(targets).all():
            return None
        stays = np.array_equal(X, before, equal_nan=True)
        if stays and np.array_equal(targets, y[places]):
            return None
        there = self._in_table(places)
        raw = self.table.X[there] if stays else self._raw(X)
        if raw is not None:
            now, then = (np.column_stack(pair) for pair in ((self.table.X[there], y[places]), (raw, targets)))
            self._do(ChangeRows(_moving(places), "both", there, now, then), gesture)
        return None

    def delete_points(self, rows: Sequence[int] | np.ndarray, gesture: int = 0) -> None:
        """Delete rows; they can come back by undo."""
        if len(rows):
            there = self._in_table(np.asarray(rows, dtype=np.intp))
            self._do(DeleteRows(self.table, there), gesture)

    def relabel_points(self, rows: Sequence[int], code: int) -> None:
        """Give rows another class."""
        if self.data.target != "class" or self.data.y is None:
            return self.refused.emit("These points have no classes", "Choose a class column as the target first.")
        places = np.asarray(rows, dtype=np.intp)
        words, there = f"relabel {len(places)} as {self.data.class_name(code)}", self._in_table(places)
        self._do(ChangeRows(words, "y", there, self.data.y[places], np.full(len(places), code)), 0)

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
        there = self._in_table(np.array([row]))
        if self.prepared is None and is_new_text(self.table, column, text):
            return self.edit_table(lambda table: with_text(table, int(there[0]), column, text.strip()), "change a text")
        try:
            if column == self.data.d:
                value = parsed_target(self.data, row, text)
                assert self.data.y is not None
                edit = ChangeRows("change a target", "y", there, self.data.y[[row]], np.array([value]))
            else:
                if self.derived is not None and column in self.derived.features:
                    raise Refusal(f"{self.data.columns[column].name} is computed from other columns: change those.")
                after = np.array(self.data.X[[row]])
                after[0, column] = parsed_cell(self.data, row, column, text)
                raw = after if self.prepared is None else self.prepared.back(after)
                edit = ChangeRows("change a cell", "X", there, self.table.X[there], raw)
        except Refusal as refusal:
            return self.refused.emit("This value cannot be used", str(refusal))
        self._do(edit, 0)

    def replace_data(self, data: Dataset, words: str) -> None:
        """Any other edit: another data set in the place of this one. What was prepared is the table now."""
        if self.fitting.busy:
            return self.said.emit(BEING_PREPARED)
        if self.prepared is None:
            return self._replace_table(data, words)
        return self._push_preparation(words, (self.preparation, self.table), (Preparation(), data))

    def edit_table(self, change: Callable[[Dataset], Dataset], words: str) -> None:
        """Another table in the place of this one; its preparation is fitted to it."""
        self._replace_table(change(self.table), words)

    def _replace_table(self, table: Dataset, words: str) -> None:
        edit = ReplaceData(words, self.table, table)
        self._do(edit, 0, self._put_elsewhere if edit.recast else None)

    def _show(self, data: Dataset) -> None:
        self.data = data
        tell_selection = self.selection.follow()
        super()._show(data)
        tell_selection()

    # -- how -------------------------------------------------------------------------------------------------------

    def _do(self, edit: Edit, gesture: int, put: Callable[[Dataset], None] | None = None) -> None:
        if self.fitting.busy:
            return self.said.emit(BEING_PREPARED)
        if isinstance(edit, ChangeRows) and edit.idle:
            return None
        try:
            made = edit.forward(self.table)
        except Refusal as refusal:
            return self.refused.emit("This edit cannot be made", str(refusal))
        if self._holding():
            return self._push_edit(edit, gesture, made, put or self._put)
        act = partial(self._do_fitted, edit, gesture, made, put or self._put)
        return self.fitting.when_fitted(Fit(made, self.preparation, self.split, act))

    def _do_fitted(self, edit: Edit, gesture: int, made: Dataset, put: Callable[[Dataset], None]) -> None:
        """Make an edit, if what it makes of the table can be prepared."""
        try:
            self._fitted(made, self.preparation)
        except Refusal as refusal:
            return self.refused.emit("This edit cannot be made", str(refusal))
        return self._push_edit(edit, gesture, made, put)

    def _push_edit(self, edit: Edit, gesture: int, made: Dataset, put: Callable[[Dataset], None]) -> None:
        self.undo.push(EditCommand(edit, gesture, made, lambda: self.table, put))

    def _on_levels(self, rows: np.ndarray) -> np.ndarray:
        for j, column in enumerate(self.data.columns):
            if column.levels:
                rows[:, j] = np.clip(np.round(rows[:, j]), 0, len(column.levels) - 1)
        return rows


def _moving(places: np.ndarray) -> str:
    """What is done to these rows, for the undo list."""
    return "move a point" if len(places) == 1 else f"move {len(places)} points"
