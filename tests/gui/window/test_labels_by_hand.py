"""Labels given by hand: a class is taken away in the menu of a point, and active learning asks for it again."""

from __future__ import annotations

import numpy as np

from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import RIGHT, assert_fresh, click


def chosen_in_menu(window: MainWindow, row: int, words: str) -> None:
    """An entry of the menu of a point."""
    click(window, *window.session.table.data.X[row], button=RIGHT)
    menu = window.canvas.plane_view.widget.tool.shown
    next(action for action in menu.actions() if words in action.text()).trigger()
    menu.close()
    settle(window)


def test_active_learning_asks_for_a_class_and_continues_after_a_click(line: MainWindow) -> None:
    session = line.session
    session.choose_algorithm("active_learning")
    settle(line)
    rows = np.arange(session.table.data.n)
    own = session.table.data.codes.copy()
    for row in rows[2:4]:
        chosen_in_menu(line, int(row), "Take the class away")
    assert session.table.data.codes[2:4].tolist() == [-1, -1]
    assert_fresh(line)
    session.go_to_end()
    settle(line)
    asked = session.lane.frame.step.asked
    assert asked in (2, 3) and session.lane.ending.kind == "stopped"
    assert "Right-click it and choose one" in session.lane.ending.words
    name = session.table.data.class_names[own[asked]]
    chosen_in_menu(line, asked, f"Make {name}")
    assert session.table.data.codes[asked] == own[asked]
    session.go_to_end()
    settle(line)
    other = session.lane.frame.step.asked
    assert other == 5 - asked, "the run goes on, and asks for the other"
    chosen_in_menu(line, other, f"Make {session.table.data.class_names[own[other]]}")
    assert (session.table.data.codes == own).all()
