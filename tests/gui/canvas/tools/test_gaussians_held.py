"""Gaussians are taken hold of with the mouse: a mean, an ellipse that two classes share, a far point, a parameter."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.marks import Region
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.gaussians.holding import ends

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
LINE = Dataset.from_arrays(np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]]), [0, 0, 0, 1, 1, 1])
NUMBERS = Dataset.from_arrays([[1.0], [2.0], [3.0], [4.0], [5.0]], [2.2, 2.8, 4.5, 3.7, 5.5])


@pytest.fixture
def shown(canvas, session, settled):
    """A run on some data at its last step; the view of a surface by the beginning of its name."""

    def show(data, key, **values):
        session.open_data(data)
        session.add_lane(key, values, step=None)
        session.view.set_tool("select")
        settled()
        canvas.resize(1100, 900)
        canvas.grab()
        return lambda name: next(view for view in canvas.surfaces() if view.surface.name.startswith(name))

    return show


def pixel(view, uv) -> QPoint:
    return view.widget.mapFromScene(view.box.mapViewToScene(QPointF(*uv)))


def drag(view, start, stop, after=QApplication.processEvents) -> None:
    port, middle = view.widget.viewport(), (np.array(start) + stop) / 2
    QTest.mousePress(port, LEFT, NONE, pixel(view, start))
    for place in (middle, stop):
        QTest.mouseMove(port, pixel(view, place))
        after()
    QTest.mouseRelease(port, LEFT, NONE, pixel(view, stop))
    after()


def region(session):
    (found,) = (mark for mark in session.lane.frame.marks if isinstance(mark, Region))
    return found.model


def test_dragged_mean_updates_the_areas(shown, session, settled, canvas):
    shown(generate("blobs", seed=3, n=60), "gaussian_classifier")
    before = region(session)
    aim = before.means[0] + 0.4 * np.sqrt(np.diagonal(before.covariances[0]))
    drag(canvas.plane_view, before.means[0], aim, after=settled)
    after = region(session)
    assert after.means[0] == pytest.approx(aim, abs=0.1) and after.means[1:] == pytest.approx(before.means[1:])
    assert after.covariances == pytest.approx(before.covariances)
    grid = np.random.default_rng(0).uniform(before.means.min(0) - 3, before.means.max(0) + 3, (400, 2))
    assert not np.allclose(after.predict_proba(grid), before.predict_proba(grid))


def test_dragged_ellipse_updates_tied_ellipses(shown, session, settled, canvas):
    shown(generate("moons", seed=3, n=60), "gaussian_classifier", example="three classes, two tied")
    before = region(session)
    end = ends(before)[0]
    aim = end + 0.3 * np.array([-(end - before.means[0])[1], (end - before.means[0])[0]])
    drag(canvas.plane_view, end, aim, after=settled)
    after = region(session)
    assert (np.abs(ends(after) - aim).max(axis=1) < 0.1).any() and after.means == pytest.approx(before.means)
    assert (after.covariances[0] == after.covariances[1]).all()
    assert not np.allclose(after.covariances[0], before.covariances[0], rtol=0.01)
    assert after.covariances[2] == pytest.approx(before.covariances[2])


def test_dragged_outlier_updates_the_boundaries(shown, session, settled):
    view = shown(LINE, "far_points", places=(7.0,))("Densities")
    drag(view, (7.0, 0.1), (7.5, 0.1), after=settled)
    step = session.lane.frame.step
    assert step.far[0] == pytest.approx(7.5, abs=0.1) and session.lane.params.places == (step.far[0],)
    assert step.now.boundaries[0] < 2.5 < step.now.boundaries[1]


def test_dragging_a_parameter_off_its_estimate_lowers_ln_l(shown, session, settled):
    data = generate("blobs", seed=3, n=60)
    view = shown(data, "joint_likelihood")("ln L")
    step = session.lane.frame.step
    aim = step.value + 0.4 * (step.places[-1] - step.value)
    drag(view, (step.value, step.heights.mean()), (aim, step.heights.mean()), after=settled)
    now = session.lane.frame.step
    assert now.value == pytest.approx(aim, rel=0.05) and now.total < now.best and session.lane.params.by > 0


def test_place_and_prediction_of_squared_loss_are_draggable(shown, session, settled):
    find = shown(NUMBERS, "squared_loss", at=(3.0,))
    session.go_to(2)
    settled()
    step = session.lane.frame.step
    drag(find("Expected"), (step.y, step.loss), (step.mean, step.loss), after=settled)
    now = session.lane.frame.step
    assert now.part == "guess" and now.y == pytest.approx(step.mean, abs=0.05)
    drag(find("Joint"), (3.0, 1.0), (4.0, 1.0), after=settled)
    assert session.lane.frame.step.x == pytest.approx(4.0, abs=0.05)


def test_point_of_the_three_routes_is_draggable_in_a_panel(shown, session, settled):
    view = shown(generate("moons", seed=3, n=60), "three_routes")("Discriminative")
    drag(view, (0.3, 0.2), (1.2, 0.2), after=settled)
    assert session.lane.params.place == pytest.approx(1.2, abs=0.05)
