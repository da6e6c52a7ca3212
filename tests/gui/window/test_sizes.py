"""Small and very wide screens, and text from 90 to 200 %: all of it fits, endings are whole, and columns grow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.docks.scrub_bar import EDGE
from gui.export.dialog import ExportDialog
from gui.look import within
from gui.look.appearance import TEXT_SIZES, Appearance
from gui.start.app import remembered_text_size
from gui.start.shot import settle
from gui.window.guide import USUAL, Pages, guide_pages
from gui.window.main_window import MainWindow
from tests.gui.window.test_return_presses import DIALOGUES, end
from tests.gui.window.user_input import Key

CTRL = Qt.KeyboardModifier.ControlModifier
SCREENS = ((1024, 700), (2560, 1440), (3440, 1440))
LONG = ("breast_cancer", "logistic_gradient"), ("iris", "gaussian_mixture"), ("iris", "kmeans"), ("iris", "cart")


@pytest.fixture
def styled() -> bool:
    return True


def opened_at(window: MainWindow, size: tuple[int, int]) -> None:
    window.open_at(*size)
    settle(window)
    QApplication.processEvents()


def says_all(window: MainWindow) -> bool:
    """Whether the ending stands there whole, as it is painted."""
    line = window.timeline.words
    room = QSize(line.width() - 2 * EDGE - line.line_height() - 3, line.height())
    return line.fitted(line.said(), room)[1] == line.said()


@pytest.mark.full
@pytest.mark.parametrize("size, text", [*((size, None) for size in SCREENS), ((1024, 700), 1.5), ((1280, 800), 2.0)])
def test_every_dialogue_fits_the_screen(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], text: float | None
) -> None:
    monkeypatch.setattr(within, "available", lambda _: QSize(*size))
    opened_at(window, size)
    if text is not None:
        window.desk.set_text_size(text)
        settle(window)
    assert window.size().toTuple() == size
    dialogues = {name: make(window, tmp_path) for name, make in DIALOGUES.items()}
    dialogues["guide"] = Pages("Guide", guide_pages(), window.appearance, window, USUAL)
    for name, dialog in dialogues.items():
        dialog.show()
        QTest.qWait(50)  # the picture of a file, and a preview, arrive
        if isinstance(dialog, ExportDialog):
            dialog.form.kind.setCurrentIndex(dialog.form.kind.findData(".gif"))  # which has the most fields
            QTest.qWait(20)
            assert dialog.form.minimumSizeHint().width() <= dialog.fields.viewport().width(), (
                "it scrolls up and down only"
            )
        assert dialog.width() <= size[0] and dialog.height() <= size[1] - 40, (name, dialog.size())
        assert dialog.minimumSizeHint().width() <= dialog.width(), name
        assert dialog.minimumSizeHint().height() <= dialog.height(), name
        end(dialog)


@pytest.mark.full
@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("data, key", LONG)
def test_no_ending_is_cut(window: MainWindow, size: tuple[int, int], data: str, key: str) -> None:
    window.session.open_bundled(data)
    window.session.choose_algorithm(key)
    opened_at(window, size)
    window.session.go_to_end()
    settle(window)
    QApplication.processEvents()
    assert window.session.lane.ending is not None and says_all(window), window.timeline.words.said()


def test_very_long_ending_uses_more_lines_in_a_narrow_window(window: MainWindow) -> None:
    window.session.go_to_end()
    opened_at(window, (1024, 700))
    line = window.timeline.words
    usual = line.height()
    long = "The step was too large, and the error rose from 25 to 2,200 in 14 passes: " * 4
    ending = window.session.lane.ending
    object.__setattr__(ending, "words", long.strip())
    window.timeline.touch()
    settle(window)
    QTest.qWait(20)
    assert says_all(window) and line.height() > usual and window.timeline.bar.width() >= 100
    object.__setattr__(ending, "words", "no centre moved")
    window.timeline.touch()
    QTest.qWait(20)
    assert says_all(window) and line.height() == usual


@pytest.mark.full
def test_columns_and_text_grow_with_the_screen(window: MainWindow) -> None:
    widths = []
    for size in ((1440, 900), *SCREENS[1:]):
        opened_at(window, size)
        left, picture, right = window.across.sizes()
        widths.append((left, right, window.appearance.pixels("body")))
        assert picture >= 0.6 * size[0], size
    assert widths[0] == (224, 320, 13)
    for column in (0, 1):
        assert widths[0][column] < widths[1][column] < widths[2][column]
    assert widths[1][2] > 13
    opened_at(window, (1440, 900))
    assert window.appearance.pixels("body") == 13, "and back"


# -- the size of the text ----------------------------------------------------------------------------------------------


def choose(window: MainWindow, words: str) -> None:
    """By the menu: View, Text size."""
    view = next(one for one in window.menus_and_tools.findChildren(type(window.menus.menu_bar()))).actions()
    menu = next(action.menu() for action in view if action.text() == "&View")
    sizes = next(action.menu() for action in menu.actions() if action.text() == "Te&xt size")
    sizes.aboutToShow.emit()
    next(action for action in sizes.actions() if action.text().replace("&", "") == words).trigger()


@pytest.mark.full
def test_text_size_is_changed_and_remembered(window: MainWindow) -> None:
    choose(window, "125 %")
    settle(window)
    assert window.appearance.pixels("body") == 16 and remembered_text_size() == 1.25
    for key, pixels in ((Key.Key_Plus, 20), (Key.Key_Equal, 23), (Key.Key_Minus, 20)):
        QTest.keyClick(window.windowHandle(), key, CTRL)
        settle(window)
        assert window.appearance.pixels("body") == pixels
    for _ in TEXT_SIZES:
        QTest.keyClick(window.windowHandle(), Key.Key_Minus, CTRL)
    settle(window)
    assert window.appearance.scale == TEXT_SIZES[0] == 0.9
    choose(window, "As the system and the window")
    settle(window)
    assert window.appearance.text_size is None and remembered_text_size() is None and window.appearance.scale == 1.0
    QSettings().setValue("text size", "sideways")
    assert remembered_text_size() is None


@pytest.mark.full
@pytest.mark.parametrize("size", TEXT_SIZES)
def test_window_size_and_picture_share_are_kept_at_every_text_size(window: MainWindow, size: float) -> None:
    opened_at(window, (1440, 900))
    window.desk.set_text_size(size)
    settle(window)
    QTest.qWait(20)
    assert window.size().toTuple() == (1440, 900)
    assert window.across.sizes()[1] >= 0.5 * 1440 and window.canvas.plane_view.box.height() > 300
    label, field = window.model.about.name, window.model.form.fields["k"].text
    assert label.font().pixelSize() == round(16 * size) and field.font().pixelSize() == round(13 * size)


def test_system_font_size_is_respected(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    real = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    for pixels, body in ((12, 13), (15, 13), (20, 20), (26, 26), (60, 26)):
        real.setPixelSize(pixels)
        monkeypatch.setattr(QFontDatabase, "systemFont", lambda _: real)
        appearance = Appearance()
        appearance.prepare(qapp)
        assert appearance.pixels("body") == body, pixels
        appearance.set_text_size(0.9)
        assert appearance.pixels("body") == 12, "what a person chooses goes first"
        appearance.deleteLater()
