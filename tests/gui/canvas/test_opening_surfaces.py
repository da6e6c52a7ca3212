"""Several surfaces of a first frame are opened one after another, and nothing jumps or is stale meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from engine import load
from gui.canvas.canvas import Canvas
from gui.canvas.presentation import PAINTED
from gui.session.job import Frame
from tests.gui.session.waiting import until


class Opened:
    """What is opened on a canvas, in which turn of the event loop, and how wide the plane is then.

    panels  which surfaces are there at each first sight of a frame
    then    what somebody does when the first is open
    """

    def __init__(self, canvas: Canvas) -> None:
        self.names: list[str] = []
        self.turns: list[int] = []
        self.areas: list[int] = []
        self.frames: list[Frame] = []
        self.panels: list[list[str]] = []
        self.then: Callable[[], None] | None = None
        self.canvas, self._turn, self._open = canvas, 0, canvas._open_surface
        canvas._open_surface = self._note
        canvas.session.frame_changed.connect(self._framed)
        self._timer = QTimer(canvas, interval=0)
        self._timer.timeout.connect(self._next)
        self._timer.start()

    def _next(self) -> None:
        self._turn += 1

    def _note(self, surface, marks, frame) -> None:
        self._open(surface, marks, frame)
        self.names.append(surface.name)
        self.turns.append(self._turn)
        self.frames.append(frame)
        self.areas.append(self.canvas.plane.width() * self.canvas.plane.height())
        then, self.then = self.then, None
        if then is not None:
            then()

    def _framed(self, lane: int) -> None:
        self.panels.append([name for _, name in self.canvas.splitter.shown()])
        self.areas.append(self.canvas.plane.width() * self.canvas.plane.height())


@pytest.fixture
def opened(canvas: Canvas) -> Opened:
    return Opened(canvas)


def heads(canvas: Canvas) -> list[str]:
    return [view.surface.name for view in canvas.surfaces()]


def test_surfaces_open_one_per_event_loop_turn_after_the_plane(canvas: Canvas, opened, settled):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("mlp")
    settled()
    assert opened.panels[0] == [], "the plane alone is shown with the frame"
    assert opened.names == ["Network", "What each hidden unit sees"] == heads(canvas)[1:]
    assert opened.turns[0] < opened.turns[1]


def test_room_of_pending_surfaces_is_reserved_from_the_first_frame(canvas: Canvas, opened, settled):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("mlp")
    settled()
    assert len(set(opened.areas)) == 1 and opened.areas[0] < 0.7 * canvas.width() * canvas.height()


@pytest.mark.parametrize("steps", [(3,), (1, 3), (2, 3, 8)])
def test_new_surfaces_have_equal_heights(canvas: Canvas, settled, steps: tuple[int, ...]):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("pca")
    for step in steps:
        canvas.session.go_to(step)
        settled()
    heights = [view.height() for view in canvas.surfaces()[1:]]
    assert len(heights) == 2 and max(heights) - min(heights) <= 2


def test_surface_requested_again_while_opening_has_the_same_height(canvas: Canvas, opened, settled):
    canvas.session.open_data(load("iris"))
    opened.then = canvas.show_all  # as a lesson does
    canvas.session.add_lane("mlp")
    settled()
    assert opened.names == ["Network", "What each hidden unit sees"]
    heights = [view.height() for view in canvas.surfaces()[1:]]
    assert max(heights) - min(heights) <= 2


def test_surfaces_that_close_together_are_not_resized_one_by_one(canvas: Canvas, settled, monkeypatch):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("mlp")
    settled()
    resized: list[str] = []
    for view in canvas.surfaces()[1:]:
        port = view.widget
        monkeypatch.setattr(port, "resizeEvent", lambda event, name=view.surface.name: resized.append(name))
    canvas.session.choose_algorithm("nearest_mean")
    settled()
    assert heads(canvas) == ["Data"] and resized == []


def test_single_surface_opens_with_its_frame(canvas: Canvas, opened, settled):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("cart")
    settled()
    assert opened.panels[0] == ["Tree"]


def test_no_surface_of_the_previous_run_is_beside_the_new_plane(canvas: Canvas, opened, settled):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("pca")
    canvas.session.go_to(3)
    settled()
    assert heads(canvas)[1:] == ["Covariance", "Scree"]
    opened.panels.clear()
    canvas.session.choose_algorithm("mlp")
    settled()
    assert opened.panels[0] == [] and heads(canvas)[1:] == ["Network", "What each hidden unit sees"]


def other_data(canvas: Canvas) -> None:
    canvas.session.open_data(load("wine"))


def refused(canvas: Canvas) -> None:
    canvas.session.open_data(load("wine").select([0]))


@pytest.mark.parametrize("act", [other_data, refused])
def test_pending_surfaces_of_old_data_are_dropped(canvas: Canvas, opened, settled, act: Callable[[Canvas], None]):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("mlp")
    until(lambda: bool(canvas.presentation.opening))
    opened.frames.clear()
    act(canvas)
    assert not canvas.presentation.opening
    settled()
    assert {frame.data.name for frame in opened.frames} <= {"wine"}


def another_algorithm(canvas: Canvas) -> None:
    canvas.session.choose_algorithm("pca")


def another_lane(canvas: Canvas) -> None:
    canvas.session.add_lane("cart")


@pytest.mark.parametrize("act", [another_algorithm, another_lane])
def test_pending_surfaces_of_a_hidden_run_are_dropped(
    canvas: Canvas, opened, settled, monkeypatch, act: Callable[[Canvas], None]
) -> None:
    """The frame of the other is long in coming: until then nothing more of the one before is opened."""

    def chosen() -> None:
        with monkeypatch.context() as held:
            held.setattr(canvas.session, "_ask", lambda lane: None)
            act(canvas)

    canvas.session.open_data(load("iris"))
    opened.then = chosen
    canvas.session.add_lane("mlp")
    until(lambda: bool(opened.names) and not canvas.presentation.opening)
    assert opened.names == ["Network"]
    canvas.session._ask_all()
    settled()
    assert not {"Network", "What each hidden unit sees"} & {*heads(canvas)}


def test_closed_canvas_opens_no_surface(canvas: Canvas, opened):
    canvas.session.open_data(load("iris"))
    canvas.session.add_lane("mlp")
    until(lambda: bool(canvas.presentation.opening))
    opened.names.clear()
    canvas.close_down()
    QTest.qWait(3 * PAINTED)
    assert opened.names == []
