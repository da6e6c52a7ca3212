"""The room of what stands beside the planes: it follows from what is shown, not from the way that led there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import CONTROL, LEFT, Key


def press(window: MainWindow, key: Key) -> None:
    QTest.keyClick(window.canvas.plane_view.widget, key, CONTROL)
    settle(window)


def widths(window: MainWindow) -> list[int]:
    return window.canvas.splitter.sizes()


def close_second(window: MainWindow) -> None:
    QTest.mouseClick(window.canvas.planes.panels[1].close_button, LEFT)
    settle(window)


@pytest.fixture
def tree(window: MainWindow) -> MainWindow:
    """A tree beside the plane, for the back row."""
    window.resize(1440, 900)
    QTest.keyClick(window, Key.Key_F5)
    window.session.choose_algorithm("cart")
    settle(window)
    return window


def test_tree_width_is_the_same_after_undo_and_redo(tree: MainWindow) -> None:
    """It had kept the width that it had beside one plane, and came back with half of it beside three."""
    before = widths(tree)
    for count in (2, 3):
        tree.session.add_lane("kmeans")
        tree.session.activate_lane(0)
        settle(tree)
        beside = widths(tree)
        press(tree, Key.Key_Z)
        assert tree.session.lane.key == "kmeans" and not tree.canvas.splitter.shown()
        press(tree, Key.Key_Y)
        assert tree.session.lane.key == "cart" and widths(tree) == beside, f"beside {count} planes"
    tree.session.remove_lane(2)
    close_second(tree)
    assert widths(tree) == before, "alone it has its room again"


def test_dragged_border_is_kept_beside_more_planes(tree: MainWindow) -> None:
    border, before = tree.canvas.splitter.handle(1), widths(tree)
    at = border.rect().center()
    QTest.mousePress(border, LEFT, pos=at)
    QTest.mouseMove(border, at + QPoint(100, 100))
    QTest.mouseRelease(border, LEFT, pos=at + QPoint(100, 100))
    settle(tree)
    dragged = widths(tree)
    tree.session.add_lane("kmeans")
    tree.session.activate_lane(0)
    settle(tree)
    assert dragged[0] > before[0] + 50 and max(abs(a - b) for a, b in zip(widths(tree), dragged, strict=True)) <= 2
