"""Return presses the button that has the focus, in every dialogue and in the window, and so does Space."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

from gui.canvas.surfaces.plane_widget import PlaneWidget
from gui.docks.level_order import LevelOrder
from gui.export.dialog import ExportDialog
from gui.window import import_dialog
from gui.window.folder_dialog import FolderDialog
from gui.window.image_dialog import ImageDialog
from gui.window.import_dialog import ImportDialog
from gui.window.main_window import MainWindow
from gui.window.refusal import ClassesDialog
from tests.gui.window.user_input import Key

Made = Callable[[MainWindow, Path], QDialog]


def importing(window: MainWindow, folder: Path) -> QDialog:
    path = folder / "table.csv"
    path.write_text("a,b,class\n" + "".join(f"{i},{i * i},{'pq'[i % 2]}\n" for i in range(20)))
    return ImportDialog(path, window.appearance, window)


def an_image(window: MainWindow, folder: Path) -> QDialog:
    from PIL import Image

    path = folder / "dots.png"
    Image.new("L", (40, 40), 255).save(path)
    return ImageDialog(path, window.appearance, window)


def a_folder(window: MainWindow, folder: Path) -> QDialog:
    (folder / "one.txt").write_text("a text")
    return FolderDialog(folder, window.appearance, window)


DIALOGUES: dict[str, Made] = {
    "import": importing,
    "image": an_image,
    "folder": a_folder,
    "export": lambda window, _: ExportDialog(window.canvas, window.session, window.appearance, window),
    "levels": lambda window, _: LevelOrder("size", ("small", "large"), window),
    "classes": lambda window, _: ClassesDialog(window.session.table.data, 2, window),
}


def leaves(dialog: QDialog) -> QPushButton:
    """The button that gives up."""
    words = {"cancel", "close"}
    return next(b for b in dialog.findChildren(QPushButton) if b.text().replace("&", "").lower() in words)


def end(dialog: QDialog) -> None:
    """It goes now, with the thread that reads for it."""
    dialog.close()
    if isinstance(dialog, (ImportDialog, ImageDialog, FolderDialog)):
        dialog._task.finish()
    dialog.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def tab_to(dialog: QDialog, wanted: QWidget) -> None:
    for _ in range(60):
        if wanted.hasFocus():
            return
        QTest.keyClick(dialog.windowHandle(), Key.Key_Tab)
    raise AssertionError(f"Tab does not lead to {wanted}")


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
@pytest.mark.parametrize("name", DIALOGUES)
def test_key_on_the_cancel_button_cancels(window: MainWindow, tmp_path: Path, name: str, key) -> None:
    dialog = DIALOGUES[name](window, tmp_path)
    ended: list[int] = []
    dialog.finished.connect(ended.append)
    dialog.open()
    QTest.qWaitForWindowExposed(dialog)
    QTest.qWait(150)
    tab_to(dialog, leaves(dialog))
    QTest.keyClick(dialog.windowHandle(), key)
    QTest.qWait(1)
    assert ended == [QDialog.DialogCode.Rejected.value], name
    end(dialog)


@pytest.mark.parametrize("name", ["import", "export"])
def test_return_elsewhere_accepts_the_dialog(window: MainWindow, tmp_path: Path, name: str) -> None:
    dialog = DIALOGUES[name](window, tmp_path)
    dialog.open()
    QTest.qWaitForWindowExposed(dialog)
    QTest.qWait(150)
    assert not leaves(dialog).isDefault() and any(b.isDefault() for b in dialog.findChildren(QPushButton))
    end(dialog)


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space])
def test_focused_button_of_the_window_is_pressed(window: MainWindow, key) -> None:
    session, button = window.session, window.timeline.buttons["next"]
    window.timeline.buttons["play"].setFocus()
    QTest.keyClick(window.windowHandle(), Key.Key_Tab)
    assert button.hasFocus()
    before = session.lane.transport.aim
    QTest.keyClick(window.windowHandle(), key)
    assert session.lane.transport.aim == before + 1 and not session.playing


def going(window: MainWindow) -> list[Callable[[], object]]:
    """It is hidden or disabled, by itself or with what is around it."""
    parts = (window.timeline.buttons["next"], window.timeline)
    return [way for part in parts for way in (part.hide, partial(part.setEnabled, False))]


@pytest.mark.parametrize("way", range(4))
def test_focus_of_a_hidden_widget_returns_to_the_plane(window: MainWindow, qtbot, way: int) -> None:
    button = window.timeline.buttons["next"]
    window.timeline.buttons["play"].setFocus()
    QTest.keyClick(window.windowHandle(), Key.Key_Tab)
    assert button.hasFocus()
    going(window)[way]()
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), PlaneWidget))
    folded = window.dataset.section.is_folded
    QTest.keyClick(window.windowHandle(), Key.Key_Space)
    assert window.session.playing and window.dataset.section.is_folded == folded
    window.timeline.setEnabled(True)


def test_focus_of_a_deleted_widget_returns_to_the_plane(window: MainWindow, qtbot) -> None:
    button = QPushButton("gone soon", window.timeline)
    button.show()
    button.setFocus()
    button.deleteLater()
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), PlaneWidget))


def test_return_in_a_table_view_does_not_cancel(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, preview = Event(), import_dialog.preview
    monkeypatch.setattr(import_dialog, "AT_ONCE", 0.0)
    monkeypatch.setattr(import_dialog, "preview", lambda *asked: looked.wait(60) and preview(*asked))
    dialog = importing(window, tmp_path)
    dialog.open()
    QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_Return)
    assert dialog.isVisible()
    looked.set()
    end(dialog)
