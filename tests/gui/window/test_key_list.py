"""Every key of the program stands in the README, in the guide and in the list of keys, and no other does."""

from __future__ import annotations

import re
from itertools import product

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.base.files import RESOURCES
from gui.start.shot import settle
from gui.window.actions import ACTIONS
from gui.window.guide import guide_pages
from gui.window.key_list import OTHERS, every_key, keys_page
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import Key

ARROWS = {"→": "Right", "←": "Left", "↑": "Up", "↓": "Down", "−": "-"}
KEY = r"F\d+|[A-Z0-9+−?/.→←↑↓]|Space|Home|End|Return|Esc|Del|Backspace|PgUp|PgDown|Tab"
WORD = rf"(?:Ctrl\+=|(?:(?:Ctrl|Shift|Alt)\+)*(?:{KEY}))"
"""A key with what is held down beside it; an = by itself is a word of the guide."""


def keys_in(text: str, around: str) -> set[str]:
    """All keys that are written between these signs, "1 … 9" as each of them, by their names."""
    mark = re.escape(around)
    written = re.findall(rf"{mark}({WORD})(?: … ({WORD}))?{mark}(?: … {mark}({WORD}){mark})?", text)
    found: set[str] = set()
    for first, inside, after in written:
        last = inside or after
        run = range(int(first[-1]), int(last[-1]) + 1) if last else []
        found |= {first[:-1] + str(digit) for digit in run} or {first}
    return {QKeySequence(named(word)).toString() for word in found}


def named(word: str) -> str:
    """Arrows by their names."""
    return "".join(ARROWS.get(letter, letter) for letter in word)


def in_readme() -> set[str]:
    return keys_in(
        (RESOURCES.parent / "README.md").read_text(encoding="utf-8").split("## Keys")[1].split("## ")[0], "`"
    )


def in_guide() -> set[str]:
    return keys_in("\n".join(guide_pages().values()), "**")


def in_list() -> set[str]:
    page = keys_page(ACTIONS)["Keys"]
    cells = re.findall(r"^\| \*\*(.+?)\*\* \|", page, re.MULTILINE)
    found: set[str] = set()
    for cell in cells:
        around = next((keys.each for keys in OTHERS if keys.written == cell), None)
        found |= set(around) if around else {key.toString() for key in listed(cell)}
    return {QKeySequence(key).toString() for key in found}


def listed(cell: str) -> list[QKeySequence]:
    return [QKeySequence(part, QKeySequence.SequenceFormat.NativeText) for part in cell.split(", ")]


@pytest.mark.parametrize("place", [in_readme, in_guide, in_list])
def test_documented_keys_equal_the_actual_keys(qapp: QApplication, place) -> None:
    written, known = place(), every_key(ACTIONS)
    assert known - written == set(), f"{place.__name__} leaves them out"
    assert written - known == set(), f"{place.__name__} speaks of keys that there are not"


def test_the_guide_has_pages_with_titles(qapp: QApplication) -> None:
    pages = guide_pages()
    assert len(pages) >= 6 and all(text.startswith("# ") for text in pages.values())


def test_window_has_no_unlisted_shortcut(window: MainWindow) -> None:
    there = {key.toString() for action in window.actions() for key in action.shortcuts()}
    assert there - every_key(ACTIONS) == set()


def test_picture_keys_are_the_listed_ones(window: MainWindow) -> None:
    none, alt, shift = (Qt.KeyboardModifier[name] for name in ("NoModifier", "AltModifier", "ShiftModifier"))
    plane, taken = window.canvas.plane_view.widget, set()
    for key, modifiers in product(Qt.Key, (none, alt, shift, alt | shift)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        plane.event(event)
        if event.isAccepted() and key != Qt.Key.Key_Enter:
            taken.add(QKeySequence(event.keyCombination()).toString())
    listed = {QKeySequence(key).toString() for keys in OTHERS if keys.where == "Picture" for key in keys.each}
    assert taken - {key.toString() for action in window.actions() for key in action.shortcuts()} == listed


@pytest.mark.parametrize("key, modifiers", [(Key.Key_Slash, Qt.KeyboardModifier.NoModifier),
                                            (Key.Key_F, Qt.KeyboardModifier.ControlModifier)])  # fmt: skip
def test_search_key_focuses_the_search_and_return_chooses(window: MainWindow, key, modifiers) -> None:
    window.docks["model"].fold(True)
    QTest.keyClick(window.windowHandle(), key, modifiers)
    search = window.model.list.search
    assert search.hasFocus() and not window.model.section.is_folded
    QTest.keyClicks(search, "fisher")
    QTest.keyClick(window.windowHandle(), Key.Key_Return)
    QTest.qWait(1)
    settle(window)
    assert "Fisher" in window.session.lane.algorithm.name and not search.hasFocus()
    QTest.keyClick(window.windowHandle(), Key.Key_Space)
    assert window.session.playing


def test_return_without_a_match_keeps_the_text(window: MainWindow) -> None:
    QTest.keyClick(window.windowHandle(), Key.Key_Slash)
    search = window.model.list.search
    QTest.keyClicks(search, "kmeens")
    QTest.keyClick(window.windowHandle(), Key.Key_Return)
    QTest.qWait(5)
    assert search.hasFocus() and search.text() == "kmeens" and window.model.list.tree.isVisible()
    for _ in "eens":
        QTest.keyClick(window.windowHandle(), Key.Key_Backspace)
    QTest.keyClicks(search, "edoids")
    QTest.keyClick(window.windowHandle(), Key.Key_Return)
    QTest.qWait(5)
    assert window.session.lane.key == "kmedoids" and not search.hasFocus()
    QTest.keyClick(window.windowHandle(), Key.Key_Slash)
    QTest.keyClicks(search, "kmeens")
    QTest.keyClick(window.windowHandle(), Key.Key_Escape)
    QTest.qWait(5)
    assert not search.hasFocus() and not search.text()
