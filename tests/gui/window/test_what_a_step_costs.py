"""A step and a move of a drag leave alone what they do not change: words, layouts, items without points, panels."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.docks.why import WhyDock
from gui.start.shot import settle
from gui.widgets.formula import typesetter
from gui.window.main_window import MainWindow


class Painted(QObject):
    """Notes which widgets are painted, or have what they hold laid out."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.widgets: list[QWidget] = []
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget) and event.type() in (QEvent.Type.Paint, QEvent.Type.LayoutRequest):
            self.widgets.append(watched)
        return False


class LaidOut(QObject):
    """Counts how often a widget is asked to lay out anew."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def step_on(window: MainWindow) -> None:
    QTest.keyClick(window.canvas.plane_view.widget, Qt.Key.Key_Right)
    settle(window)


@pytest.fixture
def early(window: MainWindow) -> MainWindow:
    """At a step between others of a run that is known."""
    window.session.open_bundled("iris")
    window.session.choose_algorithm("kmeans")
    window.session.go_to_end()
    settle(window)
    window.session.go_to(3)
    settle(window)
    return window


def test_readout_size_is_the_same_at_the_next_step(early: MainWindow) -> None:
    laid_out, before = LaidOut(early.timeline), early.timeline.readout.text()
    step_on(early)
    assert early.timeline.readout.text() != before
    assert laid_out.count == 0


def test_unchanged_timeline_is_neither_laid_out_nor_painted(early: MainWindow, qapp: QApplication) -> None:
    """After each move of a drag it is: what it holds would be painted with the picture of the next."""
    session = early.session
    session.open_bundled("gate_xor")
    session.choose_algorithm("perceptron", {"epochs": 100_000})
    session.halt()
    settle(early)
    early.timeline.touch()
    assert early.timeline.stop.isVisible()
    paint_now()
    seen = Painted(qapp)
    early.timeline.touch()
    paint_now()
    qapp.removeEventFilter(seen)
    assert not [widget for widget in seen.widgets if widget is early.timeline or early.timeline.isAncestorOf(widget)]


def test_unchanged_actions_are_not_updated(early: MainWindow) -> None:
    early.menus.refresh()
    changed: list[str] = []
    for name, action in early.menus.actions.items():
        action.changed.connect(lambda name=name: changed.append(name))
    step_on(early)
    early.menus.refresh()
    assert set(changed) <= {"halt"}, "which can be done while the rest is looked at, if only for a moment"
    early.session.go_to(0)
    settle(early)
    early.menus.refresh()
    assert {"back", "first"} <= set(changed) and not early.menus.actions["back"].isEnabled()


def test_without_a_selection_there_is_no_selection_item(early: MainWindow) -> None:
    selected = early.canvas.plane_view.selected
    assert not selected.item.isVisible()
    early.session.selection.select([2])
    assert selected.item.isVisible() and len(selected.uv) == 1
    early.session.selection.select(())
    assert not selected.item.isVisible() and not len(selected.uv)


@pytest.mark.full
def test_step_causes_no_layout_in_the_why_panel(early: MainWindow, qapp: QApplication) -> None:
    """The two halves of a step of K-means say more and less in turn: that was 18 layouts and 40 moves a step."""
    early.appearance.install(qapp)
    early.open_at(1440, 1100)
    for _ in range(6):
        step_on(early)
    why = early.docks["why"]
    assert isinstance(why, WhyDock)
    inside = [widget for widget in why.area.widget().findChildren(QWidget) if widget.layout()]
    counts = [LaidOut(widget) for widget in (why.area.widget(), *inside)]
    said = set()
    for _ in range(4):
        step_on(early)
        said.add(why.sentence.text())
    assert len(said) == 4 and not sum(laid_out.count for laid_out in counts)


def test_formula_that_fits_causes_no_layout(early: MainWindow) -> None:
    why = early.docks["why"]
    assert isinstance(why, WhyDock)
    rule = why.rule.formula
    laid_out = LaidOut(rule.parentWidget())
    for tex, moves in (("a", False), (r"\qquad ".join([r"\sum_{n=1}^{N} x_n = y"] * 20), True)):
        rule.set_formula(tex)
        typesetter().settle()
        QTest.qWait(50)  # told, and then laid out
        assert bool(laid_out.count) is moves


def paint_now() -> None:
    """Have painted whatever has asked for it."""
    for kind in 3 * (QEvent.Type.LayoutRequest, QEvent.Type.UpdateRequest):
        QApplication.sendPostedEvents(None, kind.value)


@pytest.mark.full
def test_during_a_drag_only_the_plane_is_painted_before_its_picture(early: MainWindow, qapp: QApplication) -> None:
    """Each panel that says the same once more is painted first, and the picture waits for all of them."""
    early.appearance.install(qapp)
    session, view = early.session, early.canvas.plane_view
    plane = view.widget.viewport()
    for turn in range(3):
        settle(early)
        paint_now()
        seen = Painted(qapp)
        session.points.move([0], session.table.data.X[[0]] + 0.01 * (turn + 1), 1)
        paint_now()  # before the worker has answered
        beside = {type(widget).__name__ for widget in seen.widgets if not widget.isAncestorOf(plane)} - {"QWidget"}
        qapp.removeEventFilter(seen)
        assert not beside
    session.points.end_gesture()
    settle(early)
    assert view.frame is session.lane.frame and early.docks["why"]._frame is session.lane.frame
