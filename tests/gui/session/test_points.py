"""The table and its points alone: edits, what is prepared, and who goes along, without a run."""

from __future__ import annotations

import numpy as np
import pytest

from engine.data.bundled import load
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from engine.data.split import Split
from gui.session.points import Points
from gui.session.selection import Selection
from gui.session.table import Table
from gui.session.view import CurrentView


class Bench:
    """Iris with a hand over it, and all that was told, in its order."""

    def __init__(self) -> None:
        self.table = Table()
        self.table.begin(load("iris"), Preparation(), None, Split())
        self.selection = Selection(self.table)
        self.view = CurrentView(self.table)
        self.points = Points(self.table, self.view)
        self.told: list[str] = []
        for name, signal in (
            ("data", self.table.data_changed), ("selection", self.selection.changed), ("view", self.view.changed),
            ("parted", self.table.parted_anew), ("split", self.table.split_changed),
        ):  # fmt: skip
            signal.connect(lambda name=name: self.told.append(name))
        self.table.refused.connect(lambda what, why: self.told.append(what))


@pytest.fixture
def bench(qapp) -> Bench:
    return Bench()


def test_everybody_has_taken_other_data_before_anybody_hears_of_them(bench):
    bench.selection.select([0, 9])
    bench.told.clear()
    seen = []
    bench.table.data_changed.connect(
        lambda: seen.append((bench.selection.rows == (8,), bench.view.plane.axes.shape[1]))
    )
    bench.points.delete([0])
    bench.table.edit(lambda table: table.select((0, 1)), "leave two out")
    assert seen == [(True, 4), (True, 2)]
    assert bench.told == ["data", "selection", "data", "view"]


def test_gesture_is_one_entry_and_one_that_comes_back_is_none(bench):
    table, points = bench.table, bench.points
    there = table.data.X[[3]]
    gesture = points.new_gesture()
    for far in (1.0, 2.0):
        points.move([3], there + far, gesture)
    assert table.holding and table.undo.count() == 1 and table.undo.undoText() == "Move a point"
    points.end_gesture()
    assert not table.holding
    table.undo.undo()
    assert table.data == load("iris")
    gesture = points.new_gesture()
    for far in (1.0, 0.0):
        points.move([3], there + far, gesture)
    points.end_gesture()
    assert not table.undo.canUndo()


def test_point_in_prepared_data_is_taken_back_into_the_units_of_the_table(bench):
    table, points = bench.table, bench.points
    table.prepare(Preparation((Entry(Standardise()),)), "standardise")
    points.add(np.zeros((1, 4)), 2)
    assert table.raw.n == 151 and table.raw.X[-1] == pytest.approx(load("iris").X.mean(axis=0))
    assert np.abs(table.data.X.mean(axis=0)).max() < 1e-9, "the preparation was fitted anew"
    table.replace(table.data, "make it the table")
    assert table.raw is table.data and table.prepared is None
    table.undo.undo()
    assert table.prepared is not None and table.raw.n == 151


def test_other_rows_are_learnt_from_before_the_split_is_told(bench):
    bench.table.set_split(Split(validation=0.2))
    assert bench.told == ["parted", "split"] and bench.table.parts.codes.sum() == 30
    bench.table.undo.undo()
    assert bench.table.split == Split()


def test_what_cannot_be_is_refused_in_words_and_leaves_no_entry(bench):
    bench.points.add(np.full((1, 4), np.nan), 0)
    bench.points.add(np.zeros((1, 4)), 9)
    bench.points.set_cell(0, 1, "wide")
    assert bench.told == ["This point cannot be added", "This edit cannot be made", "This value cannot be used"]
    assert not bench.table.undo.count() and bench.table.data == load("iris")
