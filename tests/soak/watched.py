"""A real window, offscreen, of which everything is heard: errors, crashes, refusals, and how long it was still."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance
from gui.session.lane import Lane
from gui.session.session import Session
from gui.start import guard
from gui.start.app import collected_here
from gui.widgets.formula import typesetter
from gui.window.main_window import MainWindow

STILL = 2.0
"""Seconds of computing that the thread of the window may be taken in one piece."""
PATIENCE = 20.0
"""Seconds to wait for a step; a run that needs more is halted, as a person would."""


class Watched:
    """`window`, and `wrong`, where whatever goes wrong is written down; `refused` are the sentences a person saw."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.refused: list[str] = []
        session = Session()
        session.open_bundled("gate_and")
        session.add_lane("perceptron")
        session.crashed.connect(lambda words: self.wrong.append(words))
        session.refused.connect(lambda what, why: self.refused.append(f"{what}: {why}"))
        self.window = MainWindow(session, Appearance(), LessonPlayer(session))
        self.window.open_at(1280, 720)
        self.window.show()
        self.rest()

    def hook(self, *error: Any) -> None:
        """For `sys.excepthook`."""
        self.wrong.append("".join(traceback.format_exception(*error)))

    def do(self, act: Callable[[], object]) -> None:
        """Do something and let the window answer; an error in it, or a window that stands still, is written down."""
        began = time.thread_time()
        try:
            act()
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        except Exception as error:
            self.hook(type(error), error, error.__traceback__)
        if (took := time.thread_time() - began) > STILL:
            self.wrong.append(f"the window stood still for {took:.1f} s")

    def rest(self) -> bool:
        """Wait until the steps that are wanted are in view; False when one takes too long, and is halted."""
        until, session = time.monotonic() + PATIENCE, self.window.session
        while not all(lane.settled for lane in session.lanes):
            self.do(lambda: time.sleep(0.001))
            if time.monotonic() > until:
                self.do(session.halt)
                return False
        self.do(lambda: QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value))
        return True

    def stale(self) -> str:
        """What in the picture does not belong to what is there now, or ""."""
        session, planes = self.window.session, self.window.canvas.planes
        for place, panel in enumerate(planes.panels[: 1 if planes.overlaid else None]):
            lane, view = session.lanes[place], panel.view
            if len(view.uv) != session.table.data.n:
                return f"{len(view.uv)} points are drawn of {session.table.data.n}"
            if planes.overlaid:  # it shows what all runs have, those that are not refused
                return ""
            if lane.refusal and view.marks:
                return f"{len(view.marks)} marks are drawn although the run is refused"
            if not lane.refusal and lane.settled and view.frame is not lane.frame:
                return "another frame is drawn than that of the step in view"
            if not lane.refusal and lane.settled and not _is_of(lane):
                return "the frame is of another run"
        return ""

    def close(self) -> None:
        session = self.window.session
        session.document.saved(session.document.path)
        self.window.close()
        for thing in (self.window, session, self.window.appearance):
            thing.deleteLater()
        typesetter().settle()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _is_of(lane: Lane) -> bool:
    """Whether the frame of a lane was made of its data and its parameters."""
    frame, run = lane.frame, lane.run
    return frame is not None and run is not None and frame.data is run.data and frame.params == run.params


@contextmanager
def watched() -> Iterator[Watched]:
    """A window under attack; questions are answered with "go on", and dialogues closed."""
    guard.install()
    before = guard.PAUSE, sys.excepthook, QMessageBox.exec, QDialog.exec
    guard.PAUSE = 0.0
    QMessageBox.exec = lambda box: QMessageBox.StandardButton.Discard  # type: ignore[assignment,method-assign]
    QDialog.exec = lambda box: QDialog.DialogCode.Rejected  # type: ignore[assignment,method-assign]
    made = Watched()
    sys.excepthook = made.hook
    try:
        with collected_here():
            yield made
    finally:
        made.close()
        guard.PAUSE, sys.excepthook, QMessageBox.exec, QDialog.exec = before  # type: ignore[method-assign]
