"""A parameter of several numbers is dragged as a point: a mean over its contours, shares within a triangle."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from engine.families.distributions.simplex import CORNERS

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CONTOURS, TRIANGLE = "Contours at 1, 2 and 3 deviations", "All shares of three kinds, and lines of equal density"


@pytest.fixture
def chart(canvas, session, settled):
    """The chart of this name, of a run at its first step, with the tool that selects."""

    def shown(key, name, **params):
        session.open_bundled("iris")
        session.add_lane(key, params, step=0)
        session.view.set_tool("select")
        settled()
        canvas.resize(1100, 800)
        canvas.grab()
        return next(view for view in canvas.surfaces() if view.surface.name == name)

    return shown


def pixel(view, uv) -> QPoint:
    return view.widget.mapFromScene(view.box.mapViewToScene(QPointF(*uv)))


def drag(view, start, *stops, after) -> None:
    port = view.widget.viewport()
    there = [pixel(view, stop) for stop in stops]  # where they are before anything moves
    QTest.mousePress(port, LEFT, NONE, pixel(view, start))
    for spot in there:
        QTest.mouseMove(port, spot)
        after()
    QTest.mouseRelease(port, LEFT, NONE, there[-1])
    after()


def test_mean_and_place_are_dragged_separately(chart, session, settled):
    view, entries = chart("multivariate_gaussian", CONTOURS, x=(3.0, -1.0)), session.table.undo.count()
    drag(view, (0.0, 0.0), (0.5, 1.0), (-1.0, 2.0), after=settled)
    assert session.lane.frame.step.mean == pytest.approx([-1.0, 2.0], abs=0.1)
    assert session.table.undo.count() == entries + 1 and "the mean" in session.table.undo.text(entries)
    drag(view, (3.0, -1.0), (1.0, 0.0), after=settled)
    assert session.lane.frame.step.x == pytest.approx([1.0, 0.0], abs=0.1)
    assert session.lane.frame.step.mean == pytest.approx([-1.0, 2.0], abs=0.1)


def test_dragged_shares_still_sum_to_one(chart, session, settled):
    view = chart("dirichlet", TRIANGLE)
    aim = np.array([0.6, 0.1, 0.3])
    drag(view, session.lane.frame.step.x @ CORNERS, aim @ CORNERS, after=settled)
    assert session.lane.params.x == pytest.approx(aim, abs=0.02)
    drag(view, session.lane.frame.step.x @ CORNERS, (0.5, -0.1), after=settled)
    x = session.lane.frame.step.x
    assert x.sum() == pytest.approx(1) and x[2] == pytest.approx(0.001, abs=1e-3)


def test_all_numbers_of_a_handle_are_typed_in_place(chart, session, settled):
    view = chart("multivariate_gaussian", CONTOURS)
    QTest.mouseDClick(view.widget.viewport(), LEFT, NONE, pixel(view, (0.0, 0.0)))
    (field,) = view.widget.findChildren(QLineEdit)
    assert field.text() == "0  0"
    field.setText("1.5; -2")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settled()
    assert session.lane.params.mean == (1.5, -2.0)
