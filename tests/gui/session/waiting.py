"""Waiting for a session to come to rest."""

from __future__ import annotations

import time

from PySide6.QtWidgets import QApplication

from gui.session.session import Session


def settle(session: Session, seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while not all(lane.settled for lane in session.lanes):
        QApplication.processEvents()
        assert time.monotonic() < until, "the session does not come to rest"


def known_whole(session: Session) -> None:
    """Wait until the worker has pulled the run to its end."""
    until = time.monotonic() + 20
    while session.lane.ending is None:
        QApplication.processEvents()
        assert time.monotonic() < until
