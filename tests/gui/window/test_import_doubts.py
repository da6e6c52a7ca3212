"""Where a column can be read in two ways the dialogue asks; titles above the names and words for gaps can be said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.look.appearance import Appearance
from gui.window.import_dialog import ImportDialog

Opened = Callable[[str], ImportDialog]


@pytest.fixture
def opened(qtbot, tmp_path: Path) -> Iterator[Opened]:
    made: list[ImportDialog] = []

    def open_dialog(text: str) -> ImportDialog:
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        dialog = ImportDialog(path, Appearance())
        qtbot.addWidget(dialog)
        dialog.show()
        looked(dialog)
        made.append(dialog)
        return dialog

    yield open_dialog
    for dialog in made:
        dialog.close()
        dialog._task.wait()
        QApplication.processEvents()


def looked(dialog: ImportDialog) -> None:
    """Wait for the preview."""
    dialog._task.finish()
    QApplication.processEvents()


def read(dialog: ImportDialog, qtbot):
    dialog._read()
    qtbot.waitUntil(lambda: dialog.dataset() is not None)
    return dialog.dataset()


def test_ambiguous_column_is_asked_about_and_read_as_chosen(opened: Opened, qtbot):
    dialog = opened("votes;score\n1,200;1\n2,500;2\n3,100;4\n")
    assert dialog.doubts.isVisible() and "votes" in dialog.doubts.words[0].text()
    choice = dialog.doubts.choices[0]
    assert choice.isVisible() and choice.count() == 2 and not dialog.doubts.choices[1].isVisible()
    other = 1 - choice.currentIndex()
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Down if other else Qt.Key.Key_Up)
    looked(dialog)
    said = dialog.preview.columns[0].marks
    assert said == choice.currentData() == dialog.options.marks["votes"]
    assert dialog.doubts.isVisible() and choice.count() == 2, "it can be decided otherwise"
    votes = read(dialog, qtbot).X[:, 0].tolist()
    assert votes == ([1200.0, 2500.0, 3100.0] if said == "." else [1.2, 2.5, 3.1])


def test_unambiguous_table_asks_nothing(opened: Opened):
    assert not opened("votes;score\n1,200;1\n999;2\n25,3;4\n").doubts.isVisible()


def test_header_row_and_missing_value_words_are_set(opened: Opened, qtbot):
    dialog = opened("a,b,c\n1,9,3\nname,size,weight\nx,1,2\ny,-99,4\nz,3,unknown\n")
    dialog.how.header_row.setValue(3)
    looked(dialog)
    assert [column.name for column in dialog.preview.columns] == ["name", "size", "weight"]
    QTest.mouseClick(dialog.how.missing, Qt.MouseButton.LeftButton)
    QTest.keyClicks(dialog.how.missing, "-99, unknown")
    QTest.keyClick(dialog.how.missing, Qt.Key.Key_Tab)
    looked(dialog)
    assert dialog.options.missing == ("-99", "unknown") and dialog.how.header_row.value() == 3
    data = read(dialog, qtbot)
    assert data.missing_count == 2 and data.n == 3
