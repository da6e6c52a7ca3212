"""What was for the mouse alone goes by keys: parameters, a step by its number, zoom, pan, borders; and it is seen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.look.splitting import Border
from gui.start.shot import settle
from gui.widgets.focus_ring import FocusRing
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import LEFT, NONE, Key

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def press(window: MainWindow, key: Qt.Key | str, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(window.windowHandle(), key, modifiers)
    QApplication.processEvents()


def write(window: MainWindow, text: str) -> None:
    for letter in text:
        press(window, letter)


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


# -- parameters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folded", [False, True])
def test_key_focuses_the_first_parameter_and_return_keeps_the_place(window: MainWindow, folded: bool) -> None:
    window.model.fold(folded)
    fields = [field for field in window.model.form.fields.values() if field.isVisible() or folded]
    press(window, Key.Key_P)
    assert focused() is fields[0].text and fields[0].text.selectedText() == "3"
    write(window, "4")
    press(window, Key.Key_Return)
    QTest.qWait(1)
    settle(window)
    assert window.session.lane.params.k == 4 and isinstance(focused(), PlaneWidget)
    press(window, Key.Key_Space)
    assert window.session.playing, "the keys drive the run again"
    press(window, Key.Key_Space)
    press(window, Key.Key_Tab)
    assert fields[1].isAncestorOf(focused()), "and Tab goes on from the field"
    press(window, Key.Key_Escape)
    QTest.qWait(1)
    press(window, Key.Key_P)
    press(window, Key.Key_Return)
    QTest.qWait(1)
    press(window, Key.Key_Backtab, SHIFT)
    assert focused() is fields[0].slider


def test_tab_after_a_click_continues_from_the_picture(window: MainWindow) -> None:
    press(window, Key.Key_P)
    press(window, Key.Key_Return)
    QTest.qWait(1)
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, window.status.mapTo(window, window.status.rect().center()))
    press(window, Key.Key_Tab)
    assert not window.model.isAncestorOf(focused())


@pytest.mark.parametrize("typed", ["", "k-m"])
def test_tab_goes_from_the_search_field_to_the_first_parameter(window: MainWindow, typed: str) -> None:
    press(window, Key.Key_Slash)
    write(window, typed)
    assert window.model.list.search.hasFocus() and window.model.list.is_open
    press(window, Key.Key_Tab)
    QTest.qWait(5)
    assert focused() is window.model.form.fields["k"].text and not window.model.list.is_open
    assert window.model.form.isVisible()


# -- a step by its number ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["key", "click"])
def test_a_step_is_gone_to_by_its_number(window: MainWindow, by: str) -> None:
    press(window, Key.Key_End)
    settle(window)
    last, counter = window.session.lane.index, window.timeline.counter
    assert last > 3

    def ask() -> None:
        if by == "key":
            return press(window, Key.Key_G)
        place = counter.mapTo(window, counter.rect().center())
        QTest.mouseClick(window.windowHandle(), LEFT, NONE, place)
        return QApplication.processEvents()

    ask()
    assert counter.field.hasFocus() and counter.field.selectedText() == str(last)
    write(window, "3")
    press(window, Key.Key_Return)
    QTest.qWait(1)
    settle(window)
    assert window.session.lane.index == 3 and not counter.field.isVisible() and isinstance(focused(), PlaneWidget)
    assert window.session.view.brush == 0, "the 3 was no class"
    ask()
    write(window, "x")
    press(window, Key.Key_Return)
    assert counter.field.isVisible() and counter.field.property("wrong")
    press(window, Key.Key_Escape)
    QTest.qWait(1)
    assert not counter.field.isVisible() and window.session.lane.index == 3
    ask()
    write(window, "100000")
    press(window, Key.Key_Return)
    settle(window)
    assert window.session.lane.index == last, "beyond the end it is the last"


# -- the picture -------------------------------------------------------------------------------------------------------


def test_picture_is_zoomed_and_panned_by_keys(window: MainWindow) -> None:
    box = window.canvas.plane_view.box
    before = box.viewRect()
    press(window, Key.Key_Z)
    assert box.viewRect().width() == pytest.approx(before.width() / 1.25, rel=1e-6)
    assert box.viewRect().center().x() == pytest.approx(before.center().x())
    press(window, Key.Key_Z, SHIFT)
    assert box.viewRect().width() == pytest.approx(before.width(), rel=1e-6)
    middle, index = box.viewRect().center(), window.session.lane.index
    for key, (right, up) in {
        Key.Key_Right: (1, 0), Key.Key_Up: (0, 1), Key.Key_Left: (-1, 0), Key.Key_Down: (0, -1)
    }.items():  # fmt: skip
        press(window, key, CTRL | SHIFT)
        seen, after = box.viewRect(), box.viewRect().center()
        moved = np.array([(after.x() - middle.x()) / seen.width(), (after.y() - middle.y()) / seen.height()])
        assert moved == pytest.approx([0.1 * right, 0.1 * up], abs=1e-6)
        middle = after
    assert window.session.lane.index == index
    press(window, Key.Key_F)
    assert box.viewRect().width() == pytest.approx(before.width(), rel=1e-6)


def test_focused_chart_is_zoomed_instead_and_keeps_its_zoom(window: MainWindow) -> None:
    window.session.choose_algorithm("pca")
    window.session.go_to_end()
    settle(window)
    for surface in window.canvas.offered():
        window.canvas.set_wanted(surface, True)
    settle(window)
    chart = window.canvas.surfaces()[1]
    plane, before, seen = window.canvas.plane_view.box.viewRect(), chart.box.viewRect(), chart.touched
    for _ in range(80):
        if chart.widget.hasFocus():
            break
        press(window, Key.Key_Tab)
    assert chart.widget.hasFocus() and not seen
    press(window, Key.Key_Z)
    assert chart.box.viewRect().width() == pytest.approx(before.width() / 1.25, rel=1e-6) and chart.touched
    assert window.canvas.plane_view.box.viewRect() == plane


def test_keyboard_focus_of_a_picture_is_visible(window: MainWindow) -> None:
    ring, plane = window.findChild(FocusRing), window.canvas.plane_view.widget
    assert plane.hasFocus() and not ring.isVisible(), "nobody has used Tab yet"
    press(window, Key.Key_Tab)
    press(window, Key.Key_Backtab, SHIFT)
    assert plane.hasFocus() and ring.isVisible()
    frame = window.grab().toImage()
    corner = plane.mapTo(window, plane.rect().topLeft())
    accent = window.palette().highlight().color()
    ratio = frame.devicePixelRatio()
    assert frame.pixelColor(round((corner.x() + 40) * ratio), round((corner.y() + 1) * ratio)) == accent
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, window.status.mapTo(window, window.status.rect().center()))
    QTest.qWait(1)
    assert not ring.isVisible()


# -- borders -----------------------------------------------------------------------------------------------------------


def test_every_border_is_moved_by_keys(window: MainWindow) -> None:
    window.tabs.show_panel("curves")
    window.session.choose_algorithm("fisher")
    settle(window)
    index, reached = window.session.lane.index, []
    for _ in range(12):
        press(window, Key.Key_B, CTRL)
        border = focused()
        assert isinstance(border, Border) and border.accessibleName()
        if border in reached:
            break
        reached.append(border)
        across = border.orientation() == Qt.Orientation.Horizontal
        before = border.pos()
        keys = (Key.Key_Right, Key.Key_Left) if across else (Key.Key_Down, Key.Key_Up)
        moved = []
        for key in keys:
            press(window, key, SHIFT)
            moved.append(border.pos() != before)
        assert any(moved), border.accessibleName()
    assert len(reached) >= 4 and window.session.lane.index == index
    assert {border for border in window.findChildren(Border) if border.isVisible()} == set(reached)
    assert window.room.shares().left is not None, "what the keys have set is kept as what a hand has"
    press(window, Key.Key_Escape)
    QTest.qWait(1)
    assert isinstance(focused(), PlaneWidget)


def test_fields_take_only_keys_they_need(window: MainWindow) -> None:
    """The new letters are typed where words are typed."""
    window.tabs.show_panel("notes")
    settle(window)
    text = window.tabs.dock("notes").text
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, text.mapTo(window, text.rect().center()))
    write(window, "pgz")
    assert text.toPlainText() == "pgz" and not isinstance(focused(), QLineEdit)
    press(window, Key.Key_Escape)
    window.session.document.set_notes("")
