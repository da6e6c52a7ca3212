"""Wait until a session is idle; polling without pauses would starve the worker."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from gui.session.session import Session

PAUSE = 0.0005
PATIENCE = 60.0
"""Seconds for which a test waits at most: on a busy machine what is to come may be late."""


def until(there: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Handle events until it is there; between two looks the worker has the processor to itself."""
    end = time.monotonic() + seconds
    while not there():
        QApplication.processEvents()
        assert time.monotonic() < end, "the session does not come to rest"
        time.sleep(PAUSE)


def settle(session: Session, seconds: float = PATIENCE) -> None:
    until(lambda: all(lane.settled for lane in session.lanes), seconds)


def known_whole(session: Session) -> None:
    """Wait until the worker has pulled the run to its end."""
    until(lambda: session.lane.ending is not None)
