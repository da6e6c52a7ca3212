"""The table, what its preparation makes of it, its split, and the list of all that was done.

A preparation is fitted to the training rows, and anew after every edit; while that takes long everything stays as it
was (see `fitting`), so what is in view, table and preparation are always of one moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.preparing.derived import Derived
from engine.data.preparing.preparation import Preparation, Prepared
from engine.data.split import Parts, Split
from gui.session.commands import (
    ChangeRows,
    Coming,
    Edit,
    EditCommand,
    History,
    PreparationCommand,
    ReplaceData,
    Stage,
)
from gui.session.fitting import Fit, Fitting
from gui.session.splitting import SplitCommand

UNDO_LIMIT = 500
BEING_PREPARED = "The table is being prepared: it can be changed when that is done, or cancelled."
OVERTAKEN = "A run was changed while the table was being prepared, so the table stays as it was: ask once more."


def new_points() -> Dataset:
    """An empty plane to click points into."""
    columns = (Column("x1"), Column("x2"))
    return Dataset(np.zeros((0, 2)), np.zeros(0), columns, class_names=("A", "B"), name="new points")


class Table(QObject):
    """A table and the data that the runs learn from. `data_changed` follows every edit, undo and redo."""

    data_changed = Signal()
    recast = Signal()
    """The same rows are in other units: the points are elsewhere altogether."""
    parted_anew = Signal()
    """The same data are in other parts, and all runs learn from other rows."""
    split_changed = Signal()
    looked_changed = Signal()
    said = Signal(str)
    refused = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.data = self.raw = new_points()
        """What the runs learn from, and the table it was made of: the same where nothing is prepared."""
        self.preparation = Preparation()
        self.prepared: Prepared | None = None
        """The preparation fitted to the training rows, while it has any step that is on."""
        self.fitting = Fitting(self)
        self.split = Split()
        """How the rows of the table are split into those for training, for validation and for test."""
        self.looked: dict[int, int] = {}
        """How often the test rows were looked at, by the seed that draws them."""
        self.followers: list[Callable[[Dataset], Callable[[], None]]] = []
        """Who goes along with other data: each is given those before, and gives back what tells everybody of it."""
        self.holding = False
        """Whether a gesture goes on, during which nothing may turn under the mouse."""
        self.undo = History(self, self._when_coming_is_fitted)
        self.undo.setUndoLimit(UNDO_LIMIT)

    # -- preparation -----------------------------------------------------------------------------------------------

    def prepare(self, preparation: Preparation, words: str) -> bool:
        """Prepare the table by these steps; whether it can be. It can be undone."""
        request = Fit(self.raw, preparation, self.split, lambda: self._push(preparation, words))
        self.fitting.when_fitted(request)
        return self.fitting.request is request or self.preparation == preparation

    def _push(self, preparation: Preparation, words: str) -> None:
        """Take another preparation that has been fitted, if it can be."""
        try:
            made = self._fitted(self.raw, preparation)
        except Refusal as refusal:
            return self.refused.emit("The table cannot be prepared like this", str(refusal))
        self._push_preparation(words, (self.preparation, None), (preparation, None))
        for warning in made.warnings if made else ():
            self.said.emit(warning)
        return None

    @property
    def wanted_preparation(self) -> Preparation:
        """The preparation that is being fitted, else that in force: what a further step is added to."""
        return self.preparation if self.fitting.request is None else self.fitting.request.preparation

    def _push_preparation(self, words: str, before: Stage, after: Stage) -> None:
        self.undo.push(PreparationCommand(words, before, after, lambda: self.raw, self._take_preparation))

    def _take_preparation(self, table: Dataset, preparation: Preparation) -> None:
        self.preparation, self.prepared = preparation, None
        self._put_elsewhere(table)

    def _when_coming_is_fitted(self, command: Coming | None, forward: bool, go: Callable[[], None]) -> None:
        """Go back or on in the list of edits once what that leads to has been prepared."""
        if self.fitting.busy:
            return self.said.emit(BEING_PREPARED)
        preparation = command.preparation(forward) if command is not None else None
        if command is None or not (wanted := preparation or self.preparation).is_on:
            return go()
        table, split, there = command.table(forward), command.split(forward) or self.split, self._place_in_list()

        def go_if_next() -> None:
            go() if self._place_in_list() == there else self.said.emit(OVERTAKEN)

        return self.fitting.when_fitted(Fit(table, wanted, split, go_if_next))

    def _place_in_list(self) -> tuple[int, int]:
        """Where the undo list stands: it leads elsewhere once a run was changed, which waits for no preparation."""
        return self.undo.index(), self.undo.count()

    def prepare_anew(self) -> None:
        """Fit the preparation to the table as it is now."""
        table, preparation = self.raw, self.preparation
        self.fitting.when_fitted(Fit(table, preparation, self.split, lambda: self._put(table)))

    # -- split -----------------------------------------------------------------------------------------------------

    def set_split(self, split: Split, gesture: int = 0) -> None:
        """Split the rows otherwise; it can be undone, and what one gesture does is undone at once."""
        if split != self.split:
            command = partial(SplitCommand, self.split, split, gesture, lambda: self.raw, self._take_split)
            self.fitting.when_fitted(Fit(self.raw, self.preparation, split, lambda: self.undo.push(command())))

    def _take_split(self, split: Split) -> None:
        self.split = split
        self._put(self.raw) if self.prepared is not None else self.parted_anew.emit()
        self.split_changed.emit()

    @property
    def times_looked(self) -> int:
        """How often the test rows that this seed draws have been looked at."""
        return self.looked.get(self.split.seed, 0)

    def look_at_test(self) -> None:
        """The test rows are about to be looked at: from now on they are less than untouched, and it is counted."""
        self.looked[self.split.seed] = self.times_looked + 1
        self.looked_changed.emit()

    @property
    def parts(self) -> Parts:
        """The part of every row of the table: the same for all runs, whatever their seeds."""
        return self.split.of(self.raw)

    def data_parts(self) -> Parts:
        """The part of every row of the data."""
        parts = self.parts
        return parts if self.prepared is None else replace(parts, codes=parts.codes[self.prepared.rows])

    def _fitted(self, table: Dataset, preparation: Preparation) -> Prepared | None:
        """What a preparation makes of a table; None where no step of it is on."""
        return self.fitting.fitted(Fit(table, preparation, self.split))

    def _made(self, table: Dataset, before: Dataset) -> Dataset:
        """What the runs learn from. During a gesture the preparation stays as it was fitted to the table before."""
        if self.prepared is not None and self.holding and self.prepared.given == table.columns:
            self.prepared = self.prepared.again(table, before)
        else:
            try:
                self.prepared = self._fitted(table, self.preparation)
            except Refusal as refusal:
                self.preparation, self.prepared = Preparation(), None
                self.refused.emit("The preparation does not fit the table any more, and is off", str(refusal))
        return table if self.prepared is None else self.prepared.data

    @property
    def derived(self) -> Derived | None:
        """Which features of the data the preparation made of others of them."""
        return None if self.prepared is None else self.prepared.derived

    def in_table(self, rows: np.ndarray) -> np.ndarray:
        """Which rows of the table these rows of the data are."""
        return rows if self.prepared is None else self.prepared.rows[rows]

    # -- edits -----------------------------------------------------------------------------------------------------

    def do(self, edit: Edit, gesture: int = 0) -> None:
        """Make an edit, if what it makes of the table can be prepared; edits of one gesture are undone at once."""
        if self.fitting.busy:
            return self.said.emit(BEING_PREPARED)
        if isinstance(edit, ChangeRows) and edit.idle:
            return None
        try:
            made = edit.forward(self.raw)
        except Refusal as refusal:
            return self.refused.emit("This edit cannot be made", str(refusal))
        if self.holding:
            return self._push_edit(edit, gesture, made)
        act = partial(self._do_fitted, edit, gesture, made)
        return self.fitting.when_fitted(Fit(made, self.preparation, self.split, act))

    def replace(self, data: Dataset, words: str) -> None:
        """Any other edit: another data set in the place of this one. What was prepared is the table now."""
        if self.fitting.busy:
            return self.said.emit(BEING_PREPARED)
        if self.prepared is None:
            return self.do(ReplaceData(words, self.raw, data))
        return self._push_preparation(words, (self.preparation, self.raw), (Preparation(), data))

    def edit(self, change: Callable[[Dataset], Dataset], words: str) -> None:
        """Another table in the place of this one; its preparation is fitted to it."""
        self.do(ReplaceData(words, self.raw, change(self.raw)))

    def _do_fitted(self, edit: Edit, gesture: int, made: Dataset) -> None:
        try:
            self._fitted(made, self.preparation)
        except Refusal as refusal:
            return self.refused.emit("This edit cannot be made", str(refusal))
        return self._push_edit(edit, gesture, made)

    def _push_edit(self, edit: Edit, gesture: int, made: Dataset) -> None:
        put = self._put_elsewhere if isinstance(edit, ReplaceData) and edit.recast else self._put
        self.undo.push(EditCommand(edit, gesture, made, lambda: self.raw, put))

    # -- other data ------------------------------------------------------------------------------------------------

    def begin(self, table: Dataset, preparation: Preparation, prepared: Prepared | None, split: Split) -> None:
        """Take another table, of which the undo list begins afresh; nobody is told yet.

        prepared  the preparation fitted already to its training rows, by the reader
        """
        self.looked = {}
        self.split, self.raw, self.preparation, self.prepared = split, table, preparation, None
        if prepared is not None:
            self.fitting.know(Fit(table, preparation, split), prepared)
        self.data = self._made(table, table)

    def _put(self, table: Dataset) -> None:
        """Every edit ends here, done, undone or done again."""
        self.fitting.give_up()
        (before, raw), self.raw = (self.data, self.raw), table
        self.data = self._made(table, raw)
        tells = [follow(before) for follow in self.followers]
        self.data_changed.emit()
        for tell in tells:
            tell()

    def _put_elsewhere(self, table: Dataset) -> None:
        """The same rows in other units: the points are elsewhere altogether."""
        self._put(table)
        self.recast.emit()
