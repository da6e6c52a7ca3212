"""A step is seen on the plane first; what is beside it, and what is new there, comes after each painting in turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsView

from gui.canvas import presentation
from gui.canvas.canvas import Canvas
from gui.canvas.presentation import PAINTED, REQUESTED, Part, Presentation
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session.job import Frame
from tests.gui.showing import CLOUDS, run_sketched, surface_of
from tests.painting import Paints


class FakePlanes(QObject):
    """Planes that are painted when a test says so, and the session of them."""

    painted, requested, sketched, frame_changed = Signal(), Signal(), Signal(), Signal()

    def __init__(self) -> None:
        super().__init__()
        self.session, self.lanes, self.lane = self, [0], SimpleNamespace(identity=0, key="kmeans")


class FakeSurface:
    """A view beside the plane.   held  whether it keeps the picture it has"""

    def __init__(self) -> None:
        self.still, self.held = self, False

    def hold(self) -> None:
        self.held = True

    def let_go(self) -> None:
        self.held = False


@pytest.fixture
def planes(qapp) -> FakePlanes:
    return FakePlanes()


@pytest.fixture
def beside() -> FakeSurface:
    return FakeSurface()


@pytest.fixture
def made(planes: FakePlanes, beside: FakeSurface) -> Iterator[Presentation]:
    made = Presentation(planes, lambda: [beside])
    yield made
    made.close()


def parts_of(shown: list[str], names: str) -> list[Part]:
    return [Part(partial(shown.append, name)) for name in names]


def test_no_part_is_shown_before_the_plane_is_painted(planes, made, qtbot, patient):
    shown: list[str] = []
    made.present(parts_of(shown, "ab"))
    assert shown == []
    planes.painted.emit()
    assert shown == [], "the picture comes to the screen first"
    qtbot.waitUntil(lambda: shown == ["a", "b"])


def test_parts_of_a_newer_frame_replace_those_that_are_left(planes, made, qtbot):
    shown: list[str] = []
    made.present(parts_of(shown, "ab"))
    made.present(parts_of(shown, "c"))
    planes.painted.emit()
    qtbot.waitUntil(lambda: bool(shown))
    QTest.qWait(2 * PAINTED)
    assert shown == ["c"]


def test_newer_frames_do_not_postpone_parts_indefinitely(made):
    """No painting comes, but frames come faster than the longest wait for one."""
    shown: list[str] = []
    for number in range(10):
        made.present(parts_of(shown, str(number)))
        QTest.qWait(PAINTED // 3)
    assert shown


def test_parts_are_dropped_when_another_run_is_chosen(planes, made):
    shown: list[str] = []
    made.present(parts_of(shown, "ab"))
    planes.lane = SimpleNamespace(identity=0, key="pca")
    QTest.qWait(2 * PAINTED)
    assert shown == []


def test_surfaces_are_held_from_the_request_until_the_plane_is_painted(planes, made, beside):
    planes.requested.emit()
    assert beside.held
    planes.sketched.emit()
    assert beside.held
    planes.painted.emit()
    assert not beside.held


@pytest.mark.parametrize("drawn", [False, True])
def test_surfaces_are_released_where_the_plane_is_not_painted(planes, made, beside, qtbot, drawn: bool):
    planes.requested.emit()
    if drawn:
        planes.frame_changed.emit()
    assert made._timer.remainingTime() <= 1.2 * (PAINTED if drawn else REQUESTED), "a timer of Qt is coarse"
    qtbot.waitUntil(lambda: not beside.held)


def test_closed_presentation_shows_nothing(planes, made):
    shown: list[str] = []
    made.present(parts_of(shown, "ab"))
    made.close()
    QTest.qWait(2 * PAINTED)
    assert shown == []


def test_closed_presentation_touches_no_view(planes, made, beside):
    """A session may ask for a step after its views are deleted."""
    made.close()
    planes.requested.emit()
    assert not beside.held


@pytest.fixture
def patient(monkeypatch) -> None:
    """The painting is waited for, however long a busy machine takes for it."""
    for wait in ("PAINTED", "REQUESTED"):
        monkeypatch.setattr(presentation, wait, 5000)


@pytest.fixture
def network(qtbot, monkeypatch) -> Iterator[Canvas]:
    """A network drawn beside the plane, at rest, whose steps are sketched however short their words take."""
    yield from run_sketched(qtbot, monkeypatch, "mlp", {"epochs": 3})


def shows(view: SurfaceView, frame: Frame | None) -> bool:
    """Whether it shows this frame, or the sketch before it."""
    return view.frame is not None and frame is not None and view.frame.step is frame.step


def sketch_of(network: Canvas, qtbot, act) -> Frame:
    """What is sketched as somebody acts, before anything of it is painted; the rest of the frame is not looked at."""
    found: list[Frame] = []
    with qtbot.waitSignal(network.session.sketched):
        network.session.frame_changed.disconnect(network.show_frame)
        network.session.sketched.connect(lambda lane, sketch: found.append(sketch))
        act()
    return found[-1]


def test_plane_is_painted_before_the_other_surfaces_are_drawn(network: Canvas, qtbot, patient):
    beside, order = surface_of(network, "structure"), list[str]()
    draw = beside.show_marks
    beside.show_marks = lambda marks, frame: (order.append("network"), draw(marks, frame))
    network.planes.painted.connect(lambda: order.append("plane"))
    network.session.sketched.connect(lambda lane, sketch: order.append("sketch"))
    sketch = sketch_of(network, qtbot, lambda: network.session.step(1))
    qtbot.waitUntil(lambda: shows(beside, sketch))
    begun = order.index("sketch")
    assert "network" not in order[:begun] and order[begun + 1 : begun + 3] == ["plane", "network"]


def test_plane_is_shown_before_the_worker_reports(network: Canvas, qtbot):
    """While it is being painted he waits: he would take the interpreter for himself."""
    runner, waits = network.session.runner, list[bool]()
    network.session.sketched.connect(lambda lane, sketch: waits.clear())
    network.planes.painted.connect(lambda: waits.append(runner.waits_for_picture))
    sketch_of(network, qtbot, lambda: network.session.step(1))
    qtbot.waitUntil(lambda: bool(waits))
    assert waits[0]
    qtbot.waitUntil(lambda: not runner.waits_for_picture)


def test_other_surfaces_do_not_wait_for_an_unpainted_plane(network: Canvas, qtbot):
    network.plane_view.widget.viewport().setUpdatesEnabled(False)
    sketch = sketch_of(network, qtbot, lambda: network.session.step(1))
    qtbot.waitUntil(lambda: shows(surface_of(network, "structure"), sketch))


def test_pending_drawing_of_old_data_is_dropped(network: Canvas, qtbot):
    """They may go while the picture of their plane is on its way."""
    shown: list[Frame] = []
    network._show_beside, frame = shown.append, network.session.lane.frame
    network.show_sketch(0, frame)
    qtbot.waitUntil(lambda: shown == [frame])
    network.show_sketch(0, frame)
    network.session.open_data(CLOUDS.changed(name="others"))
    qtbot.wait(3 * PAINTED)
    assert not [one for one in shown[1:] if one.data is frame.data]


def test_pending_drawing_of_a_replaced_algorithm_is_dropped(network: Canvas, qtbot, monkeypatch):
    """Else its surfaces would be taken for those of the other, whose frame is long in coming."""
    network.show_sketch(0, network.session.lane.frame)
    with monkeypatch.context() as held:
        held.setattr(network.session, "_ask", lambda lane: None)
        network.session.choose_algorithm("nearest_mean")
        qtbot.wait(3 * PAINTED)
    network.session._ask_all()
    qtbot.waitUntil(lambda: network.session.lane.settled)
    assert network.offered() == []


@pytest.fixture
def weights(qtbot, monkeypatch) -> Iterator[Canvas]:
    """Weights drawn beside the plane, at rest, whose steps are sketched however short their words take."""
    yield from run_sketched(qtbot, monkeypatch, "logistic_newton", {"penalty": 1.0})


def noting(view: SurfaceView, into: list[str]) -> Paints:
    """Writes into a list, which several share, that a view is painted."""
    return Paints(view.widget.viewport(), lambda: into.append(view.surface.kind))


def test_changed_chart_is_painted_after_the_plane(weights: Canvas, qtbot, patient):
    beside, order = surface_of(weights, "chart"), list[str]()
    watches = [noting(view, order) for view in (weights.plane_view, beside)]
    qtbot.wait(50)
    order.clear()
    held: list[bool] = []
    weights.planes.painted.connect(lambda: held.append(beside.still.held))
    beside.box.translateBy(0.1, 0.0)  # as a relief that is computed only now would change it
    weights.session.step(1)
    qtbot.waitUntil(lambda: len(set(order)) == len(watches))
    assert order[0] == "plane" and not any(held)


def test_charts_do_not_wait_for_an_unpainted_plane(weights: Canvas, qtbot):
    weights.plane_view.widget.viewport().setUpdatesEnabled(False)
    order: list[str] = []
    watch = noting(surface_of(weights, "chart"), order)
    weights.session.step(1)
    assert surface_of(weights, "chart").still.held
    qtbot.waitUntil(lambda: bool(order) and not surface_of(weights, "chart").still.held)
    assert watch.count == len(order)


def test_surfaces_opened_or_closed_meanwhile_are_released(weights: Canvas, qtbot):
    surface = surface_of(weights, "chart").surface
    weights.session.step(1)
    weights.set_wanted(surface, False)
    qtbot.waitUntil(lambda: weights.session.lane.settled)
    weights.session.step(1)
    weights.session.choose_algorithm("kmeans")  # its view goes while it stands still
    qtbot.waitUntil(lambda: weights.session.lane.settled and not any(view.still.held for view in weights.surfaces()))
    weights.session.choose_algorithm("logistic_newton")
    weights.set_wanted(surface, True)
    qtbot.waitUntil(lambda: surface.name in [view.surface.name for view in weights.surfaces()])
    qtbot.waitUntil(lambda: not surface_of(weights, "chart").still.held)


def test_screenshot_of_a_frozen_surface_is_complete(weights: Canvas, qtbot):
    qtbot.wait(50)
    before = weights.grab().toImage()
    weights.session.requested.emit()
    assert surface_of(weights, "chart").widget.viewportUpdateMode() == QGraphicsView.ViewportUpdateMode.NoViewportUpdate
    assert weights.grab().toImage() == before
