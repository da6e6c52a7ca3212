"""The whole window with a line in it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.look.appearance import Appearance
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.hands import two_blobs


@pytest.fixture
def worn(qapp: QApplication) -> None:
    """Every window opens in the clothes that people see: how high its panels are decides what is seen of the plane."""
    Appearance().install(qapp)


@pytest.fixture
def line(window: MainWindow) -> MainWindow:
    """A perceptron at the last step on two blobs that a line separates."""
    window.session.open_data(two_blobs())
    window.session.choose_algorithm("perceptron")
    window.session.go_to_end()
    settle(window)
    return window
