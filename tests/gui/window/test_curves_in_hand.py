"""The curves while a hand moves a point: what stood there stays, paler, until what takes its place is known."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.data.toys import generate
from gui.docks.curves import CurvesDock
from gui.regions.priority import DRAG
from gui.start.shot import settle
from gui.window.main_window import MainWindow

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def curves(window: MainWindow) -> CurvesDock:
    """Those of a network at its last step, which takes many moves of a hand to come to."""
    window.open_at(1200, 900)
    window.session.open_data(generate("moons"))
    window.session.choose_algorithm("mlp")
    window.tabs.show_panel("curves")
    window.session.go_to_end()
    settle(window)
    dock = window.tabs.dock("curves")
    assert isinstance(dock, CurvesDock) and dock.isVisible()
    return dock


def shown(dock: CurvesDock) -> dict[str, int]:
    """How long the curves are, by name."""
    return {name: len(line.getData()[0]) for (_, name), line in dock.lines.items() if line.isVisible()}


@pytest.mark.full
def test_curves_stay_paler_without_numbers_during_a_drag(
    window: MainWindow, curves: CurvesDock, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DRAG, "longest", 1.0)  # a machine that has much to do moves the hand slowly
    view, before = window.canvas.plane_view, shown(curves)
    axis, names = curves.box.viewRange()[0], list(curves.legend.buttons)
    place, port, turned = QPoint(*np.round(view.pixels(view.uv[:1])[0]).astype(int)), view.widget.viewport(), 0
    assert min(before.values()) > 10
    QTest.mousePress(port, LEFT, NONE, place)
    for move in range(30):
        QTest.mouseMove(port, place + QPoint(2 * move + 6, move))
        QTest.qWait(20)
        assert shown(curves).keys() == before.keys() and min(shown(curves).values()) > 1
        assert list(curves.legend.buttons) == names and curves.box.viewRange()[0] == pytest.approx(axis)
        assert curves.pale or not turned, "it stays pale until the hand rests"
        turned += curves.pale
        assert {line.opacity() for line in curves.lines.values()} == {0.35 if curves.pale else 1.0}
        assert not (curves.pale and any(button._value for button in curves.legend.buttons.values()))
    QTest.mouseRelease(port, LEFT, NONE, place + QPoint(66, 30))
    assert turned
    settle(window)
    qtbot.waitUntil(lambda: not curves.pale and not window.session.lane.running)
    lane = window.session.lane
    assert {line.opacity() for line in curves.lines.values()} == {1.0}
    assert all(np.array_equal(curves.lines[0, name].getData()[1], lane.curves[name]) for name in before)
    assert all(button._value for name, button in curves.legend.buttons.items() if name in before)


def test_curves_of_another_table_are_not_shown(window: MainWindow, curves: CurvesDock) -> None:
    window.session.open_data(generate("circles"))
    assert not curves.last_known.old and not curves.lines
