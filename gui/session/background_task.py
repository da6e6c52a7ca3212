"""Something computed off the GUI thread for one asker: the newest request wins, and the thread ends with its work."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal


class BackgroundTask(QObject):
    """`ready` comes on the GUI thread with the request and what came of it: a result, or the exception of a bug."""

    ready = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._wanted: tuple[Any, Callable[[], Any]] | None = None
        self._thread: threading.Thread | None = None

    def ask(self, request: Any, compute: Callable[[], Any]) -> None:
        """Compute this; a request that has not been begun yet is forgotten."""
        with self._lock:
            self._wanted = (request, compute)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="learnscope-task", daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Begin nothing more."""
        with self._lock:
            self._wanted = None

    def wait(self) -> None:
        """Forget what has not been begun, and wait for what has."""
        self.forget()
        self.finish(timeout=5.0)

    def finish(self, timeout: float | None = None) -> None:
        """Wait until what has been asked for is computed; `ready` comes when the GUI thread looks for events again."""
        if (thread := self._thread) is not None:
            thread.join(timeout)

    def _work(self) -> None:
        while True:
            with self._lock:
                if self._wanted is None:
                    self._thread = None
                    return
                (request, compute), self._wanted = self._wanted, None
            result: Any
            try:
                result = compute()
            except Exception as error:
                result = error
            with contextlib.suppress(RuntimeError):  # the view was closed meanwhile
                self.ready.emit(request, result)
