"""The preparation of the table as a list of steps: added, ordered, switched off, changed, taken out; all undoable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.base.words import listed
from engine.data.preparing import steps
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.step import Step
from engine.data.preparing.terms import Drop
from engine.data.split import TRAINING
from gui.docks.chosen_step import ChosenStep
from gui.docks.leak_line import LeakLine
from gui.look.appearance import Appearance
from gui.look.menu_button import give_menu
from gui.look.plain import plain
from gui.session.session import Session
from gui.widgets.steady_label import SteadyLabel

SHOWN = 6
"""Number of visible steps."""
ON, OFF = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class PreparationPanel(QWidget):
    """The steps of the session's preparation, and below them what belongs to the one chosen."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.list = QListWidget(self)
        self.list.setAccessibleName("Steps of the preparation")
        self.list.setToolTip("Each step is applied to the result of the one above it; untick one to leave it out")
        self.add = self._adding()
        self.up = self._tool("chevron_up", "Do this step earlier", partial(self._move, -1))
        self.down = self._tool("chevron_down", "Do this step later", partial(self._move, 1))
        self.out = self._tool("delete", "Take this step out", self._take_out)
        self.words = SteadyLabel(self, look="small")
        self._empty: list[str] = []
        self.chosen = ChosenStep(session.table, session.selection, appearance, self)
        self.chosen.changed.connect(self._change)
        self.chosen.proposed.connect(self._propose)
        self.leak = LeakLine(session, self)
        self.empty = QPushButton(self)
        self.empty.setToolTip("These columns have no value in any training row, so no method can use them")
        self.empty.clicked.connect(self._leave_out_empty)
        self.bake = QPushButton("Make this the table", self)
        self.bake.setToolTip("The prepared columns become the table, and the list starts empty")
        self.bake.clicked.connect(
            lambda: session.table.replace(session.table.data, "make the prepared table the table")
        )
        self._lay_out()
        self.list.itemChanged.connect(self._ticked)
        self.list.currentRowChanged.connect(self._choose)
        appearance.changed.connect(self._restyle)
        self._shown = session.table.preparation
        session.table.fitting.changed.connect(self._fitting_changed)

    def _lay_out(self) -> None:
        whole, line = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        line.setSpacing(2)
        line.addWidget(self.add, 1)
        for button in (self.up, self.down, self.out):
            line.addWidget(button)
        whole.addWidget(self.list)
        whole.addLayout(line)
        for part in (self.words, self.empty, self.leak, self.chosen, self.bake):
            whole.addWidget(part)

    def _adding(self) -> QPushButton:
        """A button with a menu of every step there is."""
        button, menu = QPushButton("Add a step", self), QMenu(self)
        button.setAccessibleName("Add a step")
        for kind in steps().values():
            action = menu.addAction(kind.NAME)
            action.setToolTip(kind.WORDS)
            action.triggered.connect(lambda _=False, kind=kind: self.append(kind()))
        menu.setToolTipsVisible(True)
        give_menu(button, menu)
        button.setToolTip("Prepare the columns: each step learns from the training rows only")
        return button

    def _tool(self, icon: str, tip: str, act: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("icon name", icon)
        button.setToolTip(plain(tip))
        button.setAccessibleName(tip)
        button.setAutoRaise(True)
        button.clicked.connect(lambda: act())
        self._dress(button)
        return button

    def _dress(self, button: QToolButton) -> None:
        button.setIcon(self.appearance.icon(str(button.property("icon name")), self.appearance.theme.ink))

    def _restyle(self) -> None:
        for button in (self.up, self.down, self.out):
            self._dress(button)

    # -- showing -------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """The list as the session has it; the step that was chosen stays so."""
        self._shown = self.session.table.wanted_preparation
        entries, row = self._shown.entries, self.list.currentRow()
        with QSignalBlocker(self.list):
            while self.list.count() > len(entries):
                self.list.takeItem(self.list.count() - 1)
            for place, entry in enumerate(entries):
                self._show_entry(place, entry)
            self.list.setCurrentRow(min(max(row, 0), len(entries) - 1) if entries else -1)
        self.list.setVisible(bool(entries))
        self.list.setFixedHeight(min(len(entries), SHOWN) * max(self.list.sizeHintForRow(0), 1) + 4)
        self.bake.setVisible(self.session.table.prepared is not None)
        self._empty = self._without_value()
        self.leak.refresh()
        self.empty.setVisible(bool(self._empty))
        self.empty.setText(f"Leave {'it' if len(self._empty) == 1 else 'them'} out")
        self._choose(self.list.currentRow())

    def _fitting_changed(self) -> None:
        """Another preparation is being fitted, or it was given up: the list shows the one that will be."""
        if self.session.table.wanted_preparation != self._shown:
            self.refresh()

    def _warn(self, row: int) -> None:
        """Notes on the table up to the selected step."""
        prepared = self.session.table.prepared
        told = [f"Column {name} has no value in any training row." for name in self._empty]
        self.words.forget()
        self.words.say("\n".join([*told, *(prepared.warnings_to(row) if prepared else ())]))
        self.words.setVisible(bool(self.words.text()))

    def _show_entry(self, place: int, entry: Entry) -> None:
        item = self.list.item(place)
        if item is None:
            item = QListWidgetItem(self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        names = f": {listed(entry.columns, 3)}" if entry.columns else ""
        item.setText(f"{entry.step.NAME}{names}")
        item.setToolTip(plain(f"{entry.step.WORDS} {listed(entry.columns) if entry.columns else 'All suitable ones.'}"))
        item.setCheckState(ON if entry.on else OFF)

    def _choose(self, row: int) -> None:
        entries = self.session.table.wanted_preparation.entries
        there = 0 <= row < len(entries)
        for button, on in ((self.up, row > 0), (self.down, there and row < len(entries) - 1), (self.out, there)):
            button.setVisible(there)
            button.setEnabled(on)
        self.add.setText("Add…" if there else "Add a step")  # beside the three others there is little room
        self._warn(row)
        self.chosen.show_step(row if there else None)

    # -- changing ------------------------------------------------------------------------------------------------------

    def append(self, step: Step) -> None:
        """One more step at the end, for all columns that it suits; it is chosen."""
        if self._take(self.session.table.wanted_preparation.with_step(step), f"add the step {step.NAME}"):
            self.list.setCurrentRow(self.list.count() - 1)

    def _without_value(self) -> list[str]:
        """The columns of the table that have no value in any row that is learnt from, as it is prepared now."""
        data, train = self.session.table.data, self.session.table.data_parts().rows(TRAINING)
        if not data.missing_count or not len(train):
            return []
        none = np.isnan(data.X[train]).all(axis=0)
        known = self.session.table.raw.feature_names
        return [name for name, out in zip(data.feature_names, none, strict=True) if out and name in known]

    def _leave_out_empty(self) -> None:
        """First of all: the steps after it may need a value."""
        empty, before = self._without_value(), self.session.table.wanted_preparation
        self._take(Preparation((Entry(Drop(), tuple(empty)), *before.entries)), f"leave out {listed(empty, 2)}")

    def _take(self, preparation: Preparation, words: str) -> bool:
        taken = self.session.table.prepare(preparation, words)
        self.refresh()
        return taken

    def _ticked(self, item: QListWidgetItem) -> None:
        place, on = self.list.row(item), item.checkState() == ON
        entry = self.session.table.wanted_preparation.entries[place]
        if on != entry.on:
            words = f"switch {entry.step.NAME} {'on' if on else 'off'}"
            self._take(self.session.table.wanted_preparation.changed(place, on=on), words)

    def _move(self, by: int) -> None:
        place = self.list.currentRow()
        if self._take(self.session.table.wanted_preparation.moved(place, place + by), "move a step"):
            self.list.setCurrentRow(place + by)

    def _take_out(self) -> None:
        place = self.list.currentRow()
        name = self.session.table.wanted_preparation.entries[place].step.NAME
        self._take(self.session.table.wanted_preparation.without(place), f"take out the step {name}")

    def _change(self, entry: Entry) -> None:
        """Other parameters or columns of the step that is chosen."""
        place, before = self.list.currentRow(), self.session.table.wanted_preparation
        self._take(before.changed(place, step=entry.step, columns=entry.columns), f"change {entry.step.NAME}")

    def _propose(self, entry: Entry) -> None:
        """What the chosen step proposes for a column in its place; other columns that it was chosen for it keeps."""
        place, entries = self.list.currentRow(), self.session.table.wanted_preparation.entries
        rest = tuple(name for name in entries[place].columns if name not in entry.columns)
        kept = (replace(entries[place], columns=rest),) if rest else ()
        made = Preparation((*entries[:place], *kept, entry, *entries[place + 1 :]))
        if self._take(made, f"take {entry.step.NAME} for {listed(entry.columns, 2)}"):
            self.list.setCurrentRow(place + len(kept))
