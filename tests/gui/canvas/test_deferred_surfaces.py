"""A step is seen on the plane first, and then what has changed beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QGraphicsView

from gui.canvas.canvas import Canvas
from gui.canvas.surfaces.surface_view import SurfaceView
from tests.gui.showing import run_sketched, surface_of
from tests.painting import Paints


@pytest.fixture
def canvas(qtbot, monkeypatch) -> Iterator[Canvas]:
    """Weights drawn beside the plane, at rest, whose steps are sketched however short their words take."""
    yield from run_sketched(qtbot, monkeypatch, "logistic_newton", {"penalty": 1.0})


def noting(view: SurfaceView, into: list[str]) -> Paints:
    """Writes into a list, which several share, that a view is painted."""
    return Paints(view.widget.viewport(), lambda: into.append(view.surface.kind))


def test_changed_chart_is_painted_after_the_plane(canvas: Canvas, qtbot):
    beside, order = surface_of(canvas, "chart"), list[str]()
    watches = [noting(view, order) for view in (canvas.plane_view, beside)]
    qtbot.wait(50)
    order.clear()
    held: list[bool] = []
    canvas.planes.painted.connect(lambda: held.append(beside.still.held))
    beside.box.translateBy(0.1, 0.0)  # as a relief that is computed only now would change it
    canvas.session.step(1)
    qtbot.waitUntil(lambda: len(set(order)) == len(watches))
    assert order[0] == "plane" and not any(held)


def test_charts_do_not_wait_for_an_unpainted_plane(canvas: Canvas, qtbot):
    canvas.plane_view.widget.viewport().setUpdatesEnabled(False)
    order: list[str] = []
    watch = noting(surface_of(canvas, "chart"), order)
    canvas.session.step(1)
    assert surface_of(canvas, "chart").still.held
    qtbot.waitUntil(lambda: bool(order) and not surface_of(canvas, "chart").still.held)
    assert watch.count == len(order)


def test_surfaces_opened_or_closed_meanwhile_are_released(canvas: Canvas, qtbot):
    surface = surface_of(canvas, "chart").surface
    canvas.session.step(1)
    canvas.set_wanted(surface, False)
    qtbot.waitUntil(lambda: canvas.session.lane.settled)
    canvas.session.step(1)
    canvas.session.choose_algorithm("kmeans")  # its view goes while it stands still
    qtbot.waitUntil(lambda: canvas.session.lane.settled and not any(view.still.held for view in canvas.surfaces()))
    canvas.session.choose_algorithm("logistic_newton")
    canvas.set_wanted(surface, True)
    qtbot.waitUntil(lambda: surface.name in [view.surface.name for view in canvas.surfaces()])
    qtbot.waitUntil(lambda: not surface_of(canvas, "chart").still.held)


def test_screenshot_of_a_frozen_surface_is_complete(canvas: Canvas, qtbot):
    qtbot.wait(50)
    before = canvas.grab().toImage()
    canvas.session.requested.emit()
    assert surface_of(canvas, "chart").widget.viewportUpdateMode() == QGraphicsView.ViewportUpdateMode.NoViewportUpdate
    assert canvas.grab().toImage() == before
