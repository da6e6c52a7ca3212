"""Tab reaches every control of the columns as they are read, and one sees where it is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QSlider, QWidget

from engine.data.toys import generate
from gui.start.shot import settle
from gui.widgets.section import Section
from gui.window.main_window import MainWindow
from tests.gui.canvas.seeing import pixels

CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QSlider)


def controls(part: QWidget) -> set[QWidget]:
    """What can be used in a part of the window: the button that empties a line is the line's own."""
    found = {widget for kind in CONTROLS for widget in part.findChildren(kind)}
    return {widget for widget in found if widget.isVisible() and widget.isEnabled()
            and not isinstance(widget.parentWidget(), (QLineEdit, QComboBox))}  # fmt: skip


def walked(window: MainWindow, key: Qt.Key = Qt.Key.Key_Tab, most: int = 150) -> list[QWidget]:
    """Where Tab leads from the picture until it comes back there."""
    window.canvas.setFocus()
    begin, stops = QApplication.focusWidget(), []
    while len(stops) < most:
        QTest.keyClick(QApplication.focusWidget(), key)
        if QApplication.focusWidget() is begin:
            break
        stops.append(QApplication.focusWidget())
    return stops


@pytest.mark.full
@pytest.mark.parametrize("key", ["perceptron_theorem", "bayesian_logistic", "kmeans"])
def test_tab_reaches_every_control_of_the_columns(window: MainWindow, key: str):
    window.session.open_data(generate("margin", 0))
    window.session.choose_algorithm(key)
    settle(window)
    window.docks["model"].form.unfold(True)
    for section in window.findChildren(Section):
        section.fold(False)
    settle(window)
    stops = walked(window)
    for column in (window.left, window.right):
        missed = controls(column) - set(stops)
        assert not missed, [(type(widget).__name__, widget.toolTip()) for widget in missed]
    assert [*reversed(walked(window, Qt.Key.Key_Backtab))] == stops


def test_tab_order_is_top_down_in_a_rebuilt_form(window: MainWindow):
    window.session.choose_algorithm("pca")
    settle(window)
    window.docks["model"].form.unfold(True)
    settle(window)
    for column in (window.left, window.right):
        inside = [widget for widget in walked(window) if column.isAncestorOf(widget)]
        tops = [widget.mapTo(column, QPoint(0, widget.height() // 2)).y() for widget in inside]
        assert len(inside) > 6 and all(after >= before - 10 for before, after in pairwise(tops))


def test_tab_goes_on_from_a_table(window: MainWindow):
    window.session.go_to(4)
    settle(window)
    tables = [view for _, view in window.docks["why"].tables.tables]
    stops = walked(window)
    assert tables and len(stops) == len(set(stops)) and set(tables) <= set(stops)


def test_focused_widget_is_scrolled_into_view(window: MainWindow):
    window.session.choose_algorithm("fisher")
    settle(window)
    model = window.docks["model"]
    model.form.unfold(True)
    window.right.panels.setSizes([220, 400, 0])
    settle(window)
    last = [field for field in model.form.fields.values() if field.isVisible()][-1]
    stops = walked(window)
    last_stop = next(widget for widget in reversed(stops) if last.isAncestorOf(widget))
    while QApplication.focusWidget() is not last_stop:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    port = model.area.viewport()
    assert port.rect().contains(last_stop.mapTo(port, last_stop.rect().center()))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_sees_where_the_focus_is(window: MainWindow, theme: str):
    window.appearance.install(QApplication.instance())
    window.appearance.set_theme(theme)
    window.session.choose_algorithm("pca")
    settle(window)
    window.docks["model"].form.unfold(True)
    settle(window)
    for widget in [*controls(window.left), *controls(window.right)]:
        window.canvas.setFocus()
        QApplication.processEvents()
        before = pixels(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        changed = int((pixels(widget) != before).any(axis=2).sum())
        assert changed > 20, (type(widget).__name__, widget.toolTip(), changed)
