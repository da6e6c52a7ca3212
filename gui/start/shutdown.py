"""Being told to stop: a signal of the system ends the program at once, but not before what is open is kept."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtWidgets import QApplication

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl+C in the terminal, `kill`, and a terminal or a session that is closed."""


class ShutdownOnSignal(QObject):
    """Receives signals while Qt waits for events, which Python alone would not do.

    by   the number of the signal that came, or 0
    """

    def __init__(self, app: QApplication, before: Callable[[], object]) -> None:
        super().__init__(app)
        self.by = 0
        self._app, self._before = app, before
        self._reader, self._writer = socket.socketpair()
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._came)
        numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
        self._usual = {number: signal.signal(number, lambda *_: None) for number in numbers}
        self._wakeup = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)

    def close(self) -> None:
        """Restore the previous signal handlers."""
        signal.set_wakeup_fd(self._wakeup)
        for number, usual in self._usual.items():
            signal.signal(number, usual)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _came(self) -> None:
        numbers = [number for number in self._reader.recv(16) if number in self._usual]
        if numbers and not self.by:
            self.by = numbers[0]
            self._before()
            self._app.exit(128 + self.by)
