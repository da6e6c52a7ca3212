"""The fixtures of all docks: a session, and one of them placed by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

import engine
from engine.data.dataset import Dataset
from gui.docks.dataset import DatasetDock
from gui.docks.dock import Dock
from gui.docks.preparation_panel import PreparationPanel
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.formula import typesetter
from gui.widgets.section import Section
from tests.gui.docks.placing import settle, shown


@pytest.fixture
def session(qtbot: Any) -> Iterator[Session]:
    """The nearest mean on iris."""
    made = Session()
    made.open_bundled("iris")
    made.add_lane("nearest_mean")
    yield made
    made.close()


@pytest.fixture
def placed(qapp: QApplication, qtbot: Any) -> Iterator[Callable[..., Any]]:
    """`placed(WhyDock, "kmeans", "iris", step=2)`: a dock that is shown, at its real width."""
    sessions, crashes = [], []
    appearance = Appearance()
    appearance.install(qapp)  # once: a sheet that is set again is put on every dock that is there

    def place(
        kind: type[Dock], key: str, data: str | Dataset = "iris", step: int = 0, width: int = 320, **values: Any
    ) -> Dock:
        session = Session()
        sessions.append(session)
        session.crashed.connect(crashes.append)
        session.open_data(engine.load(data) if isinstance(data, str) else data)
        session.add_lane(key, values)
        dock = kind(session, appearance)
        qtbot.addWidget(dock)
        dock.resize(width, 640)
        dock.show()
        settle(session, whole=True)
        session.go_to(step)
        settle(session)
        return dock

    yield place
    for session in sessions:
        session.close()
    typesetter().settle()
    QApplication.processEvents()
    assert not crashes, crashes[0]


@pytest.fixture
def panel(qtbot: Any, session: Session) -> Iterator[PreparationPanel]:
    """The preparation of iris, unfolded in its dock."""
    dock = shown(qtbot, DatasetDock, session, 260, 900)
    next(one for one in dock.findChildren(Section) if one.heading.text() == "Preparation").fold(False)
    QApplication.processEvents()
    yield dock.preparation
    dock.preparation.chosen.finish()
    QApplication.processEvents()
