"""What belongs to one step of the preparation: its parameters, its columns, and what is to be seen of one of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from engine.base.errors import Refusal
from engine.base.params import build, specs
from engine.base.words import short
from engine.data.dataset import Column, Dataset
from engine.data.preparing.pictures import Proposal
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.seen import Seen, seen
from gui.docks.view_chooser import narrow
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.background_task import BackgroundTask
from gui.session.fitting import Fit
from gui.session.selection import Selection
from gui.session.table import Table
from gui.widgets import number_list
from gui.widgets.forms.form import ParameterForm
from gui.widgets.section import Section, cleared
from gui.widgets.steady_label import SteadyLabel
from gui.widgets.step_pictures import StepPictures

ON, OFF = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class ChosenStep(QWidget):
    """`changed` brings the step with other parameters or columns, `proposed` one to be taken for some of them."""

    changed = Signal(object)
    proposed = Signal(object)

    def __init__(self, table: Table, selection: Selection, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.table, self.selection, self.appearance = table, selection, appearance
        self.entry: Entry | None = None
        self.form: ParameterForm | None = None
        self.columns = QListWidget(self)
        self.columns.setAccessibleName("Columns of the step")
        self.columns.setMaximumHeight(120)
        self.columns.itemChanged.connect(self._tick)
        self.section = Section("Columns", appearance, self, inner=True)
        self.section.content.addWidget(self.columns)
        self.section.fold(True)
        self.looked_at = QComboBox(self)
        self.looked_at.setAccessibleName("Column to look at")
        self.looked_at.setToolTip("The column whose values are shown as they come to the step and as they leave it")
        narrow(self.looked_at)
        self.looked_at.activated.connect(lambda: self._draw())
        self.words = SteadyLabel(self, look="small")
        self.picture = StepPictures(appearance, self)
        self.numbers = number_list.NumberList(appearance, self)
        self.numbers.setAccessibleName("Numbers that the step keeps")
        self.offers = QVBoxLayout()
        self._offered: tuple[Proposal, ...] = ()
        selection.changed.connect(self._select)
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._drawn)
        self._looking = BackgroundTask(self)
        self._looking.ready.connect(self._looked)
        self._place = 0
        self._usual: list[str] = []
        self._listed: tuple[Preparation, int, tuple[Column, ...]] | None = None
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._whole.setSpacing(6)
        for part in (self.words, self.section, self.looked_at, self.picture):
            self._whole.addWidget(part)
        self._whole.addLayout(self.offers)
        self._whole.addWidget(self.numbers)

    def show_step(self, place: int | None) -> None:
        """Show the step at this place of the session's preparation, or none."""
        self.setVisible(place is not None)
        before = self.entry
        self.entry = None if place is None else self.table.wanted_preparation.entries[place]
        if place is None or self.entry is None:
            return
        self._place = place
        if before is None or self.form is None or type(before.step) is not type(self.entry.step):
            self._renew_form(self.entry)
            self.words.forget()
            self.words.say(self.entry.step.WORDS)
        self.form_values()
        self._list_columns()
        self._draw()

    def _select(self) -> None:
        """Another row is selected."""
        if self.entry is not None and self.isVisible():
            self._draw()

    def form_values(self) -> None:
        """The values in force."""
        if self.form is not None and self.entry is not None:
            step = self.entry.step
            self.form.set_values({name: getattr(step, name) for name in specs(type(step))})

    def finish(self) -> None:
        """Wait for the columns and the picture."""
        self._looking.finish()
        self._task.finish()

    def _renew_form(self, entry: Entry) -> None:
        if self.form is not None:
            self._whole.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self.form = ParameterForm(specs(type(entry.step)), {}, self.appearance, self)
        self.form.changed.connect(self._set_param)
        self._whole.insertWidget(1, self.form)
        self.form.setVisible(bool(specs(type(entry.step))))

    def _set_param(self, name: str, value: Any) -> None:
        assert self.entry is not None and self.form is not None
        step = build(type(self.entry.step), self.form.values() | {name: value})
        self.changed.emit(Entry(step, self.entry.columns, self.entry.on))

    # -- columns -------------------------------------------------------------------------------------------------------

    def _list_columns(self) -> None:
        """The columns that it suits; they are looked for anew only where there can be others: not at every edit."""
        preparation, place, table = self.table.wanted_preparation, self._place, self.table.raw
        asked = (preparation, place, table.columns)
        if asked == self._listed:
            return
        self._listed = asked
        train = self.table.parts.training
        look = partial(suited, preparation, table, train, place)
        if Fit(table, preparation, self.table.split).takes_long:
            return self._looking.ask(asked, look)
        return self._show_columns(*look())

    def _looked(self, asked: object, found: tuple[list[str], list[str]] | Exception) -> None:
        if asked is not self._listed or self.entry is None:
            return
        if isinstance(found, Exception):
            raise found
        self._show_columns(*found)
        self._draw()

    def _show_columns(self, there: list[str], usual: list[str]) -> None:
        """List the columns that the step can be for, and tick those that it is for."""
        assert self.entry is not None
        self._usual = usual
        ticked = set(self.entry.columns or usual)
        with QSignalBlocker(self.columns):
            self.columns.clear()
            for name in there:
                item = QListWidgetItem(name, self.columns)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(ON if name in ticked else OFF)
        shown = self.looked_at.currentText()
        used = [name for name in there if name in ticked]
        self.looked_at.clear()
        self.looked_at.addItems(used)
        self.looked_at.setCurrentIndex(max(used.index(shown) if shown in used else 0, 0))
        self.section.heading.setText("Columns: all suitable ones" if not self.entry.columns else "Columns: some")

    def _tick(self, _: QListWidgetItem) -> None:
        assert self.entry is not None
        items = [self.columns.item(row) for row in range(self.columns.count())]
        ticked = tuple(item.text() for item in items if item.checkState() == ON)
        if not ticked:
            self._listed = None
            return self._list_columns()  # a step for no column is one that is switched off
        columns = () if list(ticked) == self._usual else ticked
        self.changed.emit(Entry(self.entry.step, columns, self.entry.on))
        return None

    # -- the picture ---------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        name, place = self.looked_at.currentText(), self._place
        preparation, table, train, row = (
            self.table.wanted_preparation,
            self.table.raw,
            self.table.parts.training,
            self._row(),
        )
        self._task.ask(
            (preparation, table, name, place, row), lambda: seen(preparation, table, train, place, name, row)
        )

    def _row(self) -> int | None:
        """The row of the table that is selected, the first of them."""
        row = next(iter(self.selection.rows), None)
        if row is None or self.table.prepared is None:
            return row
        return int(self.table.prepared.rows[row]) if row < len(self.table.prepared.rows) else None

    def _drawn(self, request: tuple[Any, ...], made: Seen | Exception) -> None:
        if isinstance(made, Exception) and not isinstance(made, Refusal):
            raise made
        now = (
            self.table.wanted_preparation,
            self.table.raw,
            self.looked_at.currentText(),
            self._place,
            self._row(),
        )
        if self.entry is None or not all(one is other or one == other for one, other in zip(request, now, strict=True)):
            return
        shown = made if isinstance(made, Seen) else Seen()
        self.picture.show_pictures(shown.pictures)
        self._offer(shown.proposals, str(request[2]))
        self.numbers.forget()
        self.numbers.set_entries([number_list.Entry(name, value) for name, value in shown.stored])
        self.numbers.setVisible(bool(shown.stored))

    def _offer(self, proposals: tuple[Proposal, ...], name: str) -> None:
        """A button for each; they stay while the same is proposed, for one of them may have the focus."""
        if proposals == self._offered:
            return
        self._offered = proposals
        cleared(self.offers)
        for one in proposals:
            button = QPushButton(f"Take {one.words}", self)
            button.setToolTip(plain(f"{one.step.NAME} for {short(name)} in the place of this step (undo)"))
            entry = Entry(one.step, (name,))
            button.clicked.connect(lambda _=False, entry=entry: self.proposed.emit(entry))
            self.offers.addWidget(button)


def suited(
    preparation: Preparation, table: Dataset, train: np.ndarray | None, place: int
) -> tuple[list[str], list[str]]:
    """The columns that the step at `place` can be for, and those that it is for by default."""
    entry = preparation.entries[place]
    try:
        data = Preparation(preparation.entries[:place]).fit(table, train).data
    except Refusal:
        return list(entry.columns), list(entry.columns)
    known = data if train is None or data.n != table.n else data.subset(train)
    there = [column.name for column in data.columns if column.kind in entry.step.SUITS]
    return there, [data.columns[at].name for at in Entry(entry.step).places(known)]
