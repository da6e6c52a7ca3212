"""The target as numbers: each coding as a column beside the class of every row, and which method uses which."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QShowEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from engine.base.words import counted, minus, short
from engine.data.dataset import Dataset
from engine.data.recast import with_positive
from engine.data.targets import CODES, Coding, code_of
from engine.families import algorithms
from gui.docks.view_chooser import narrow
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.shapes import class_icon
from gui.session.session import Session
from gui.widgets.steady_label import SteadyLabel

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
MOST_DIGITS = 12
"""With more classes only the position of the class is shown, as the codes of a row would not be readable."""
FORMULA = "t± = 2 t₀₁ − 1".replace(" ", "\u00a0")  # in one piece
HIGH = 8
"""Number of visible rows."""


class Codes(QAbstractTableModel):
    """A line for each row: its name, its class, and what stands for the class in each coding that can be."""

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.shown = Dataset.from_arrays([])
        self.codings: tuple[Coding, ...] = ()
        self.used: Coding | None = None

    def show_data(self, data: Dataset, used: Coding | None) -> bool:
        """The rows of these data, the coding that is used in the accent; whether that is anything new."""
        if used == self.used and _like(data, self.shown):
            return False
        count = len(data.classes_present)
        codings = tuple(one for one in CODES if count and code_of(one, 0, count) is not None)
        self.beginResetModel()
        self.shown, self.codings, self.used = data, codings, used
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return self.shown.n if self.codings else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 2 + len(self.codings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.ToolTipRole and section > 1:
            return plain(f"{self.codings[section - 2]}: {_users(self.codings[section - 2])}")
        if role != Role.DisplayRole:
            return None
        return ("row", short(self.shown.target_name, 12), *map(self._titled, self.codings))[section]

    def _titled(self, coding: Coding) -> str:
        return f"1 of {len(self.shown.classes_present)}" if coding == "1 of K" else coding

    def text(self, row: int, column: int) -> str:
        """The contents of a cell."""
        data = self.shown
        code = int(data.codes[row])
        if column < 2:
            return data.class_name(code) if column else data.row_name(row)
        if code < 0:
            return "?"
        place, count = data.classes_present.index(code), len(data.classes_present)
        stands = code_of(self.codings[column - 2], place, count) or ()
        if len(stands) > MOST_DIGITS:
            return f"1 at {place + 1}"
        signed = self.codings[column - 2] == "±1"
        return " ".join(f"+{one}" if signed and one > 0 else minus(str(one)) for one in stands)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if role == Role.DisplayRole:
            return self.text(row, column)
        if role == Role.DecorationRole and column == 1 and self.shown.codes[row] >= 0:
            pixels = self._appearance.pixels("body")
            return class_icon(self._appearance.theme, int(self.shown.codes[row]), pixels)
        if role == Role.ForegroundRole:
            theme = self._appearance.theme
            used = column > 1 and self.codings[column - 2] == self.used
            return QColor(theme.accent if used else theme.ink if column < 2 else theme.quiet)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column > 1 else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.ToolTipRole and column > 1:
            name = self.shown.class_name(int(self.shown.codes[row]))
            return plain(f"Row {self.shown.row_name(row)}: {name} is {self.text(row, column)}")
        return None


class TargetCodes(QWidget):
    """The positive class, which can be chosen, and the codes of every row; the selected row is that of the picture."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.asked = QLabel("&Positive class", self)
        self.positive = QComboBox(self)
        self.positive.setAccessibleName("Positive class")
        self.positive.setToolTip("The class coded +1, or 1; the two change their places and colours (undo)")
        narrow(self.positive)
        self.positive.activated.connect(self._choose)
        self.asked.setBuddy(self.positive)
        self.words, self.users = SteadyLabel(self), SteadyLabel(self, look="small")
        self.codes = Codes(appearance, self)
        self.table = self._table()
        self._following = False
        self._stale = True
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        for part in (self.words, self.asked, self.positive, self.table, self.users):
            whole.addWidget(part)
        session.selection.changed.connect(self._follow)
        for signal in (session.run_changed, session.lanes_changed):
            signal.connect(self.refresh)
        appearance.changed.connect(self._restyle)

    def _table(self) -> QTableView:
        table = QTableView(self)
        table.setModel(self.codes)
        table.setAccessibleName("Codes of the target")
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setMinimumSectionSize(24)
        table.horizontalHeader().setResizeContentsPrecision(30)
        table.selectionModel().selectionChanged.connect(self._select)
        return table

    # -- showing -------------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def refresh(self, *_: object) -> None:
        """Update if visible, otherwise when shown."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        data, lane = self.session.table.data, self.session.lane if self.session.lanes else None
        there, classes = data.target == "class" and bool(data.classes_present), len(data.classes_present)
        used = lane.algorithm.coding(lane.params, classes) if lane and lane.algorithm.task == "classification" else None
        two = there and classes == 2
        for part, on in ((self.asked, two), (self.positive, two), (self.table, there), (self.users, there)):
            part.setVisible(on)
        self.words.forget()
        self.words.say(" ".join(filter(None, (_said(data), self._used(used) if there else ""))))
        if two:
            self._list_classes(data)
        if there:
            self._following = True
            if self.codes.show_data(data, used):
                self._fit()
            self._following = False
            self.users.say(_uses())
            self._follow()

    def _restyle(self) -> None:
        if self.codes.rowCount():
            self._fit()

    def _used(self, used: Coding | None) -> str:
        """How the current method uses the classes."""
        lane = self.session.lane if self.session.lanes else None
        if lane is None or lane.algorithm.task != "classification":
            return ""
        if used is None:
            return f"{lane.algorithm.name} goes by the classes themselves, without numbers."
        if used == "two at a time":
            return f"{lane.algorithm.name} makes problems of two classes and codes each of them as its learner does."
        return f"{lane.algorithm.name} uses {used}."

    def _list_classes(self, data: Dataset) -> None:
        names = [data.class_name(code) for code in data.classes_present]
        with QSignalBlocker(self.positive):
            self.positive.clear()
            self.positive.addItems(names)
            self.positive.setCurrentIndex(1)

    def _fit(self) -> None:
        self.table.setFont(self.appearance.font("small"))
        self.table.horizontalHeader().setFont(self.appearance.font("small"))
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().lineSpacing() + 4)
        self.table.setIconSize(QSize(self.table.fontMetrics().ascent(), self.table.fontMetrics().ascent()))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        high = self.table.verticalHeader().defaultSectionSize() * min(self.codes.rowCount(), HIGH)
        self.table.setFixedHeight(high + self.table.horizontalHeader().sizeHint().height() + 14)

    def _follow(self) -> None:
        """The selection of the session, the first of it in view."""
        rows = self.session.selection.rows
        if self._following or not self.isVisible() or not self.codes.rowCount():
            return
        self._following = True
        self.table.clearSelection()
        if len(rows) and rows[0] < self.codes.rowCount():
            self.table.selectRow(int(rows[0]))
        self._following = False

    # -- choosing ------------------------------------------------------------------------------------------------------

    def _select(self) -> None:
        if not self._following:
            self._following = True
            self.session.selection.select(sorted(index.row() for index in self.table.selectionModel().selectedRows()))
            self._following = False

    def _choose(self, place: int) -> None:
        code = self.session.table.data.classes_present[place]
        name = self.session.table.data.class_names[code]
        if place == 0:
            self.session.table.edit(lambda table: _positive(table, name), f"make {short(name)} the positive class")
        self.refresh()


def _like(data: Dataset, other: Dataset) -> bool:
    """Whether there is nothing else to be seen: a point that is moved keeps its class."""
    known = (data.class_names, data.row_names, data.target_name, data.target)
    same = known == (other.class_names, other.row_names, other.target_name, other.target)
    return same and np.array_equal(data.codes, other.codes)


def _positive(table: Dataset, name: str) -> Dataset:
    return with_positive(table, table.class_names.index(name))


def _said(data: Dataset) -> str:
    """The codings of the target."""
    if data.target == "real":
        return f"{data.target_name} is a number, and used as it is."
    if not data.classes_present:
        return "There is no class to be coded."
    if len(data.classes_present) == 2:
        low, high = (data.class_name(code) for code in data.classes_present)
        return f"{low} is 0, −1 or (1, 0); {high} is 1, +1 or (0, 1). One from the other: {FORMULA}."
    count = counted(len(data.classes_present), "class", "classes")
    splits = " or ".join(item.name for item in algorithms().values() if "two at a time" in item.codings)
    return f"One number tells two classes apart, not {count}: code them 1 of K, or let {splits} take two at a time."


@cache
def _uses() -> str:
    """Which method uses which coding, from their own cards."""
    told = [f"{coding}: {_users(coding)}" for coding in (*CODES, "two at a time")]
    free = [one.name for one in algorithms().values() if one.task == "classification" and not one.codings]
    return "\n".join([*told, f"The classes themselves: {', '.join(free)}."])


def _users(coding: Coding) -> str:
    return f"{', '.join(one.name for one in algorithms().values() if coding in one.codings)}."
