"""What the buttons on a drawing do is reached by the keyboard alone; what they change is painted once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

import engine
from engine.data.toys import generate
from gui.canvas.surfaces.structure_view import StructureView
from gui.canvas.surfaces.structure_widget import StructureWidget
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import CONTROL, Key


def test_unit_is_added_by_keys_even_if_the_drawing_is_in_the_list(window: MainWindow) -> None:
    session = window.session
    session.open_data(generate("xor", seed=0, n=60))
    session.choose_algorithm("mlp", {"hidden": (3.0,)})
    session.go_to(2)
    settle(window)
    surface = next(one for one in window.canvas.offered() if one.name == "Network")
    window.canvas.set_wanted(surface, False)
    QTest.keyClick(window, Key.Key_M, CONTROL)
    QApplication.processEvents()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and isinstance(menu.parent(), StructureView)
    entries = [action.text() for action in menu.actions()]
    for _ in range(1 + entries.index("4 units in the hidden layer, now 3")):
        QTest.keyClick(menu, Key.Key_Down)
    QTest.keyClick(menu, Key.Key_Return)
    settle(window)
    assert session.lane.frame.step.model.hidden == (4,) and session.lane.index == 2


def test_run_without_an_editable_drawing_says_so(line: MainWindow) -> None:
    action = line.menus.actions["controls"]
    assert not action.isEnabled() and "Nothing that is drawn has buttons" in action.toolTip()


def test_network_is_painted_once_per_frame(window: MainWindow, monkeypatch):
    done: list[str] = []
    for kind, name in ((StructureView, "show_marks"), (StructureWidget, "paintEvent")):
        monkeypatch.setattr(kind, name, noted(getattr(kind, name), done))
    window.session.open_data(engine.load("iris"))
    window.session.choose_algorithm("mlp")
    settle(window)
    QTest.qWait(100)
    for step in range(3, 8):
        done.clear()
        window.session.go_to(step)
        settle(window)
        QTest.qWait(30)  # a second painting would come a little later
        assert 0 < done.count("paintEvent") <= done.count("show_marks"), step


def noted(act: Callable[..., object], done: list[str]) -> Callable[..., object]:
    """What is done, written down."""

    def noting(*given: object) -> object:
        done.append(act.__name__)
        return act(*given)

    return noting
