"""The real window with real keys, clicks and files."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMessageBox, QToolButton

from engine.data.bundled import load
from engine.data.dataset import Dataset
from gui.lessons import library
from gui.start.shot import settle
from gui.window.actions import ACTIONS
from gui.window.main_window import BELOW, BESIDE, MANY, MainWindow

LEFT = Qt.MouseButton.LeftButton
PANELS = (*BESIDE, *BELOW)
BY_KEY = (*(name for name in PANELS if name != "source"), "source")
"""The panels by Ctrl and their number: the source, though the first tab, came last and left the others their keys."""
CONTROL = Qt.KeyboardModifier.ControlModifier


def press(
    qtbot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """A key as the person presses it: wherever the focus is."""
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifiers)


# -- many points -------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_very_many_points_are_opened_and_painted_in_separate_turns(window: MainWindow) -> None:
    """To prepare them and to count them together would keep whoever acts waiting; nothing is painted half."""
    rng = np.random.default_rng(0)
    plane = window.canvas.plane_view
    for n, apart in ((MANY, False), (MANY + 1, True)):
        data = Dataset(rng.normal(size=(n, 2)), rng.integers(2, size=n), class_names=("left", "right"), name=str(n))
        window.session.open_data(data)
        assert window.updatesEnabled() is not apart
        assert plane.training._counted is None
        settle(window)
        assert window.updatesEnabled() and plane.training._counted is not None


# -- room --------------------------------------------------------------------------------------------------------------


SHARES = ((1280, 720, 0.5), (1440, 900, 0.55), (1600, 1000, 0.57), (1920, 1080, 0.61))


def test_picture_has_its_share_of_the_window(window: MainWindow, qtbot) -> None:
    window.menus.desk.window.tabs.show_panel("")
    for width, height, share in SHARES:
        window.open_at(width, height)
        qtbot.waitUntil(lambda width=width: window.size().width() == width)
        QApplication.processEvents()
        canvas = window.canvas.size()
        assert canvas.width() * canvas.height() >= share * width * height, (width, height)


def test_picture_only_mode_hides_panels_and_restores_them(window: MainWindow, qtbot) -> None:
    before = {name: window.shows(name) for name in PANELS}
    press(qtbot, window, Qt.Key.Key_0, CONTROL)
    QApplication.processEvents()
    canvas = window.canvas.size()
    assert canvas.width() * canvas.height() >= 0.75 * window.width() * window.height()
    press(qtbot, window, Qt.Key.Key_0, CONTROL)
    assert {name: window.shows(name) for name in PANELS} == before


def test_presentation_keeps_the_why_panel_in_large_type(window: MainWindow, qtbot) -> None:
    press(qtbot, window, Qt.Key.Key_F5)
    assert window.appearance.presentation and window.appearance.pixels("body") == 20
    assert [name for name in PANELS if window.shows(name)] == ["why"]
    press(qtbot, window, Qt.Key.Key_F5)
    assert not window.appearance.presentation and window.shows("dataset") and window.shows("model")


def test_panels_open_and_close_by_key(window: MainWindow, qtbot) -> None:
    for number, name in enumerate(BY_KEY, start=1):
        shown = window.shows(name)
        press(qtbot, window, Qt.Key(Qt.Key.Key_0 + number), CONTROL)
        assert window.shows(name) != shown, name
        press(qtbot, window, Qt.Key(Qt.Key.Key_0 + number), CONTROL)
        assert window.shows(name) == shown, name


def test_a_tab_opens_and_closes_by_click(window: MainWindow, qtbot) -> None:
    qtbot.mouseClick(window.tabs.buttons["table"], LEFT)
    assert window.tabs.dock("table").isVisible()
    qtbot.mouseClick(window.tabs.buttons["table"], LEFT)
    assert not window.tabs.dock("table").isVisible()


# -- keys --------------------------------------------------------------------------------------------------------------


def test_arrows_home_and_end_step_the_run(window: MainWindow, qtbot) -> None:
    window.canvas.setFocus()
    press(qtbot, window, Qt.Key.Key_Right)
    settle(window)
    press(qtbot, window, Qt.Key.Key_Right)
    settle(window)
    assert window.session.lane.frame.index == 2
    press(qtbot, window, Qt.Key.Key_Left)
    settle(window)
    assert window.session.lane.frame.index == 1
    press(qtbot, window, Qt.Key.Key_End)
    settle(window)
    assert window.session.lane.frame.index == window.session.lane.known - 1
    press(qtbot, window, Qt.Key.Key_Home)
    settle(window)
    assert window.session.lane.frame.index == 0


def test_space_plays_and_pauses(window: MainWindow, qtbot) -> None:
    window.canvas.setFocus()
    press(qtbot, window, Qt.Key.Key_Space)
    assert window.session.playing
    assert window.menus.actions["play"].text() == "&Pause"
    press(qtbot, window, Qt.Key.Key_Space)
    assert not window.session.playing


def test_space_plays_after_a_click_on_a_button(window: MainWindow, qtbot) -> None:
    button = window.docks["why"].section.heading
    qtbot.mouseClick(button, LEFT)
    assert QApplication.focusWidget() is button and not window.shows("why")
    press(qtbot, window, Qt.Key.Key_Space)
    assert window.session.playing and not window.shows("why")
    window.session.pause()
    button.previousInFocusChain().setFocus()
    while QApplication.focusWidget() is not button:
        press(qtbot, window, Qt.Key.Key_Tab)
    press(qtbot, window, Qt.Key.Key_Space)
    assert not window.session.playing and window.shows("why")


def test_typing_into_a_field_does_not_step_the_run(window: MainWindow, qtbot) -> None:
    window.session.go_to(3)
    settle(window)
    field = QLineEdit(window)
    field.setGeometry(300, 100, 200, 30)
    field.show()
    field.setFocus()
    qtbot.keyClicks(field, "1 2")
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Delete):
        qtbot.keyClick(field, key)
    settle(window)
    assert field.text() == " 2"
    assert window.session.lane.index == 3 and not window.session.playing and window.session.view.brush == 0
    assert window.session.table.data.n == 150


def test_digits_choose_the_class_and_the_add_tool(window: MainWindow, qtbot) -> None:
    window.canvas.setFocus()
    press(qtbot, window, Qt.Key.Key_3)
    assert (window.session.view.brush, window.session.view.tool) == (2, "add")
    press(qtbot, window, Qt.Key.Key_9)
    assert window.session.view.brush == 2 and "no class 9" in window.status.hint.text()


def test_plus_adds_a_class_with_a_button(window: MainWindow, qtbot) -> None:
    buttons = window.tools.findChildren(QToolButton)
    window.canvas.setFocus()
    press(qtbot, window, Qt.Key.Key_Plus)
    assert len(window.session.table.data.class_names) == 4 and window.session.view.brush == 3
    assert len(window.tools.findChildren(QToolButton)) > len(buttons) or len(window.session.table.data.class_names) == 4
    press(qtbot, window, Qt.Key.Key_Z, CONTROL)
    assert len(window.session.table.data.class_names) == 3


def test_tools_are_chosen_by_key_and_described_in_the_status_bar(window: MainWindow, qtbot) -> None:
    window.canvas.setFocus()
    for key, tool, word in (
        (Qt.Key.Key_A, "add", "adds a point"),
        (Qt.Key.Key_S, "spray", "many points"),
        (Qt.Key.Key_Q, "ask", "of a point there?"),
        (Qt.Key.Key_V, "select", "moves"),
    ):
        press(qtbot, window, key)
        assert window.session.view.tool == tool and word in window.status.hint.text()
        assert window.status.hint.text().count(".") + window.status.hint.text().count("?") == 1
        qtbot.waitUntil(lambda tool=tool: window.menus.actions[f"tool_{tool}"].isChecked())


def test_undo_names_its_entry_and_is_disabled_with_a_reason(window: MainWindow, qtbot) -> None:
    undo = window.menus.actions["undo"]
    assert not undo.isEnabled() and "Nothing has been changed" in undo.toolTip()
    window.session.points.delete([3])
    qtbot.waitUntil(undo.isEnabled)
    assert undo.text() == "&Undo delete a point"
    press(qtbot, window, Qt.Key.Key_Z, CONTROL)
    assert window.session.table.data.n == 150


# -- menus, words, themes ----------------------------------------------------------------------------------------------


def test_every_menu_opens_with_its_dynamic_entries(window: MainWindow) -> None:
    from PySide6.QtWidgets import QMenu, QMenuBar

    bar = window.findChild(QMenuBar)
    titles = [action.text() for action in bar.actions()]
    assert titles == ["&File", "&Edit", "&View", "&Run", "&Lessons", "&Help"]
    submenus = {menu.title(): menu for menu in bar.findChildren(QMenu)}
    for menu in submenus.values():
        menu.aboutToShow.emit()
        menu.aboutToShow.emit()
    texts = [action.text() for action in submenus["&Lessons"].actions()]
    first = submenus["&Lessons"].actions()[0].menu()
    assert texts[: len(library.SUBJECTS)] == list(library.SUBJECTS)
    entry = library.bundled()[0]
    assert first.actions()[0].text() == f"{entry.title}\t{entry.level}"
    assert len(set(texts) - {""}) == len([text for text in texts if text])
    with_icons = [action for action in ACTIONS if action.icon and action.menu]
    assert not [declared.name for declared in with_icons if window.menus.actions[declared.name].icon().isNull()]
    assert "Iris flowers" in [action.text() for action in submenus["Open &bundled"].actions()]
    assert "petal width (cm)" in [action.text() for action in submenus["&Axis to the right"].actions()]
    assert not submenus["Rela&bel as"].actions()[0].isEnabled()


def test_guide_keys_and_about_open(window: MainWindow, qtbot) -> None:
    from gui.window.guide import Pages

    for name in ("guide", "keys", "about"):
        window.menus.actions[name].trigger()
    pages = window.findChildren(Pages)
    assert len(pages) == 3 and all(page.text.toPlainText() for page in pages)
    for page in pages:
        page.close()
    QApplication.processEvents()


def test_both_themes_paint_the_window_in_their_colours(window: MainWindow, qapp: QApplication) -> None:
    from PySide6.QtGui import QColor

    before = qapp.styleSheet(), qapp.palette(), qapp.font()
    window.appearance.install(qapp)
    try:
        for name in ("dark", "light"):
            window.appearance.set_theme(name)
            settle(window)
            image = window.grab().toImage()
            spot = window.foot.geometry().bottomRight() - window.foot.rect().bottomRight() / 2
            assert image.pixelColor(spot.x(), window.height() - 3) == QColor(window.appearance.theme.panel)
    finally:
        window.appearance._app = None
        qapp.setStyleSheet(before[0])
        qapp.setPalette(before[1])
        qapp.setFont(before[2])


def test_bug_is_logged_and_saving_is_offered(window: MainWindow, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    from gui.start.app import Reporter, log_path

    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: said.append(box.informativeText()))
    kept: list[bool] = []
    reporter = Reporter(window, lambda: kept.append(not said))
    hook: Callable = reporter.hook
    try:
        raise RuntimeError("a screw is loose")
    except RuntimeError as error:
        hook(type(error), error, error.__traceback__)
    assert kept == [True], "what is open is kept before anything is asked"
    assert "a screw is loose" in said[0] and str(log_path()) in said[0]
    assert "RuntimeError: a screw is loose" in log_path().read_text(encoding="utf-8")
    assert "a screw is loose" in capsys.readouterr().err
    reporter.end()
    reporter.report("a nut is loose")
    assert len(said) == len(kept) == 1, "of what goes wrong at the end the log tells"
    assert "a nut is loose" in log_path().read_text(encoding="utf-8")


def test_ending_is_shown_only_below_the_timeline(window: MainWindow, qtbot) -> None:
    window.resize(1920, 1080)  # there is room to say it twice
    window.session.open_bundled("gate_and")
    window.session.choose_algorithm("perceptron")
    window.session.go_to_end()
    qtbot.waitUntil(lambda: "18 corrections" in window.timeline.words.said())
    window.session.set_param("epochs", 2)
    window.session.go_to_end()
    qtbot.waitUntil(lambda: "still" in window.timeline.words.said())
    settle(window)
    ended = window.session.lane.ending
    assert ended is not None and ended.words in window.timeline.words.said()
    shown = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    assert shown and not [text for text in shown if ended.words in text]


def test_status_line_is_uncut_if_it_fits(window: MainWindow) -> None:
    window.resize(1440, 900)
    session, status = window.session, window.status
    for begin in (lambda: session.open_bundled("gate_and"), session.new_points):  # with an end to tell of, and without
        begin()
        for tool in ("select", "add"):
            session.view.set_tool(tool)
            settle(window)
            label = status.hint
            assert label.isVisibleTo(status)
            assert label.fontMetrics().horizontalAdvance(label.text()) <= label.width(), label.text()


def test_status_line_counts_unlabelled_rows(window: MainWindow) -> None:
    data = load("gate_and")
    window.session.table.replace(data.with_targets([0], -1), "a row without a class")
    assert window.status.counts.text() == "4 points: 2 of class 0, 1 of class 1, 1 without a class"


def test_long_run_can_be_stopped_from_the_keyboard(window: MainWindow, qtbot) -> None:
    rng = np.random.default_rng(0)
    window.session.open_data(Dataset.from_arrays(rng.normal(size=(3000, 2)), rng.integers(0, 2, 3000)))
    window.session.choose_algorithm("perceptron", {"epochs": 10_000})
    qtbot.waitUntil(lambda: window.session.lane.known > 50)
    press(qtbot, window, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not window.session.lane.running and window.session.lane.settled)
    known = window.session.lane.known
    qtbot.wait(200)
    assert window.session.lane.known == known and window.session.lane.ending is None
