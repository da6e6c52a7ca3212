"""Runs an export task while the window stays responsive: slices between two events, heavy parts on a thread."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from gui.export.task import Beside, Note, Stopped, Task, exhausted
from gui.session.background_task import BackgroundTask

SLICE = 0.02
"""Seconds of slices before the window is looked after."""
TOLD = 100
"""Milliseconds from one word of progress to the next."""
SURE = 1.0
"""Seconds after which the time that is left can be said."""


class ExportWorker(QObject):
    """One task at a time.

    told   the share that is done and what is done now, in words, with the time that is left
    ended  what came of the task: its result, or the exception that ended it, `Stopped` when it was cancelled
    """

    told = Signal(float, str)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task[Any] | None = None
        self._answer: object = None
        self._note, self._inner, self._began = Note(0.0, ""), 0.0, 0.0
        self._stop = _Flag()
        self._background = BackgroundTask(self)
        self._background.ready.connect(self._answered)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._go_on)
        self._clock = QTimer(self, interval=TOLD)
        self._clock.timeout.connect(self._tell)

    @property
    def busy(self) -> bool:
        """Whether a task is under way."""
        return self._task is not None

    def start(self, task: Task[Any]) -> None:
        """Begin a task; the one before is dropped."""
        self.drop()
        self._task, self._answer, self._stop = task, None, _Flag()
        self._note, self._inner, self._began = Note(0.0, ""), 0.0, time.monotonic()
        self._clock.start()
        self._turn.start()

    def cancel(self) -> None:
        """Stop as soon as possible: `ended` says when."""
        self._stop.up = True

    def drop(self, wait: bool = False) -> None:
        """Stop now, without a word.   wait  also for what is being computed, which may be writing a file"""
        self._stop.up = True
        self._background.forget()
        if wait:
            self._background.wait()
        self._finish()

    def _finish(self) -> None:
        self._clock.stop()
        self._turn.stop()
        task, self._task = self._task, None
        if task is not None:
            task.close()

    # -- slices --------------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Some slices, until the window has waited long enough or something is computed beside it."""
        until = time.perf_counter() + SLICE
        while self._task is not None and time.perf_counter() < until:
            if not self._advance(self._task):
                return
        if self._task is not None:
            self._turn.start()

    def _advance(self, task: Task[Any]) -> bool:
        """One slice; whether the next one can follow at once."""
        try:
            if self._stop.up:
                raise Stopped
            answer, self._answer = self._answer, None
            request = task.throw(answer) if isinstance(answer, Exception) else task.send(answer)
        except StopIteration as end:
            self._end(end.value)
            return False
        except Exception as error:
            self._end(error)
            return False
        return self._heed(request)

    def _heed(self, request: Note | Beside | None) -> bool:
        if request is None:
            return True
        self._inner = 0.0
        if isinstance(request, Note):
            first, self._note = not self._note.words, request
            if first:
                self._tell()
            return True
        stop = self._stop
        self._background.ask(self._task, lambda: exhausted(request.compute(), lambda share: self._hear(share, stop)))
        return False

    def _end(self, result: object) -> None:
        self._finish()
        self.ended.emit(result)

    # -- beside --------------------------------------------------------------------------------------------------------

    def _hear(self, share: float, stop: _Flag) -> None:
        """On the worker's thread: report progress, or stop when cancelled."""
        if stop.up:
            raise Stopped
        self._inner = share

    def _answered(self, task: object, answer: object) -> None:
        if task is self._task and task is not None:
            self._answer = answer
            self._go_on()

    # -- words ---------------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        share = self._note.within(self._inner)
        spent = time.monotonic() - self._began
        left = f" · {lasting(spent / share * (1 - share))} left" if spent > SURE and 0.002 < share < 1 else ""
        self.told.emit(share, self._note.words + left)


class _Flag:
    """Raised when a task is to stop; of each task its own, for the one before may still be computing."""

    up = False


def lasting(seconds: float) -> str:
    """A time in words.

    >>> lasting(3.2), lasting(70), lasting(119)
    ('about 4 s', 'about 1 min 10 s', 'about 2 min')
    """
    whole = int(-(-seconds // 1)) if seconds < 60 else int(-(-seconds // 10)) * 10
    minutes, rest = divmod(whole, 60)
    parts = ([f"{minutes} min"] if minutes else []) + ([f"{rest} s"] if rest or not minutes else [])
    return "about " + " ".join(parts)
