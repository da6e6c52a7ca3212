"""Every edit of the data can be undone, and what cannot be is refused in words."""

from __future__ import annotations

import numpy as np

import engine
from engine.data.dataset import Dataset
from engine.data.preparing.gaps import DropIncomplete
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.scaling import Standardise
from engine.data.split import Split
from tests.gui.session.waiting import settle


def test_drag_is_one_entry_that_can_be_undone_and_redone(session):
    before = session.table.data
    gesture = session.points.new_gesture()
    for x in np.linspace(1, 2, 20):
        session.points.move([3, 1], [[x, 1.0], [0.0, x]], gesture)
    session.points.end_gesture()
    after = session.table.data
    assert session.table.undo.count() == 1
    session.table.undo.undo()
    assert session.table.data == before
    session.table.undo.redo()
    assert session.table.data == after


def test_every_edit_can_be_undone(session):
    edits = [
        lambda: session.points.add([[0.3, 0.4], [1, 2]], 1),
        lambda: session.points.move([0], [[5, 5]]),
        lambda: session.points.delete([1, 3]),
        lambda: session.points.relabel([0, 1], 1),
        lambda: session.points.set_cell(0, 1, "−2,5"),
        lambda: session.points.set_cell(0, 2, "0"),
        lambda: session.points.set_cell(1, 0, ""),
        lambda: session.points.add_class(),
        lambda: session.table.replace(session.table.data.select([1]), "one feature"),
    ]
    seen = [session.table.data]
    for edit in edits:
        edit()
        seen.append(session.table.data)
    assert session.table.undo.count() == len(edits)
    for before in reversed(seen[:-1]):
        session.table.undo.undo()
        assert session.table.data == before
    for after in seen[1:]:
        session.table.undo.redo()
        assert session.table.data == after
    settle(session)


def test_feature_and_target_change_in_one_edit(session):
    session.open_data(Dataset(np.array([[0.0], [1.0], [2.0]]), np.array([5.0, 6.0, 7.0]), name="line"))
    before, gesture = session.table.data, session.points.new_gesture()
    for height in (6.5, 7.5, 8.5):
        session.points.move([1, 2], [[1.0], [3.0]], gesture, [height, 7.0])
    session.points.end_gesture()
    assert session.table.data.y.tolist() == [5.0, 8.5, 7.0] and session.table.data.X[:, 0].tolist() == [0.0, 1.0, 3.0]
    assert session.table.undo.count() == 1
    session.table.undo.undo()
    assert session.table.data == before
    session.points.move([1], [[1.0]], targets=[6.0])
    session.points.move([1], [[1.0]], targets=[np.nan])
    assert session.table.data == before and session.table.undo.index() == 0, "there is nothing to change, or no number"
    refused = []
    session.refused.connect(lambda what, why: refused.append(what))
    session.points.add([[1.0]], 0, targets=[np.inf])
    assert session.table.data == before and refused == ["This point cannot be added"]
    session.points.add([[4.0], [5.0]], 0, targets=[1.5, 2.5])
    assert session.table.data.y.tolist() == [5.0, 6.0, 7.0, 1.5, 2.5]
    settle(session)


def test_deleted_rows_are_restored_to_their_places_with_names(session):
    session.open_bundled("play_tennis")
    before = session.table.data
    session.points.delete([0, 5, 13])
    assert session.table.data.n == 11 and "D6" not in session.table.data.row_names
    session.table.undo.undo()
    assert session.table.data == before


def test_row_numbers_survive_undo_and_redo(session):
    session.open_bundled("iris")
    session.points.delete([149])
    assert session.table.data.numbers is None, "from the end none is missing"
    gesture = session.points.new_gesture()
    for row in (40, 3, 100, 3):  # each counted among those that are left
        session.points.delete([row], gesture)
    session.points.end_gesture()
    left = np.delete(np.arange(149), [40, 3, 102, 4])
    assert session.table.data.row_keys.tolist() == left.tolist()
    session.points.add(session.table.data.X[[0, 1]], 0)
    assert session.table.data.row_keys.tolist() == [*left, 149, 150]
    session.points.move([7], [[5.0, 3.0, 1.0, 0.1]])
    after = session.table.data
    for _ in range(3):
        session.table.undo.undo()
    assert session.table.data.numbers is None and session.table.data.n == 149
    for _ in range(3):
        session.table.undo.redo()
    assert session.table.data == after and session.table.data.row_keys.tolist() == [*left, 149, 150]


def test_preparation_and_split_keep_row_numbers(session):
    session.open_bundled("iris")
    session.points.delete([10])
    session.points.set_cell(50, 0, "")
    session.table.prepare(Preparation().with_step(DropIncomplete()).with_step(Standardise()), "prepare")
    session.table.set_split(Split(validation=0.2, seed=3))
    settle(session)
    assert session.table.raw.n == 149 and session.table.data.n == 148
    own = np.delete(np.arange(150), [10, 51])
    assert session.table.data.row_keys.tolist() == own.tolist()
    division = session.division()
    assert division.learned.row_keys.tolist() == own[division.learned_rows].tolist()


def test_invalid_cell_is_refused_in_words_and_changes_nothing(session, qtbot):
    before = session.table.data
    for cell, text, word in (((0, 0), "abc", "abc"), ((0, 0), "1e999", "large"), ((0, 2), "maybe", "maybe")):
        with qtbot.waitSignal(session.refused) as signal:
            session.points.set_cell(*cell, text)
        assert word in signal.args[1]
    assert session.table.data == before and session.table.undo.count() == 0


def test_selection_follows_its_rows(session):
    first = session.table.data.X[2]
    heard: list[list[int]] = []
    session.selection.changed.connect(lambda: heard.append(list(session.selection.rows)))
    session.table.data_changed.connect(lambda: heard.append([len(session.table.data.X), *session.selection.rows]))
    session.selection.select([2, 3])
    session.points.delete([0])
    assert session.selection.rows == (1, 2) and (session.table.data.X[1] == first).all()
    assert heard == [[2, 3], [3, 1, 2], [1, 2]], "with the data all see rows that are there"
    session.table.edit(lambda table: table.subset([2, 1]), "keep two, the last first")
    assert session.selection.rows == (0, 1)
    session.selection.select([1])
    assert (session.table.data.X[1] == first).all()
    session.table.undo.undo()
    assert session.selection.rows == (1,) and (session.table.data.X[1] == first).all()
    session.table.undo.undo()
    assert session.selection.rows == (2,)
    session.points.delete([2])
    assert session.selection.rows == () and len(session.table.data.X) == 3
    session.table.undo.undo()
    assert session.selection.rows == ()


def test_dragging_a_point_does_not_change_its_text(session, qtbot):
    """A document dragged along the axis became another text without a word."""
    session.open_data(engine.load("messages"))
    settle(session)
    before, said = session.table.data, []
    assert session.view.plane.labels[0] == "message: place in the order of the alphabet"
    session.refused.connect(lambda title, words: said.append(words))
    session.points.move([3], before.X[[3]] + 5.0)
    assert session.table.data is before and ["another place would be another text" in words for words in said] == [True]
    session.points.add(before.X[[3]], 0)  # as the button of the Points table does
    assert session.table.data.n == before.n + 1 and len(said) == 1
