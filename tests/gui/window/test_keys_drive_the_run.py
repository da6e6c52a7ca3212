"""After a click on any widget the keys drive the run; after Tab a widget has its own; a text keeps them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTableView,
    QToolButton,
    QTreeWidget,
    QWidget,
)
from shiboken6 import isValid

import engine
from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.canvas.tools.in_place import InPlaceField
from gui.lessons.lesson import FOLDER, read
from gui.session.session import Session
from gui.start.shot import settle
from gui.widgets.forms.form import ParameterForm
from gui.widgets.forms.number_widgets import NumberEdit
from gui.widgets.section import Section
from gui.window.keys import is_text
from gui.window.main_window import BELOW, BESIDE, MainWindow
from gui.window.tabbing import stops
from tests.gui.session.waiting import PATIENCE
from tests.gui.window.user_input import LEFT, NONE, Key, at, port

TABS = ("", *BELOW)
LEAST = {"": 60, "notes": 0}
"""How many widgets are clicked in the window and in its panels at the least; the notes are nothing but text."""


@pytest.fixture
def window(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """A window in which no question is asked, and a menu that opens is closed again."""
    for question in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, question, lambda *_: ("", ""))
    window.session.document.may_leave = lambda: True
    closer = QTimer(window, interval=20)
    closer.timeout.connect(lambda: [menu.close() for menu in QApplication.topLevelWidgets() if isinstance(menu, QMenu)])
    closer.start()
    window.setUpdatesEnabled(False)  # a hundred clicks are about keys, and every picture of the window takes 10 ms
    yield window
    closer.stop()
    window.session.document.set_notes("")


def begin(window: MainWindow, tab: str) -> None:
    """K-means at its third step, every panel beside the picture open, one below it, and every section of them."""
    session = window.session
    session.view.set_tool("select")
    if not as_opened(session):
        session.open_bundled("iris")
    if session.lane.key != "kmeans" or session.lane.values != {"k": 3}:
        session.choose_algorithm("kmeans", {"k": 3})
    for name in BESIDE:
        if not window.shows(name):
            window.toggle(name)
    if window.tabs.open != tab:
        window.tabs.show_panel(tab)
    for section in window.findChildren(Section):
        if section.is_folded:
            section.fold(False)
    session.go_to(2)
    arrive(window)


def as_opened(session: Session) -> bool:
    """Whether it is iris as it was opened but for the step in view: to open it a hundred times takes a quarter of all.

    What is placed by hand, edited, chosen, added or looked at in another way makes it unsaved.
    """
    touched = (
        session.document.dirty or session.table.undo.count() or session.selection.rows or session.view.query is not None
    )
    return session.table.raw is engine.load("iris") and not touched


def name_of(widget: QWidget, window: MainWindow) -> str:
    """What tells a widget from all others, also after its panel was built anew."""
    words = []
    at: QWidget | None = widget
    while at is not None and at is not window:
        text = at.text() if isinstance(at, QAbstractButton) else ""
        words.append(f"{type(at).__name__} {text or at.accessibleName()}".strip())
        at = at.parentWidget()
    return " < ".join(words[:4]) + (f" {widget.toolTip()[:30]}" if isinstance(widget, QAbstractButton) else "")


def used_by_mouse(window: MainWindow) -> list[QWidget]:
    """All that can be seen and clicked, texts to type into and the picture itself apart."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if (widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, QAbstractButton))
        and widget.isVisible() and widget.isEnabled() and widget.window() is window
        and not is_text(widget) and not isinstance(widget, PlaneWidget)
        and not isinstance(widget.parent(), (PlaneWidget, QLineEdit))
        and not (isinstance(widget, QScrollArea) or isinstance(widget.parent(), QAbstractScrollArea))
    ]  # fmt: skip


