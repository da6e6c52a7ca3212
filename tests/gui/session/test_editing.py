"""Every edit of the data can be undone, and what cannot be is refused in words."""

from __future__ import annotations

import numpy as np

from tests.gui.session.waiting import settle


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
