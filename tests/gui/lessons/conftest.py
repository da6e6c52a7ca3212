"""A session with its player of lessons, and the window in its real clothes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from gui.lessons.player import LessonPlayer
from gui.session.session import Session
from gui.start.shot import settle as settle_window
from gui.window.main_window import MainWindow


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


@pytest.fixture
def player(session: Session) -> LessonPlayer:
    return LessonPlayer(session)


@pytest.fixture
def window(window: MainWindow, qapp: QApplication) -> Iterator[MainWindow]:
    """The window in its real clothes, with a perceptron on AND."""
    window.appearance.install(qapp)
    window.session.open_bundled("gate_and")
    window.session.choose_algorithm("perceptron")
    window.session.saved(None)
    settle_window(window)
    yield window
    window.appearance.set_presentation(False)
    qapp.setStyleSheet("")
