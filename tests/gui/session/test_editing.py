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


def test_feature_and_target_change_in_one_edit(session):
    session.open_data(Dataset(np.array([[0.0], [1.0], [2.0]]), np.array([5.0, 6.0, 7.0]), name="line"))
    before, gesture = session.data, session.new_gesture()
    for height in (6.5, 7.5, 8.5):
        session.move_points([1, 2], [[1.0], [3.0]], gesture, [height, 7.0])
    session.end_gesture()
    assert session.data.y.tolist() == [5.0, 8.5, 7.0] and session.data.X[:, 0].tolist() == [0.0, 1.0, 3.0]
    assert session.undo.count() == 1
    session.undo.undo()
    assert session.data == before
    session.move_points([1], [[1.0]], targets=[6.0])
    session.move_points([1], [[1.0]], targets=[np.nan])
    assert session.data == before and session.undo.index() == 0, "there is nothing to change, or no number"
    refused = []
    session.refused.connect(lambda what, why: refused.append(what))
    session.add_points([[1.0]], 0, targets=[np.inf])
    assert session.data == before and refused == ["This point cannot be added"]
    session.add_points([[4.0], [5.0]], 0, targets=[1.5, 2.5])
    assert session.data.y.tolist() == [5.0, 6.0, 7.0, 1.5, 2.5]
    settle(session)


def test_deleted_rows_are_restored_to_their_places_with_names(session):
    session.open_bundled("play_tennis")
    before = session.data
    session.delete_points([0, 5, 13])
    assert session.data.n == 11 and "D6" not in session.data.row_names
    session.undo.undo()
    assert session.data == before


def test_row_numbers_survive_undo_and_redo(session):
    session.open_bundled("iris")
    session.delete_points([149])
    assert session.data.numbers is None, "from the end none is missing"
    gesture = session.new_gesture()
    for row in (40, 3, 100, 3):  # each counted among those that are left
        session.delete_points([row], gesture)
    session.end_gesture()
    left = np.delete(np.arange(149), [40, 3, 102, 4])
    assert session.data.row_keys.tolist() == left.tolist()
    session.add_points(session.data.X[[0, 1]], 0)
    assert session.data.row_keys.tolist() == [*left, 149, 150]
    session.move_points([7], [[5.0, 3.0, 1.0, 0.1]])
    after = session.data
    for _ in range(3):
        session.undo.undo()
    assert session.data.numbers is None and session.data.n == 149
    for _ in range(3):
        session.undo.redo()
    assert session.data == after and session.data.row_keys.tolist() == [*left, 149, 150]


def test_preparation_and_split_keep_row_numbers(session):
    session.open_bundled("iris")
    session.delete_points([10])
    session.set_cell(50, 0, "")
    session.prepare(Preparation().with_step(DropIncomplete()).with_step(Standardise()), "prepare")
    session.set_split(Split(validation=0.2, seed=3))
    settle(session)
    assert session.table.n == 149 and session.data.n == 148
    own = np.delete(np.arange(150), [10, 51])
    assert session.data.row_keys.tolist() == own.tolist()
    division = session.division()
    assert division.learned.row_keys.tolist() == own[division.learned_rows].tolist()


def test_invalid_cell_is_refused_in_words_and_changes_nothing(session, qtbot):
    before = session.data
    for cell, text, word in (((0, 0), "abc", "abc"), ((0, 0), "1e999", "large"), ((0, 2), "maybe", "maybe")):
        with qtbot.waitSignal(session.refused) as signal:
            session.set_cell(*cell, text)
        assert word in signal.args[1]
    assert session.data == before and session.undo.count() == 0


def test_selection_follows_its_rows(session):
    first = session.data.X[2]
    heard: list[list[int]] = []
    session.selection.changed.connect(lambda: heard.append(list(session.selection.rows)))
    session.data_changed.connect(lambda: heard.append([len(session.data.X), *session.selection.rows]))
    session.selection.select([2, 3])
    session.delete_points([0])
    assert session.selection.rows == (1, 2) and (session.data.X[1] == first).all()
    assert heard == [[2, 3], [3, 1, 2], [1, 2]], "with the data all see rows that are there"
    session.edit_table(lambda table: table.subset([2, 1]), "keep two, the last first")
    assert session.selection.rows == (0, 1)
    session.selection.select([1])
    assert (session.data.X[1] == first).all()
    session.undo.undo()
    assert session.selection.rows == (1,) and (session.data.X[1] == first).all()
    session.undo.undo()
    assert session.selection.rows == (2,)
    session.delete_points([2])
    assert session.selection.rows == () and len(session.data.X) == 3
    session.undo.undo()
    assert session.selection.rows == ()


def test_dragging_a_point_does_not_change_its_text(session, qtbot):
    """A document dragged along the axis became another text without a word."""
    session.open_data(engine.load("messages"))
    settle(session)
    before, said = session.data, []
    assert session.view.plane.labels[0] == "message: place in the order of the alphabet"
    session.refused.connect(lambda title, words: said.append(words))
    session.move_points([3], before.X[[3]] + 5.0)
    assert session.data is before and ["another place would be another text" in words for words in said] == [True]
    session.add_points(before.X[[3]], 0)  # as the button of the Points table does
    assert session.data.n == before.n + 1 and len(said) == 1
