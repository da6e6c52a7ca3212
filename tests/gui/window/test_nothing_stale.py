"""Nothing stale is shown: a refusal, other data and an undo take the pictures of the run before away."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.core.marks import Bars, Matrix, Points, Region
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.shapes import Rank
from engine.data.toys import generate
from gui.canvas.surfaces.structure_view import StructureView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.regions.compared import Compared
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.canvas.seeing import pixels
from tests.gui.window.user_input import CONTROL, LEFT, NONE, SHIFT, Key, at, click, port, tool, two_blobs


def choose(window: MainWindow, key: str) -> None:
    """Click an algorithm in the list."""
    listed = window.docks["model"].list
    listed.open(True)
    item = listed._items[key]
    listed.tree.scrollToItem(item)
    QTest.mouseClick(listed.tree.viewport(), LEFT, NONE, listed.tree.visualItemRect(item).center())
    settle(window)
    assert window.session.lane.key == key


def is_bare(window: MainWindow) -> bool:
    """Whether nothing but the points is drawn."""
    view = window.canvas.plane_view
    shown = [painter for painter in view.every_painter() if painter.item.isVisible()]
    return not view.marks and view.frame is None and not shown and len(window.canvas.surfaces()) == 1


def at_the_end(window: MainWindow) -> None:
    """Press End over the plane."""
    window.canvas.setFocus()
    QTest.keyClick(window, Key.Key_End)
    settle(window)


def labels(view: SurfaceView) -> list[str]:
    """The words along the axes."""
    return [view.plot.getAxis(side).labelText for side in ("bottom", "left")]


def zoomed_in(window: MainWindow) -> None:
    """Turn the wheel over the plane until less than all points are seen."""
    view = window.canvas.plane_view
    view.widget.setFocus()
    place = QPointF(view.widget.viewport().rect().center())
    for _ in range(12):
        there = view.widget.mapToGlobal(place)
        way, none = QPoint(0, 120), QPoint(0, 0)
        wheel = QWheelEvent(place, there, none, way, Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(view.widget.viewport(), wheel)
    assert not all(view.box.viewRect().contains(*uv) for uv in view.uv.tolist())


def test_refusal_removes_everything_of_the_previous_run(window: MainWindow) -> None:
    QTest.keyClick(window, Key.Key_End)
    settle(window)
    assert window.canvas.plane_view.marks and window.canvas.plane_view.painters_of(Region)
    choose(window, "perceptron")
    assert window.session.lane.refusal and is_bare(window)
    assert window.canvas.plane_view.group_names() == ()
    assert [entry.name for entry in window.canvas.legend.entries] == list(window.session.table.data.class_names)
    choose(window, "kmeans")
    assert not window.session.lane.refusal and window.canvas.plane_view.marks


def test_refusal_of_other_data_closes_the_charts(window: MainWindow) -> None:
    window.session.open_data(two_blobs())
    choose(window, "fisher")
    QTest.keyClick(window, Key.Key_End)
    settle(window)
    assert len(window.canvas.surfaces()) > 1
    window.session.open_bundled("play_tennis")
    settle(window)
    assert window.session.lane.refusal and is_bare(window) and window.canvas.splitter.others.isHidden()


@pytest.mark.usefixtures("style_sheet")
def test_refusal_leaves_no_empty_scroll_bar(window: MainWindow) -> None:
    why = window.docks["why"]
    window.session.open_data(generate("moons", 0))
    choose(window, "fisher")
    at_the_end(window)
    assert why.area.verticalScrollBar().isVisible(), "the step needs more room than there is"
    window.session.open_bundled("play_tennis")
    settle(window)
    QApplication.processEvents()
    assert window.session.lane.refusal and not why.area.verticalScrollBar().isVisible()
    window.session.open_data(generate("moons", 0))
    at_the_end(window)
    assert why.area.verticalScrollBar().isVisible(), "and it comes back with the steps"


def test_undo_to_an_empty_plane_clears_it_and_redo_restores_it(window: MainWindow) -> None:
    window.session.open_bundled("gate_and")
    choose(window, "perceptron")
    zoomed_in(window)
    QTest.keyClick(window, Key.Key_A, CONTROL)
    QTest.keyClick(window, Key.Key_Delete)
    settle(window)
    assert not window.session.table.data.n and is_bare(window)
    QTest.keyClick(window, Key.Key_Z, CONTROL)
    settle(window)
    view = window.canvas.plane_view
    assert view.marks and all(view.box.viewRect().contains(*uv) for uv in view.uv.tolist())


def test_other_data_remove_charts_and_axis_labels(window: MainWindow) -> None:
    choose(window, "pca")
    window.canvas.setFocus()
    QTest.keyClick(window, Key.Key_End)
    settle(window)
    before = {view: labels(view) for view in window.canvas.surfaces()[1:]}
    assert any("%" in label for words in before.values() for label in words)
    window.session.open_bundled("digits")
    assert all(view.frame is None and not any(labels(view)) for view in before)
    settle(window)
    assert all(view not in before for view in window.canvas.surfaces())
    old = {label for words in before.values() for label in words if "%" in label}
    assert not old & {label for view in window.canvas.surfaces() for label in labels(view)}


def test_charts_of_other_data_are_fitted(window: MainWindow) -> None:
    """The scree of wine stood in −4…4, and its covariance was empty, when the charts of iris had been open."""
    choose(window, "pca")
    at_the_end(window)
    for surface in window.canvas.offered():
        window.canvas.set_wanted(surface, True)
    settle(window)
    for key in ("wine", "digits", "iris"):
        window.session.open_bundled(key)
        settle(window)
        at_the_end(window)
        charts = {view.surface.name: view for view in window.canvas.surfaces()[1:]}
        assert {"Scree", "Covariance", "Projection"} <= set(charts)
        (left, right), (low, high) = charts["Scree"].box.viewRange()
        bars = next(mark for mark in charts["Scree"].marks if isinstance(mark, Bars))
        assert left < 0 < len(bars.values) - 1 < right < len(bars.values) and low == 0 and 1 <= high < 1.2
        matrix = next(mark for mark in charts["Covariance"].marks if isinstance(mark, Matrix))
        painter = charts["Covariance"].painters_of(Matrix)[0]
        assert matrix.values.shape == (window.session.table.data.d,) * 2 and painter.item.isVisible()
        assert charts["Covariance"].box.viewRect().intersects(charts["Covariance"].bounds())
        points = next(mark for mark in charts["Projection"].marks if isinstance(mark, Points))
        assert all(charts["Projection"].box.viewRect().contains(*place) for place in points.positions.tolist())


def test_overlay_with_a_refused_run_shows_only_the_other(window: MainWindow) -> None:
    session = window.session
    choose(window, "nearest_mean")
    session.add_lane("softmax_newton")
    at_the_end(window)
    session.view.set_overlaid(True)
    settle(window)
    view = window.canvas.plane_view
    assert len(view.painters_of(Compared)[0].picture.lines) == 2 and "They disagree" in view.caption.text()
    choose(window, "perceptron")
    assert session.lane.refusal and len(window.canvas.surfaces()) == 1
    assert len(view.painters_of(Compared)[0].picture.lines) == 1
    assert "They disagree" not in view.caption.text() and "Perceptron cannot run" in view.caption.text()
    session.open_bundled("play_tennis")
    settle(window)
    assert is_bare(window) and "They disagree" not in view.caption.text()


def test_empty_plane_has_no_ring_and_no_area(window: MainWindow, qtbot) -> None:
    """Point by point up to a run that asks about one of them, and back by undo: only the invitation is left."""
    window.session.new_points()
    window.session.choose_algorithm("kmeans", {"k": 2})
    settle(window)
    empty = pixels(window.canvas.plane_view.widget)
    for place in ((-2, 1), (1, 1), (1, -1)):
        click(window, *place)
    at_the_end(window)
    tool(window, "ask", qtbot)
    click(window, -2, 1)
    settle(window)
    assert not is_bare(window) and window.session.view.query is not None
    for _ in range(3):
        QTest.keyClick(window, Key.Key_Z, CONTROL)
        settle(window)
    tool(window, "add", qtbot)
    assert not window.session.table.data.n and is_bare(window)
    left = pixels(window.canvas.plane_view.widget)
    assert left.shape == empty.shape and np.array_equal(left, empty)


def test_an_edit_keeps_the_charts(window: MainWindow) -> None:
    choose(window, "pca")
    window.canvas.setFocus()
    QTest.keyClick(window, Key.Key_End)
    settle(window)
    charts = window.canvas.surfaces()[1:]
    click(window, *window.canvas.plane_view.uv[0])
    assert len(window.session.selection.rows) == 1
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Delete)
    assert window.session.table.data.n == 149 and all(view.marks for view in charts)
    settle(window)
    assert window.canvas.surfaces()[1:] == charts


def test_tooltip_of_a_point_disappears_when_values_change(window: MainWindow) -> None:
    window.session.open_data(two_blobs())
    settle(window)
    window.session.table.prepare(Preparation().with_step(Rank()), "rank the numbers")
    settle(window)
    window.canvas.fit()
    settle(window)
    QTest.mouseMove(port(window), at(window, *window.session.table.data.X[0]))
    assert QToolTip.isVisible() and "Point " in QToolTip.text()
    window.canvas.setFocus()
    QTest.keyClick(window, Key.Key_Z, CONTROL)
    settle(window)
    QTest.qWait(350)  # a tool tip goes after a moment
    assert not QToolTip.isVisible()


def test_queried_point_shows_one_tree_in_any_room(window, qtbot):
    """The way of the point lights other nodes, so its tree is laid out otherwise: the two would cover each other."""
    window.resize(1000, 600)
    choose(window, "cart")
    window.session.go_to_end()
    settle(window)
    view = window.findChild(StructureView)
    assert view.trees[0].tight, "it is folded, and its cards are short but for those of the step"
    tool(window, "ask", qtbot)
    click(window, *window.canvas.plane_view.uv[70])
    settle(window)
    (tree,) = view.trees
    lit = [number for number, node in enumerate(tree.graph.nodes) if node.role == "path"]
    assert len(lit) > 1 and not any(tree.cards[number].isNull() for number in lit)


def in_view(window: MainWindow) -> list[bool]:
    """Of each point, whether it can be seen."""
    view = window.canvas.plane_view
    return [view.box.viewRect().contains(*uv) for uv in view.uv.tolist()]


@pytest.mark.parametrize("zoomed", [False, True])
def test_point_clicked_at_the_edge_stays_visible_when_a_chart_opens(window: MainWindow, zoomed: bool) -> None:
    """The first of two points went out of view when the second let a principal axis be found, and its chart open."""
    window.session.new_points()
    window.session.choose_algorithm("pca")
    settle(window)
    wide = window.canvas.plane_view.box.viewRect()
    assert wide.left() < -5.6, "with equal scales the part asked for, from -5 to 5, leaves room beside it"
    click(window, wide.left() + 0.3, 1)
    click(window, -2, 2)
    if zoomed:
        zoomed_in(window)
    at_the_end(window)
    assert len(window.canvas.surfaces()) > 1 and window.session.table.data.n == 2
    assert all(in_view(window)) is not zoomed, "a part that was zoomed into stays that part"
    for _ in range(2):
        QTest.keyClick(window, Key.Key_Z, CONTROL)
        settle(window)
    assert is_bare(window)
    for _ in range(2):
        QTest.keyClick(window, Key.Key_Z, CONTROL | SHIFT)
        settle(window)
    assert window.session.table.data.n == 2 and all(in_view(window)), "redo shows what comes back"
