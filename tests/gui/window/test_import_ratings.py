"""Rows that seem to be ratings: the import dialogue offers a table of ratings, which is undone by another tick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.look.appearance import Appearance
from gui.window import import_dialog
from gui.window.import_dialog import ImportDialog, Standard
from gui.window.import_preview import KIND_ROW
from tests.gui.window.user_input import ALT, Key

LONG = "user,item,rating\n" + "\n".join(f"{u},{i},{u * i % 5 + 1}" for u in range(9) for i in range(6) if (u + i) % 3)
OTHER = "a,b\n" + "\n".join(f"{n},{n * n}" for n in range(9))


@pytest.fixture
def opened(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ImportDialog]:
    monkeypatch.setattr(import_dialog, "AT_ONCE", 60.0)

    def make(text: str) -> ImportDialog:
        (tmp_path / "table.csv").write_text(text)
        dialog = ImportDialog(tmp_path / "table.csv", Appearance())
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        dialog.activateWindow()
        qtbot.waitUntil(lambda: dialog.buttons.button(Standard.Open).hasFocus())
        return dialog

    return make


def read(qtbot, dialog: ImportDialog):
    with qtbot.waitSignal(dialog.accepted):
        dialog._read()
    return dialog.dataset()


def test_table_of_ratings_is_offered_and_made(opened, qtbot) -> None:
    dialog = opened(LONG)
    assert dialog.ratings.isVisible() and not dialog.ratings.choice.isChecked()
    said = "Each row seems to be one rating: column rating, given by column user to column item."
    assert dialog.ratings.words.text() == said
    QTest.keyClick(QApplication.focusWidget(), Key.Key_R, ALT)
    qtbot.waitUntil(lambda: dialog.ratings.choice.isChecked() and dialog.how.target.currentText() == "none")
    data = read(qtbot, dialog)
    assert (data.n, data.d) == (9, 6) and data.rows_title == "user" and data.y is None


def test_offer_can_be_taken_back_or_left(opened, qtbot) -> None:
    dialog = opened(LONG)
    dialog.ratings.choice.click()
    dialog.ratings.choice.click()
    assert not dialog.ratings.choice.isChecked() and dialog.how.target.currentText() == "rating"
    dialog.ratings.choice.click()
    dialog.set_column(KIND_ROW, 0, "numeric")  # what the columns are is said by hand again
    assert not dialog.ratings.choice.isChecked()
    assert read(qtbot, dialog).n == len(LONG.splitlines()) - 1


def test_another_table_is_offered_nothing(opened) -> None:
    assert not opened(OTHER).ratings.isVisible()
