"""The whole window with a line in it."""

from __future__ import annotations

import pytest

from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.hands import two_blobs


@pytest.fixture
def line(window: MainWindow) -> MainWindow:
    """A perceptron at the last step on two blobs that a line separates."""
    window.session.open_data(two_blobs())
    window.session.choose_algorithm("perceptron")
    window.session.go_to_end()
    settle(window)
    return window
