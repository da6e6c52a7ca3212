"""The table of a session and what its preparation makes of it: fitted to training rows, edited, undone, saved."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.data.dataset import Column, Dataset
from engine.data.preparing.coding import OneHot
from engine.data.preparing.gaps import DropIncomplete, Fill
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from engine.data.preparing.shapes import Log
from engine.data.split import TRAINING, VALIDATION, Split
from gui.session.file import open_session, save_session
from gui.session.preparing import keep_columns
from gui.session.session import Session
from tests.catalogue import shows

SCALED = Preparation((Entry(Standardise()),))
HOLED = Dataset(
    np.array([[1.0, 5.0], [np.nan, 6.0], [3.0, 7.0], [4.0, 9.0]]), np.array([0, 0, 1, 1]), class_names=("A", "B")
)


@pytest.fixture
def session(qtbot):
    made = Session()
    made.open_bundled("iris")
    made.add_lane("nearest_mean")
    yield made
    made.close()


def raw(session: Session) -> np.ndarray:
    return session.table.raw.X


def test_table_is_kept_and_runs_use_the_prepared_data(session):
    iris = session.table.raw
    assert session.table.prepare(SCALED, "standardise") and session.table.raw is iris
    assert session.table.data.X.std(axis=0) == pytest.approx(np.ones(4))
    assert session.lane.run.data.columns[0].title == "sepal length, standardised"
    session.table.undo.undo()
    assert session.table.data is iris and session.table.prepared is None and session.table.preparation == Preparation()
    session.table.undo.redo()
    assert session.table.preparation == SCALED


def test_opened_session_fits_its_preparation_once(session, tmp_path, monkeypatch):
    session.table.set_split(Split(validation=0.3))
    session.table.prepare(SCALED, "standardise")
    before = session.table.data
    save_session(session, tmp_path / "it.learnscope")
    fitted, usual = [], Preparation.fit
    monkeypatch.setattr(Preparation, "fit", lambda self, *told: fitted.append(self) or usual(self, *told))
    open_session(session, tmp_path / "it.learnscope")
    assert session.table.data == before and session.table.data is not before and fitted == [SCALED]


def test_validation_rows_are_split_off_once_for_all_runs(session, monkeypatch):
    session.add_lane("linear_discriminant")
    session.table.set_split(Split(validation=0.3))
    one, other = (lane.run for lane in session.lanes)
    assert one.division.validation is other.division.validation and one.data is other.data and one.rows is other.rows
    session.set_seed(7)
    assert session.lane.run.data is one.data, "another seed has the same rows"
    session.table.set_split(Split(validation=0.2))
    assert session.lane.run.division.validation.n < one.division.validation.n
    session.points.delete([0])
    assert session.lane.run.data.n + session.lane.run.division.validation.n == session.table.data.n == 149


@shows("DP15")
def test_preparation_is_refitted_when_the_split_changes(session):
    session.table.prepare(SCALED, "standardise")
    everything = session.table.prepared.learnt[0]
    session.table.set_split(Split(validation=0.3))
    train, kept = (session.table.data_parts().rows(part) for part in (TRAINING, VALIDATION))
    assert session.table.data.X[train].mean(axis=0) == pytest.approx(np.zeros(4), abs=1e-9)
    assert (
        np.abs(session.table.data.X[kept].mean(axis=0)).max() > 1e-3 and session.table.prepared.learnt[0] != everything
    )
    assert session.lane.run.division.validation.n == len(kept)
    session.table.set_split(Split(validation=0.0))
    assert session.table.prepared.learnt[0] == everything


def test_point_moved_in_the_picture_moves_in_the_table(session):
    session.table.prepare(SCALED, "standardise")
    before = raw(session).copy()
    target = session.table.data.X[3] + [0.5, 0.0, 0.0, 0.0]
    learnt, gesture = session.table.prepared.learnt[0], session.points.new_gesture()
    session.points.move([3], [target], gesture)
    assert session.table.data.X[3] == pytest.approx(target), "under the mouse nothing turns"
    assert raw(session)[3] == pytest.approx(before[3] + [0.5 * learnt.scale[0], 0, 0, 0])
    session.points.end_gesture()
    assert session.table.data.X.mean(axis=0) == pytest.approx(np.zeros(4), abs=1e-9), "and then it is fitted anew"
    session.table.undo.undo()
    np.testing.assert_array_equal(raw(session), before)


def test_rows_are_added_deleted_relabelled_and_edited_through_the_preparation(session):
    session.table.prepare(SCALED, "standardise")
    session.points.add(np.zeros((1, 4)), 2)
    assert raw(session)[150] == pytest.approx(raw(session)[:150].mean(axis=0)) and session.table.raw.codes[150] == 2
    session.table.undo.undo()
    session.points.delete([0, 7])
    assert session.table.raw.n == 148
    session.points.relabel([0], 1)
    assert session.table.raw.codes[0] == 1
    session.points.set_cell(1, 0, "0")
    assert raw(session)[1, 0] != 0 and abs(session.table.data.X[1, 0]) < 0.01
    for _ in range(3):
        session.table.undo.undo()
    assert session.table.raw == engine.load("iris")


def test_edit_reaches_its_row_when_rows_are_left_out(session):
    session.open_data(HOLED)
    session.table.prepare(Preparation((Entry(DropIncomplete()),)), "drop the rows")
    assert session.table.data.n == 3
    session.points.delete([1])
    assert raw(session)[:, 1].tolist() == [5, 6, 9], "row 2 of the picture was row 3 of the table"


def test_irreversible_step_refuses_the_move_in_words(session):
    told = []
    session.refused.connect(lambda title, words: told.append(words))
    session.open_bundled("play_tennis")
    session.table.prepare(Preparation((Entry(OneHot()),)), "code")
    before = session.table.data
    session.points.move([0], before.X[[1]])
    assert "cannot be taken back" in told[-1] and session.table.data is before


def test_unfit_preparation_is_refused_or_switched_off(session):
    told = []
    session.refused.connect(lambda title, words: told.append(words))
    session.open_data(HOLED)
    assert not session.table.prepare(Preparation((Entry(Log(), ("nowhere",)),)), "log")
    assert (
        "no column nowhere" in told[-1]
        and session.table.preparation == Preparation()
        and not session.table.undo.count()
    )
    session.table.prepare(Preparation((Entry(Log(), ("x2",)),)), "log")
    session.points.set_cell(0, 1, "-800")  # e^−800 is 0 in the table, which has no logarithm
    assert "needs values above 0" in told[-1] and session.table.data.X[0, 1] == pytest.approx(np.log(5.0))


def test_prepared_data_can_replace_the_table(session):
    session.table.prepare(SCALED, "standardise")
    made = session.table.data
    session.table.replace(made, "make it the table")
    assert session.table.raw is made and session.table.preparation == Preparation()
    session.table.undo.undo()
    assert (
        session.table.preparation == SCALED and session.table.raw == engine.load("iris") and session.table.data == made
    )


def test_columns_of_a_prepared_table_are_left_out_by_a_further_step(session):
    session.open_data(HOLED.changed(columns=(Column("size"), Column("chip", "categorical", tuple("abcdefghij")))))
    session.table.prepare(Preparation((Entry(Fill()), Entry(OneHot()))), "code")
    keep_columns(session, [0, 6], "keep 2")
    assert session.table.data.feature_names == ("size", "chip = f") and session.table.raw.d == 2


def test_it_comes_back_from_a_file(session, tmp_path):
    session.table.set_split(Split(validation=0.2))
    session.table.prepare(SCALED.with_step(Fill(indicator=True)), "prepare")
    save_session(session, tmp_path / "a.learnscope")
    data, table, preparation = session.table.data, session.table.raw, session.table.preparation
    session.open_bundled("wine")
    assert session.table.preparation == Preparation()
    open_session(session, tmp_path / "a.learnscope")
    assert (session.table.data, session.table.raw, session.table.preparation) == (data, table, preparation)
