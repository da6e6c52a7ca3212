"""The source stands in the first tab, and can be pulled to the right column and back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from gui.lessons.player import LessonPlayer
from gui.start.shot import settle
from gui.window.main_window import BELOW, MainWindow
from gui.window.pulled import SETTING
from tests.gui.window.user_input import CONTROL, LEFT


@pytest.fixture(autouse=True)
def forgotten():
    """What a person chose is not there before, and is not left behind."""
    QSettings().remove(SETTING)
    yield
    QSettings().remove(SETTING)


def opened(window: MainWindow, qtbot) -> MainWindow:
    """The tab opened by the mouse."""
    window.tabs.show_panel("")
    qtbot.mouseClick(window.tabs.buttons["source"], LEFT)
    settle(window)
    return window


def test_source_is_the_first_tab_and_shows_executed_lines(line, qtbot):
    window = opened(line, qtbot)
    assert next(iter(BELOW)) == "source"
    assert window.source.dock.view.loop.isVisible() and window.source.dock.view.loop.passage.lines


def test_source_is_docked_right_and_back_by_its_button(line, qtbot):
    window = opened(line, qtbot)
    dock = window.source.dock
    qtbot.mouseClick(dock.view.mover, LEFT)
    settle(window)
    assert dock.isVisible() and window.right.isAncestorOf(dock)
    assert not window.tabs.buttons["source"].isVisible() and not window.tabs.stack.isVisible()
    assert dock.view.mover.text() == "To the bottom" and window.shows("source")
    qtbot.mouseClick(dock.view.mover, LEFT)
    settle(window)
    assert dock.isVisible() and window.tabs.stack.isAncestorOf(dock)
    assert window.tabs.buttons["source"].isVisible() and window.tabs.open == "source"
    assert dock.view.mover.text() == "To the right column"


def test_keys_drive_the_run_after_clicking_and_docking(line, qtbot):
    window = opened(line, qtbot)
    window.show()
    qtbot.mouseClick(window.source.dock.view.loop.viewport(), LEFT)
    for key, index in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_Right, 1)):
        qtbot.keyClick(QApplication.focusWidget(), key)
        settle(window)
        assert window.session.lane.index == index
    qtbot.mouseClick(window.source.dock.view.mover, LEFT)
    settle(window)
    assert QApplication.focusWidget() is not None
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Home)
    settle(window)
    assert window.session.lane.index == 0


def test_dock_position_is_remembered(line, qtbot):
    window = opened(line, qtbot)
    qtbot.mouseClick(window.source.dock.view.mover, LEFT)
    again = MainWindow(window.session, window.appearance, LessonPlayer(window.session))
    try:
        assert again.source.is_right and again.right.isAncestorOf(again.source.dock)
        again.source.move(False)
        assert QSettings().value(SETTING, True, type=bool) is False
    finally:
        again.canvas.close_down()
        again.deleteLater()


def test_its_key_folds_it_where_it_stands(line, qtbot):
    window = opened(line, qtbot)
    qtbot.keyClick(window, Qt.Key.Key_9, CONTROL)
    assert not window.shows("source") and not window.tabs.stack.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_9, CONTROL)
    assert window.shows("source")
    qtbot.mouseClick(window.source.dock.view.mover, LEFT)
    qtbot.keyClick(window, Qt.Key.Key_9, CONTROL)
    assert not window.shows("source") and window.source.dock.isVisible(), "only its heading is left"
    assert not window.session.reading


def test_picture_only_mode_hides_the_right_dock_and_restores_it(line, qtbot):
    window = opened(line, qtbot)
    qtbot.mouseClick(window.source.dock.view.mover, LEFT)
    qtbot.keyClick(window, Qt.Key.Key_0, CONTROL)
    assert window.right.isHidden() and not window.source.dock.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_0, CONTROL)
    assert window.source.dock.isVisible() and window.shows("source") and window.shows("why")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900)])
@pytest.mark.parametrize("right", [False, True])
def test_it_can_be_read(line, qtbot, width: int, height: int, right: bool):
    """The strongest line is in view, nothing is cut at the right, and there is room for some lines around it."""
    window = opened(line, qtbot)
    if right:
        qtbot.mouseClick(window.source.dock.view.mover, LEFT)
    window.open_at(width, height)
    window.session.go_to(1)
    settle(window)
    QApplication.processEvents()
    code = window.source.dock.view.loop
    high = code.fontMetrics().lineSpacing()
    top, room = code.firstVisibleBlock().blockNumber(), code.viewport().height() // high
    strong = [number for number, row in enumerate(code.rows) if code.is_strong(row)]
    assert strong and top <= strong[0] and strong[-1] < top + room and room >= 7
    assert max(len(row.text) for row in code.rows) <= code.columns()
