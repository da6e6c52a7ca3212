"""Inputs that once crashed the program: each is handled, refused in words, or changes nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from gui.session.commands import AddRows
from gui.session.file import save_session
from gui.start import guard
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import CONTROL, LEFT, NONE, SHIFT, Key, at, click, drag, port, stroke, two_blobs

TOOLS = ("select", "add", "spray", "erase", "start", "ask")


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the program; pytest-qt receives every reported exception, each time."""
    guard.install()
    monkeypatch.setattr(guard, "PAUSE", 0.0)


def test_undone_class_is_not_used_for_the_next_point(window: MainWindow) -> None:
    session = window.session
    window.canvas.setFocus()
    QTest.keyClick(window, Key.Key_Plus)
    assert session.view.brush == 3 and session.view.tool == "add"
    QTest.keyClick(window, Key.Key_Z, CONTROL)
    assert session.view.brush == 2 and len(session.table.data.class_names) == 3
    middle = window.canvas.plane_view.box.viewRect().center()
    click(window, middle.x(), middle.y())
    settle(window)
    assert session.table.data.n == 151 and session.table.data.codes[-1] == 2
    QTest.keyClick(window, Key.Key_Z, CONTROL)
    assert session.table.data.n == 150 and not session.table.undo.canUndo()


def test_impossible_edit_shows_a_message_without_an_entry(window: MainWindow) -> None:
    session, told = window.session, []
    session.refused.connect(lambda what, why: told.append(why))
    session.points.add(np.array([[5.0, 3.0, 1.0, 1.0]]), 9)
    assert (
        told == ["A class code must lie from 0 to 2."]
        and session.table.undo.count() == 0
        and session.table.data.n == 150
    )


def test_failed_redo_leaves_no_entry(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    session, told = window.session, []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: told.append(kind))
    session.points.delete([0])
    session.points.add(np.array([[5.0, 3.0, 1.0, 1.0]]), 0)
    session.table.undo.undo()
    after = session.table.data
    monkeypatch.setattr(AddRows, "forward", lambda edit, data: [][5])
    window.canvas.setFocus()
    settle(window)
    QTest.keyClick(window, Key.Key_Y, CONTROL)
    assert told == [IndexError] and session.table.data is after
    assert not session.table.undo.canRedo() and session.table.undo.undoText() == "Delete a point"
    QTest.keyClick(window, Key.Key_Z, CONTROL)
    assert session.table.data.n == 150
    settle(window)


@pytest.mark.full
@pytest.mark.parametrize("key", ["kmeans", "pca"])
def test_extreme_cell_is_drawn_and_reachable_by_every_tool(window: MainWindow, key: str) -> None:
    session = window.session
    for cell in ("5e14", "1e16", "1e150", "1e300", "5e−324"):
        session.open_bundled("gate_and")
        session.choose_algorithm(key)
        session.points.set_cell(0, 0, cell)
        settle(window)
        window.canvas.fit()
        for tool in TOOLS:
            session.view.set_tool(tool)
            QTest.mouseMove(port(window), QPoint(200, 200))
            QTest.mouseClick(port(window), LEFT, NONE, QPoint(200, 200))
            settle(window)


def test_extreme_points_are_placed_correctly(window: MainWindow) -> None:
    """Once nothing was drawn at all where a picture is 1e16 wide."""
    session = window.session
    session.open_bundled("gate_and")
    session.points.set_cell(0, 0, "1e16")
    session.view.choose((0, 1))
    settle(window)
    window.canvas.fit()
    settle(window)
    picture, place = port(window).grab().toImage(), at(window, 1e16, 0.0)
    around = {picture.pixelColor(place + QPoint(x, y)).name() for x in range(-4, 5) for y in range(-4, 5)}
    blue = window.appearance.theme.class_colour(0)
    far = {name for name in around if abs(QColor(name).hue() - blue.hue()) < 12 and QColor(name).saturation() > 120}
    assert far, "the point may be blended with its edge, but it is blue"


def test_a_start_needs_points(window: MainWindow) -> None:
    session, said = window.session, []
    for key in ("pca", "fisher", "kmeans"):
        session.new_points()
        session.choose_algorithm(key)
        session.view.choose("fisher")
        settle(window)
        session.view.set_tool("start")
        session.said.connect(said.append)
        click(window, 1.0, 1.0)
        session.said.disconnect(said.append)
        settle(window)
        assert session.lane.start is None
    assert said == ["There are no points yet to begin a run on: add some first."] * 3


def test_placed_start_survives_the_deletion_of_its_points(window: MainWindow) -> None:
    session = window.session
    session.open_data(two_blobs())
    session.choose_algorithm("pca")
    settle(window)
    session.view.set_tool("start")
    click(window, 1.0, 1.0)
    settle(window)
    assert session.lane.start is not None
    session.points.delete(range(session.table.data.n))
    QTest.mouseMove(port(window), QPoint(210, 200))
    settle(window)


