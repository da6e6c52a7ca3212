"""Ctrl+Z takes back what determines a run: another algorithm by a slip of the mouse, a slider, a field, the seed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionSlider, QWidget

from engine.base.snapshot import same
from gui.session.runs import CLOSED
from gui.start.shot import settle
from gui.widgets.forms.number_widgets import NumberSlider
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import CONTROL, LEFT, NONE, Key


def pressed(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.canvas.plane_view.widget, key, CONTROL)
    settle(window)


def chosen(window: MainWindow, key: str) -> None:
    """An algorithm is looked for in the list and clicked."""
    window.search()
    listed = window.model.list
    QTest.keyClicks(listed.search, key)
    settle(window)
    tree, item = listed.tree, listed.items[key]
    tree.scrollToItem(item)
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.visualItemRect(item).center())
    settle(window)
    assert window.session.lane.key == key


def knob(slider: NumberSlider) -> QPoint:
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    return slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider).center()


def slid(slider: NumberSlider, ways: tuple[int, ...]) -> None:
    """The knob is dragged by so many pixels, in several moves."""
    start = knob(slider)
    QTest.mousePress(slider, LEFT, pos=start)
    for way in ways:
        QTest.mouseMove(slider, start + QPoint(way, 0))
    QTest.mouseRelease(slider, LEFT, pos=start + QPoint(ways[-1], 0))


def test_choosing_an_algorithm_is_undone_with_all_its_effects(window: MainWindow) -> None:
    session, lane = window.session, window.session.lane
    session.set_start(type(lane.frame.step.model)(session.table.data.X[[3, 70, 140]]), "place three centres")
    session.set_seed(5)
    session.go_to(4)
    settle(window)
    before, values = lane.frame.step, dict(lane.values)
    chosen(window, "dbscan")
    assert lane.key == "dbscan" and lane.index == 0 and lane.start is None and not lane.refusal
    session.go_to(3)
    settle(window)
    pressed(window, Key.Key_Z)
    assert lane.key == "kmeans" and lane.values == values and lane.seed == 5 and lane.index == 4
    assert same(lane.frame.step, before) and np.array_equal(lane.start.centres, session.table.data.X[[3, 70, 140]])
    assert window.model.about.name.text() == "K-means" and window.model.form.values()["k"] == 3
    pressed(window, Key.Key_Y)
    assert lane.key == "dbscan" and lane.index == 3 and lane.start is None, "at the step at which it was left"
    pressed(window, Key.Key_Z)
    pressed(window, Key.Key_Z)
    assert lane.key == "kmeans" and lane.seed == 1 and lane.start is not None, "the seed, by itself"


def test_choice_made_while_playing_is_undone_and_paused(window: MainWindow) -> None:
    session = window.session
    chosen(window, "dbscan")
    session.play()
    pressed(window, Key.Key_Z)
    assert session.lane.key == "kmeans" and not session.playing


@pytest.mark.full
def test_slider_drag_is_one_entry_and_keeps_the_step(window: MainWindow) -> None:
    session, lane = window.session, window.session.lane
    session.choose_algorithm("softmax_gradient")
    settle(window)
    session.go_to(3)
    settle(window)
    entries, rate = session.table.undo.count(), lane.params.rate
    slider = window.model.form.fields["rate"].slider
    slid(slider, (4, 9, 15))
    settle(window)
    first = lane.params.rate
    assert first != rate and session.table.undo.count() == entries + 1
    assert session.table.undo.undoText().startswith("Set learning rate to ")
    slid(slider, (-5, -12))
    settle(window)
    assert session.table.undo.count() == entries + 2 and lane.params.rate != first
    session.go_to(5)
    settle(window)
    pressed(window, Key.Key_Z)
    assert lane.params.rate == first and lane.index == 5, "the step is not what was changed"
    pressed(window, Key.Key_Z)
    assert lane.params.rate == rate and window.model.form.values()["rate"] == rate


def test_undo_during_a_drag_makes_the_rest_one_entry(window: MainWindow) -> None:
    session, slider = window.session, window.model.form.fields["k"].slider
    start = knob(slider)
    QTest.mousePress(slider, LEFT, pos=start)
    QTest.mouseMove(slider, start + QPoint(20, 0))
    assert session.table.undo.count() == 1
    pressed(window, Key.Key_Z)
    assert session.lane.params.k == 3 and not session.table.undo.canUndo()
    for way in (30, 40):
        QTest.mouseMove(slider, start + QPoint(way, 0))
    QTest.mouseRelease(slider, LEFT, pos=start + QPoint(40, 0))
    settle(window)
    assert session.lane.params.k > 3 and session.table.undo.count() == 1
    assert window.model.form.values()["k"] == session.lane.params.k
    pressed(window, Key.Key_Z)
    assert session.lane.params.k == 3 and window.model.form.values()["k"] == 3


def held(widget: QWidget, key: Qt.Key, repeats: int) -> None:
    """A key goes down, and repeats itself until it is let go."""
    for number in range(repeats + 1):
        QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, key, NONE, "", number > 0))
    QTest.keyRelease(widget, key)


def test_held_key_in_the_seed_is_one_entry_and_each_press_one(window: MainWindow) -> None:
    session, line = window.session, window.model.seed.text
    before = session.lane.seed
    held(line, Key.Key_Up, 6)
    assert session.lane.seed == before + 7 and session.table.undo.count() == 1
    assert session.table.undo.undoText() == f"Use the seed {before + 7}"
    held(line, Key.Key_Up, 0)
    held(line, Key.Key_Up, 0)
    QTest.mouseClick(window.model.seed.dice, LEFT)
    assert session.table.undo.count() == 4
    for seed in (before + 9, before + 8, before + 7, before):
        session.table.undo.undo()
        assert session.lane.seed == seed


def test_slider_drag_there_and_back_leaves_no_entry(window: MainWindow) -> None:
    session, slider = window.session, window.model.form.fields["k"].slider
    session.table.undo.setClean()
    slid(slider, (20, 40, 0))
    settle(window)
    assert session.lane.params.k == 3 and session.table.undo.count() == 0 and session.table.undo.isClean()
    slid(slider, (20, 0, 40))
    settle(window)
    assert session.lane.params.k > 3 and session.table.undo.count() == 1 and not session.table.undo.isClean()
    pressed(window, Key.Key_Z)
    assert session.lane.params.k == 3, "what was before the drag, though it went over that on its way"


@pytest.mark.parametrize("part", ["text", "slider"])
def test_held_key_is_one_entry_and_each_press_one(window: MainWindow, part: str) -> None:
    session, field = window.session, window.model.form.fields["k"]
    widget = getattr(field, part)
    held(widget, Key.Key_Up, 4)
    assert session.lane.params.k == 8 and session.table.undo.count() == 1
    held(widget, Key.Key_Up, 0)
    held(widget, Key.Key_Up, 0)
    assert session.lane.params.k == 10 and session.table.undo.count() == 3
    slid(field.slider, (20, 40))
    assert session.table.undo.count() == 4 and session.lane.params.k > 10
    held(widget, Key.Key_Down, 2)
    assert session.table.undo.count() == 5
    session.table.undo.undo()
    for k in (10, 9, 8, 3):
        session.table.undo.undo()
        assert session.lane.params.k == k


def test_typed_number_and_choice_are_named_entries(window: MainWindow) -> None:
    session, lane = window.session, window.session.lane
    field = window.model.form.fields["k"]
    field.text.setFocus()
    field.text.selectAll()
    QTest.keyClicks(field.text, "5")
    QTest.keyClick(field.text, Key.Key_Return)
    settle(window)
    assert lane.params.k == 5 and session.table.undo.undoText() == "Set clusters to 5"
    assert window.menus.actions["undo"].text() == "&Undo set clusters to 5"
    field.text.setFocus()
    QTest.keyClick(field.text, Key.Key_Return)
    assert session.table.undo.count() == 1, "the same number once more is no change"
    window.canvas.setFocus()
    pressed(window, Key.Key_Z)
    assert lane.params.k == 3 and session.table.undo.count() == 1


def test_illegal_value_is_refused_without_an_entry(window: MainWindow) -> None:
    window.session.set_param("k", 0)
    assert window.session.lane.params.k == 3 and not window.session.table.undo.canUndo()


def test_run_changes_mark_runs_unsaved_but_not_points(window: MainWindow, tmp_path: Path) -> None:
    session = window.session
    session.set_param("k", 4)
    session.choose_algorithm("dbscan")
    assert session.document.unsaved == ("the runs",) and not session.document.dirty_without_runs, (
        "other data may be opened unasked"
    )
    session.table.undo.undo()
    session.table.undo.undo()
    assert session.document.unsaved == () and not session.document.dirty


def test_replacing_a_saved_change_marks_no_points_unsaved(window: MainWindow, qtbot) -> None:
    session = window.session
    session.points.add(session.table.data.X[:1] + 0.1, 0)
    session.set_param("k", 4)
    session.document.saved(None)
    session.table.undo.undo()
    session.set_param("k", 5)
    assert session.document.unsaved == ("the runs",)
    session.set_param("k", 4)
    assert session.document.unsaved == ()
    session.document.saved(None)
    session.table.undo.undo()
    session.table.undo.undo()
    session.table.undo.undo()
    session.set_seed(9)
    assert session.document.unsaved == ("the points", "the runs"), "the point that was saved is gone for good"


def test_two_numbers_typed_after_a_drag_are_two_entries(window: MainWindow) -> None:
    session, model = window.session, window.model
    session.choose_algorithm("softmax_gradient")
    settle(window)
    slider = model.form.fields["rate"].slider
    QTest.mousePress(slider, LEFT, pos=knob(slider))
    QTest.mouseMove(slider, knob(slider) + QPoint(9, 0))
    pressed(window, Key.Key_Z)
    pressed(window, Key.Key_Z)
    assert session.lane.key == "kmeans" and not session.table.undo.canUndo()
    for letter in "56":
        field = model.form.fields["k"]
        field.text.selectAll()
        QTest.keyClicks(field.text, letter)
        QTest.keyClick(field.text, Key.Key_Return)
        settle(window)
    assert session.lane.params.k == 6 and session.table.undo.count() == 2


def test_drag_continued_in_another_run_is_separate(window: MainWindow) -> None:
    session, gesture = window.session, window.session.points.new_gesture()
    session.add_lane("kmeans", {"k": 2})
    session.set_param("k", 4, gesture=gesture)
    session.activate_lane(0)
    session.set_param("k", 5, gesture=gesture)
    assert session.table.undo.count() == 2
    session.table.undo.undo()
    assert [lane.params.k for lane in session.lanes] == [3, 4]


def test_automatic_number_is_called_so(window: MainWindow) -> None:
    session = window.session
    session.choose_algorithm("dbscan")
    settle(window)
    session.set_param("radius", 0.5)
    assert session.table.undo.undoText() == "Set radius to 0.5"
    session.set_param("radius", 0.0)
    assert session.table.undo.undoText() == "Set radius to auto"


@pytest.mark.parametrize("closed", [0, 1])
def test_undo_skips_a_choice_of_a_closed_run(window: MainWindow, closed: int) -> None:
    session = window.session
    session.add_lane("kmeans", {"k": 2})
    session.choose_algorithm("dbscan")
    session.remove_lane(closed)
    settle(window)
    said: list[str] = []
    session.said.connect(said.append)
    pressed(window, Key.Key_Z)
    assert [lane.key for lane in session.lanes] == ["kmeans"]
    assert said == ([] if closed == 0 else [CLOSED])
