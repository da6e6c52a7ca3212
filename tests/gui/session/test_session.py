"""The session: runs follow the data, the cursors what is asked for, and a run never blocks or blanks the picture."""

from __future__ import annotations

import time
from threading import Event as ThreadEvent

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

import engine
from engine.base.params import build
from engine.base.snapshot import same
from engine.core import algorithm as algorithm_module
from engine.core.story import Event
from engine.data.split import Split
from gui.session import lane as lane_module
from gui.session import runner
from gui.session.job import Job
from gui.session.session import Session
from tests.gui.session.waiting import known_whole, settle, until


def test_run_begins_at_its_start_and_is_computed_to_its_end(session):
    known_whole(session)
    assert session.lane.index == 0
    assert session.lane.known == 19
    assert session.lane.ending.kind == "converged"
    assert session.lane.events.count(Event("mistake", "wrong")) == 18
    assert len(session.lane.curves["points on the wrong side"]) == 19


def test_runs_of_all_lanes_are_computed_to_their_ends(session):
    session.add_lane("perceptron", {"rate": 0.5})
    session.go_to(2)
    until(lambda: all(lane.ending is not None and not lane.running for lane in session.lanes))
    assert [lane.known for lane in session.lanes] == [19, 19] and session.lane.index == 2


def test_stepping_and_seeking_show_that_step(session):
    known_whole(session)
    for place in (5, 3, 18, 0):
        session.go_to(place)
        settle(session)
        assert session.lane.index == place == session.lane.frame.index
    session.step(-1)
    settle(session)
    assert session.lane.index == 0
    session.go_to(10_000)
    settle(session)
    assert session.lane.index == 18


def test_worker_starts_before_the_window_processes_an_edit(session, monkeypatch):
    """A million points are put in their places on the plane while their run goes on; of the run is told last."""
    order, want = [], session.runner.want
    monkeypatch.setattr(
        session.runner, "want", lambda request: (order.append(request.run.data is session.table.data), want(request))
    )
    session.table.data_changed.connect(lambda: order.append("data"))
    session.run_changed.connect(lambda lane: order.append(f"run {lane}"))
    session.add_lane("nearest_mean")
    order.clear()
    session.points.move([3], [[1.5, 1.0]])
    assert order == [True, True, "data", "run 0", "run 1"]


@pytest.mark.parametrize("rows", [4, 5], ids=["many rows", "few rows"])
def test_with_few_rows_the_worker_starts_after_the_window(session, monkeypatch, rows):
    """They take the interpreter in turn, and both wait for the other."""
    monkeypatch.setattr(runner, "APART", rows)
    settle(session)
    begun, early, fulfil = ThreadEvent(), list[bool](), session.runner._fulfil
    monkeypatch.setattr(session.runner, "_fulfil", lambda request: (begun.set(), fulfil(request)))
    until(lambda: not session.lane.running)
    time.sleep(0.1)  # it rests
    session.table.data_changed.connect(lambda: early.append(begun.wait(60.0 if rows == 4 else 0.2)))
    session.points.move([3], [[1.5, 1.0]])
    assert early == [rows == 4]
    until(begun.is_set)
    settle(session)


def test_last_step_stays_last_when_a_point_is_dragged(session):
    session.go_to_end()
    settle(session)
    gesture = session.points.new_gesture()
    for x in (1.5, 2.0, 3.0):
        session.points.move([3], [[x, 1.0]], gesture)
    session.points.end_gesture()
    settle(session)
    fresh = engine.trace("perceptron", session.table.data)
    assert session.lane.index == len(fresh) - 1
    assert same(session.lane.frame.step, fresh[-1])


def test_illegal_parameter_is_refused_and_the_run_kept(session, qtbot):
    run = session.lane.run
    with qtbot.waitSignal(session.refused) as signal:
        session.set_param("rate", -1.0)
    assert "rate" in signal.args[1] and "10" in signal.args[1]
    assert session.lane.run is run


def test_parameter_is_validated_once_per_run(session, monkeypatch):
    built = []
    monkeypatch.setattr(lane_module, "build", lambda params, values: built.append(values) or build(params, values))
    monkeypatch.setattr(algorithm_module, "build", lambda *_: pytest.fail("it has been validated before"))
    session.set_param("rate", 0.25)
    settle(session)
    assert built == [{"rate": 0.25}] and session.lane.run.params is session.lane.params is session.lane.frame.params


def test_unsuitable_data_keep_the_last_frame_and_say_why(session):
    session.points.relabel([0, 1, 2, 3], 1)
    frame = session.lane.frame
    settle(session)
    assert "2 classes" in session.lane.refusal
    assert session.lane.frame is frame
    session.table.undo.undo()
    settle(session)
    assert session.lane.refusal == ""


def test_continue_from_here_starts_with_the_model(session):
    session.go_to(7)
    settle(session)
    model = session.lane.frame.step.model
    session.points.add([[2.0, 2.0]], 1)
    settle(session)
    session.go_to(7)
    settle(session)
    model = session.lane.frame.step.model
    session.continue_from_here()
    settle(session)
    assert session.lane.index == 0
    assert same(session.lane.frame.step.model, model)


