"""A step is seen on the plane first, and then what has changed beside it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QGraphicsView

import engine
from gui.canvas.canvas import Canvas
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session import runner
from tests.gui.showing import run_shown

ROWS = np.random.default_rng(1).normal(size=(400, 2))
CLOUDS = engine.Dataset(ROWS, (ROWS[:, 0] > 0.2).astype(np.int64), class_names=("left", "right"))


class Paints(QObject):
    """Writes into a list, which several share, that a view is painted."""

    def __init__(self, view: SurfaceView, into: list[str]) -> None:
        super().__init__(view)
        self._name, self._into = view.surface.kind, into
        view.widget.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._into.append(self._name)
        return False


@pytest.fixture
def canvas(qtbot, monkeypatch) -> Iterator[Canvas]:
    """Weights drawn beside the plane, at rest, whose steps are sketched however short their words take."""
    monkeypatch.setattr(runner, "DEAR", 0.0)
    yield from run_shown(qtbot, CLOUDS, "logistic_newton", {"penalty": 1.0})


def chart(canvas: Canvas) -> SurfaceView:
    return next(view for view in canvas.surfaces() if view.surface.kind == "chart")


def test_a_chart_that_has_changed_is_painted_behind_the_plane(canvas: Canvas, qtbot):
    beside, order = chart(canvas), list[str]()
    watches = [Paints(canvas.plane_view, order), Paints(beside, order)]
    qtbot.wait(50)
    order.clear()
    held: list[bool] = []
    canvas.planes.painted.connect(lambda: held.append(beside.still.held))
    beside.box.translateBy(0.1, 0.0)  # as a relief that is computed only now would change it
    canvas.session.step(1)
    qtbot.waitUntil(lambda: len(set(order)) == len(watches))
    assert order[0] == "plane" and not any(held)


def test_where_the_plane_is_not_painted_the_others_do_not_wait_for_it(canvas: Canvas, qtbot):
    canvas.plane_view.widget.viewport().setUpdatesEnabled(False)
    order: list[str] = []
    watch = Paints(chart(canvas), order)
    canvas.session.step(1)
    assert chart(canvas).still.held
    qtbot.waitUntil(lambda: bool(order) and not chart(canvas).still.held)
    assert watch.parent() is chart(canvas)


def test_one_that_opens_or_closes_meanwhile_is_let_go_as_well(canvas: Canvas, qtbot):
    surface = chart(canvas).surface
    canvas.session.step(1)
    canvas.set_wanted(surface, False)
    qtbot.waitUntil(lambda: canvas.session.lane.settled)
    canvas.session.step(1)
    canvas.session.choose_algorithm("kmeans")  # its view goes while it stands still
    qtbot.waitUntil(lambda: canvas.session.lane.settled and not any(view.still.held for view in canvas.surfaces()))
    canvas.session.choose_algorithm("logistic_newton")
    canvas.set_wanted(surface, True)
    qtbot.waitUntil(lambda: surface.name in [view.surface.name for view in canvas.surfaces()])
    qtbot.waitUntil(lambda: not chart(canvas).still.held)


def test_a_picture_is_taken_whole_while_it_stands_still(canvas: Canvas, qtbot):
    qtbot.wait(50)
    before = canvas.grab().toImage()
    canvas.session.wished.emit()
    assert chart(canvas).widget.viewportUpdateMode() == QGraphicsView.ViewportUpdateMode.NoViewportUpdate
    assert canvas.grab().toImage() == before
