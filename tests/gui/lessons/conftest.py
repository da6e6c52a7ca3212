"""A session with its player of lessons; the window has its real style sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from gui.lessons.player import LessonPlayer
from gui.session.session import Session


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


@pytest.fixture
def player(session: Session) -> LessonPlayer:
    return LessonPlayer(session)


@pytest.fixture
def begin() -> Callable[[Session], None]:
    """A perceptron on AND."""

    def gate(session: Session) -> None:
        session.open_bundled("gate_and")
        session.add_lane("perceptron")

    return gate


@pytest.fixture
def styled() -> bool:
    return True
