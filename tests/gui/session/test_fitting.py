"""A preparation that takes long is fitted beside the window, and until it is there everything stays as it was."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.scaling import MinMax, Standardise
from engine.data.preparing.shapes import Rank
from engine.data.split import Split
from gui.session import fitting
from gui.session.session import Session
from gui.session.table import OVERTAKEN

RANKS, SCALED = Preparation().with_step(Rank()), Preparation().with_step(Standardise())


@pytest.fixture
def threads(monkeypatch) -> list[int]:
    """The threads on which preparations are fitted; all of them take long."""
    seen, usual = [], Preparation.fit

    def fit(self, *told):
        seen.append(threading.get_ident())
        return usual(self, *told)

    monkeypatch.setattr(Preparation, "fit", fit)
    monkeypatch.setattr(fitting, "QUICK", 0)
    return seen


@pytest.fixture
def session(qtbot, threads):
    made = Session()
    made.open_bundled("iris")
    made.add_lane("nearest_mean")
    qtbot.waitUntil(lambda: made.lane.settled)
    yield made
    made.close()


def wait(session: Session, qtbot) -> None:
    qtbot.waitUntil(lambda: not session.table.fitting.busy)


def test_state_changes_at_once_when_the_fit_is_done(session, qtbot, threads):
    before, frames = session.table.data, []
    session.table.data_changed.connect(lambda: frames.append((session.table.data.X.max(), session.table.preparation)))
    assert session.table.prepare(RANKS, "rank the numbers") and session.table.wanted_preparation == RANKS
    assert (
        session.table.data is before and session.table.preparation == Preparation() and not session.table.undo.count()
    )
    wait(session, qtbot)
    assert frames == [(session.table.data.X.max(), RANKS)] and session.table.data.X.max() <= 1
    assert session.table.undo.undoText() == "Rank the numbers" and threading.get_ident() not in threads


def test_undo_and_redo_wait_for_their_preparation(session, qtbot, threads):
    session.table.prepare(RANKS, "rank")
    wait(session, qtbot)
    ranked = session.table.data
    session.table.prepare(SCALED, "scale")
    wait(session, qtbot)
    scaled = session.table.data
    session.table.undo.undo()
    assert session.table.data is scaled and session.table.preparation == SCALED
    wait(session, qtbot)
    assert session.table.data == ranked and session.table.preparation == RANKS
    session.table.undo.redo()
    wait(session, qtbot)
    assert session.table.data == scaled
    session.table.undo.undo()
    wait(session, qtbot)
    session.table.undo.undo()
    assert (
        session.table.prepared is None
        and session.table.data is session.table.raw
        and threading.get_ident() not in threads
    )


def test_point_edit_is_applied_once_its_preparation_is_fitted(session, qtbot, threads):
    session.table.prepare(SCALED, "scale")
    wait(session, qtbot)
    session.points.delete([0])
    assert session.table.data.n == session.table.raw.n == 150
    session.points.delete([1])  # it is told to wait
    wait(session, qtbot)
    assert session.table.data.n == session.table.raw.n == 149 and np.allclose(session.table.data.X.mean(axis=0), 0)
    session.table.undo.undo()
    wait(session, qtbot)
    assert session.table.data.n == 150 and threading.get_ident() not in threads


def test_drag_end_and_new_split_are_fitted_in_the_background(session, qtbot, threads):
    session.table.prepare(SCALED, "scale")
    wait(session, qtbot)
    gesture = session.points.new_gesture()
    session.points.move([0], session.table.data.X[[0]] + 30.0, gesture)
    assert not session.table.fitting.busy
    session.points.end_gesture()
    wait(session, qtbot)
    assert np.allclose(session.table.data.X.mean(axis=0), 0)
    session.table.set_split(Split(validation=0.3))
    assert session.table.split == Split()
    wait(session, qtbot)
    train, _, _ = engine.split(session.table.raw, 0.3)
    assert session.table.split.validation == 0.3 and np.allclose(session.table.data.X[train].mean(axis=0), 0)
    assert threading.get_ident() not in threads


def test_cancelled_fit_changes_nothing_and_stops_between_steps(session, qtbot, monkeypatch):
    going, on, fitted = threading.Event(), threading.Event(), []
    usual = Rank.fit

    def slow(self, *told):
        going.set()
        assert on.wait(60)
        return usual(self, *told)

    monkeypatch.setattr(Rank, "fit", slow)
    monkeypatch.setattr(MinMax, "fit", lambda *told: fitted.append(told))
    before, said = session.table.data, []
    session.said.connect(said.append)
    session.table.prepare(RANKS.with_step(MinMax()), "two steps")
    assert going.wait(60)
    session.table.undo.undo()
    session.points.add(np.zeros((1, 4)), 0)
    assert [words[:27] for words in said] == ["The table is being prepared"] * 2
    session.table.fitting.give_up()
    on.set()
    session.table.fitting.finish()
    qtbot.wait(20)
    assert session.table.data is before and not session.table.undo.count() and not fitted
    assert session.table.wanted_preparation == Preparation()


def test_refusal_is_reported_and_changes_nothing(session, qtbot, monkeypatch):
    def refuse(self, *told):
        raise Refusal("These numbers cannot be ranked.")

    monkeypatch.setattr(Rank, "fit", refuse)
    before = session.table.data
    session.table.prepare(RANKS, "rank")
    with qtbot.waitSignal(session.refused) as heard:
        wait(session, qtbot)
    assert heard.args == ["The table cannot be prepared like this", "These numbers cannot be ranked."]
    assert session.table.data is before and not session.table.undo.count()


def test_other_data_do_not_wait_for_it(session, qtbot):
    session.table.prepare(RANKS, "rank")
    session.open_bundled("wine")
    session.table.fitting.finish()
    qtbot.wait(20)
    assert session.table.data.name == "wine" and session.table.prepared is None and not session.table.fitting.busy


def test_little_is_prepared_at_once(session, qtbot, monkeypatch):
    monkeypatch.setattr(fitting, "QUICK", 150 * 4)
    assert session.table.prepare(RANKS, "rank") and session.table.data.X.max() <= 1 and not session.table.fitting.busy


def test_pending_undo_undoes_nothing_else(session, qtbot, threads):
    """Of runs, which wait for no preparation: what is changed in between stays, and so does the table."""
    said: list[str] = []
    session.said.connect(said.append)
    session.table.prepare(RANKS, "rank")
    wait(session, qtbot)
    session.points.delete([0])
    wait(session, qtbot)
    shorter = session.table.raw
    session.table.undo.undo()
    session.choose_algorithm("kmeans")
    wait(session, qtbot)
    assert session.lane.key == "kmeans" and session.table.raw is shorter and said == [OVERTAKEN]
    session.table.undo.undo()
    assert session.lane.key == "nearest_mean"
    session.table.undo.undo()
    wait(session, qtbot)
    assert session.table.raw != shorter and said == [OVERTAKEN]
    session.table.undo.redo()
    session.choose_algorithm("kmeans")
    wait(session, qtbot)
    assert session.lane.key == "kmeans" and said == [OVERTAKEN] * 2 and not session.table.undo.canRedo()
