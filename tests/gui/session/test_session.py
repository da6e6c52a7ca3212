"""The session: every edit can be undone, runs follow the data, and a run never blocks or blanks the picture."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

import engine
from engine.base.errors import Refusal
from engine.base.snapshot import same
from engine.core.story import Event
from gui.session.file import open_session, save_session
from gui.session.session import Session


@pytest.fixture
def session(qtbot):
    made = Session()
    made.open_bundled("gate_and")
    made.add_lane("perceptron")
    settle(made)
    yield made
    made.close()


def settle(session: Session, seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while not all(lane.settled for lane in session.lanes):
        QApplication.processEvents()
        assert time.monotonic() < until, "the session does not come to rest"


def known_whole(session: Session) -> None:
    """Wait until the worker has pulled the run to its end."""
    until = time.monotonic() + 20
    while session.lane.ending is None:
        QApplication.processEvents()
        assert time.monotonic() < until


def test_the_run_begins_at_its_start_and_is_pulled_ahead_to_its_end(session):
    known_whole(session)
    assert session.lane.index == 0
    assert session.lane.known == 19
    assert session.lane.ending.kind == "converged"
    assert session.lane.events.count(Event("mistake", "wrong")) == 18
    assert len(session.lane.curves["points on the wrong side"]) == 19


def test_the_runs_of_all_lanes_are_pulled_ahead_to_their_ends(session):
    session.add_lane("perceptron", {"rate": 0.5})
    session.go_to(2)
    until = time.monotonic() + 20
    while any(lane.ending is None or lane.running for lane in session.lanes):
        QApplication.processEvents()
        assert time.monotonic() < until, [lane.known for lane in session.lanes]
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


def test_the_end_stays_the_end_when_a_point_is_dragged(session):
    session.go_to_end()
    settle(session)
    gesture = session.new_gesture()
    for x in (1.5, 2.0, 3.0):
        session.move_points([3], [[x, 1.0]], gesture)
    session.end_gesture()
    settle(session)
    fresh = engine.trace("perceptron", session.data)
    assert session.lane.index == len(fresh) - 1
    assert same(session.lane.frame.step, fresh[-1])


def test_a_drag_is_one_entry_and_can_be_undone_and_done_again(session):
    before = session.data
    gesture = session.new_gesture()
    for x in np.linspace(1, 2, 20):
        session.move_points([3, 1], [[x, 1.0], [0.0, x]], gesture)
    session.end_gesture()
    after = session.data
    assert session.undo.count() == 1
    session.undo.undo()
    assert session.data == before
    session.undo.redo()
    assert session.data == after


def test_every_edit_can_be_undone(session):
    edits = [
        lambda: session.add_points([[0.3, 0.4], [1, 2]], 1),
        lambda: session.move_points([0], [[5, 5]]),
        lambda: session.delete_points([1, 3]),
        lambda: session.relabel_points([0, 1], 1),
        lambda: session.set_cell(0, 1, "−2,5"),
        lambda: session.set_cell(0, 2, "0"),
        lambda: session.set_cell(1, 0, ""),
        lambda: session.add_class(),
        lambda: session.replace_data(session.data.select([1]), "one feature"),
    ]
    seen = [session.data]
    for edit in edits:
        edit()
        seen.append(session.data)
    assert session.undo.count() == len(edits)
    for before in reversed(seen[:-1]):
        session.undo.undo()
        assert session.data == before
    for after in seen[1:]:
        session.undo.redo()
        assert session.data == after
    settle(session)


def test_deleted_rows_come_back_to_their_places_with_their_names(session):
    session.open_bundled("play_tennis")
    before = session.data
    session.delete_points([0, 5, 13])
    assert session.data.n == 11 and "D6" not in session.data.row_names
    session.undo.undo()
    assert session.data == before


def test_a_wrong_cell_is_refused_in_words_and_changes_nothing(session, qtbot):
    before = session.data
    for cell, text, word in (((0, 0), "abc", "abc"), ((0, 0), "1e999", "large"), ((0, 2), "maybe", "maybe")):
        with qtbot.waitSignal(session.refused) as signal:
            session.set_cell(*cell, text)
        assert word in signal.args[1]
    assert session.data == before and session.undo.count() == 0


def test_an_illegal_parameter_is_refused_and_the_run_stays(session, qtbot):
    run = session.lane.run
    with qtbot.waitSignal(session.refused) as signal:
        session.set_param("rate", -1.0)
    assert "rate" in signal.args[1] and "10" in signal.args[1]
    assert session.lane.run is run


def test_unsuitable_data_keeps_the_last_frame_and_says_why(session):
    session.relabel_points([0, 1, 2, 3], 1)
    frame = session.lane.frame
    settle(session)
    assert "2 classes" in session.lane.refusal
    assert session.lane.frame is frame
    session.undo.undo()
    settle(session)
    assert session.lane.refusal == ""


def test_continue_from_here_keeps_the_model_and_goes_on(session):
    session.go_to(7)
    settle(session)
    model = session.lane.frame.step.model
    session.add_points([[2.0, 2.0]], 1)
    settle(session)
    session.go_to(7)
    settle(session)
    model = session.lane.frame.step.model
    session.continue_from_here()
    settle(session)
    assert session.lane.index == 0
    assert same(session.lane.frame.step.model, model)


def test_the_run_goes_on_while_it_is_played_and_edited(session, qtbot):
    session.set_speed(200)
    session.play()
    session.add_points([[3.0, 3.0]], 1)
    with qtbot.waitSignal(session.playing_changed, timeout=10_000):
        pass
    settle(session)
    assert not session.playing
    assert session.lane.transport.at_end


def test_validation_rows_are_not_learned_from(session):
    session.open_bundled("iris")
    session.choose_algorithm("nearest_mean")
    session.set_holdout(0.3)
    session.go_to_end()
    settle(session)
    frame = session.lane.frame
    assert 95 <= frame.data.n <= 115
    assert np.array_equal(frame.data.X, session.data.X[frame.rows])
    assert frame.data.row_name(0) == session.data.row_name(int(frame.rows[0]))
    known_whole(session)
    assert {"error, training", "error, validation"} <= set(session.lane.curves)
    assert session.lane.curves["error, validation"][-1] < 0.2


def test_a_long_run_never_blocks_and_can_be_halted(session):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5000, 2))
    session.open_data(engine.Dataset.from_arrays(X, rng.integers(0, 2, 5000)))
    session.set_param("epochs", 10_000)
    session.go_to_end()
    began = time.monotonic()
    while session.lane.frame is None or session.lane.frame.index < 1:
        QApplication.processEvents()
        assert time.monotonic() - began < 5, "no picture while the run is long"
    assert session.lane.frame.provisional
    session.halt()
    settle(session)
    assert session.lane.ending is None and not session.lane.running


def test_closing_in_the_middle_of_a_run_is_immediate(qtbot):
    session = Session()
    X = np.random.default_rng(0).normal(size=(20_000, 2))
    session.open_data(engine.Dataset.from_arrays(X, np.arange(20_000) % 2))
    session.add_lane("perceptron", {"epochs": 10_000})
    session.go_to_end()
    began = time.monotonic()
    session.close()
    assert time.monotonic() - began < 2


def test_a_session_survives_a_file(session, tmp_path):
    session.open_bundled("film_critics")
    session.set_view((2, 0))
    session.choose_algorithm("kmeans", {"k": 2})
    session.lane.start = engine.models.Centres(np.array([[1.0, 2.0, 0.1], [3.0, 1.0, 1e-300]]))
    session.set_seed(7)
    session.go_to(3)
    save_session(session, tmp_path / "a.learnscope")
    data, start = session.data, session.lane.start
    session.open_bundled("iris")
    open_session(session, tmp_path / "a.learnscope")
    assert session.data == data
    assert session.view == (2, 0)
    assert (session.lane.key, session.lane.values, session.lane.seed) == ("kmeans", {"k": 2}, 7)
    assert same(session.lane.start, start)
    assert session.lane.transport.wanted == 3
    assert not session.dirty


HOSTILE = {
    "nothing": "",
    "no JSON": "{",
    "foreign": '{"format": "other"}',
    "newer": '{"format": "learnscope-session", "version": 99}',
    "no data": '{"format": "learnscope-session", "version": 1}',
    "deep": '{"format": "learnscope-session", "version": 1, "data": ' + "[" * 5000 + "]" * 5000 + "}",
    "huge": '{"format": "learnscope-session", "version": 1, "data": '
    '{"array": [], "type": "float64", "shape": [9999999999]}}',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_and_the_session_stays(session, tmp_path, text):
    path = tmp_path / "bad.learnscope"
    path.write_text(text)
    before = session.data
    with pytest.raises(Refusal, match=r"bad\.learnscope"):
        open_session(session, path)
    assert session.data is before


def damaged(session: Session, path: Path, change) -> None:
    save_session(session, path)
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c["lanes"].clear(),
        lambda c: c["lanes"][0].update(algorithm="os.system"),
        lambda c: c["lanes"][0].update(params={"rate": -5}),
        lambda c: c["lanes"][0].update(seed=-1),
        lambda c: c["lanes"][0].update(step=-1),
        lambda c: c["lanes"][0].update(start={"record": "Dataset"}),
        lambda c: c["data"].update(class_names=["only one"]),
        lambda c: c["data"]["X"].update(shape=[2, 2]),
        lambda c: c["data"]["X"].update(array=["x"] * 8),
        lambda c: c["data"].pop("X"),
        lambda c: c["data"].update(columns=[1, 2]),
        lambda c: c["data"].update(y=[1, 2, 3]),
        lambda c: c.update(view=[0, 9]),
        lambda c: c.update(holdout=3),
    ],
)
def test_a_damaged_session_is_refused_whole(session, tmp_path, change):
    path = tmp_path / "bad.learnscope"
    damaged(session, path, change)
    before, lanes = session.data, session.lanes
    with pytest.raises(Refusal):
        open_session(session, path)
    assert session.data is before and session.lanes is lanes


def test_a_truncated_file_is_refused(session, tmp_path):
    path = tmp_path / "a.learnscope"
    save_session(session, path)
    path.write_text(path.read_text()[:200])
    with pytest.raises(Refusal, match="damaged"):
        open_session(session, path)


def test_saving_where_nothing_can_be_written_is_refused_and_leaves_no_litter(session, tmp_path):
    with pytest.raises(Refusal, match="cannot be written"):
        save_session(session, tmp_path / "no such folder" / "a.learnscope")
    assert list(tmp_path.iterdir()) == []


def test_two_long_runs_both_come_to_the_step_that_was_wanted(qtbot):
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


def test_lanes_step_together_until_they_are_freed(session):
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
