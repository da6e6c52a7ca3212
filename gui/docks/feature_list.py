"""What each column of the table is and is used as: all can be changed, each as one edit that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import get_args

from PySide6.QtCore import QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.base.errors import Refusal
from engine.base.words import counted, short
from engine.data.dataset import Column, Dataset, Kind
from engine.data.operations import OPERATIONS
from engine.data.recast import column_at, with_kind, with_levels, with_names_as_feature, with_role
from engine.data.tables.columns import Role
from gui.docks.level_order import LevelOrder
from gui.look.appearance import Appearance
from gui.look.badges import kind_badge
from gui.look.plain import plain
from gui.session.session import Session

KIND_WORDS: dict[Kind, str] = {
    "numeric": "numbers",
    "date": "dates",
    "ordinal": "levels in order",
    "categorical": "categories",
    "text": "texts",
}
KIND_OFFERS: dict[Kind, str] = {
    "numeric": "&Numbers",
    "date": "&Dates",
    "ordinal": "Le&vels in order",
    "categorical": "&Categories",
    "text": "Te&xts",
}
ROLE_OFFERS: dict[Role, str] = {
    "feature": "&Feature", "target": "&Target", "name": "Names of the &rows", "skip": "&Leave out",
}  # fmt: skip
ON_LINE: dict[Kind, str] = {**KIND_WORDS, "ordinal": "in order"}
SHOWN = 10
"""Number of visible columns."""
OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
Change = Callable[[Dataset], Dataset]


class ColumnTree(QTreeWidget):
    """A line for each column, with its menu under the second half of the line, and under Return."""

    def __init__(self, ask: Callable[[QTreeWidgetItem, QPoint], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._ask = ask
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName("Columns of the table")
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._asked_at)
        self.itemClicked.connect(lambda item, part: self.open_menu(item) if part else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in OPENING and item is not None:
            return self.open_menu(item)
        return super().keyPressEvent(event)

    def open_menu(self, item: QTreeWidgetItem) -> None:
        """The choices of a column, under its line."""
        self._ask(item, self.viewport().mapToGlobal(self.visualItemRect(item).bottomLeft()))

    def _asked_at(self, place: QPoint) -> None:
        item = self.itemAt(place) or self.currentItem()
        if item is not None:
            self.open_menu(item)


class FeatureList(QWidget):
    """Ticked features stay; "Use these" leaves the others out. The menu of a line says what its column is."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.list = ColumnTree(self._ask, self)
        self.list.itemChanged.connect(self._count)
        self.use = QPushButton("Use these", self)
        self.use.setToolTip("Leave the features that are not ticked out of the table (undo brings them back)")
        self.use.clicked.connect(self._apply)
        self.untarget = QPushButton("Drop target", self)
        self.untarget.setToolTip("Forget the target column, as for clustering (undo brings it back)")
        self.untarget.clicked.connect(lambda: self._change(_dropped, "drop the target"))
        whole, line = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.use)
        line.addWidget(self.untarget)
        whole.addWidget(self.list)
        whole.addLayout(line)
        self._shown: tuple[object, ...] | None = None
        appearance.changed.connect(self._dress)

    # -- showing -------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """One line for each column of the table as it is now; the line one is in stays so."""
        table = self.session.table.raw
        self.untarget.setEnabled(table.target is not None)
        shown = (table.columns, table.target and column_at(table, table.d), bool(table.row_names))
        if shown == self._shown:
            return
        self._shown = shown
        here = self.list.currentIndex().row()
        with QSignalBlocker(self.list):
            self.list.clear()
            for column in table.columns:
                self._line(column, ON_LINE[column.kind]).setCheckState(0, Qt.CheckState.Checked)
            if table.target is not None:
                self._line(column_at(table, table.d), "target")
            if table.row_names:
                self._line(None, "names of the rows")
            if here >= 0:
                self.list.setCurrentItem(list(self._items())[min(here, self.list.topLevelItemCount() - 1)])
        self._dress()
        rows = min(max(self.list.topLevelItemCount(), 2), SHOWN)
        self.list.setFixedHeight(rows * max(self.list.sizeHintForRow(0), 1) + 4)
        self._count()

    def _line(self, column: Column | None, words: str) -> QTreeWidgetItem:
        name = short(column.name) if column else f"{short(self.session.table.raw.row_names[0], 12)}, …"
        item = QTreeWidgetItem(self.list, [name, f"{words} ▾"])
        allowed = f"{column.name}: {KIND_WORDS[column.kind]}; {OPERATIONS[column.kind][1]}" if column else words
        for part, tip in enumerate((allowed, f"{allowed}\nClick or press Return to change it")):
            item.setToolTip(part, plain(tip))
        return item

    def _dress(self) -> None:
        """The badges and the accent, in the colours of the theme."""
        table = self.session.table.raw
        with QSignalBlocker(self.list):
            for place, item in enumerate(self._items()):
                item.setForeground(1, QColor(self.appearance.theme.accent))
                if place < table.d + (table.y is not None):
                    item.setIcon(0, QIcon(kind_badge(column_at(table, place).kind, self.appearance)))

    def _items(self) -> Iterator[QTreeWidgetItem]:
        for row in range(self.list.topLevelItemCount()):
            if (item := self.list.topLevelItem(row)) is not None:
                yield item

    # -- ticking -------------------------------------------------------------------------------------------------------

    def ticked(self) -> list[int]:
        """The numbers of the features that are ticked."""
        features = list(self._items())[: self.session.table.raw.d]
        return [row for row, item in enumerate(features) if item.checkState(0) == Qt.CheckState.Checked]

    def _count(self) -> None:
        some = 0 < len(self.ticked()) < self.session.table.raw.d
        self.use.setEnabled(some)

    def _apply(self) -> None:
        chosen = self.ticked()
        self._change(lambda table: table.select(chosen), f"keep {counted(len(chosen), 'feature')}")

    # -- changing ------------------------------------------------------------------------------------------------------

    def menu_of(self, place: int) -> QMenu:
        """What the column at a place can be: its kind, its order, its role; the present ones are marked."""
        table, menu = self.session.table.raw, QMenu(self)
        is_names = place == table.d + (table.y is not None)
        if not is_names:
            self._offer_kinds(menu, place, column_at(table, place))
        now: Role = "name" if is_names else "target" if place == table.d else "feature"
        for role in get_args(Role):
            act = partial(self._set_names, role) if is_names else partial(self._set_role, place, role)
            if is_names and role == "target":
                continue
            _offer(menu, ROLE_OFFERS[role], act, role == now)
        return menu

    def _offer_kinds(self, menu: QMenu, place: int, column: Column) -> None:
        for kind, words in KIND_OFFERS.items():
            if kind in ("date", "ordinal", "text") and place == self.session.table.raw.d:
                continue
            _offer(menu, words, partial(self._set_kind, place, kind), kind == column.kind)
        if len(column.levels) > 1 and (column.kind == "ordinal" or place == self.session.table.raw.d):
            menu.addAction("&Order of the levels…", partial(self._set_order, place, column))
        menu.addSeparator()

    def _ask(self, item: QTreeWidgetItem, where: QPoint) -> None:
        menu = self.menu_of(self.list.indexOfTopLevelItem(item))
        menu.exec(where)
        menu.deleteLater()

    def _set_kind(self, place: int, kind: Kind) -> None:
        name = column_at(self.session.table.raw, place).name
        self._change(lambda table: with_kind(table, place, kind), f"read {short(name)} as {KIND_WORDS[kind]}")

    def _set_role(self, place: int, role: Role) -> None:
        name = short(column_at(self.session.table.raw, place).name)
        words = {
            "feature": f"make {name} a feature", "target": f"make {name} the target",
            "name": f"name the rows by {name}", "skip": f"leave {name} out",
        }  # fmt: skip
        self._change(lambda table: with_role(table, place, role), words[role])

    def _set_names(self, role: Role) -> None:
        if role == "feature":
            self._change(with_names_as_feature, "make the names of the rows a feature")
        elif role == "skip":
            self._change(lambda table: table.changed(row_names=()), "leave out the names of the rows")

    def _set_order(self, place: int, column: Column) -> None:
        dialog = LevelOrder(column.name, column.levels, self)
        accepted, levels = dialog.exec() == QDialog.DialogCode.Accepted, dialog.levels()
        dialog.deleteLater()
        if accepted:
            self._change(lambda table: with_levels(table, place, levels), f"order {short(column.name)}")

    def _change(self, change: Change, words: str) -> None:
        """One edit of the table, unless nothing changes; what cannot be is said."""
        before = self.session.table.raw
        try:
            made = change(before)
        except Refusal as refusal:
            return self.session.refused.emit("This column cannot be changed so", str(refusal))
        if made == before:
            return None
        self.session.table.edit(lambda table: made, words)
        if made.n < before.n and self.session.table.raw is made:
            self.session.said.emit(f"{counted(before.n - made.n, 'row')} without a target left out.")
        return None


def _dropped(table: Dataset) -> Dataset:
    return table.changed(y=None, class_names=())


def _offer(menu: QMenu, words: str, act: Callable[[], None], now: bool) -> None:
    action = menu.addAction(words, act)
    action.setCheckable(True)
    action.setChecked(now)
