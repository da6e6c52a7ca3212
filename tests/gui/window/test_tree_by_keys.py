"""A tree is gone through by the keyboard alone, once Tab has led there; until then every key is the run's."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import engine
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.structure_view import StructureView
from gui.painters.graph import GraphItem
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.canvas.seeing import where
from tests.gui.window.user_input import Key


def opened(window: MainWindow, key: str, step: int, name: str = "iris") -> StructureView:
    window.session.open_data(engine.load(name))
    window.session.choose_algorithm(key)
    settle(window)
    window.session.go_to(step)
    settle(window)
    return next(view for view in window.findChildren(StructureView))


def led(window: MainWindow, view: StructureView) -> GraphItem:
    """Tab, until it leads to the tree."""
    window.canvas.setFocus()
    for _ in range(150):
        press(Key.Key_Tab)
        if view.widget.hasFocus():
            return view.trees[0]
    raise AssertionError("Tab does not lead to the tree")


def test_tab_from_the_clicked_tree_goes_to_the_tree_before_the_chart(window: MainWindow):
    view = opened(window, "cart", 3)
    others = [one for one in window.findChildren(ChartView) if one.isVisible()]
    QTest.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, view.widget.height() - 4))
    passed = []
    while not view.widget.hasFocus() and len(passed) < 30:
        press(Key.Key_Tab)
        passed.append(QApplication.focusWidget())
    surfaces = [one.parentWidget() for one in (*others, view)]
    assert others and view.widget.hasFocus(), "Tab leads to the tree"
    assert not [one for one in passed[:-1] if any(surface.isAncestorOf(one) for surface in surfaces)], "and to it first"


def press(*keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)


def label(item: GraphItem) -> str:
    assert item.at is not None
    return item.graph.nodes[item.at].label


def test_arrows_move_between_nodes_which_are_framed_and_described(window: MainWindow):
    view = opened(window, "cart", 3)
    item = led(window, view)
    step = window.session.lane.index
    press(Key.Key_Home)
    assert item.at == 0 and view.widget.accessibleDescription().startswith(f"{label(item)}\n")
    assert window.status.hint.text().startswith(label(item)) and "Return goes" in view.widget.accessibleDescription()
    press(Key.Key_Down)
    assert item.graph.nodes[item.at].parent == 0
    first = item.at
    press(Key.Key_Right)
    assert item.at != first and item.graph.nodes[item.at].parent == 0
    press(Key.Key_Right)
    assert item.graph.nodes[item.at].parent == 0, "at the end of a level it stays"
    press(Key.Key_Left)
    assert item.at == first
    press(Key.Key_Up, Key.Key_Up)
    assert item.at == 0
    press(Key.Key_End)
    assert item.at == item.centre
    assert window.session.lane.index == step, "the run stays where it is"


def test_return_goes_to_the_step_of_a_node_and_selects_its_rows(window: MainWindow):
    view = opened(window, "cart", 4)
    item = led(window, view)
    press(Key.Key_Home, Key.Key_Down, Key.Key_Right)
    node, where_it_was = item.graph.nodes[item.at], item.keys()[item.at]
    press(Key.Key_Return)
    settle(window)
    assert window.session.lane.index == node.step == 2 and len(window.session.selection.rows) == 100
    assert view.widget.hasFocus() and item.keys()[item.at] == where_it_was, "the cursor stays at the node"


def test_plus_and_minus_unfold_and_fold(window: MainWindow):
    view = opened(window, "cart", 4)
    item = led(window, view)
    whole = len(item.shown)
    press(Key.Key_Home, Key.Key_Minus)
    assert item.shown == [0] and item.at == 0
    press(Key.Key_Minus)
    assert item.shown == [0] and window.status.hint.text() == "There is nothing to fold here."
    press(Key.Key_Plus)
    assert len(item.shown) > 1
    view.fit()
    settle(window)
    assert len(item.shown) == whole
    press(Key.Key_Plus)
    assert window.status.hint.text() == "There is nothing to open here."


def test_node_out_of_view_is_scrolled_into_view(window: MainWindow):
    view = opened(window, "pruning", 0, "breast_cancer")
    item = led(window, view)
    for _ in range(8):
        press(Key.Key_Down, Key.Key_Plus, Key.Key_Right)
        card = item.mapRectToParent(item.cards[item.at])
        assert view.box.viewRect().contains(card.center())


def test_other_keys_drive_the_run(window: MainWindow):
    view = opened(window, "cart", 3)
    QTest.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.qWait(1)
    assert not view.widget.hasFocus() and view.trees[0].at is None
    press(Key.Key_Left)
    settle(window)
    assert window.session.lane.index == 2
    item = led(window, view)
    told = label(item)
    assert item.at is not None and window.status.hint.text().startswith(told)
    press(Key.Key_Space)
    assert window.session.playing
    press(Key.Key_Space)
    press(Key.Key_Escape)
    QTest.qWait(1)
    assert not view.widget.hasFocus() and view.trees[0].at is None
    assert window.status.hint.text().startswith(("Click selects", "Click a node")), "the hint of the tool or the tree"
    settle(window)
    before = window.session.lane.index
    press(Key.Key_Left)
    settle(window)
    assert window.session.lane.index == before - 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_cursor_is_seen(window: MainWindow, theme: str):
    view = opened(window, "cart", 2)
    window.appearance.set_theme(theme)
    settle(window)
    ink = window.appearance.theme.ink
    view.overview.hide()
    before = len(where(view.widget, ink))
    led(window, view)
    assert len(where(view.widget, ink)) > before + 100


def test_network_is_traversed_column_by_column(window: MainWindow):
    view = opened(window, "mlp", 1)
    item = led(window, view)
    press(Key.Key_Home)
    assert item.at == 0 and item.graph.columns[0] == 0
    press(Key.Key_Right)
    assert item.graph.columns[item.at] == 1
    upper = item.at
    press(Key.Key_Down)
    assert item.graph.columns[item.at] == 1 and item.cards[item.at].top() > item.cards[upper].top()
    press(Key.Key_Left, Key.Key_Left)
    assert item.graph.columns[item.at] == 0


def test_chart_of_another_feature_resets_its_range(window: MainWindow):
    opened(window, "cart", 4)
    chart = next(chart for chart in window.findChildren(ChartView) if chart.isVisible())
    before = chart.surface.x
    window.session.go_to_end()
    settle(window)
    assert chart.surface.x != before, f"still of {before}"
    low, high = chart.box.viewRange()[0]
    assert high - low < 1, "the three rows of the last cut lie within a centimetre, and fill the chart"


def test_tree_hint_is_uncut_at_the_default_size(window: MainWindow):
    window.resize(1440, 900)
    view = opened(window, "cart", 3)
    QApplication.sendEvent(view.widget, QStatusTipEvent(view.statusTip()))
    told = window.status.hint
    assert told.text() == view.hint and told.fontMetrics().horizontalAdvance(told.text()) < told.width()


def test_up_and_home_restore_the_folded_ancestors(window: MainWindow):
    view = opened(window, "cart", 4)
    item = led(window, view)
    assert item.above and item.top is not None, "this tree is too high for its pane"
    top = item.top
    for _ in range(6):
        if item.at == top:
            break
        press(Key.Key_Up)
    assert item.at == top and item.above
    press(Key.Key_Up)
    assert not item.above and item.at == item.graph.nodes[top].parent
    view.fit()
    settle(window)
    press(Key.Key_Home)
    assert not item.above and item.at == 0
