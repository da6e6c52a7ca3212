"""A folder of texts is read beside the window: how far it is is told, Cancel ends it, and its texts are looked at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.look.appearance import Appearance
from gui.start.shot import settle
from gui.window import folder_dialog
from gui.window.folder_dialog import FolderDialog, Standard
from gui.window.main_window import MainWindow


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two classes of twenty and thirty texts, one text without, and a file that is none."""
    for name, count in (("sport", 20), ("politics", 30)):
        (tmp_path / name).mkdir()
        for number in range(count):
            (tmp_path / name / f"{number:02}.txt").write_text(f"{name} text\nnumber {number}")
    (tmp_path / "stray.txt").write_text("nobody's")
    (tmp_path / "picture.jpg").write_bytes(b"\xff\xd8")
    return tmp_path


@pytest.fixture
def opened(qtbot) -> Iterator[Callable[[Path], FolderDialog]]:
    made: list[FolderDialog] = []

    def open_folder(path: Path) -> FolderDialog:
        dialog = FolderDialog(path, Appearance())
        qtbot.addWidget(dialog)
        dialog.show()
        made.append(dialog)
        return dialog

    yield open_folder
    for dialog in made:
        dialog.close()
        dialog._task.wait()
        QApplication.processEvents()


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Each file takes a while; which have been begun."""
    begun: list[int] = []
    tell = folder_dialog.Progress.__call__

    def waits(self: folder_dialog.Progress, done: int, of: int | None) -> None:
        tell(self, done, of)
        if of is not None:
            begun.append(done)
            time.sleep(0.03)

    monkeypatch.setattr(folder_dialog.Progress, "__call__", waits)
    return begun


def cells(dialog: FolderDialog) -> list[list[str]]:
    table = dialog.table
    return [
        [item.text() if (item := table.item(row, column)) is not None else "" for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def test_texts_and_classes_are_looked_at_before_the_folder_is_opened(opened, qtbot, folder: Path) -> None:
    dialog = opened(folder)
    qtbot.waitUntil(lambda: dialog.dataset() is not None)
    assert dialog.summary.text().endswith(": 51 texts, 2 classes") and not dialog.busy.isVisible()
    assert "politics 30 and sport 20" in dialog.words.text() and "1 text lies in no folder" in dialog.words.text()
    shown = cells(dialog)
    assert len(shown) == 51 and shown[0] == ["politics/00.txt", "politics", "politics text number 0"]
    assert shown[-1] == ["stray.txt", "–", "nobody's"]
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.dataset().n == 51 and len(dialog.remarks) == 2


def test_progress_is_told_and_the_window_goes_on(opened, qtbot, folder: Path, slowly: list[int]) -> None:
    began = time.perf_counter()
    dialog = opened(folder)
    assert time.perf_counter() - began < 1.0 and dialog.dataset() is None
    assert not dialog.buttons.button(Standard.Open).isEnabled()
    qtbot.waitUntil(lambda: dialog.busy.isVisible() and dialog.busy.maximum() == 51)
    assert dialog.summary.text().endswith(f": {dialog.busy.value()} of 51 files read…")
    qtbot.waitUntil(lambda: dialog.dataset() is not None)
    assert dialog.buttons.button(Standard.Open).isEnabled() and not dialog.busy.isVisible()


def test_cancel_ends_the_reading(opened, qtbot, folder: Path, slowly: list[int]) -> None:
    dialog = opened(folder)
    qtbot.waitUntil(lambda: bool(slowly))
    dialog.buttons.button(Standard.Cancel).click()
    dialog._task.finish(timeout=2.0)
    QApplication.processEvents()
    assert not dialog.isVisible() and dialog.dataset() is None
    assert len(slowly) < 30


def test_folder_without_a_text_is_refused_in_words(opened, qtbot, tmp_path: Path) -> None:
    dialog = opened(tmp_path)
    qtbot.waitUntil(lambda: "without a text file" in dialog.words.text())
    assert not dialog.buttons.button(Standard.Open).isEnabled() and dialog.dataset() is None


def test_folder_opens_in_the_window_once_it_was_looked_at(window: MainWindow, qtbot, folder: Path) -> None:
    def accept() -> None:
        dialog = window.findChild(FolderDialog)
        qtbot.waitUntil(lambda: dialog.dataset() is not None)
        dialog.accept()

    QTimer.singleShot(50, accept)
    window.desk.open_table(folder)
    settle(window)
    assert window.session.table.data.n == 51 and window.session.table.data.class_names == ("politics", "sport")
