"""Which features of the table are in use: a list to tick, applied as one edit that can be undone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from engine.base.words import counted
from engine.data.operations import OPERATIONS
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.preparing import keep_columns
from gui.session.session import Session

KIND_WORDS = {"numeric": "numbers", "ordinal": "levels in order", "categorical": "categories"}


class FeatureList(QWidget):
    """Ticked features stay; "Use these" leaves the others out. The target can be left out too."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.list = QListWidget(self)
        self.list.setMaximumHeight(180)
        self.list.setAccessibleName("Features in use")
        self.list.itemChanged.connect(self._count)
        self.use = QPushButton("Use these", self)
        self.use.setToolTip("Leave the features that are not ticked out of the table (undo brings them back)")
        self.use.clicked.connect(self._apply)
        self.untarget = QPushButton("Drop target", self)
        self.untarget.setToolTip("Forget the target column, as for clustering (undo brings it back)")
        self.untarget.clicked.connect(self._drop_target)
        whole, line = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.use)
        line.addWidget(self.untarget)
        whole.addWidget(self.list)
        whole.addLayout(line)
        self._shown: tuple[object, ...] | None = None

    def refresh(self) -> None:
        """One line for each feature of the table as it is now."""
        data = self.session.data
        self.untarget.setEnabled(data.target is not None)
        if data.columns == self._shown:
            return
        self._shown = data.columns
        self.list.blockSignals(True)
        self.list.clear()
        for column in data.columns:
            item = QListWidgetItem(column.name, self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            item.setToolTip(plain(f"{column.name}: {KIND_WORDS[column.kind]}; {OPERATIONS[column.kind][1]}"))
        self.list.blockSignals(False)
        self._count()

    def ticked(self) -> list[int]:
        """The numbers of the features that are ticked."""
        states = [self.list.item(row).checkState() for row in range(self.list.count())]
        return [row for row, state in enumerate(states) if state == Qt.CheckState.Checked]

    def _count(self) -> None:
        some = 0 < len(self.ticked()) < self.list.count()
        self.use.setEnabled(some)

    def _apply(self) -> None:
        chosen = self.ticked()
        words = f"keep {counted(len(chosen), 'feature')}"
        keep_columns(self.session, chosen, words)

    def _drop_target(self) -> None:
        self.session.edit_table(lambda table: table.changed(y=None, class_names=()), "drop the target")