def click(window: MainWindow, widget: QWidget) -> None:
    """A click where it can be seen, as the window system sends it; from a list that opens its first line is chosen."""
    area = next((one for one in window.findChildren(QScrollArea) if one.isAncestorOf(widget)), None)
    if area is not None:
        area.ensureWidgetVisible(widget)
        QApplication.processEvents()
    be_active(window)  # a text in a window that is not does not get the focus
    place = at_rest(window, widget)
    menu = widget.menu() if isinstance(widget, (QPushButton, QToolButton)) else None
    gone = None if menu is None else QSignalSpy(menu.aboutToHide)
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, place)
    if isinstance(widget, QComboBox):
        view = widget.view()
        QTest.qWaitForWindowExposed(view.window())
        QTest.qWait(QApplication.doubleClickInterval() // 4)
        first = view.viewport().mapTo(view.window(), view.visualRect(view.model().index(0, 0)).center())
        QTest.mouseClick(view.window().windowHandle(), LEFT, NONE, first)
    QTest.qWait(1)
    if gone is not None and not gone.count():
        gone.wait(2000)
    if (active := QApplication.activeWindow()) is None or isinstance(active, QMenu):
        be_active(window)  # a menu is closed, or was already: offscreen nobody gives the focus back


def be_active(window: MainWindow) -> None:
    """Wait until no menu is open and the window is the active one, for two seconds at most."""
    if not window.isActiveWindow():
        window.activateWindow()
    until = time.monotonic() + 2
    while (QApplication.activePopupWidget() or not window.isActiveWindow()) and time.monotonic() < until:
        QTest.qWait(1)


def at_rest(window: MainWindow, widget: QWidget) -> QPoint:
    """Where to click on a widget, once no pending layout moves it: a release beside a button presses nothing."""
    inside = QPoint(min(widget.width() // 3, 60), min(widget.height() // 2, 12))
    place, before = widget.mapTo(window, inside), None
    until = time.monotonic() + PATIENCE
    while place != before and time.monotonic() < until:
        QTest.qWait(1)
        before, place = place, widget.mapTo(window, inside)
    return place


def value_of(widget: QWidget) -> object:
    if isinstance(widget, (QAbstractSlider, QSpinBox)):
        return widget.value()
    if isinstance(widget, QComboBox):
        return widget.currentIndex()
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QTableView):
        return widget.currentIndex().row()
    return widget.isChecked() if isinstance(widget, QAbstractButton) else None


def press(window: MainWindow, key: Qt.Key) -> None:
    """A key as the window system sends it: to whatever has the focus."""
    QTest.keyClick(window.windowHandle(), key)
    QApplication.processEvents()


def arrive(window: MainWindow) -> None:
    """Wait for the step that is wanted, not for areas and formulas."""
    until = time.monotonic() + PATIENCE
    while not all(lane.settled for lane in window.session.lanes):
        QTest.qWait(1)
        assert time.monotonic() < until, "the session does not come to rest"
    QApplication.processEvents()


def obeys(window: MainWindow) -> list[str]:
    """Which of the keys the run does not obey."""
    session, wrong = window.session, []

    def try_keys(*tried: tuple[Qt.Key, Callable[[], bool]]) -> None:
        for key, done in tried:
            press(window, key)
            if not done():
                wrong.append(key.name)

    session.pause()
    session.go_to(1)
    arrive(window)
    try_keys(
        (Key.Key_N, lambda: session.lane.transport.wanted != 1 or session.lane.transport.hunt is not None),
        (Key.Key_Home, lambda: session.lane.transport.wanted == 0),
    )
    arrive(window)
    try_keys(
        (Key.Key_Right, lambda: session.lane.transport.aim == 1),
        (Key.Key_Space, lambda: session.playing),
        (Key.Key_Space, lambda: not session.playing),
        (Key.Key_End, lambda: session.lane.transport.wanted is None),
    )
    arrive(window)
    return wrong


def opens_text(window: MainWindow, widget: QWidget) -> bool:
    """Whether a click on it leads to a text: of the algorithm that is added, or of the first cell of a new row."""
    adds_a_row = isinstance(widget, QPushButton) and widget.text() == "Add a row"
    return widget is window.model.lanes.add or adds_a_row


@pytest.mark.full
@pytest.mark.parametrize("tab", TABS)
def test_keys_drive_the_run_after_a_click_on_any_widget(window: MainWindow, tab: str) -> None:
    """A text that a click has opened, and that lost the focus on a busy machine, is clicked once more."""
    done: set[str] = set()
    again: set[str] = set()
    wrong: list[str] = []
    while True:
        begin(window, tab)
        found = {name_of(widget, window): widget for widget in used_by_mouse(window) if in_part(widget, window, tab)}
        left = [name for name in found if name not in done]
        if not left:
            break
        name, widget = left[0], found[left[0]]
        done.add(name)
        click(window, widget)
        arrive(window)
        if window.session.lane.refusal:
            continue
        if opens_text(window, widget):
            if not isinstance(QApplication.focusWidget(), QLineEdit) and name not in again:
                again.add(name)
                done.discard(name)
                continue
            table = window.tabs.dock("table")
            seen = f"{window.session.table.data.n} rows, {table.view.state()}, {QApplication.activeWindow()}"
            assert isinstance(QApplication.focusWidget(), QLineEdit), f"no text is open after {name}: {seen}"
            if widget is window.model.lanes.add:
                assert window.model.list.search.hasFocus(), "for the algorithm of the run that is added"
            press(window, Key.Key_Escape)
        before = value_of(widget) if isValid(widget) else None
        wrong += [f"{key} after {name}" for key in obeys(window)]
        if before is not None and isValid(widget) and value_of(widget) != before:
            wrong.append(f"{name} went from {before} to {value_of(widget)}")
    assert len(done) >= LEAST.get(tab, 1), done
    assert not wrong, "\n".join(wrong)


def a_lesson(window: MainWindow) -> None:
    window.lessons.open(read(FOLDER / "01-xor.json"), 2)


def unlike_scales(window: MainWindow) -> None:
    window.session.open_bundled("wine")
    window.session.view.choose((0, 12))


@pytest.mark.parametrize(
    ("come", "part", "least"),
    [
        (a_lesson, lambda window: window.lesson_bar, 4),
        (unlike_scales, lambda window: window.canvas.plane_view.caption, 1),
    ],
    ids=["the bar of a lesson", "the button of the caption"],
)
def test_keys_drive_the_run_after_a_click_on_temporary_widgets(window: MainWindow, come, part, least: int) -> None:
    done: set[str] = set()
    while True:
        begin(window, "")
        come(window)
        arrive(window)
        found = {name_of(one, window): one for one in used_by_mouse(window) if part(window).isAncestorOf(one)}
        left = [name for name in found if name not in done]
        if not left:
            break
        done.add(left[0])
        click(window, found[left[0]])
        arrive(window)
        assert port(window).parent().hasFocus(), f"{left[0]} keeps the keys"
        assert obeys(window) == [], left[0]
    assert len(done) >= least, done


def in_part(widget: QWidget, window: MainWindow, tab: str) -> bool:
    """Without a tab all that is not below, with one the widgets of its panel."""
    return window.tabs.stack.isAncestorOf(widget) if tab else not window.tabs.stack.isAncestorOf(widget)


def middle(window: MainWindow, widget: QWidget, dx: int = 0, dy: int = 0) -> QPoint:
    return widget.mapTo(window, widget.rect().center() + QPoint(dx, dy))


def mouse(window: MainWindow, widget: QWidget, dx: int = 0, dy: int = 0) -> None:
    """A click into the middle of something, or beside it."""
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, middle(window, widget, dx, dy))
    QTest.qWait(1)


def write(window: MainWindow, text: str) -> None:
    for letter in text:
        QTest.keyClick(window.windowHandle(), letter)


def number_of_clusters(window: MainWindow) -> NumberEdit:
    return window.findChild(ParameterForm).fields["k"].text


@pytest.mark.parametrize("key, value", [(Key.Key_Return, 4), (Key.Key_Escape, 3)])
def test_typed_number_keeps_the_keys_until_enter_or_escape(window: MainWindow, key: Qt.Key, value: int) -> None:
    begin(window, "")
    field = number_of_clusters(window)
    mouse(window, field)
    assert field.hasFocus()
    for other in (Key.Key_End, Key.Key_Backspace, Key.Key_Left, Key.Key_Home):
        press(window, other)
    write(window, "4")
    assert field.text() == "4" and window.session.lane.index == 2 and not window.session.playing
    press(window, key)
    QTest.qWait(1)
    settle(window)
    assert window.session.lane.params.k == value and field.text() == str(value)
    assert obeys(window) == []


def test_number_left_by_a_click_on_a_button_releases_the_keys(window: MainWindow) -> None:
    begin(window, "")
    mouse(window, number_of_clusters(window))
    mouse(window, window.timeline.buttons["next"])
    settle(window)
    assert window.session.lane.index == 3
    assert obeys(window) == []


def test_notes_keep_the_keys_until_escape(window: MainWindow) -> None:
    begin(window, "notes")
    text = window.tabs.dock("notes").text
    mouse(window, text)
    write(window, "n 1")
    press(window, Key.Key_Return)
    press(window, Key.Key_Home)
    write(window, "2")
    assert text.toPlainText() == "n 1\n2" and window.session.lane.index == 2
    press(window, Key.Key_Escape)
    QTest.qWait(1)
    assert obeys(window) == [] and text.toPlainText() == "n 1\n2"


def come_before(widget: QWidget, part: QWidget) -> None:
    """The focus where Tab leads from to this widget."""
    chain = stops(part)
    chain[chain.index(widget) - 1].setFocus()


def test_widgets_reached_by_tab_have_their_own_keys(window: MainWindow) -> None:
    begin(window, "")
    field = number_of_clusters(window)
    slider = field.parent().slider
    field.setFocus()
    press(window, Key.Key_Backtab)
    assert slider.hasFocus(), "it stands before its number"
    before = slider.value()
    press(window, Key.Key_Right)
    settle(window)
    assert slider.value() > before and window.session.lane.params.k == 4 and window.session.lane.index == 2
    mouse(window, slider)
    assert obeys(window) == [], "and the mouse gives them back"


def test_space_presses_a_button_reached_by_tab_and_escape_leaves_it(window: MainWindow) -> None:
    begin(window, "")
    play, last = window.timeline.buttons["next"], window.timeline.buttons["last"]
    play.setFocus()
    press(window, Key.Key_Tab)
    press(window, Key.Key_Tab)
    assert last.hasFocus()
    press(window, Key.Key_Space)
    settle(window)
    assert window.session.at_end and not window.session.playing
    press(window, Key.Key_Escape)
    QTest.qWait(1)
    assert port(window).parent().hasFocus()
    assert obeys(window) == []


def test_list_uses_keys_only_after_tab(window: MainWindow) -> None:
    begin(window, "")
    listed = next(one for one in window.findChildren(QTreeWidget) if one.accessibleName() == "Columns of the table")
    window.findChild(QScrollArea).ensureWidgetVisible(listed)
    come_before(listed, window.left)
    press(window, Key.Key_Tab)
    assert listed.hasFocus()
    listed.setCurrentItem(listed.topLevelItem(0))
    press(window, Key.Key_End)
    assert listed.currentIndex().row() == 4, "the target"
    press(window, Key.Key_Up)
    press(window, Key.Key_Space)
    last = listed.topLevelItem(3)
    assert listed.currentItem() is last and last.checkState(0) == Qt.CheckState.Unchecked
    assert window.session.lane.index == 2 and not window.session.playing


def test_item_of_a_list_opened_by_keys_is_clickable(window: MainWindow) -> None:
    begin(window, "")
    sources = next(box for box in window.findChildren(QComboBox) if box.accessibleName() == "Bundled tables")
    sources.previousInFocusChain().setFocus()
    press(window, Key.Key_Tab)
    sources.setFocus()
    QTest.keyClick(window.windowHandle(), Key.Key_F4)
    view = sources.view()
    QTest.qWaitForWindowExposed(view.window())
    QTest.qWait(120)
    line = view.visualRect(view.model().index(sources.findData("old_faithful"), 0)).center()
    view.scrollTo(view.model().index(sources.findData("old_faithful"), 0))
    line = view.visualRect(view.model().index(sources.findData("old_faithful"), 0)).center()
    QTest.mouseClick(view.window().windowHandle(), LEFT, NONE, view.viewport().mapTo(view.window(), line))
    QTest.qWait(120)
    settle(window)
    assert window.session.table.data.name == engine.load("old_faithful").name
    assert obeys(window) == [] and window.session.table.data.name == engine.load("old_faithful").name


def test_closed_dialog_returns_the_keys_to_the_run(window: MainWindow, qtbot) -> None:
    begin(window, "")
    window.findChild(ParameterForm).fields["k"].slider.setFocus()
    for name in ("export_figure", "seed", "guide"):
        QTimer.singleShot(50, lambda: close_dialogue(window))
        mouse(window, window.menuWidget(), 300)
        window.menus.actions[name].trigger()
        qtbot.waitUntil(lambda: not [one for one in window.findChildren(QDialog) if one.isVisible()])
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        assert obeys(window) == [], name


def close_dialogue(window: MainWindow) -> None:
    next(one for one in window.findChildren(QDialog) if one.isVisible()).reject()


def test_wheel_over_a_list_does_not_focus_it(window: MainWindow) -> None:
    begin(window, "")
    speed = window.timeline.speed
    place = QPointF(middle(window, speed))
    before = speed.currentIndex()
    QTest.wheelEvent(window.windowHandle(), place, QPoint(0, 120))
    QTest.qWait(5)
    chosen = speed.currentIndex()
    assert chosen != before and port(window).parent().hasFocus()
    assert obeys(window) == [] and speed.currentIndex() == chosen


def test_cells_selected_by_mouse_are_copied(window: MainWindow) -> None:
    begin(window, "table")
    view = window.tabs.dock("table").view
    place = view.viewport().mapTo(window, view.visualRect(view.model().index(1, 0)).center())
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, place)
    QTest.qWait(1)
    assert window.session.selection.rows == (1,)
    QTest.keyClick(window.windowHandle(), Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().splitlines()[-1].startswith("4.9\t3\t1.4")
    assert obeys(window) == []


def test_clicks_on_picture_and_window_edge_leave_the_keys_with_the_run(window: MainWindow) -> None:
    begin(window, "")
    QTest.mouseClick(window.windowHandle(), LEFT, NONE, port(window).mapTo(window, at(window, 5.0, 1.0)))
    assert obeys(window) == []
    mouse(window, window.status)
    assert obeys(window) == []


def test_families_unfold_by_click_and_keys_drive_the_run(window: MainWindow) -> None:
    window.resize(1440, 1000)
    begin(window, "")
    listed = window.docks["model"].list
    listed.open(True)
    settle(window)  # what lies where a press was must still lie there when the button comes up
    QTest.qWait(1)
    tree = listed.tree
    heading = tree.topLevelItem(0)
    for item in (heading, heading, heading.child(0)):
        tree.scrollToItem(heading)
        place = tree.visualItemRect(item).center()
        QTest.mouseClick(window.windowHandle(), LEFT, NONE, tree.viewport().mapTo(window, place))
        QTest.qWait(1)
        settle(window)
        assert listed.is_open or item is heading.child(0)
    assert window.session.lane.algorithm.name == heading.child(0).text(0)
    window.session.choose_algorithm("kmeans")
    settle(window)
    assert obeys(window) == []


def test_algorithm_chosen_by_keys_returns_the_keys_to_the_run(window: MainWindow) -> None:
    """The list goes when it is chosen, and Space pressed the button of class A, which is next by Tab."""
    begin(window, "")
    listed = window.docks["model"].list
    QTest.mouseClick(listed.search, LEFT)
    QTest.keyClicks(listed.search, "perceptron")
    QTest.keyClick(listed.search, Key.Key_Down)
    assert QApplication.focusWidget() is listed.tree
    QTest.keyClick(listed.tree, Key.Key_Return)
    settle(window)
    assert listed.tree.isHidden() and window.session.lane.key == "perceptron"
    assert isinstance(QApplication.focusWidget(), PlaneWidget)


def test_invalid_place_stays_open_and_the_next_return_releases_the_keys(window: MainWindow) -> None:
    begin(window, "")
    plane = window.canvas.plane_view
    place = at(window, *plane.plane.project(window.session.lane.frame.step.model.centres[:1])[0])
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(plane.widget.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    field = next(one for one in window.findChildren(InPlaceField) if one.isVisible())
    write(window, "1 x")
    press(window, Key.Key_Return)
    QTest.qWait(20)
    assert field.isVisible() and field.line.hasFocus() and field.line.text() == "1 x"
    field.line.selectAll()
    write(window, ", ".join(["1"] * window.session.table.data.X.shape[1]))
    press(window, Key.Key_Return)
    QTest.qWait(20)
    settle(window)
    assert window.session.lane.start.centres[0].tolist() == [1.0] * window.session.table.data.X.shape[1]
    assert obeys(window) == []


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Escape])
def test_refused_field_can_be_typed_into_again(window: MainWindow, key: Qt.Key) -> None:
    begin(window, "")
    field = number_of_clusters(window)
    mouse(window, field)
    field.selectAll()
    write(window, "4x")
    press(window, Key.Key_Return)
    QTest.qWait(20)
    assert field.hasFocus() and field.property("wrong") and window.session.lane.params.k == 3
    field.selectAll()
    write(window, "5")
    press(window, key)
    QTest.qWait(20)
    settle(window)
    assert window.session.lane.params.k == (5 if key == Key.Key_Return else 3)
    assert not field.hasFocus() and obeys(window) == []
