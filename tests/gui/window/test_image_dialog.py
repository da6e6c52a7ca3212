"""An image is opened as a table: its regions are outlined, and each is a row; by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.data.pixels import grid
from engine.data.regions import SINGLE
from gui.look.appearance import Appearance
from gui.window.image_dialog import ImageDialog
from gui.window.main_window import MainWindow
from tests.catalogue import shows
from tests.gui.window.user_input import settle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def shapes(tmp_path: Path) -> Path:
    """A red square and a blue bar on white, 20 wide and 16 high."""
    image = np.full((16, 20, 3), 255, np.uint8)
    image[2:8, 3:9] = (200, 0, 0)
    image[10:12, 10:18] = (0, 0, 180)
    Image.fromarray(image).save(tmp_path / "shapes.png")
    return tmp_path / "shapes.png"


@pytest.fixture
def opened(qtbot) -> Iterator[Callable[[Path], ImageDialog]]:
    made: list[ImageDialog] = []

    def open_image(path: Path) -> ImageDialog:
        dialog = ImageDialog(path, Appearance())
        qtbot.addWidget(dialog)
        dialog.show()
        found(dialog)
        made.append(dialog)
        return dialog

    yield open_image
    for dialog in made:
        dialog.close()
        dialog._task.wait()
        QApplication.processEvents()


def found(dialog: ImageDialog) -> None:
    """Wait for the regions."""
    dialog.finish()
    QApplication.processEvents()


def colours(dialog: ImageDialog) -> set[str]:
    """The colours of a line through the middle of the red square."""
    picture = dialog.picture
    shown, box = picture.grab().toImage(), picture.place()
    y = round(box.top() + box.height() * 5 / 16)
    return {shown.pixelColor(x, y).name() for x in range(shown.width())}


@shows("DP12")
def test_image_is_outlined_and_its_regions_are_table_rows(opened, shapes: Path) -> None:
    dialog = opened(shapes)
    dialog.form.changed.emit("rule", "touching")
    found(dialog)
    assert dialog.summary.text() == "shapes.png: 3 regions"
    assert dialog.table.cells.columns[:3] == ("region", "area", "red") and dialog.table.cells.rows[1][1] == 36
    box = dialog.picture.place()
    middle = box.topLeft() + QPointF(box.width() * 6 / 20, box.height() * 5 / 16)
    assert dialog.appearance.theme.accent.lower() in colours(dialog), "the first region is lit: it goes all around"
    QTest.mouseClick(dialog.picture, LEFT, pos=middle.toPoint())
    assert dialog.picture.lit == 1 and dialog.table.currentIndex().row() == 1
    assert dialog.words.text().startswith("Region 2: 36 pixels, mean colour (200, 0, 0), centroid (6, 11)")
    assert {"#000000", "#c80000", dialog.appearance.theme.accent.lower()} <= colours(dialog)
    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.picture.lit == 2 and dialog.words.text().startswith("Region 3: 16 pixels")
    assert dialog.appearance.theme.accent.lower() not in colours(dialog)


def test_parameters_change_the_regions_and_unused_ones_are_hidden(opened, shapes: Path) -> None:
    dialog = opened(shapes)
    assert dialog.regions.count == 6 and dialog.form.fields["k"].isVisible()
    dialog.form.fields["weight"].set_value(0.0)
    dialog.form.changed.emit("weight", 0.0)
    found(dialog)
    assert dialog.regions.count == 3 and "only 3 regions" in dialog.remarks_shown.text()
    dialog.form.fields["rule"].set_value("touching")
    dialog.form.changed.emit("rule", "touching")
    found(dialog)
    assert dialog.regions.count == 3 and not dialog.remarks_shown.isVisible()


def test_too_many_regions_disable_opening(opened, tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (60, 60, 3)).astype(np.uint8)
    Image.fromarray(noise).save(tmp_path / "noise.png")
    dialog = opened(tmp_path / "noise.png")
    dialog.form.changed.emit("rule", "touching")
    found(dialog)
    accept = dialog.buttons.button(dialog.buttons.StandardButton.Open)
    assert "more than 1,000" in dialog.summary.text() and not accept.isEnabled() and dialog.dataset() is None
    dialog.form.changed.emit("rule", "colour and place")
    found(dialog)
    assert accept.isEnabled() and dialog.regions.count == 6


def test_image_becomes_the_table_of_the_window(window: MainWindow, shapes: Path, qtbot) -> None:
    def agree() -> None:
        dialog = window.findChild(ImageDialog)
        qtbot.waitUntil(lambda: dialog.regions is not None)
        assert dialog.focusWidget() is dialog.buttons.button(dialog.buttons.StandardButton.Open)
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    QTimer.singleShot(0, agree)
    window.desk.open(shapes)
    settle(window)
    data = window.session.table.data
    assert data.name == "shapes" and data.n == 6 and "compactness" in data.feature_names
    assert window.desk.recent.paths()[0] == shapes


def test_file_that_is_no_image_is_refused(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "image.png"
    path.write_text("a,b\n1,2\n")
    before = window.session.table.data
    window.desk.open(path)
    assert "is no image that can be read" in window.notice.words.text() and window.session.table.data is before


def test_single_pixels_are_rows_of_a_picture(opened, shapes: Path) -> None:
    dialog = opened(shapes)
    dialog.form.fields["rule"].set_value(SINGLE)
    dialog.form.changed.emit("rule", SINGLE)
    found(dialog)
    assert dialog.table.cells.columns == ("pixel", "red", "green", "blue") and dialog.regions.count == 320
    assert dialog.summary.text() == "shapes.png: 320 pixels" and dialog.hint.text().startswith(
        "Each pixel is an example"
    )
    box = dialog.picture.place()
    QTest.mouseClick(
        dialog.picture, LEFT, pos=(box.topLeft() + QPointF(box.width() * 6.5 / 20, box.height() * 5.5 / 16)).toPoint()
    )
    assert dialog.words.text() == "Pixel in line 6, column 7: red 200, green 0, blue 0."
    assert grid(dialog.dataset()) == (16, 20)
