"""Numbers are written and read in one way, whatever the language of the system: 1.5 in every field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QWidget

from gui.export.dialog import ExportDialog
from gui.start.shot import settle
from gui.window.main_window import BELOW, MainWindow
from tests.gui.window.test_return_presses import DIALOGUES, end
from tests.gui.window.user_input import Key


@pytest.fixture
def german() -> Iterator[QLocale]:
    """The locale of a system that writes 1,5, while the window is made."""
    before, there = QLocale(), QLocale(QLocale.Language.German, QLocale.Country.Germany)
    QLocale.setDefault(there)
    yield there
    QLocale.setDefault(before)


def foreign(around: QWidget) -> list[str]:
    """The widgets that would write a number otherwise."""
    return [type(one).__name__ for one in (around, *around.findChildren(QWidget)) if one.locale() != QLocale.c()]


def test_no_widget_uses_the_system_locale(german: QLocale, window: MainWindow, tmp_path: Path) -> None:
    assert german.toString(1.5) == "1,5" and foreign(window) == []
    for tab in BELOW:
        window.tabs.show_panel(tab)
        settle(window)
    window.session.duplicate_lane()
    settle(window)
    assert foreign(window) == []
    for name, make in DIALOGUES.items():
        dialog = make(window, tmp_path)
        dialog.show()
        assert foreign(dialog) == [], name
        boxes = dialog.findChildren(QAbstractSpinBox)
        assert (name == "export") <= any("." in box.text() for box in boxes) and not any("," in b.text() for b in boxes)
        end(dialog)


def test_spin_box_reads_point_and_comma_and_refuses_ambiguous_ones(german: QLocale, window: MainWindow) -> None:
    dialog = ExportDialog(window.canvas, window.session, window.appearance, window)
    dialog.show()
    QTest.qWaitForWindowActive(dialog)
    keys = dialog.windowHandle()
    text = ("12.5", "12.5 pt"), ("9,5", "9.5 pt"), ("1,500", "9.5 pt"), ("11", "11.0 pt"), ("50", "5.0 pt")
    width = ("2,5", "2.5"), ("1,500", "2.5"), ("1500", "1500.0"), ("8.", "8.0"), ("1.500", "1.5")
    dialog.form.unit.setCurrentIndex(dialog.form.unit.findData("cm"))
    for box, cases in ((dialog.form.text, text), (dialog.form.width_field, width)):
        for typed, shown in cases:
            box.setFocus()
            box.selectAll()
            for sign in typed:
                QTest.keyClick(keys, sign)
            QTest.keyClick(keys, Key.Key_Tab)
            assert box.text() == shown and box.value() == float(shown.removesuffix(" pt")), typed
    end(dialog)
