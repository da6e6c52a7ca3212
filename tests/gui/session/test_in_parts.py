"""A frame in two parts: the plane first, then the words, and what is beside the plane where somebody sees it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event

import numpy as np
import pytest

import engine
from engine.core.later import Later, made
from engine.core.marks import Mark, Region
from gui.canvas.canvas import Canvas
from gui.session import job, runner
from gui.session.job import UNEXPLAINED, Frame, Job, Request
from gui.session.session import Session
from tests.gui.showing import run_shown

ROWS = np.random.default_rng(1).normal(size=(4_000, 2))
CLOUDS = engine.Dataset(ROWS + (ROWS[:, :1] > 0), (ROWS[:, 0] > 0.2).astype(np.int64), class_names=("left", "right"))


@pytest.fixture
def canvas(qtbot) -> Iterator[Canvas]:
    yield from run_shown(qtbot, CLOUDS, "logistic_newton", {"penalty": 1.0})


def reached(state: Callable[[], bool]) -> bool:
    """Whether something is so within a minute, waited for on another thread than that of the window."""
    over = time.monotonic() + 60.0
    while not state() and time.monotonic() < over:
        time.sleep(0.001)
    return state()


def names(frame: Frame) -> set[str]:
    """The surfaces of the marks of a frame."""
    return {mark.surface.name for mark in frame.marks}


def test_plane_is_shown_first_and_not_redrawn_with_the_text(canvas: Canvas, qtbot):
    session, view = canvas.session, canvas.plane_view
    seen: list[Frame] = []
    drawn: list[int] = []
    session.sketched.connect(lambda lane, sketch: seen.append(sketch))
    (painter, *_) = view.painters_of(Region)
    draw = painter.draw
    painter.draw = lambda mark: (drawn.append(1), draw(mark))
    session.step(1)
    qtbot.waitUntil(lambda: session.lane.settled and session.lane.index == 1)
    (sketch,), frame = seen, session.lane.frame
    assert sketch.story is UNEXPLAINED and names(sketch) == {"Data"} and frame.sketch is sketch
    assert frame.story.sentence and frame.step is sketch.step
    assert view.frame is frame and len(drawn) == 1


def test_a_hidden_surface_is_made_on_request(canvas: Canvas, qtbot):
    frame = canvas.session.lane.frame
    assert "Weight space" in names(frame) and "Loss of each point" not in names(frame)
    (hidden,) = [one for one in canvas.offered() if one.name == "Loss of each point"]
    canvas.set_wanted(hidden, True)
    qtbot.waitUntil(lambda: any(view.surface.name == hidden.name and view.marks for view in canvas.surfaces()))
    assert hidden.name in names(canvas.session.lane.frame)
    canvas.set_wanted(hidden, False)
    canvas.session.step(1)
    qtbot.waitUntil(lambda: canvas.session.lane.settled and canvas.session.lane.index == 1)
    assert hidden.name not in names(canvas.session.lane.frame)


def test_without_a_picture_everything_is_computed_at_once(qtbot):
    session = Session()
    session.open_data(CLOUDS)
    session.add_lane("logistic_newton")
    qtbot.waitUntil(lambda: session.lane.settled)
    seen: list[Frame] = []
    session.sketched.connect(lambda lane, sketch: seen.append(sketch))
    session.step(1)
    qtbot.waitUntil(lambda: session.lane.settled and session.lane.index == 1)
    assert "Loss of each point" in names(session.lane.frame) and not seen
    session.close()


def test_text_still_appears_now_and_then_during_a_drag(canvas: Canvas, qtbot):
    session = canvas.session
    told: list[int] = []
    session.frame_changed.connect(told.append)
    until = time.process_time() + 1.0  # of this process: a busy machine does not count
    while time.process_time() < until:
        session.points.move([0], CLOUDS.X[:1] + 0.001 * (time.monotonic() % 1.0), 1)
        qtbot.wait(3)
    assert len(told) >= 3
    session.points.end_gesture()
    qtbot.waitUntil(lambda: session.lane.settled)
    assert np.array_equal(session.lane.frame.data.X[0], session.table.data.X[0])


def lasting(session: Session, seconds: float) -> None:
    """Have the last words of the lane taken so long."""
    lane = session.lane
    session.runner._explaining[lane.identity] = lane.algorithm, seconds


def test_text_waits_for_the_next_drag_move_as_long_as_it_takes(canvas: Canvas, monkeypatch, qtbot):
    """They, and the charts beside the plane, would else keep the worker and the window from the next move."""
    session = canvas.session
    sketched: list[Frame] = []
    session.sketched.connect(lambda lane, sketch: sketched.append(sketch))
    monkeypatch.setattr(runner, "NEXT", 60.0)
    session.step(-1)
    qtbot.waitUntil(lambda: session.lane.settled)
    told = session.lane.frame
    lasting(session, 60.0)
    session.points.move([0], CLOUDS.X[:1] + 0.1, 1)
    qtbot.waitUntil(lambda: sketched[-1].data is session.table.data)
    qtbot.wait(runner.LATE * 1500)
    assert session.lane.frame is told, "another move may come"
    session.points.move([0], CLOUDS.X[:1] + 0.15, 1)
    qtbot.waitUntil(lambda: sketched[-1].data is session.table.data)
    qtbot.wait(50)
    assert session.lane.frame is told, "what takes a minute is not told ten times in one"
    lasting(session, 0.01)
    session.points.move([0], CLOUDS.X[:1] + 0.2, 1)
    qtbot.waitUntil(lambda: session.lane.frame.data is session.table.data)


def test_text_of_a_step_does_not_wait_for_another(canvas: Canvas, monkeypatch, qtbot):
    session = canvas.session
    monkeypatch.setattr(runner, "NEXT", 60.0)
    session.step(-1)
    qtbot.waitUntil(lambda: session.lane.settled)
    lasting(session, 60.0)
    session.step(-1)
    qtbot.waitUntil(lambda: session.lane.settled)


@pytest.mark.parametrize("late", [False, True])
def test_pending_text_is_dropped_for_another_step_unless_late(canvas, monkeypatch, qtbot, late):
    """What is beside the plane takes long of many rows: the next step does not wait for all of it."""
    session, told, begun = canvas.session, list[int](), Event()
    monkeypatch.setattr(runner, "LATE", 0.0 if late else 60.0)
    monkeypatch.setattr(runner, "SPARSE", 0)
    session.go_to(0)
    qtbot.waitUntil(lambda: session.lane.settled)
    session.frame_changed.connect(lambda lane: told.append(session.lane.frame.index))

    def slowly(drawn: list[Mark | Later]) -> list[Mark]:
        if isinstance(drawn[0], Later) and not begun.is_set():
            begun.set()
            assert reached(session.runner._disturbed)
        return made(drawn)

    monkeypatch.setattr(job, "made", slowly)
    session.step(1)
    qtbot.waitUntil(begun.is_set)
    session.step(1)
    qtbot.waitUntil(lambda: session.lane.settled and session.lane.index == 2)
    assert told == ([1, 2] if late else [2])


def test_slow_run_is_not_computed_ahead_between_drag_moves(canvas: Canvas, monkeypatch, qtbot):
    """Nothing breaks off a step of a million points, and the next move would wait for it."""
    session, lane = canvas.session, canvas.session.lane
    monkeypatch.setattr(runner, "NEXT", 60.0)
    session.go_to(0)
    qtbot.waitUntil(lambda: lane.settled)
    tell = session.runner._explain

    def told(request: Request, job: Job, sketch: Frame, given_up: Callable[[], bool]) -> None:
        tell(request, job, sketch, given_up)
        session.runner._took[request.lane] = request.run.algorithm, 60.0

    monkeypatch.setattr(session.runner, "_explain", told)
    session.points.move([0], CLOUDS.X[:1] + 0.1, 1)
    qtbot.waitUntil(lambda: lane.frame.data is session.table.data)
    qtbot.wait(runner.PAUSE * 5000)
    assert lane.ending is None and lane.known == 1


def test_immediate_and_deferred_marks_are_all_marks():
    algorithm = engine.algorithm("logistic_newton")
    params = algorithm.params()
    step = engine.trace("logistic_newton", CLOUDS)[1]
    drawn = algorithm.drawn(step, CLOUDS, params)
    later = [one for one in drawn if isinstance(one, Later)]
    assert later and not any(isinstance(mark, Later) for mark in algorithm.marks(step, CLOUDS, params))
    for one in later:
        made = {(mark.surface.kind, mark.surface.name, mark.surface.open) for mark in one.make()}
        assert made == {(surface.kind, surface.name, surface.open) for surface in one.surfaces}


@pytest.mark.parametrize(("seconds", "parts"), [(0.0005, 1), (0.0001, 0)])
def test_half_millisecond_text_waits_for_the_picture(canvas: Canvas, qtbot, seconds, parts):
    """Those of K-means on ten thousand points would else be worked out while they are painted."""
    session, sketched = canvas.session, list[Frame]()
    session.sketched.connect(lambda lane, sketch: sketched.append(sketch))
    lasting(session, seconds)
    session.step(1)
    qtbot.waitUntil(lambda: session.lane.settled and session.lane.index == 1)
    assert len(sketched) == parts
