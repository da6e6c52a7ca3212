"""A window that opens for a lecture has one size of type, from the menus to the list of speeds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QMenuBar

import engine
from gui.look.appearance import Appearance
from gui.start.app import opened
from gui.start.request import Request
from gui.start.shot import settle
from gui.widgets.formula import typesetter
from gui.widgets.number_table import NumberTable
from gui.window.main_window import MainWindow

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def lecture(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[MainWindow]:
    """What `--presentation` opens at this size."""
    asked = Request(data=engine.load("iris"), key="kmeans", step=5)
    window = opened(qapp, Appearance("light", True), asked, request.param)
    window.show()
    settle(window)
    yield window
    window.appearance.set_presentation(False)  # and with it the font of the application
    settle(window)
    qapp.setStyleSheet("")
    window.session.document.saved(None)
    window.close_down()
    window.close()
    for thing in (window, window.session, window.appearance):
        thing.deleteLater()
    typesetter().settle()
    request.node.funcargs.pop("lecture")  # pytest would hold on to it until after the search for leaks


@pytest.mark.full
def test_menus_and_lists_use_the_common_font(lecture: MainWindow) -> None:
    """They kept that of a small window, so that on a large screen the menus could not be read."""
    lists = [choice for choice in lecture.findChildren(QComboBox) if choice.isVisible()]
    menus = lecture.findChild(QMenuBar)
    assert lists and menus.isVisible() and menus.fontMetrics().height() <= menus.height()
    assert {widget.font().pixelSize() for widget in (menus, *lists)} == {lecture.appearance.pixels("body")}


@pytest.mark.full
def test_no_number_of_a_table_is_cut(lecture: MainWindow) -> None:
    """No column was wider than 240 pixels, in which a number of a large screen has no room."""
    table = next(found for found in lecture.findChildren(NumberTable) if found.isVisible() and found.cells.rows)
    for column in range(1, len(table.cells.columns)):
        for row in range(len(table.cells.rows)):
            index = table.model().index(row, column)
            assert table.sizeHintForIndex(index).width() <= table.columnWidth(column)


@pytest.mark.full
def test_heading_of_a_folded_panel_is_not_cut(lecture: MainWindow) -> None:
    """It was measured before it had its style sheet: of "Model" the lower half was missing."""
    folded = [dock for dock in lecture.docks.values() if dock.isVisible() and dock.section.is_folded]
    assert folded
    for dock in folded:
        assert dock.section.heading.height() >= dock.section.heading.sizeHint().height()