def test_run_continues_while_played_and_edited(session, qtbot):
    session.set_speed(200)
    session.play()
    session.points.add([[3.0, 3.0]], 1)
    with qtbot.waitSignal(session.playing_changed):
        pass
    settle(session)
    assert not session.playing
    assert session.lane.transport.at_end


def test_validation_rows_are_not_used_for_training(session):
    session.open_bundled("iris")
    session.choose_algorithm("nearest_mean")
    session.table.set_split(Split(validation=0.3))
    session.go_to_end()
    settle(session)
    frame = session.lane.frame
    assert 95 <= frame.data.n <= 115
    assert np.array_equal(frame.data.X, session.table.data.X[frame.rows])
    assert frame.data.row_name(0) == session.table.data.row_name(int(frame.rows[0]))
    known_whole(session)
    assert {"error, training", "error, validation"} <= set(session.lane.curves)
    assert session.lane.curves["error, validation"][-1] < 0.2


def test_regression_errors_are_reported(session):
    x = np.linspace(0.0, 10.0, 101)
    session.open_data(engine.Dataset(x[:, None], 3.0 * x))
    session.choose_algorithm("knn_regression")
    session.set_param("k", 1)
    session.table.set_split(Split(validation=0.3))
    session.evaluating = True
    session.go_to_end()
    settle(session)
    known_whole(session)
    assert session.lane.curves["error, training"][-1] == 0.0
    assert 0.29 < session.lane.curves["error, validation"][-1] < 0.6
    assert session.lane.frame.training is None and len(session.lane.frame.answers) == 101


def test_long_run_never_blocks_and_can_be_stopped(session):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5000, 2))
    session.open_data(engine.Dataset.from_arrays(X, rng.integers(0, 2, 5000)))
    session.set_param("epochs", 10_000)
    session.go_to_end()
    began = time.process_time()
    while session.lane.frame is None or session.lane.frame.index < 1:
        QApplication.processEvents()
        assert time.process_time() - began < 5, "no picture while the run is long"
    assert session.lane.frame.provisional
    session.halt()
    settle(session)
    assert session.lane.ending is None and not session.lane.running


def test_fast_run_shows_no_intermediate_step_after_an_edit(session, monkeypatch):
    monkeypatch.setattr(runner, "PATIENCE", -1.0)
    monkeypatch.setattr(runner, "SOON", 60.0)
    provisional = []
    session.runner.framed.connect(lambda generation, frame: provisional.append(frame.provisional))
    session.open_bundled("iris")
    session.choose_algorithm("kmeans")
    pull = Job.pull
    monkeypatch.setattr(Job, "pull", lambda job: time.sleep(0.05) or pull(job))
    session.go_to(4)
    settle(session)
    assert provisional[-1] is False and any(provisional), "nobody knows how long it takes"
    monkeypatch.setattr(Job, "pull", pull)
    provisional.clear()
    session.points.move([0], session.table.data.X[[0]] + 0.1, session.points.new_gesture())
    settle(session)
    assert provisional == [False]
    session.choose_algorithm("nearest_mean")
    session.go_to_end()
    settle(session)
    assert any(provisional), "of another algorithm it is not known"


def test_closing_during_a_run_is_immediate(qtbot):
    session = Session()
    X = np.random.default_rng(0).normal(size=(20_000, 2))
    session.open_data(engine.Dataset.from_arrays(X, np.arange(20_000) % 2))
    session.add_lane("perceptron", {"epochs": 10_000})
    session.go_to_end()
    began = time.process_time()
    session.close()
    assert time.process_time() - began < 2


@pytest.mark.full
def test_two_long_runs_both_reach_the_requested_step(qtbot):
    session = Session()
    X = np.random.default_rng(0).normal(size=(3000, 2))
    session.open_data(engine.Dataset.from_arrays(X, np.arange(3000) % 2))
    for _ in range(2):
        session.add_lane("perceptron", {"epochs": 3})
        session.go_to_end()
    settle(session)
    assert [lane.ending.kind for lane in session.lanes] == ["stopped", "stopped"]
    assert all(lane.frame.index == lane.known - 1 for lane in session.lanes)
    session.close()


def test_lanes_step_together_until_unlinked(session):
    session.add_lane("nearest_mean")
    session.go_to(2)
    settle(session)
    assert [lane.index for lane in session.lanes] == [2, 2]
    session.set_together(False)
    session.step(1)
    settle(session)
    assert [lane.index for lane in session.lanes] == [2, 3]
    session.set_together(True)
    session.next_event(-1)
    settle(session)
    assert session.lanes[0].index == session.lanes[1].index


def test_added_run_begins_once_with_its_start_and_step(session):
    session.set_start(engine.models.Hyperplane(np.array([1.0, -1.0]), 0.5))
    session.go_to(2)
    settle(session)
    begun = []
    session.run_changed.connect(begun.append)
    session.duplicate_lane()
    settle(session)
    first, second = session.lanes
    assert begun == [1] and second.generation == 1, "it is run once, not first from nothing and then from its start"
    assert second.start is first.start and second.frame.index == first.frame.index == 2
    assert second.frame.step == first.frame.step
