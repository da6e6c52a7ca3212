"""The whole window with a line in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication

from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import two_blobs


@pytest.fixture
def style_sheet(qapp: QApplication) -> None:
    """Every window opens with its style sheet: how high its panels are decides what is seen of the plane."""
    Appearance().install(qapp)


@pytest.fixture
def begin(request: pytest.FixtureRequest, begin: Callable[[Session], None]) -> Callable[[Session], None]:
    """What a test asks for is there when the window opens: to show K-means before it takes a third of all."""

    def separated(session: Session) -> None:
        session.open_data(two_blobs())
        session.add_lane("perceptron")
        session.go_to_end()

    return separated if "line" in request.fixturenames else begin


@pytest.fixture
def line(window: MainWindow) -> MainWindow:
    """A perceptron at the last step on two blobs that a line separates."""
    assert window.session.lane.key == "perceptron"
    return window
