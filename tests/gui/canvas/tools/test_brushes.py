"""The spray and the eraser, with real events: what they do, and where their circle is seen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.canvas.tools.mousing import ALT, LEFT, NONE, at, drag, press


def test_spraying_adds_points_around_the_mouse_as_one_entry(view):
    session = view.session
    session.view.set_tool("spray")
    session.view.set_brush(1)
    drag(view, (0, 0), (0.3, 0), stops=2)
    new = session.table.data.X[6:]
    assert len(new) >= 5 and (session.table.data.codes[6:] == 1).all()
    away = np.hypot(*(view.pixels(new) - view.pixels(np.array([[0.15, 0.0]]))).T)
    assert away.max() < session.view.spray_radius + 30
    assert session.table.undo.count() == 1
    session.table.undo.undo()
    assert session.table.data.n == 6


def test_eraser_stroke_is_undone_as_one_entry(view):
    session = view.session
    session.view.set_tool("erase")
    drag(view, (-3, -2), (-2, -3), stops=12)
    assert session.table.data.n < 6 and (session.table.data.codes == 1).sum() == 3
    session.table.undo.undo()
    assert session.table.data.n == 6


def test_eraser_that_hits_nothing_leaves_no_entry(view):
    view.session.view.set_tool("erase")
    drag(view, (0, 0), (0.2, 0))
    assert view.session.table.undo.count() == 0


def move(view, *uv):
    """The mouse over the plane, with no button down."""
    QTest.mouseMove(view.widget.viewport(), at(view, *uv))


@pytest.mark.parametrize("name", ["spray", "erase"])
def test_brush_circle_disappears_with_its_tool(view, name):
    session = view.session
    session.view.set_tool(name)
    move(view, 0, 0)
    assert view.overlay.circle is not None
    session.view.set_tool("select")
    assert view.overlay.circle is None
    move(view, 1, 1)
    session.view.set_tool(name)
    assert view.overlay.circle is None, "where the mouse has been is not where it is"


def test_brush_circle_hides_over_an_axis_and_returns(view):
    view.session.view.set_tool("erase")
    move(view, 0, 0)
    QTest.mouseMove(view.widget.viewport(), QPoint(5, 300))
    assert view.overlay.circle is None
    move(view, 0, 0)
    assert view.overlay.circle is not None


def test_running_stroke_keeps_its_circle_after_a_tool_change(view):
    view.session.view.set_tool("erase")
    port = view.widget.viewport()
    QTest.mousePress(port, LEFT, NONE, at(view, 0, 0))
    view.session.view.set_tool("select")
    assert view.overlay.circle is not None
    QTest.mouseMove(port, at(view, 0.2, 0))
    QTest.mouseRelease(port, LEFT, NONE, at(view, 0.2, 0))
    assert view.overlay.circle is None


def test_brush_circle_disappears_with_the_keyboard_cursor(view):
    view.session.view.set_tool("erase")
    press(view, Qt.Key.Key_Right, ALT)
    assert view.overlay.circle is not None
    press(view, Qt.Key.Key_Escape)
    assert view.overlay.circle is None and view.widget.cursor_uv is None
