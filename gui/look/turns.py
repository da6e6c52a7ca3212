"""What takes long in several parts, one in each turn of the event loop: between them the program hears whoever acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget


class Turns(QObject):
    """Acts one after another, and the windows keep the picture they have until the last of them is done."""

    def __init__(self, acts: Sequence[Callable[[], object]], parent: QObject) -> None:
        super().__init__(parent)
        self._acts, self._left = acts, list[Callable[[], object]]()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._next)

    @property
    def busy(self) -> bool:
        """Whether some of it is still to be done."""
        return self._timer.isActive()

    def begin(self) -> None:
        """Do all of it, from the first act on; also where some were done already."""
        self._left = list(self._acts)
        for window in shown_windows():
            window.setUpdatesEnabled(False)
        self._timer.start()

    def _next(self) -> None:
        act = self._left.pop(0)
        try:
            act()
        finally:
            if not self._left:
                self._end()

    def _end(self) -> None:
        self._timer.stop()
        for window in QApplication.topLevelWidgets():
            window.setUpdatesEnabled(True)


def shown_windows() -> list[QWidget]:
    """The windows that somebody can see now."""
    return [window for window in QApplication.topLevelWidgets() if window.isVisible()]
