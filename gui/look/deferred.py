"""What takes long in several parts, one in each turn of the event loop: between them events are handled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import shiboken6
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget


class DeferredTasks(QObject):
    """Acts one after another, and the windows keep the picture they have until the last of them is done.

    Where what they belong to goes before, they are over, and no window is left without its picture.
    """

    def __init__(self, acts: Sequence[Callable[[], object]], parent: QObject) -> None:
        super().__init__(parent)
        self._acts, self._left = acts, list[Callable[[], object]]()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._next)
        self.destroyed.connect(release_windows)

    @property
    def busy(self) -> bool:
        """Whether some of it is still to be done."""
        return shiboken6.isValid(self) and self._timer.isActive()

    def begin(self) -> None:
        """Do all of it, from the first act on; also where some were done already."""
        self._left = list(self._acts)
        self._hold()

    def pause(self) -> None:
        """Have what was done just now painted in a turn of its own; or after the acts that are under way."""
        if not self.busy:
            self._hold()

    def _hold(self) -> None:
        for window in shown_windows():
            window.setUpdatesEnabled(False)
        self._timer.start()

    def _next(self) -> None:
        self._timer.start()  # before the act: where that shows a dialogue, the others are done behind it
        try:
            if self._left:
                self._left.pop(0)()
        finally:
            if not self._left and shiboken6.isValid(self):  # the act may have closed all there is
                self._timer.stop()
                release_windows()


def shown_windows() -> list[QWidget]:
    """The visible windows."""
    return [window for window in QApplication.topLevelWidgets() if window.isVisible()]


def release_windows() -> None:
    """Every window is painted again: Qt drops what was asked for as they were held, and waits for it for ever."""
    for window in QApplication.topLevelWidgets():
        window.setUpdatesEnabled(True)
        QApplication.postEvent(window, QEvent(QEvent.Type.UpdateRequest))
