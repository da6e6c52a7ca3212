"""The columns of a table that is being opened: found by name, ticked, and given a role or a kind many at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from engine.base.words import counted, short
from engine.data.operations import OPERATIONS
from engine.data.tables.columns import Role
from engine.data.tables.reading import ColumnPreview
from gui.docks.feature_list import KIND_OFFERS, ROLE_OFFERS
from gui.look.appearance import Appearance
from gui.look.badges import kind_badge
from gui.look.menu_button import give_menu
from gui.look.plain import plain

Index = QModelIndex | QPersistentModelIndex
Data = Qt.ItemDataRole
LINE_WORDS: dict[Role, str] = {"feature": "", "target": "target", "name": "names", "skip": "left out"}
LONGEST = 200
"""Letters of a name; the file has them all."""


class ColumnModel(QAbstractTableModel):
    """The columns that a search finds: a tick for what is used, the name with its badge, the role.

    ticked  the place of a column and whether it is to be used
    """

    ticked = Signal(int, bool)

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.appearance = appearance
        self.columns: Sequence[ColumnPreview] = ()
        self.places: list[int] = []

    def show_columns(self, columns: Sequence[ColumnPreview], words: str) -> None:
        """The columns whose name has all these words; while they are the same ones, the list stays where it is."""
        wanted = words.casefold().split()
        names = [column.name.casefold() for column in columns]
        places = [place for place, name in enumerate(names) if all(word in name for word in wanted)]
        same = places == self.places and [one.name for one in columns] == [one.name for one in self.columns]
        if same:
            self.columns = columns
            if places:
                self.dataChanged.emit(self.index(0, 0), self.index(len(places) - 1, 1))
            return
        self.beginResetModel()
        self.columns, self.places = columns, places
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.places)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else usual

    def data(self, index: Index, role: int = Data.DisplayRole) -> object:
        column, first = self.columns[self.places[index.row()]], index.column() == 0
        if role == Data.DisplayRole:
            return short(column.name, LONGEST) if first else LINE_WORDS[column.role]
        if role == Data.DecorationRole and first:
            return kind_badge(column.kind, self.appearance)
        if role == Data.CheckStateRole and first:
            return Qt.CheckState.Unchecked if column.role == "skip" else Qt.CheckState.Checked
        if role == Data.ForegroundRole and (column.role == "skip" or not first):
            return QColor(self.appearance.theme.quiet)
        if role == Data.ToolTipRole:
            allowed = f"{column.name} is {column.kind}: {OPERATIONS[column.kind][1]}"
            return plain("\n".join(line for line in (allowed, column.words) if line))
        return None

    def setData(self, index: Index, value: object, role: int = Data.EditRole) -> bool:
        if role != Data.CheckStateRole:
            return False
        self.ticked.emit(self.places[index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True


class Search(QLineEdit):
    """Return and the arrow down lead from the words to what they find; Escape takes the words away first."""

    def __init__(self, onward: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._onward = onward
        self.setPlaceholderText("Find columns")
        self.setAccessibleName("Find columns by a part of their name")
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self._onward.setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class ColumnView(QTreeView):
    """The list of columns. `spaced`: Space ticks all that are selected, not only the one under the cursor."""

    spaced = Signal()

    def __init__(self, model: ColumnModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
        self.setAccessibleName("Columns of the table")
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.spaced.emit()
        else:
            super().keyPressEvent(event)

    def chosen(self) -> list[int]:
        """The lines that are selected."""
        return sorted({index.row() for index in self.selectionModel().selectedIndexes()})


class ImportColumns(QWidget):
    """The list with its search and what is done to many columns at once.

    roles   places of columns and the role they are to have;   kinds  the same for their kind
    found   the search finds other columns;   looked_at  the place of the column the cursor is on
    """

    roles = Signal(list, str)
    kinds = Signal(list, str)
    found = Signal()
    looked_at = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns: Sequence[ColumnPreview] = ()
        self.menu = QMenu(self)
        self.model = ColumnModel(appearance, self)
        self.view = ColumnView(self.model, self)
        self.search, self.count = Search(self.view, self), QLabel(self)
        self.search.textChanged.connect(self._find)
        self.model.ticked.connect(lambda place, on: self.roles.emit([place], "feature" if on else "skip"))
        self.view.spaced.connect(self._tick)
        self.view.selectionModel().currentChanged.connect(self._look)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(lambda at: self.menu.popup(self.view.viewport().mapToGlobal(at)))
        self.menu.aboutToShow.connect(self._fill)
        self.all = self._button("Use &all", "Use every column that is listed", lambda: self._listed("feature"))
        self.none = self._button("Use &none", "Leave out every column that is listed", lambda: self._listed("skip"))
        self.many = self._button("&Use as", "What the selected columns are, and are used as")
        give_menu(self.many, self.menu)
        self._lay_out()

    def _button(self, words: str, tip: str, act: Callable[[], None] | None = None) -> QPushButton:
        button = QPushButton(words, self)
        button.setToolTip(plain(tip))
        button.setAutoDefault(False)
        if act is not None:
            button.clicked.connect(lambda: act())
        return button

    def _lay_out(self) -> None:
        label = QLabel("&Columns", self)
        label.setBuddy(self.search)
        self.count.setProperty("look", "small")
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        line, above, whole = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        line.setSpacing(4)
        for button in (self.all, self.none, self.many):
            line.addWidget(button, 1)
        above.addWidget(label)
        above.addWidget(self.search, 1)
        whole.addLayout(above)
        whole.addLayout(line)
        whole.addWidget(self.view, 1)
        whole.addWidget(self.count)

    @property
    def chain(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in order."""
        return (self.search, self.all, self.none, self.many, self.view)

    # -- showing -------------------------------------------------------------------------------------------------------

    def show_columns(self, columns: Sequence[ColumnPreview]) -> None:
        """The columns of a preview, of which the search shows those it finds."""
        self._columns = columns
        self._find(self.search.text())

    def _find(self, words: str) -> None:
        before = self.model.places
        self.model.show_columns(self._columns, words)
        used = sum(column.role != "skip" for column in self._columns)
        found = f"{len(self.model.places):,} of them listed, " if len(self.model.places) < len(self._columns) else ""
        self.count.setText(f"{counted(len(self._columns), 'column')}, {found}{used:,} used")
        if self.model.places and not self.view.currentIndex().isValid():
            here = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.view.selectionModel().setCurrentIndex(self.model.index(0, 0), here)
        if self.model.places != before:
            self.found.emit()

    def _look(self, now: QModelIndex) -> None:
        if now.isValid():
            self.looked_at.emit(self.model.places[now.row()])

    # -- changing ------------------------------------------------------------------------------------------------------

    def _listed(self, role: Role) -> None:
        """All that are listed are used or left out; what is the target or names the rows stays so while it is used."""
        wanted = [place for place in self.model.places if (self._columns[place].role == "skip") == (role == "feature")]
        if wanted:
            self.roles.emit(wanted, role)

    def _chosen(self) -> list[int]:
        return [self.model.places[row] for row in self.view.chosen()]

    def _tick(self) -> None:
        """All that are selected become as the one under the cursor is not."""
        here = self.view.currentIndex()
        if here.isValid():
            left_out = self._columns[self.model.places[here.row()]].role == "skip"
            self.roles.emit(self._chosen(), "feature" if left_out else "skip")

    def _fill(self) -> None:
        """What all that are selected can be; there is one target, and one column of names."""
        chosen = self._chosen()
        self.menu.clear()
        for kind, words in KIND_OFFERS.items():
            self.menu.addAction(words, partial(self.kinds.emit, chosen, kind)).setEnabled(bool(chosen))
        self.menu.addSeparator()
        for role, words in ROLE_OFFERS.items():
            most = 1 if role in ("target", "name") else len(chosen)
            self.menu.addAction(words, partial(self.roles.emit, chosen, role)).setEnabled(0 < len(chosen) <= most)
