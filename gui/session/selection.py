"""The selection: which rows are selected, pointed at, or lit while a part of a drawing is under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.data.dataset import Dataset
from engine.data.row_numbers import numbered, places_of, same_row_keys
from gui.session.commands import ascending
from gui.session.rows import NO_ROWS, Rows
from gui.session.table import Table


class Selection(QObject):
    """Rows of the data of a table. Those that are selected stay so through every edit, wherever they stand then."""

    changed = Signal()
    pointed_changed = Signal()
    hint_changed = Signal()
    node_changed = Signal()

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = NO_ROWS
        self.pointed: int | None = None
        self.hinted = NO_ROWS
        self.node: tuple[str, int] | None = None
        """The surface and the number of the node of a graph that is pointed at."""
        self._table = table
        self._rows_of = table.data.row_keys
        table.followers.append(self.follow)

    def select(self, rows: Sequence[int] | np.ndarray) -> None:
        """Select rows by number."""
        given = np.arange(rows.start, rows.stop, rows.step) if isinstance(rows, range) else rows
        places, data = np.asarray(given, dtype=np.intp), self._table.data
        there = places[(places >= 0) & (places < data.n)]
        chosen = Rows(ascending(data.n, there))
        if chosen != self.rows:
            self.rows, self._rows_of = chosen, data.row_keys
            self.changed.emit()

    def point_at(self, row: int | None) -> None:
        """The row whose point is under the mouse, or none."""
        if row != self.pointed:
            self.pointed = row
            self.pointed_changed.emit()

    def hint(self, rows: Rows) -> None:
        """The rows that a part of a drawing under the mouse stands for: they are lit until it goes on, not selected."""
        if rows != self.hinted:
            self.hinted = rows
            self.hint_changed.emit()

    def point_at_node(self, node: tuple[str, int] | None) -> None:
        """The pictures of a node of a graph stand out while it is pointed at; None: no more."""
        if node != self.node:
            self.node = node
            self.node_changed.emit()

    @property
    def looked_at(self) -> int | None:
        """The row that is pointed at, else the first one selected."""
        row = self.pointed if self.pointed is not None else next(iter(self.rows), None)
        return row if row is not None and row < self._table.data.n else None

    # -- other data ------------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Other data are being opened; nobody is told yet."""
        self.rows, self.pointed, self.hinted = NO_ROWS, None, NO_ROWS

    def follow(self, before: Dataset) -> Callable[[], None]:
        """Go along with an edit of the data: rows that are gone are selected no more. What is given back tells that."""
        chosen, keys = self.rows, self._table.data.row_keys
        if len(chosen) and not same_row_keys(self._rows_of, keys):
            self.rows = Rows(places_of(numbered(self._rows_of, chosen.places), keys))
        self._rows_of = keys

        def tell() -> None:
            if self.rows != chosen:
                self.changed.emit()

        return tell
