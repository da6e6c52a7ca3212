"""Playing and editing at once: an edit keeps the step and the playing, and a run that got shorter waits."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from gui.session import judging
from gui.session.session import Session
from gui.session.stepping import WAITS
from tests.gui.session.waiting import PATIENCE, PAUSE, known_whole, settle, until

LONG, SHORT = 19, 9
"""The steps of a perceptron on the gate AND, and on it without its second row."""


def ticked(session: Session, times: int = 1) -> None:
    """Let the clock tick, each time after what was wanted is there."""
    for _ in range(times):
        settle(session)
        session._tick()
    settle(session)


@pytest.fixture
def playing(session):
    """The clock runs, but so slowly that the test has to tick."""
    known_whole(session)
    session.set_speed(0.01)
    session.play()
    return session


def test_edit_keeps_step_and_playback(playing):
    ticked(playing, 5)
    gesture = playing.points.new_gesture()
    for x in (1.1, 1.2, 1.3):
        playing.points.move([3], [[x, 1.0]], gesture)
    playing.points.end_gesture()
    settle(playing)
    assert playing.playing and playing.lane.index == 5
    ticked(playing)
    assert playing.playing and playing.lane.index == 6


@pytest.mark.parametrize("edit", ["add", "relabel", "erase", "undo", "redo", "cell"])
def test_every_edit_keeps_step_and_playback(playing, edit):
    playing.points.move([3], [[1.2, 1.0]])
    if edit == "redo":
        playing.table.undo.undo()
    ticked(playing, 4)
    {
        "add": lambda: playing.points.add([[1.5, 1.5]], 1),
        "relabel": lambda: playing.points.relabel([1], 1),
        "erase": lambda: playing.points.delete([0]),
        "undo": playing.table.undo.undo,
        "redo": playing.table.undo.redo,
        "cell": lambda: playing.points.set_cell(3, 0, "1.4"),
    }[edit]()
    settle(playing)
    assert playing.playing and playing.lane.index == 4


def test_shortened_run_waits_and_later_resumes_its_step(playing):
    ticked(playing, 12)
    said = []
    playing.said.connect(said.append)
    playing.points.delete([1])
    ticked(playing, 3)
    assert playing.lane.index == SHORT - 1 and playing.playing
    assert said == [WAITS]
    playing.table.undo.undo()
    settle(playing)
    assert playing.lane.index == 12 and playing.playing
    ticked(playing)
    assert playing.lane.index == 13


def test_playback_to_the_end_of_a_shortened_run_waits_there(playing):
    ticked(playing, 5)
    playing.points.delete([1])
    ticked(playing, 6)
    assert playing.lane.index == SHORT - 1 and playing.playing
    playing.table.undo.undo()
    ticked(playing)
    assert SHORT - 1 <= playing.lane.index <= SHORT + 1 and playing.playing


def test_run_refused_meanwhile_plays_on_afterwards(playing):
    ticked(playing, 5)
    playing.points.delete([3])
    ticked(playing, 2)
    assert playing.lane.refusal and playing.playing
    playing.table.undo.undo()
    ticked(playing)
    assert not playing.lane.refusal and playing.playing and playing.lane.index >= 5


def test_playback_stops_at_the_end_and_stays_there(playing):
    ticked(playing, LONG)
    assert not playing.playing and playing.lane.index == LONG - 1
    playing.points.delete([1])
    settle(playing)
    assert playing.lane.index == SHORT - 1
    playing.table.undo.undo()
    settle(playing)
    assert playing.lane.index == LONG - 1


def test_requested_step_is_remembered_while_the_run_is_shorter(session):
    known_whole(session)
    session.go_to(12)
    settle(session)
    session.points.delete([1])
    settle(session)
    assert session.lane.index == SHORT - 1
    session.table.undo.undo()
    settle(session)
    assert session.lane.index == 12


def test_stepping_back_in_a_shortened_run_counts_from_the_shown_step(session):
    known_whole(session)
    session.go_to(12)
    settle(session)
    session.points.delete([1])
    settle(session)
    session.step(-1)
    settle(session)
    assert session.lane.index == SHORT - 2
    session.step(1)
    settle(session)
    assert session.lane.index == SHORT - 1


def test_pausing_while_waiting_remembers_the_step(playing):
    ticked(playing, 12)
    playing.points.delete([1])
    ticked(playing, 2)
    playing.toggle_play()
    assert not playing.playing
    playing.table.undo.undo()
    settle(playing)
    assert playing.lane.index == 12 and not playing.playing


def test_a_drag_does_not_hold_playing_up(session):
    """The clock steps while the data change faster than it ticks."""
    session.open_bundled("iris")
    session.choose_algorithm("kmeans", {"k": 3})
    known_whole(session)
    session.set_speed(100)
    session.play()
    gesture, until = session.points.new_gesture(), time.monotonic() + PATIENCE
    for place in itertools.cycle(np.linspace(5.0, 5.2, 200)):
        session.points.move([0], [[place, 3.5, 1.4, 0.2]], gesture)
        QApplication.processEvents()
        if session.lane.frame.index >= 3:  # the cursor itself is told of the newest run alone, and each edit makes one
            break
        assert time.monotonic() < until, "no step was taken while the point was dragged"
        time.sleep(PAUSE)  # a hand is no faster, and the worker comes to work
    session.points.end_gesture()
    assert session.playing
    session.pause()


def test_view_is_restored_with_the_columns(session):
    session.open_bundled("iris")
    session.view.choose((2, 3))
    session.table.replace(session.table.data.select([1, 2, 3]), "keep 3 features")
    assert session.view.chosen == (1, 2)
    session.table.replace(session.table.data.select([0, 1]), "keep 2 features")
    assert session.view.chosen == "auto"
    session.table.undo.undo()
    assert session.view.chosen == (1, 2)
    session.table.undo.undo()
    assert session.view.chosen == (2, 3)
    session.view.choose("pca")
    session.table.undo.redo()
    assert session.view.chosen == (1, 2)


def test_step_within_a_known_run_emits_no_run_change(session, monkeypatch):
    """Else the timeline and the curves would be made anew for each, and the run would look as if it were computed."""
    monkeypatch.setattr(judging, "QUICK", 60.0)  # on a busy machine a step may be judged later, which is news
    session.restart()
    known_whole(session)
    until(lambda: session.lane.told is not None and session.lane.told[3])  # that it has ended is heard a little later
    session.go_to(2)
    settle(session)
    heard, states = [], set()
    session.progressed.connect(heard.append)
    session.frame_changed.connect(lambda position: states.add(session.lanes[position].running))
    for _ in range(5):
        session.step(1)
        settle(session)
    assert session.lane.index == 7 and heard == [] and states == {False}
    session.restart()
    known_whole(session)
    assert heard, "of a run that begins afresh it is"


def test_shown_step_matches_the_shown_frame_during_a_drag(session):
    """While a hand moves faster than a run is computed, every frame is of a run before the newest edit."""
    known_whole(session)
    session.go_to(3)
    settle(session)
    generation, frame = session.lane.frame_generation, session.lane.frame
    session.go_to(5)
    settle(session)
    session.points.move([3], [[1.1, 1.0]], session.points.new_gesture())
    session.runner.framed.emit(generation, frame)
    assert session.lane.frame is frame and session.lane.index == 3
    assert session.lane.transport.wanted == 5 and session.lane.known == 0, "of the newest run nothing is known"
    session.points.end_gesture()
    settle(session)
    assert session.lane.index == session.lane.frame.index == 5
