"""The whole window on a real session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.start.shot import settle
from gui.widgets.formula import typesetter
from gui.window.main_window import MainWindow

PATIENCE = 60_000
"""Milliseconds for which a test waits at most for what is to come: on a busy machine that may be late."""


@pytest.fixture
def qtbot(qtbot: Any) -> Any:
    """That of pytest-qt, which by itself waits for five seconds."""
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitExposed"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=PATIENCE))
    return qtbot


@pytest.fixture
def begin() -> Callable[[Session], None]:
    """What the window opens with: K-means on iris at its first step."""

    def iris(session: Session) -> None:
        session.open_bundled("iris")
        session.add_lane("kmeans", {"k": 3}, seed=1)

    return iris


@pytest.fixture
def styled() -> bool:
    """Whether the window has its style sheet: then it takes half as long again."""
    return False


@pytest.fixture
def window(
    request: pytest.FixtureRequest, qapp: QApplication, qtbot, begin: Callable[[Session], None], styled: bool
) -> Iterator[MainWindow]:
    """The window with what it begins with, 1280 by 720 pixels."""
    qapp.setOrganizationName("Learnscope")
    qapp.setApplicationName("Learnscope tests")
    QSettings().clear()
    session, crashes = Session(), []
    begin(session)
    session.crashed.connect(crashes.append)
    session.document.saved(None)
    made = MainWindow(session, Appearance(), LessonPlayer(session))
    if styled:
        made.appearance.install(qapp)
    made.open_at(1280, 720)
    QCursor.setPos(made.frameGeometry().bottomRight() + QPoint(50, 50))  # an earlier test may have left it on a button
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    settle(made)
    yield made
    session.document.saved(session.document.path)
    made.close()
    for thing in (made, session, made.appearance):
        thing.deleteLater()
    typesetter().settle()
    request.node.funcargs.pop("window")  # pytest would hold on to it until after the search for leaks
    assert not crashes, crashes[0]
