"""While a hand moves a parameter, a long run at its end is foreseen; when it rests, the run itself is shown."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import engine
from engine.base.snapshot import same
from engine.core.marks import Region
from gui.session import runner
from gui.session.job import Frame, Request
from gui.session.session import Session
from tests.gui.showing import run_shown

KEY = "svm"
ROWS = np.random.default_rng(3).normal(size=(1_200, 2))
CLOUDS = engine.Dataset(ROWS + 2.0 * (np.arange(1_200) % 2)[:, None], np.arange(1_200) % 2, class_names=("A", "B"))


@pytest.fixture
def session(qtbot, monkeypatch) -> Iterator[Session]:
    monkeypatch.setattr(runner, "QUICK", 0.0)
    for canvas in run_shown(qtbot, CLOUDS, KEY, {"gamma": 0.5}):
        canvas.session.go_to_end()
        qtbot.waitUntil(lambda canvas=canvas: canvas.session.lane.settled)
        yield canvas.session


@pytest.fixture
def seen(session: Session) -> list[Frame]:
    """What is shown before its run is there."""
    found: list[Frame] = []
    session.sketched.connect(lambda lane, sketch: found.append(sketch) if sketch.provisional else None)
    return found


def at_rest(session: Session) -> bool:
    frame = session.lane.frame
    there = frame is not None and not frame.provisional and frame.params == session.lane.params
    return there and session.lane.settled and session.lane.ending is not None


@pytest.mark.full
def test_approximate_end_is_shown_first_and_then_the_exact_one(session: Session, seen: list[Frame], qtbot):
    session.set_param("C", 5.0)
    qtbot.waitUntil(lambda: at_rest(session))
    end = engine.trace(KEY, CLOUDS, gamma=0.5, C=5.0)[-1]
    assert same(session.lane.frame.step, end)
    (sketch,) = seen
    assert sketch.params == session.lane.params and sketch.step.dual == pytest.approx(end.dual, rel=1e-2)
    assert any(isinstance(mark, Region) for mark in sketch.marks)


@pytest.mark.full
def test_continued_drag_shows_one_approximation_after_another(session: Session, seen: list[Frame], qtbot):
    for turn in range(40):
        session.set_param("C", 1.0 * 1.05**turn)
        qtbot.wait(10)
    qtbot.waitUntil(lambda: at_rest(session))
    assert len({sketch.params.C for sketch in seen}) >= 5
    assert same(session.lane.frame.step, engine.trace(KEY, CLOUDS, gamma=0.5, C=session.lane.params.C)[-1])


def test_approximate_step_has_no_text_of_the_previous_run(session: Session, monkeypatch):
    requests: list[Request] = []
    told: list[tuple[int, Frame]] = []
    monkeypatch.setattr(session.runner, "want", requests.append)
    monkeypatch.setattr(runner, "DEAR", -1.0)  # every frame comes in two parts
    monkeypatch.setattr(runner, "LATE", 0.0)  # and nobody may wait for the second
    monkeypatch.setattr(runner, "SPARSE", 0)
    session.set_param("C", 5.0)
    session.set_param("C", 6.0)
    before, now = requests
    hand = runner.Runner()
    hand.close()  # what its thread does is done here, so that it is done in this order
    hand._closing = False
    hand.framed.connect(lambda generation, frame: told.append((generation, frame)))
    for _ in range(2):
        hand._fulfil(before)  # at last it is sketched, and its words are pending
    hand._requests[now.lane] = now
    hand._fulfil(now)  # is foreseen, and put off
    hand._make_whole(now)
    runs = {request.generation: request.run for request in requests}
    assert told and all(frame.params == runs[generation].params for generation, frame in told)


def test_a_step_on_the_way_is_shown_as_it_is(session: Session, seen: list[Frame], qtbot):
    session.go_to(20)
    qtbot.waitUntil(lambda: session.lane.settled)
    session.set_param("C", 5.0)
    qtbot.waitUntil(lambda: session.lane.settled and session.lane.frame.params.C == 5.0)
    assert session.lane.frame.index == 20 and not seen


def test_no_approximation_for_two_runs_or_another_method(session: Session, seen: list[Frame], qtbot):
    session.choose_algorithm("logistic_newton", {})
    session.go_to_end()
    qtbot.waitUntil(lambda: at_rest(session))
    session.choose_algorithm(KEY, {"C": 2.0})
    session.go_to_end()
    qtbot.waitUntil(lambda: at_rest(session))
    session.duplicate_lane()
    qtbot.waitUntil(lambda: at_rest(session))
    session.set_param("C", 5.0)
    qtbot.waitUntil(lambda: at_rest(session))
    assert not seen
