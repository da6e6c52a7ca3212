"""The start tool with a real mouse on a real session: weights are placed on a chart, a direction is turned."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.base.snapshot import same
from engine.core.marks import Curve, Text
from gui.docks.run_panels import begins

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def chart(canvas, name):
    return next(view for view in canvas.surfaces() if view.surface.name == name)


def on_chart(view, x: float, y: float) -> QPoint:
    return view.widget.mapFromScene(view.box.mapViewToScene(QPointF(x, y)))


def on_plane(view, *uv: float) -> QPoint:
    x, y = np.round(view.pixels(np.array([uv], dtype=float))[0])
    return QPoint(int(x), int(y))


# -- weight space ------------------------------------------------------------------------------------------------------


def test_hint_names_the_starting_point_once(canvas, session, settled):
    session.open_bundled("iris")
    session.add_lane("newton_scalar")
    settled()
    canvas.grab()
    hints = {view.statusTip() for view in canvas.surfaces()}
    assert "Choose the start tool to place the starting point here." in hints


@pytest.mark.parametrize("key", ["softmax_newton", "softmax_gradient"])
def test_click_in_weight_space_starts_softmax_there(canvas, session, settled, key):
    session.open_bundled("iris")
    session.add_lane(key)
    settled()
    session.view.set_tool("start")
    canvas.grab()
    view = chart(canvas, "Weight space")
    assert view.statusTip().startswith("Click to place the starting weights of the class that starts nearest")
    first = click(view, (0.9, 0.8), settled)
    assert_starts_from(session, [first, (0, 0), (0, 0)])
    second = click(view, (0.2, 0.3), settled)
    assert_starts_from(session, [first, second, (0, 0)])
    third = click(view, (0.95, 0.7), settled)
    assert_starts_from(session, [third, second, (0, 0)])
    session.step(1)
    settled()
    assert session.lane.frame.step.iteration == 1 and same(session.lane.frame.step.before, session.lane.start)


def click(view, place, settled) -> np.ndarray:
    """Click at these shares of the width and height that are seen; the place on the axes."""
    seen = view.box.viewRect()
    x, y = seen.left() + place[0] * seen.width(), seen.top() + place[1] * seen.height()
    QTest.mouseClick(view.widget.viewport(), LEFT, NONE, on_chart(view, x, y))
    settled()
    view.grab()
    return np.array([x, y])


def assert_starts_from(session, weights) -> None:
    """The step in view is the start of a run, two weights of each class as given, all others 0."""
    frame, W = session.lane.frame, session.lane.frame.step.model.packed
    assert frame.index == frame.step.iteration == 0
    assert W[:, 1:3] == pytest.approx(np.array(weights), abs=0.02 * np.abs(weights).max())
    assert not W[:, 0].any() and not W[:, 3:].any()


# -- Fisher's direction ------------------------------------------------------------------------------------------------


def projection(session) -> tuple[list[np.ndarray], str]:
    """The histograms of the classes, and what is said of J."""
    marks = [mark for mark in session.lane.frame.marks if mark.surface.name == "Projected classes"]
    histograms = [mark.positions for mark in marks if isinstance(mark, Curve) and mark.group is not None]
    return histograms, next(mark.text for mark in marks if isinstance(mark, Text))


def test_fisher_direction_follows_the_mouse(canvas, session, two_classes, settled):
    session.open_data(two_classes)
    session.add_lane("fisher")
    session.view.set_tool("start")
    settled()
    canvas.grab()
    assert session.lane.frame.step.model is None, "nothing is looked along yet"
    view, mean = canvas.plane_view, two_classes.X.mean(axis=0)
    port = view.widget.viewport()
    QTest.mousePress(port, LEFT, NONE, on_plane(view, 2.0, -1.0))
    seen = []
    for place in ((2.0, 0.0), (2.0, 1.0), (1.0, 2.0)):
        QTest.mouseMove(port, on_plane(view, *place))
        QApplication.processEvents()
        settled()
        way = np.array(place) - mean
        assert session.lane.frame.index == 0
        direction = session.lane.frame.step.model.weights
        assert direction == pytest.approx(way / np.linalg.norm(way), abs=0.03)
        histograms, words = projection(session)
        drawn = [mark for mark in chart(canvas, "Projected classes").marks if isinstance(mark, Curve)]
        assert any(mark.positions is histograms[0] for mark in drawn), "the chart shows this very step"
        seen.append((histograms, words))
    QTest.mouseRelease(port, LEFT, NONE, on_plane(view, 1.0, 2.0))
    for (before, said), (after, says) in pairwise(seen):
        assert len(before) == len(after) == 2
        assert not any(np.array_equal(one, other) for one, other in zip(before, after, strict=True))
        assert said != says and says.startswith("J = ")
    QTest.mouseMove(port, on_plane(view, -2.0, 2.0))
    QApplication.processEvents()
    settled()
    assert projection(session)[1] == seen[-1][1], "let go, it stays"


def test_start_hint_names_the_placeable_handle_and_its_parameters(session, two_classes):
    session.open_data(two_classes)
    session.add_lane("fisher", {"basis": "gaussian by hand"})
    direction, centre, *_ = session.lane.algorithm.handles
    session.set_start(centre.make(two_classes.X[:2], two_classes, session.lane.params))
    assert direction.most(session.lane.params) == 0
    assert (
        begins(session.lane, two_classes)
        == "Begins from 2 given positions (each the centre of a Gaussian bump), which decides basis φ."
    )


# -- several kinds of start at once ------------------------------------------------------------------------------------


def test_placed_basis_functions_and_weights_do_not_erase_each_other(canvas, session, two_classes, settled):
    session.open_data(two_classes)
    session.add_lane("logistic_newton", {"basis": "gaussian by hand"})
    session.view.set_tool("start")
    settled()
    canvas.grab()
    plane = canvas.plane_view
    for place in ((-2.0, 0.0), (2.0, 0.0)):
        QTest.mouseClick(plane.widget.viewport(), LEFT, NONE, on_plane(plane, *place))
        settled()
    canvas.grab()
    weights = click(chart(canvas, "Weight space"), (0.7, 0.6), settled)
    model = session.lane.start
    assert model.basis.centres == pytest.approx(np.array([[-2, 0], [2, 0]]), abs=0.03), "the bumps are there still"
    assert model.weights == pytest.approx(weights, rel=0.02)
    press, drop = on_plane(plane, 2.0, 0.0), on_plane(plane, 2.0, 1.0)
    QTest.mousePress(plane.widget.viewport(), LEFT, NONE, press)
    QTest.mouseMove(plane.widget.viewport(), drop)
    QTest.mouseRelease(plane.widget.viewport(), LEFT, NONE, drop)
    settled()
    assert session.lane.start.basis.centres[1] == pytest.approx([2, 1], abs=0.03)
    assert session.lane.start.weights == pytest.approx(weights, rel=0.02), "and so are the weights"
    assert begins(session.lane, two_classes) == (
        "Begins from 1 given position (the weights to start from) and 2 given positions "
        "(each the centre of a Gaussian bump), which decides basis φ."
    )
    texts = []
    while session.table.undo.canUndo():
        texts.append(session.table.undo.undoText())
        session.table.undo.undo()
    assert texts == [
        "Move the centre of a Gaussian bump, number 2", "Place the weights to start from",
        "Place the centre of a Gaussian bump", "Place the centre of a Gaussian bump",
    ]  # fmt: skip
    assert session.lane.start is None


def test_placed_basis_functions_accept_another_width(session, two_classes):
    session.open_data(two_classes)
    session.add_lane("perceptron", {"basis": "gaussian by hand"})
    handle = session.lane.algorithm.handles[0]
    session.set_start(handle.make(two_classes.X[:2], two_classes, session.lane.params))
    session.set_param("width", 0.25)
    assert session.lane.start.basis.width == 0.25
    assert np.array_equal(session.lane.start.basis.centres, two_classes.X[:2])
    session.table.undo.undo()
    session.table.undo.redo()
    assert session.lane.start.basis.width == 0.25, "made for the parameters there are now"


def test_undo_restores_the_algorithm_and_then_its_dropped_start(session, two_classes):
    session.open_data(two_classes)
    session.add_lane("kmeans", {"k": 2})
    handle = session.lane.algorithm.handles[0]
    session.set_start(handle.make(two_classes.X[:2], two_classes, session.lane.params))
    placed = session.lane.start
    session.choose_algorithm("perceptron")
    assert session.lane.start is None
    session.table.undo.undo()
    assert session.lane.key == "kmeans" and session.lane.start is placed
    session.table.undo.undo()
    assert session.lane.key == "kmeans" and session.lane.start is None and not session.table.undo.canUndo()
