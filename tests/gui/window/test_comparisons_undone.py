"""Several models of points clicked by hand: what is seen of them, undone to the empty plane, and done again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.regions.compared import Compared
from gui.session.session import Session
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.canvas.seeing import pixels
from tests.gui.window.user_input import CONTROL, NONE, SHIFT, Key, at, click, port, tool

LEFT_ONES = (-3.5, 1.3), (-2.5, 1.5), (-2.7, 0.3), (-3.8, -0.3)
RIGHT_ONES = (1.6, -1.2), (2.4, -2.3), (1.3, -2.9), (3.0, -0.9), (-0.7, -0.6)


@pytest.fixture
def begin() -> Callable[[Session], None]:
    """An empty plane."""

    def empty(session: Session) -> None:
        session.new_points()
        session.add_lane("kmeans", {"k": 3}, seed=1)

    return empty


def pressed(window: MainWindow, key: Key, modifiers=NONE, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)
        settle(window)
    if (key, modifiers) == (Key.Key_R, CONTROL | SHIFT):  # the search field has the focus: Escape gives the keys back
        QTest.keyClick(QApplication.focusWidget() or window, Key.Key_Escape)
        settle(window)


def found(window: MainWindow, words: str) -> None:
    """An algorithm is looked for by a part of its name and taken."""
    pressed(window, Key.Key_Slash)
    QTest.keyClicks(QApplication.focusWidget(), words)
    pressed(window, Key.Key_Return)


def drawn(window: MainWindow, qtbot) -> int:
    """Points of two classes are clicked; how many edits that is."""
    tool(window, "add", qtbot)
    for key, places in ((Key.Key_1, LEFT_ONES), (Key.Key_2, RIGHT_ONES)):
        pressed(window, key)
        for place in places:
            click(window, *place)
    settle(window)
    return len(LEFT_ONES) + len(RIGHT_ONES)


def three_models(window: MainWindow) -> int:
    """Two more runs beside K-means, all at their second step; how many edits that is."""
    for words in ("nearest class mean", "perceptron"):
        pressed(window, Key.Key_R, CONTROL | SHIFT)
        found(window, words)
    pressed(window, Key.Key_Home)
    pressed(window, Key.Key_Right, times=2)
    assert [lane.key for lane in window.session.lanes] == ["kmeans", "nearest_mean", "perceptron"]
    assert [lane.index for lane in window.session.lanes] == [2, 2, 2]
    return 2


def pictures(window: MainWindow) -> list[np.ndarray]:
    return [pixels(panel.view.widget) for panel in window.canvas.planes.open_panels]


@pytest.mark.full
@pytest.mark.parametrize("overlaid", [True, False], ids=["overlaid", "side by side"])
def test_redo_restores_every_run_at_its_step(window: MainWindow, qtbot, overlaid: bool) -> None:
    edits = drawn(window, qtbot) + three_models(window)
    tool(window, "select", qtbot)
    if overlaid:
        pressed(window, Key.Key_O)
    before, active = pictures(window), window.session.active
    shown = [panel.view.box.viewRect() for panel in window.canvas.planes.open_panels]
    pressed(window, Key.Key_Z, CONTROL, times=edits)
    assert not window.session.table.data.n and not window.session.table.undo.canUndo()
    pressed(window, Key.Key_Y, CONTROL, times=edits)
    assert [lane.index for lane in window.session.lanes] == [2, 2, 2] and window.session.active == active
    assert [panel.view.box.viewRect() for panel in window.canvas.planes.open_panels] == shown
    for one, other in zip(before, pictures(window), strict=True):
        assert np.array_equal(one, other)


def test_undo_to_an_empty_plane_of_overlaid_runs_shows_only_the_hint(window: MainWindow, qtbot) -> None:
    edits = drawn(window, qtbot) + three_models(window)
    pressed(window, Key.Key_O)
    view = window.canvas.plane_view
    assert view.painters_of(Compared)[0].picture is not None and view.caption.text()
    pressed(window, Key.Key_Z, CONTROL, times=edits)
    assert not view.marks and view.frame is None and not view.caption.text()
    assert not [painter for painter in view.every_painter() if painter.item.isVisible()]
    assert [entry.name for entry in window.canvas.legend.entries] == ["A", "B"]


@pytest.mark.full
@pytest.mark.parametrize("key", [Key.Key_4, Key.Key_5, Key.Key_6, Key.Key_7, Key.Key_9])
def test_undo_with_a_panel_below_equals_opening_it_on_an_empty_plane(window: MainWindow, qtbot, key: Key) -> None:
    edits = drawn(window, qtbot) + three_models(window)
    pressed(window, Key.Key_O)
    pressed(window, key, CONTROL)
    for _ in range(edits):
        pressed(window, Key.Key_Z, CONTROL)
        settle(window)
    assert not window.session.table.data.n
    left = pixels(window.tabs)
    for _ in range(2):
        pressed(window, key, CONTROL)
    assert np.array_equal(left, pixels(window.tabs))


# -- what part is seen -------------------------------------------------------------------------------------------------


def parts(window: MainWindow) -> list[tuple[float, ...]]:
    """What part of the plane each panel shows."""
    QApplication.processEvents()
    return [panel.view.box.viewRect().getRect() for panel in window.canvas.planes.open_panels]


def turned(window: MainWindow) -> None:
    """The wheel is turned over the middle of the plane."""
    view, place = window.canvas.plane_view, QPointF(port(window).rect().center())
    way, button, phase = QPoint(0, 360), Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    there = view.widget.mapToGlobal(place)
    QApplication.sendEvent(port(window), QWheelEvent(place, there, QPoint(), way, button, NONE, phase, False))


def dragged(window: MainWindow) -> None:
    """The picture is moved by the middle button."""
    middle = Qt.MouseButton.MiddleButton
    QTest.mousePress(port(window), middle, NONE, at(window, 0, 0))
    QTest.mouseMove(port(window), at(window, 1, 1))
    QTest.mouseRelease(port(window), middle, NONE, at(window, 0, 0))


def test_narrow_panels_fit_the_points_after_an_empty_plane(window: MainWindow, qtbot) -> None:
    drawn(window, qtbot)
    for count in (2, 3, 4):
        pressed(window, Key.Key_R, CONTROL | SHIFT)
        shown = parts(window)
        pressed(window, Key.Key_F)
        assert len(shown) == count and np.allclose(shown, parts(window))
    pressed(window, Key.Key_O)
    shown = parts(window)
    pressed(window, Key.Key_F)
    assert len(shown) == 1 and np.allclose(shown, parts(window))


@pytest.mark.full
@pytest.mark.parametrize("move", [turned, dragged])
def test_zoomed_part_is_kept_when_panels_come_and_go(window: MainWindow, qtbot, move) -> None:
    drawn(window, qtbot)
    pressed(window, Key.Key_R, CONTROL | SHIFT)
    move(window)
    asked = window.canvas.plane_view.box.targetRect()
    for key, modifiers in (
        (Key.Key_R, CONTROL | SHIFT),
        (Key.Key_O, NONE),
        (Key.Key_O, SHIFT),
        (Key.Key_W, CONTROL | SHIFT),
    ):
        pressed(window, key, modifiers)
        assert window.canvas.plane_view.box.targetRect() == asked
    pressed(window, Key.Key_F)
    pressed(window, Key.Key_R, CONTROL | SHIFT)
    assert window.canvas.plane_view.box.targetRect() != asked


def test_planes_side_by_side_are_equally_large_with_any_tick_labels(window: MainWindow, qtbot) -> None:
    drawn(window, qtbot)
    for _ in range(2):
        pressed(window, Key.Key_R, CONTROL | SHIFT)
    for turn in range(4):
        for _ in range(2):  # the axes take their room when they are painted
            window.canvas.grab()
            settle(window)
        widths = [panel.view.box.width() for panel in window.canvas.planes.panels]
        assert max(widths) - min(widths) <= 2, f"after {turn} turns of the wheel"
        turned(window)
