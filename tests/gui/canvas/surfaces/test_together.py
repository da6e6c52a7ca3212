"""Each drag move is one paint; a late frame delays nothing; the final picture equals a fresh drawing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.core.marks import Region
from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.canvas.surfaces import together
from gui.canvas.surfaces.plane_view import PlaneView
from gui.painters import points
from gui.session.runner import Runner
from tests.gui.canvas.seeing import pixels
from tests.gui.canvas.tools.mousing import LEFT, NONE, at
from tests.painting import Paints


class Seen(Paints):
    """Where the first point is drawn, and which data the frame knows, at every painting of a plane."""

    def __init__(self, view: PlaneView) -> None:
        super().__init__(view.widget.viewport(), self._note)
        self.view, self.seen = view, list[tuple[tuple[float, ...], tuple[float, ...]]]()

    def _note(self) -> None:
        self.seen.append((tuple(self.view.training.uv[0].tolist()), tuple(self.view.frame.data.X[0].tolist())))


@pytest.fixture
def clouds() -> Dataset:
    """Two overlapping clouds; the first point stands alone."""
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=200)
    X = rng.normal(size=(200, 2)) + 2.5 * codes[:, None]
    X[0] = (-3.0, 4.0)
    return Dataset(X, codes, class_names=("left", "right"), name="clouds")


@pytest.fixture
def opened(session, clouds, settled, qtbot, request) -> Callable[..., Canvas]:
    """A canvas with a run of an algorithm at its third step, at rest."""

    def open_(key: str) -> Canvas:
        canvas: Canvas = request.getfixturevalue("canvas")
        session.open_data(clouds)
        session.add_lane(key)
        session.go_to(3)
        settled()
        qtbot.wait(100)
        return canvas

    return open_


@pytest.fixture
def patient(monkeypatch) -> None:
    """However busy the machine is, the frame is waited for."""
    monkeypatch.setattr(together, "HOLD", 20_000)


@pytest.mark.parametrize("key", ["perceptron", "kmeans", "logistic_newton"])
def test_each_drag_move_is_painted_once_with_its_frame(opened, patient, session, settled, qtbot, key):
    view = opened(key).plane_view
    port, start = view.widget.viewport(), at(view, -3.0, 4.0)
    QTest.mousePress(port, LEFT, NONE, start)
    qtbot.wait(50)
    for turn in range(1, 4):
        paints = Seen(view)
        QTest.mouseMove(port, start + (at(view, -2.8, 3.8) - start) * turn)
        settled()
        qtbot.wait(30)
        own = [(shown, known) for shown, known in paints.seen if shown == known]
        assert own == paints.seen, "never are points painted beside the model of where they were"
        if key != "logistic_newton":  # whose areas come a moment later on a busy machine
            assert len(own) == 1
        port.removeEventFilter(paints)
    QTest.mouseRelease(port, LEFT, NONE, start)


def test_late_frame_delays_the_points_only_briefly(opened, session, monkeypatch, qtbot):
    view = opened("perceptron").plane_view
    monkeypatch.setattr(Runner, "want", lambda runner, request: None)
    paints = Seen(view)
    session.points.move([0], np.array([[-2.0, 3.0]]), 1)
    assert view.widget.together.holding and not paints.seen
    qtbot.waitUntil(lambda: bool(paints.seen))
    assert paints.seen[0] == ((-2.0, 3.0), (-3.0, 4.0))
    session.points.move([0], np.array([[-1.9, 2.9]]), 1)
    assert not view.widget.together.holding, "the next ones do not wait for frames that take long"
    qtbot.waitUntil(lambda: paints.seen[-1][0] == (-1.9, 2.9))
    for turn in range(together.AT_ONCE):
        session.points.move([0], np.array([[-1.8, 2.8 - turn / 100]]), 1)
    assert view.widget.together.holding, "after some it is tried again"


def test_after_a_late_frame_moves_are_again_painted_with_their_frame(opened, session, monkeypatch, settled, qtbot):
    """One that came late, because the machine was busy for a moment, has not ten moves painted twice."""
    view = opened("perceptron").plane_view
    monkeypatch.setattr(together, "HOLD", 20_000)
    view.widget.together._give_up()
    session.points.move([0], np.array([[-2.0, 3.0]]), 1)
    assert not view.widget.together.holding
    settled()
    paints = Seen(view)
    session.points.move([0], np.array([[-1.9, 2.9]]), 1)
    assert view.widget.together.holding
    settled()
    qtbot.wait(50)
    assert paints.seen == [((-1.9, 2.9), (-1.9, 2.9))]


def test_ringing_mistakes_again_does_not_move_the_plane(opened, session, monkeypatch, settled, qtbot):
    """The line that tells how many are not keeps its room: else the plane was laid out and painted three times."""
    monkeypatch.setattr(points, "RINGED", 60)
    view = opened("perceptron").plane_view
    session.go_to(0)
    settled()
    qtbot.wait(100)
    size, counts, words = view.widget.size(), [], set()
    for _ in range(8):
        paints = Seen(view)
        session.step(1)
        settled()
        qtbot.wait(40)
        counts.append(len(paints.seen))
        words.add(bool(view.caption.text()))
        view.widget.viewport().removeEventFilter(paints)
        assert view.widget.size() == size
    assert words == {True, False} and set(counts) == {1}
    session.choose_algorithm("nearest_mean")
    settled()
    assert view.caption.isHidden(), "a run without so many mistakes needs no such line"


def test_next_move_does_not_postpone_a_pending_paint(opened, patient, session):
    view = opened("perceptron").plane_view
    session.points.move([0], np.array([[-2.0, 3.0]]), 1)
    assert view.widget.together.holding
    view.widget.together.framed()
    session.points.move([0], np.array([[-2.1, 3.0]]), 1)
    assert not view.widget.together.holding


@pytest.mark.full
@pytest.mark.parametrize("key", ["perceptron", "kmeans", "logistic_newton", "softmax_newton"])
def test_picture_after_a_drag_equals_a_fresh_drawing(opened, session, settled, exposed, appearance, qtbot, key):
    canvas = opened(key)
    view = canvas.plane_view
    port, start = view.widget.viewport(), at(view, -3.0, 4.0)
    QTest.mousePress(port, LEFT, NONE, start)
    for turn in range(1, 6):
        QTest.mouseMove(port, start + (at(view, -2.9, 3.8) - start) * turn)
        qtbot.wait(10)
    QTest.mouseRelease(port, LEFT, NONE, start + (at(view, -2.9, 3.8) - start) * 5)
    QTest.keyClick(view.widget, Qt.Key.Key_Escape)
    settled()
    fresh = exposed(Canvas(session, appearance), 900, 700)
    fresh.plane_view.look_like(view)
    regions = [painter for one in (canvas, fresh) for painter in one.plane_view.painters_of(Region) if painter.asks]
    qtbot.waitUntil(lambda: all(p.settled and p.shown.stage == "exact" for p in regions))
    port.update()
    qtbot.wait(50)
    assert fresh.plane_view.box.viewRange() == view.box.viewRange()
    assert np.array_equal(pixels(fresh.plane_view.widget), pixels(view.widget))
