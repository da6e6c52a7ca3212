"""What is selected stays one array on its way through the window, and the same rows wherever they come to stand."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtTest import QTest

from engine.data.dataset import Dataset
from gui.session.rows import Rows
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import CONTROL, NONE, Key


def test_selection_operations_do_not_count_rows_one_by_one(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    session, n = window.session, 12_000
    rng = np.random.default_rng(0)
    session.open_data(Dataset(rng.normal(size=(n, 2)), rng.integers(2, size=n), class_names=("left", "right")))
    settle(window)
    counted: list[int] = []
    one_by_one = Rows.__iter__

    def iterated(rows: Rows):
        for row in one_by_one(rows):
            counted.append(row)
            yield row

    monkeypatch.setattr(Rows, "__iter__", iterated)
    plane = window.canvas.plane_view.widget
    QTest.keyClick(plane, Key.Key_A, CONTROL)
    assert len(session.selection.rows) == n
    session.points.relabel(session.selection.rows, 1)
    settle(window)
    assert (session.table.data.y == 1).all() and session.selection.rows == tuple(range(n))
    window.desk.session.table.undo.undo()
    settle(window)
    assert 0 < int(np.sum(session.table.data.y)) < n and len(session.selection.rows) == n
    QTest.keyClick(plane, Key.Key_Delete, NONE)
    settle(window)
    assert session.table.data.n == 0 and not session.selection.rows
    assert len(counted) < 100, "some ask for the first of them, none for them all"


def test_a_selection_reads_like_a_tuple() -> None:
    rows = Rows(np.array([2, 5, 9]))
    assert rows == (2, 5, 9) and rows == Rows(np.array([2, 5, 9])) and rows != (2, 5)
    assert 5 in rows and 4 not in rows and 10 not in rows and "5" not in rows
    assert rows[-1] == 9 and type(rows[0]) is int and rows[1:] == (5, 9) and list(rows) == [2, 5, 9]
    with pytest.raises(ValueError, match="read-only"):
        rows.places[0] = 1


def test_ring_stays_on_its_point_when_a_class_is_hidden_and_shown(window: MainWindow) -> None:
    session, view = window.session, window.canvas.plane_view
    session.open_bundled("iris")
    session.view.choose((2, 3))
    settle(window)
    session.selection.select([120])
    place = view.selected.uv.copy()
    session.table.edit(lambda table: table.subset(np.flatnonzero(table.codes > 0)), "keep two classes")
    settle(window)
    assert session.selection.rows == (70,) and np.array_equal(view.selected.uv, place)
    session.table.undo.undo()
    settle(window)
    assert session.selection.rows == (120,) and np.array_equal(view.selected.uv, place)