GONE = {
    "other data": lambda window: window.session.open_bundled("gate_xor"),
    "fewer features": lambda window: window.session.table.replace(
        window.session.table.data.select([0]), "leave one out"
    ),
    "a row less": lambda window: window.session.points.delete([1]),
    "undone": lambda window: window.session.table.undo.undo(),
    "no data": lambda window: window.session.new_points(),
}


@pytest.mark.full
@pytest.mark.parametrize("go", GONE.values(), ids=GONE.keys())
def test_drag_ends_when_its_object_is_deleted(line: MainWindow, go) -> None:
    session = line.session
    for tool in ("select", "add"):
        session.open_data(two_blobs())
        session.view.set_tool(tool)
        settle(line)
        session.points.move([4], [[2.5, 3.0]])
        left = None
        for _ in stroke(line, session.table.data.X[4], (0.0, 0.0)):
            QApplication.processEvents()
            if left is None:
                go(line)
                left = session.table.data
            assert session.table.data is left
        assert session.table.data is left
        settle(line)


def test_drag_after_an_aborted_one_works(line: MainWindow) -> None:
    session = line.session
    for share in stroke(line, session.table.data.X[4], (0.0, 0.0)):
        if share > 0.9:
            session.table.undo.undo()
    assert not session.table.holding
    row = session.table.data.X[0]
    drag(line, row, row + 0.5)
    assert session.table.data.X[0] == pytest.approx(row + 0.5, abs=0.05)
    settle(line)


@pytest.mark.full
@pytest.mark.parametrize("go", GONE.values(), ids=GONE.keys())
def test_whatever_is_held_can_go(line: MainWindow, go) -> None:
    session = line.session
    for tool in TOOLS:
        session.open_data(two_blobs())
        session.choose_algorithm("kmeans", {"k": 2})
        session.go_to_end()
        settle(line)
        session.view.set_tool(tool)
        went = False
        for share in stroke(line, session.lane.frame.step.model.centres[0], (2.0, 2.0)):
            QApplication.processEvents()
            if share > 0.4 and not went:
                go(line)
                went = True
        settle(line)


def test_another_algorithm_aborts_a_drag(line: MainWindow) -> None:
    session = line.session
    session.choose_algorithm("kmeans", {"k": 2})
    session.go_to_end()
    settle(line)
    for share in stroke(line, session.lane.frame.step.model.centres[0], (0.0, 0.0)):
        QApplication.processEvents()
        if 0.4 < share < 0.6:
            session.choose_algorithm("pca")
    settle(line)
    assert session.lane.key == "pca" and session.lane.start is None


@pytest.mark.full
def test_eraser_stroke_is_undone_as_one_entry(line: MainWindow) -> None:
    session = line.session
    before = session.table.data.changed(row_names=tuple("abcdef"))
    session.open_data(before)
    session.view.set_tool("erase")
    for start, end in (((2.0, 3.5), (2.0, 1.5)), ((-3.5, -2.0), (-1.5, -2.0))):
        drag(line, start, end, stops=30)
    assert (
        session.table.data.n == 2
        and session.table.undo.count() == 2
        and session.table.undo.undoText() == "Delete 2 points"
    )
    after = session.table.data
    session.table.undo.undo()
    session.table.undo.undo()
    assert session.table.data == before
    gesture = session.points.new_gesture()
    for row in (4, 0, 2, 1):  # in no order, each counted among those that are left
        session.points.delete([row], gesture)
    assert session.table.undo.count() == 1 and session.table.data.row_names == ("b", "f")
    session.table.undo.undo()
    assert session.table.data == before
    for start, end in (((2.0, 3.5), (2.0, 1.5)), ((-3.5, -2.0), (-1.5, -2.0))):
        drag(line, start, end, stops=30)
    session.table.undo.undo()
    session.table.undo.undo()
    session.table.undo.redo()
    session.table.undo.redo()
    assert session.table.data == after
    settle(line)


def test_session_whose_names_are_numbers_is_refused(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail(f"asked: {box.text()}"))
    file, told = tmp_path / "numbers.learnscope", []
    save_session(window.session, file)
    content = json.loads(file.read_text())
    content["data"]["class_names"] = [1, 2, 3]
    file.write_text(json.dumps(content))
    window.session.refused.connect(lambda what, why: told.append(why))
    before = window.session.table.data
    window.desk.open(file)
    assert told == ["numbers.learnscope cannot be opened. The file has 1 where text belongs."]
    assert window.session.table.data is before
    settle(window)
    QTest.keyClick(window, Key.Key_R, CONTROL | SHIFT)
    settle(window)
