"""Actions: declared once, each reachable by keyboard, each saying why it cannot be done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QSlider, QTableWidget

from gui.lessons.player import LessonPlayer
from gui.session.session import Session
from gui.window.action import key_words, shortcuts
from gui.window.actions import ACTIONS, TOOLBAR
from gui.window.keys import keeps


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:
    made = Session()
    made.open_bundled("iris")
    made.add_lane("kmeans")
    yield made
    made.close()


@pytest.fixture
def desk(session: Session) -> SimpleNamespace:
    """As much of the desk as is asked why something cannot be done."""
    player = LessonPlayer(session)
    return SimpleNamespace(session=session, lessons=player, teaching=player)  # no lesson is being made


def test_action_names_are_unique_and_known_to_the_tool_bar() -> None:
    names = [action.name for action in ACTIONS]
    assert len(set(names)) == len(names)
    assert {name for group in TOOLBAR for name in group} - {"classes"} <= set(names)


def test_no_key_does_two_things(qapp: QApplication) -> None:
    keys = Counter(key.toString() for action in ACTIONS for key in shortcuts(action))
    keys.update(str(digit) for digit in range(1, 10))
    assert {key: count for key, count in keys.items() if count > 1} == {}


def test_mnemonics_of_a_menu_are_unique(session: Session) -> None:
    letters: Counter[tuple[str, str]] = Counter()
    for action in ACTIONS:
        text = action.text(session) if callable(action.text) else action.text
        assert "&" in text, f"{action.name} has no letter to choose it by"
        letters[action.menu, re.search("&(.)", text)[1].lower()] += 1
    crowded = {entry for entry, count in letters.items() if count > 1}
    assert not crowded


def test_disabled_actions_say_why_in_a_sentence(desk: SimpleNamespace) -> None:
    reasons = {action.name: action.why_not(desk) for action in ACTIONS}
    for name in ("undo", "redo", "delete", "back"):
        assert reasons[name], name
    assert all(reason.endswith(".") and reason[0].isupper() for reason in reasons.values() if reason)


def test_empty_plane_disables_actions_that_need_points(session: Session, desk: SimpleNamespace) -> None:
    session.new_points()
    reasons = {action.name: action.why_not(desk) for action in ACTIONS}
    assert "no points yet" in reasons["select_all"] and "no points yet" in reasons["export_points"]
    assert not reasons["tool_add"] and not reasons["open"]


def test_handle_tools_are_enabled_only_with_a_handle(session: Session, desk: SimpleNamespace) -> None:
    start = next(action for action in ACTIONS if action.name == "tool_start")
    assert start.why_not(desk) == ""
    session.choose_algorithm("perceptron")
    assert bool(start.why_not(desk)) == (not session.lane.algorithm.handles)


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)


def test_focused_widgets_keep_the_keys_they_need(qtbot) -> None:
    table, button, slider, label = QTableWidget(2, 2), QPushButton(), QSlider(), QLabel()
    for widget in (table, button, slider, label):
        qtbot.addWidget(widget)
    assert all(keeps(table, press(key)) for key in (Qt.Key.Key_Right, Qt.Key.Key_3, Qt.Key.Key_Delete))
    assert keeps(slider, press(Qt.Key.Key_Left)) and not keeps(slider, press(Qt.Key.Key_Space))
    assert keeps(button, press(Qt.Key.Key_Space)) and not keeps(button, press(Qt.Key.Key_Right))
    assert not keeps(label, press(Qt.Key.Key_Space))
    assert not keeps(table, press(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier))


def test_text_field_claims_its_keys(qtbot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    for key, text in ((Qt.Key.Key_Space, " "), (Qt.Key.Key_1, "1"), (Qt.Key.Key_Right, ""), (Qt.Key.Key_Home, "")):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier, text)
        event.ignore()
        QApplication.sendEvent(field, event)
        assert event.isAccepted(), key


def test_key_texts_of_an_action_are_computed_once():
    """The tips of all actions are written anew at every step of a run."""
    assert all(key_words(action) is key_words(action) for action in ACTIONS if action.keys)
