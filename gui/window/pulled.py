"""The source stands in a tab under the picture, or in the right column once it has been pulled there."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, Signal

from gui.docks.source import SourceDock
from gui.window.columns import Column, Tabs

NAME = "source"
SETTING = "source/right"


class PulledSource(QObject):
    """Moves the one panel between its two places, and keeps in mind where it is wanted."""

    moved = Signal()

    def __init__(self, tabs: Tabs, column: Column) -> None:
        super().__init__(tabs)
        self._tabs, self._column = tabs, column
        self.is_right = False
        tabs.made.connect(self._made)
        if QSettings().value(SETTING, False, type=bool):
            self.move(True)

    @property
    def dock(self) -> SourceDock:
        dock = self._tabs.dock(NAME)
        assert isinstance(dock, SourceDock)
        return dock

    def move(self, right: bool) -> None:
        """To the right column, or back under the picture."""
        if right == self.is_right:
            return
        self.is_right = right
        if right:
            self._column.take(self._tabs.give(NAME))
        else:
            self._column.give(self.dock)
            self._tabs.take_back(NAME)
        self.dock.show_heading(right)
        self.dock.fold(False)
        self.dock.stand_right(right)
        QSettings().setValue(SETTING, right)
        self.moved.emit()

    def _made(self, name: str) -> None:
        if name == NAME:
            self.dock.moved.connect(self.move)
