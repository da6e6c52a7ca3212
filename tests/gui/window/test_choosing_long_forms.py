"""The list of algorithms closes when one is chosen, however long the form is that comes, and stays closed."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.data.toys import generate
from gui.docks.model import ModelDock
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import Key


def test_list_stays_closed_when_one_long_form_replaces_another(window: MainWindow) -> None:
    """Without its form the dock has room for the list: the form must not be missed while it is made anew."""
    window.resize(1440, 900)
    session, dock = window.session, window.findChild(ModelDock)
    session.open_data(generate("xor", seed=0, n=60))
    session.choose_algorithm("linear_unit")
    settle(window)
    assert dock.list.compact
    QTest.keyClick(window, Key.Key_Slash)
    QTest.keyClicks(QApplication.focusWidget(), "optimisers")
    opened: list[bool] = []
    dock.list.opened.connect(opened.append)
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Return)
    settle(window)
    assert session.lane.key == "optimisers"
    assert opened == [False] and not dock.list.is_open and dock.form.isVisible()
