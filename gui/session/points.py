"""The points: every edit of the rows of a table, each of which can be undone.

One made in the picture of prepared data is taken back into the units of the table; the preparation is fitted anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.errors import Refusal
from engine.data.texts import with_text
from gui.session.commands import AddRows, ChangeRows, DeleteRows
from gui.session.numbers import letters
from gui.session.table import Table
from gui.session.typed import is_new_text, parsed_cell, parsed_target
from gui.session.view import CurrentView


class Points:
    """What a hand does to the points of a table, in the view that it sees. What cannot be done the table refuses."""

    def __init__(self, table: Table, view: CurrentView) -> None:
        self._table, self._view = table, view
        self._gestures = 0

    def new_gesture(self) -> int:
        """A number for a gesture: all edits made with it are one entry of the undo list."""
        self._gestures += 1
        return self._gestures

    def end_gesture(self) -> None:
        """The mouse was let go: what was held still during the gesture may follow now."""
        self._table.holding = False
        if self._table.prepared is not None:
            return self._table.prepare_anew()
        return self._view.catch_up()

    def add(self, X: np.ndarray, codes: np.ndarray | int, gesture: int = 0, targets: np.ndarray | None = None) -> None:
        """Add rows at positions X (m, d) of class `codes`; a categorical value goes to its nearest level.

        targets  (m,) those of rows whose target is a number; without, they get the mean
        """
        rows = self._on_levels(np.atleast_2d(np.asarray(X, dtype=float)))
        if not np.isfinite(rows).all() or not (targets is None or np.isfinite(targets).all()):
            return self._table.refused.emit("This point cannot be added", "Its position is not a finite number.")
        y = None
        if self._table.data.target == "class":
            y = np.full(len(rows), codes, dtype=np.int64)
        elif self._table.data.target == "real":
            mean = float(np.mean(self._table.data.y)) if self._table.data.n and self._table.data.y is not None else 0.0
            y = np.full(len(rows), mean) if targets is None else np.array(targets, dtype=float)
        if (raw := self._raw(rows)) is not None:
            self._table.do(AddRows(raw, y), gesture)

    def move(self, rows: Sequence[int], X: np.ndarray, gesture: int = 0, targets: np.ndarray | None = None) -> None:
        """Move rows to the positions X (m, d), and where the target goes up to the targets (m,).

        During a gesture the view stays still, so that the ground does not turn under the mouse.
        """
        self._table.holding = bool(gesture)
        places = np.asarray(rows, dtype=np.intp)
        after = self._on_levels(np.atleast_2d(np.asarray(X, dtype=float)))
        if self._other_texts(places, after):
            words = "Along a text another place would be another text: type it into the Points table instead."
            return self._table.refused.emit("These points cannot be moved", words)
        if targets is not None:
            return self._move_with_targets(places, after, np.asarray(targets, dtype=float), gesture)
        if (
            len(places)
            and not np.array_equal(after, self._table.data.X[places])
            and (raw := self._raw(after)) is not None
        ):
            there = self._table.in_table(places)
            self._table.do(ChangeRows(_moving(places), "X", there, self._table.raw.X[there], raw), gesture)
        return None

    def _other_texts(self, places: np.ndarray, X: np.ndarray) -> bool:
        """Whether some of these rows would have another text at positions X (m, d)."""
        data = self._table.data
        texts = [j for j, column in enumerate(data.columns) if column.is_text]
        return bool(texts) and not np.array_equal(X[:, texts], data.X[places][:, texts], equal_nan=True)

    def _move_with_targets(self, places: np.ndarray, X: np.ndarray, targets: np.ndarray, gesture: int) -> None:
        """Other features and other targets of rows, as one edit; what stays where it was is not computed anew."""
        y, before = self._table.data.y, self._table.data.X[places]
        if y is None or not len(places) or not np.isfinite(targets).all():
            return None
        stays = np.array_equal(X, before, equal_nan=True)
        if stays and np.array_equal(targets, y[places]):
            return None
        there = self._table.in_table(places)
        raw = self._table.raw.X[there] if stays else self._raw(X)
        if raw is not None:
            now, then = (np.column_stack(pair) for pair in ((self._table.raw.X[there], y[places]), (raw, targets)))
            self._table.do(ChangeRows(_moving(places), "both", there, now, then), gesture)
        return None

    def delete(self, rows: Sequence[int] | np.ndarray, gesture: int = 0) -> None:
        """Delete rows; they can come back by undo."""
        if len(rows):
            there = self._table.in_table(np.asarray(rows, dtype=np.intp))
            self._table.do(DeleteRows(self._table.raw, there), gesture)

    def relabel(self, rows: Sequence[int], code: int) -> None:
        """Give rows another class."""
        if self._table.data.target != "class" or self._table.data.y is None:
            return self._table.refused.emit(
                "These points have no classes", "Choose a class column as the target first."
            )
        places = np.asarray(rows, dtype=np.intp)
        words, there = f"relabel {len(places)} as {self._table.data.class_name(code)}", self._table.in_table(places)
        self._table.do(ChangeRows(words, "y", there, self._table.data.y[places], np.full(len(places), code)))

    def add_class(self, name: str = "") -> None:
        """One more class to click points of."""
        taken = self._table.data.class_names or ("A",)
        if self._table.data.target == "real":
            return self._table.refused.emit(
                "This target is a number", "Points of a class need a class column as the target."
            )
        fresh = next(letter for letter in letters() if letter not in taken)
        y = np.full(self._table.raw.n, 0) if self._table.raw.y is None else self._table.raw.y
        names = (*taken, name or fresh)
        self._table.edit(lambda table: table.changed(y=y, class_names=names), f"add the class {names[-1]}")

    def set_cell(self, row: int, column: int, text: str) -> None:
        """Type a value into a cell; column d is the target. A wrong one is refused in words and changes nothing."""
        there = self._table.in_table(np.array([row]))
        if self._table.prepared is None and is_new_text(self._table.raw, column, text):
            return self._table.edit(
                lambda table: with_text(table, int(there[0]), column, text.strip()), "change a text"
            )
        try:
            if column == self._table.data.d:
                value = parsed_target(self._table.data, row, text)
                assert self._table.data.y is not None
                edit = ChangeRows("change a target", "y", there, self._table.data.y[[row]], np.array([value]))
            else:
                if self._table.derived is not None and column in self._table.derived.features:
                    raise Refusal(
                        f"{self._table.data.columns[column].name} is computed from other columns: change those."
                    )
                after = np.array(self._table.data.X[[row]])
                after[0, column] = parsed_cell(self._table.data, row, column, text)
                raw = after if self._table.prepared is None else self._table.prepared.back(after)
                edit = ChangeRows("change a cell", "X", there, self._table.raw.X[there], raw)
        except Refusal as refusal:
            return self._table.refused.emit("This value cannot be used", str(refusal))
        self._table.do(edit)

    def _raw(self, rows: np.ndarray) -> np.ndarray | None:
        """Rows (m, d) of the data in the units of the table; None, and why, where they cannot be."""
        prepared, derived = self._table.prepared, self._table.derived
        if prepared is None:
            return rows
        try:
            raw = prepared.back(rows)
            if derived is not None:
                self._view.check(derived)
                prepared.forth(raw)  # what cannot be computed there is refused before anything is changed
        except Refusal as refusal:
            self._table.refused.emit("These points cannot be moved", str(refusal))
            return None
        return raw

    def _on_levels(self, rows: np.ndarray) -> np.ndarray:
        for j, column in enumerate(self._table.data.columns):
            if column.levels:
                rows[:, j] = np.clip(np.round(rows[:, j]), 0, len(column.levels) - 1)
        return rows


def _moving(places: np.ndarray) -> str:
    """What is done to these rows, for the undo list."""
    return "move a point" if len(places) == 1 else f"move {len(places)} points"
