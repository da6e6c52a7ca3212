"""The right column: what a step says stands unscrolled, and the columns keep their height whatever else opens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

import engine
from engine.data.bundled import bundled, load
from engine.data.preparing import steps
from engine.data.toys import generate
from gui.docks.dataset import DatasetDock
from gui.start.shot import settle
from gui.widgets.section import Section
from gui.window.columns import Column
from gui.window.main_window import MainWindow
from tests.gui.session.waiting import settle as wait_for_steps

USED = (
    ("perceptron", "margin"),
    ("logistic_gradient", "moons"),
    ("kmeans", "iris"),
    ("pca", "iris"),
    ("fisher", "iris"),
    ("nearest_mean", "iris"),
    ("id3", "play_tennis"),
)
"""The most used algorithms, each on a table that shows it."""


@pytest.fixture
def styled(request: pytest.FixtureRequest) -> bool:
    return "columns" in request.fixturenames


@pytest.fixture
def columns(window: MainWindow) -> MainWindow:
    """The window with its style sheet. The picture is not looked at here, and is not painted."""
    window.canvas.setUpdatesEnabled(False)
    return window


def opened(window: MainWindow, key: str, name: str) -> None:
    window.session.open_data(load(name) if name in bundled() else generate(name, 0))
    window.session.choose_algorithm(key)
    settle(window)


def below(widget: QWidget, area: QWidget) -> int:
    """By how many pixels a widget, or the end of it, is out of sight in what scrolls."""
    if widget.isHidden() or not widget.isVisible():
        return 0
    port = area.viewport()
    box = QRect(widget.mapTo(port, QPoint(0, 0)), widget.size())
    return max(box.bottom() - port.height() + 1, 0 - box.top(), 0)


@pytest.mark.full
@pytest.mark.parametrize(("key", "name"), USED)
def test_sentence_formula_worked_line_and_numbers_fit_without_scrolling(columns: MainWindow, key: str, name: str):
    window = columns
    window.open_at(1440, 900)
    opened(window, key, name)
    why, hidden = window.docks["why"], {}
    window.session.go_to_end()
    settle(window)
    last = window.session.lane.known
    for step in sorted({*range(min(last, 24)), last - 1}):
        window.session.go_to(step)
        settle(window)
        QApplication.processEvents()
        for part in (why.sentence, why.rule.formula, why.rule.worked, why.numbers):
            if out := below(part, why.area):
                hidden[(step, type(part).__name__)] = out
        if why.numbers.height() < why.numbers.heightForWidth(why.numbers.width()):
            hidden[(step, "numbers cut off")] = why.numbers.height()
    assert not hidden


def test_parameters_fit_without_scrolling_at_1440_by_900(columns: MainWindow):
    window, scrolled = columns, []
    window.open_at(1440, 900)
    for key, name in [*USED, ("knn", "iris"), ("random_forest", "iris")]:
        opened(window, key, name)
        for _ in range(3):
            QApplication.processEvents()
        if window.docks["model"].area.verticalScrollBar().isVisible():
            scrolled.append(key)
    assert not scrolled


def is_cut(widget: QWidget, column: QWidget) -> bool:
    """Whether a widget reaches beyond the right edge of anything that it stands in."""
    around = widget.parentWidget()
    while around is not column and widget.mapTo(around, QPoint(widget.width(), 0)).x() <= around.width():
        around = around.parentWidget()
    return widget.mapTo(around, QPoint(widget.width(), 0)).x() > around.width()


def cut(column: QWidget) -> list[str]:
    """The controls and words of a column that are cut off."""
    kinds = (QAbstractButton, QLineEdit, QComboBox, QSlider, QLabel)
    there = column.findChildren(QWidget)  # once for all kinds: to look through the column is what takes long
    seen = [widget for widget in there if isinstance(widget, kinds) and widget.isVisible()]
    return [f"{type(widget).__name__} {widget.toolTip()[:40]}" for widget in seen if is_cut(widget, column)]


SIZES = ((1280, 720), (1440, 900), (1920, 1080))


def arrived(window: MainWindow) -> None:
    """Wait for the step in view and for the layout, not for areas that nobody looks at here."""
    wait_for_steps(window.session)
    for _ in range(3):
        QApplication.processEvents()


def cut_at(window: MainWindow, column: Column) -> dict[tuple[int, int], list[str]]:
    """What of a column is cut off in windows of three sizes."""
    found = {}
    for size in SIZES:
        window.open_at(*size)
        arrived(window)
        if words := cut(column):
            found[size] = words
    return found


def test_no_generator_form_is_cut(columns: MainWindow):
    window = columns
    generator = window.dataset.generator
    for section in window.dataset.findChildren(Section):
        section.fold(False)
    for place in range(generator.choice.count()):
        generator.choice.setCurrentIndex(place)
        generator.choice.activated.emit(place)
        assert not cut_at(window, window.left), generator.key


@pytest.mark.full
def test_no_parameter_form_is_cut_when_fully_open(columns: MainWindow):
    window = columns
    window.setUpdatesEnabled(False)  # where everything stands is looked at, and no picture of it
    few = generate("margin", 0).subset(range(12))
    for key, algorithm in engine.algorithms().items():
        window.session.open_data(load("play_tennis") if algorithm.unsuitable(few) else few)
        window.session.choose_algorithm(key)
        arrived(window)
        window.docks["model"].form.unfold(True)
        assert not cut_at(window, window.right), key


def test_tab_takes_no_room_from_the_columns(window: MainWindow, qtbot):
    before = window.left.height(), window.right.height()
    qtbot.mouseClick(window.tabs.buttons["curves"], Qt.MouseButton.LeftButton)
    settle(window)
    assert window.tabs.stack.isVisible() and (window.left.height(), window.right.height()) == before
    left = window.tabs.stack.mapTo(window, QPoint(0, 0)).x()
    assert left >= window.canvas.mapTo(window, QPoint(0, 0)).x()
    assert left + window.tabs.stack.width() <= window.right.mapTo(window, QPoint(0, 0)).x()


def test_model_panel_fits_its_contents_until_the_border_is_dragged(window: MainWindow, qtbot):
    window.open_at(1440, 900)
    settle(window)
    model = window.docks["model"]
    low = model.height()
    qtbot.mouseClick(model.form.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: model.height() > low)
    qtbot.mouseClick(model.form.more, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: model.height() == low)
    handle = window.right.panels.handle(1)
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    qtbot.mouseMove(handle, handle.rect().center() + QPoint(0, 120))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    dragged = model.height()
    assert dragged > low + 60
    qtbot.mouseClick(model.form.more, Qt.MouseButton.LeftButton)
    qtbot.wait(20)
    assert model.height() == dragged


def test_left_column_is_not_cut_by_its_scroll_bar_for_any_step(columns, qtbot):
    columns.resize(1280, 720)
    columns.show()
    (dock,) = columns.findChildren(DatasetDock)
    next(one for one in dock.findChildren(Section) if one.heading.text() == "Preparation").fold(False)
    (area,) = [one for one in dock.findChildren(QScrollArea) if one.isAncestorOf(dock.preparation)]
    barred = False
    for kind in steps().values():
        dock.preparation.append(kind())
        settle(columns)
        QApplication.processEvents()
        barred |= area.verticalScrollBar().isVisible()
        assert area.widget().width() <= area.viewport().width(), kind.NAME
        columns.session.table.undo.undo()
    assert barred


@pytest.mark.parametrize("height", [720, 900])
def test_query_of_the_tree_search_is_visible_under_more(columns: MainWindow, height: int, qtbot: QtBot):
    window = columns
    window.open_at(1280, height)
    opened(window, "kd_search", "iris")
    form = window.model.form
    parts = (*form.labels.values(), *form.fields.values(), form.more)
    # The form is laid out once more when the surfaces have their places.
    qtbot.waitUntil(lambda: [below(part, window.model.area) for part in parts] == [0] * len(parts))
    QTest.mouseClick(form.more, Qt.MouseButton.LeftButton)
    settle(window)
    query = form.fields["query"]
    qtbot.waitUntil(lambda: query.isVisible() and below(query, window.model.area) == 0)
