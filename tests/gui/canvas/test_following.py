"""The plane comes to the screen first, and what is beside it a moment after."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gui.canvas.canvas import Canvas
from gui.canvas.following import Following
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session.job import Frame
from tests.gui.showing import CLOUDS, run_sketched, surface_of


@pytest.fixture
def canvas(qtbot, monkeypatch) -> Iterator[Canvas]:
    """A network drawn beside the plane, at rest, whose steps are sketched however short their words take."""
    yield from run_sketched(qtbot, monkeypatch, "mlp", {"epochs": 3})


def shows(view: SurfaceView, frame: Frame | None) -> bool:
    """Whether it shows this frame, or the sketch before it."""
    return view.frame is not None and frame is not None and view.frame.step is frame.step


def sketch_of(canvas: Canvas, qtbot, act) -> Frame:
    """What is sketched as somebody acts, before anything of it is painted; the rest of the frame is not looked at."""
    found: list[Frame] = []
    with qtbot.waitSignal(canvas.session.sketched):
        canvas.session.frame_changed.disconnect(canvas.show_frame)
        canvas.session.sketched.connect(lambda lane, sketch: found.append(sketch))
        act()
    return found[-1]


def test_plane_is_painted_before_the_other_surfaces_are_drawn(canvas: Canvas, qtbot):
    beside, order = surface_of(canvas, "structure"), list[str]()
    draw = beside.show_marks
    beside.show_marks = lambda marks, frame: (order.append("network"), draw(marks, frame))
    canvas.planes.painted.connect(lambda: order.append("plane"))
    canvas.session.sketched.connect(lambda lane, sketch: order.append("sketch"))
    sketch = sketch_of(canvas, qtbot, lambda: canvas.session.step(1))
    qtbot.waitUntil(lambda: shows(beside, sketch))
    begun = order.index("sketch")
    assert "network" not in order[:begun] and order[begun + 1 : begun + 3] == ["plane", "network"]


def test_plane_is_shown_before_the_worker_reports(canvas: Canvas, qtbot):
    """While it is being painted he waits: he would take the interpreter for himself."""
    runner, waits = canvas.session.runner, list[bool]()
    canvas.session.sketched.connect(lambda lane, sketch: waits.clear())
    canvas.planes.painted.connect(lambda: waits.append(runner.waits_for_picture))
    sketch_of(canvas, qtbot, lambda: canvas.session.step(1))
    qtbot.waitUntil(lambda: bool(waits))
    assert waits[0]
    qtbot.waitUntil(lambda: not runner.waits_for_picture)


def test_other_surfaces_do_not_wait_for_an_unpainted_plane(canvas: Canvas, qtbot):
    canvas.plane_view.widget.viewport().setUpdatesEnabled(False)
    sketch = sketch_of(canvas, qtbot, lambda: canvas.session.step(1))
    qtbot.waitUntil(lambda: shows(surface_of(canvas, "structure"), sketch))


def test_pending_drawing_of_old_data_is_dropped(canvas: Canvas, qtbot):
    """They may go while the picture of their plane is on its way."""
    shown: list[Frame] = []
    following, frame = Following(canvas.planes, shown.append), canvas.session.lane.frame
    following.keep(frame)
    qtbot.waitUntil(lambda: shown == [frame])
    following.keep(frame)
    canvas.session.open_data(CLOUDS.changed(name="others"))
    qtbot.wait(60)
    assert shown == [frame]


def test_pending_drawing_of_a_replaced_algorithm_is_dropped(canvas: Canvas, qtbot, monkeypatch):
    """Else its surfaces would be taken for those of the other, whose frame is long in coming."""
    canvas.show_sketch(0, canvas.session.lane.frame)
    with monkeypatch.context() as held:
        held.setattr(canvas.session, "_ask", lambda lane: None)
        canvas.session.choose_algorithm("nearest_mean")
        qtbot.waitUntil(lambda: canvas._following._sketch is None)
    canvas.session._ask_all()
    qtbot.waitUntil(lambda: canvas.session.lane.settled)
    assert canvas.offered() == []
