"""Slow work waits for a drag: until it pauses, and only for a limited time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.canvas.planes import Planes
from gui.look.appearance import Appearance
from gui.regions import priority
from gui.regions.levels import SIDE, STRETCH, relief
from gui.regions.priority import DRAG, STEP, Priority, WaitBudget
from gui.session.session import Session
from tests.gui.session.waiting import until


def test_waiting_task_resumes_once_the_picture_is_there():
    hand, went_on = Priority(60.0), threading.Event()
    hand.begin("hand", 0)
    waiting = threading.Thread(target=lambda: (WaitBudget(hand, longest=60.0).wait(), went_on.set()))
    waiting.start()
    assert not went_on.wait(0.05)
    hand.end("hand", 0)
    assert went_on.wait(60.0)
    waiting.join()


def test_waiting_for_consecutive_moves_is_bounded(monkeypatch):
    """With a fake clock, on which a wait takes exactly its time: a busy machine wakes threads late."""
    hand, now, waited = Priority(0.25), [0.0], []

    def wait(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(priority, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(hand._mail, "wait", wait)
    patience = WaitBudget(hand, longest=0.625)
    for _ in range(4):
        hand.begin("hand", 0)
        patience.wait()
        waited.append(patience.waited)
    assert waited == [0.25, 0.5, 0.625, 0.625], "no longer than a move each time, and then none is left"


def test_contours_are_computed_in_interruptible_chunks():
    pauses, sizes = [], []

    def bowl(uv: np.ndarray) -> np.ndarray:
        sizes.append(len(uv))
        return uv[:, 0] ** 2 + uv[:, 1]

    made = relief(bowl, (-1.0, 1.0, -1.0, 1.0), fill=True, pause=lambda: pauses.append(len(sizes)))
    assert sum(sizes) == SIDE**2 and max(sizes) <= STRETCH and len(sizes) > 5
    assert pauses[: len(sizes)] == list(range(len(sizes))) and len(pauses) == len(sizes) + 2
    spots = np.vstack([line for level in made.lines for line in level])
    assert np.abs(bowl(spots)[:, None] - np.array(made.levels)).min(axis=1).max() < 1e-3


@pytest.fixture
def canvas(qtbot) -> Iterator[Canvas]:
    """A canvas of two points and the nearest mean."""
    session, appearance = Session(), Appearance()
    made = Canvas(session, appearance)
    qtbot.addWidget(made)
    session.open_data(Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1]), class_names=("a", "b")))
    session.add_lane("nearest_mean")
    made.show()
    until(lambda: session.lane.settled)
    yield made
    session.close()


def test_slow_pictures_wait_until_a_drag_pauses(canvas: Canvas, monkeypatch):
    monkeypatch.setattr(DRAG, "longest", 0.0)
    canvas.session.points.move([0], np.array([[0.5, 0.2]]), 1)
    assert not DRAG.is_on
    monkeypatch.setattr(DRAG, "longest", 60.0)
    canvas.session.points.move([0], np.array([[0.5, 0.3]]), 1)
    assert DRAG.is_on
    DRAG.end(Planes, 0)


def test_other_work_waits_from_the_request_of_a_step_to_its_paint(canvas: Canvas, monkeypatch):
    monkeypatch.setattr(STEP, "longest", 60.0)
    session, seen = canvas.session, list[bool]()
    session.go_to_end()
    until(lambda: session.lane.ending is not None and session.lane.settled and not STEP.is_on)
    session.step(-1)
    assert STEP.is_on
    painted = list[int]()
    canvas.planes.painted.connect(lambda: painted.append(session.lane.frame.index))
    canvas.plane_view.widget.viewport().repaint()  # as when the areas of the step before come
    assert painted == []
    seen.append(STEP.is_on)
    session.sketched.connect(lambda: seen.append(STEP.is_on))
    until(lambda: len(seen) > 1 and not STEP.is_on)
    assert seen[:2] == [True, True] and painted
