"""A real session on a plane beside other surfaces, for tests of what leaves the window as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.core.surfaces import PLANE
from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.plane_view import PlaneView
from gui.canvas.surfaces.structure_view import StructureView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.look.appearance import Appearance
from gui.session import runner
from gui.session.session import Session
from tests.gui.canvas.hand_made import ERROR, PLAY_TENNIS, TREE, descent

ROWS = np.random.default_rng(1).normal(size=(400, 2))
CLOUDS = Dataset(ROWS, (ROWS[:, 0] > 0.2).astype(np.int64), class_names=("left", "right"))


def run_shown(qtbot: Any, data: Dataset, key: str, values: dict[str, Any]) -> Iterator[Canvas]:
    """A canvas that shows a run, known to its end and at rest; for a fixture, which closes its session."""
    session = Session()
    canvas = Canvas(session, Appearance())
    qtbot.addWidget(canvas)
    canvas.resize(900, 600)
    canvas.show()
    session.open_data(data)
    session.add_lane(key, values)
    qtbot.waitUntil(
        lambda: session.lane.settled and session.lane.ending is not None and not canvas.presentation.opening
    )
    yield canvas
    session.close()


def run_sketched(qtbot: Any, monkeypatch: Any, key: str, values: dict[str, Any]) -> Iterator[Canvas]:
    """The same of a run on two clouds, whose steps are sketched however short their words take."""
    monkeypatch.setattr(runner, "DEAR", 0.0)
    yield from run_shown(qtbot, CLOUDS, key, values)


def surface_of(canvas: Canvas, kind: str) -> SurfaceView:
    """The surface of this kind that stands beside the plane."""
    return next(view for view in canvas.surfaces() if view.surface.kind == kind)


class Shown:
    """A session with a run at a step, and the surfaces that show it; what a canvas is to an export."""

    def __init__(self, qtbot: Any, key: str = "kmeans", step: int = 5, data: str = "iris") -> None:
        self.session = Session()
        self.session.open_bundled(data)
        self.session.add_lane(key, seed=4)
        self.session.go_to(step)
        qtbot.waitUntil(lambda: self.session.lane.settled and self.session.lane.ending is not None)
        self.look = Appearance("dark")
        self.views = [self._view(qtbot, PlaneView, PLANE, None)]
        self.plane = self.views[0]

    def _view(self, qtbot: Any, kind: type, surface: Any, marks: Any) -> Any:
        view = kind(surface, self.session, self.look)
        qtbot.addWidget(view)
        view.resize(600, 450)
        with qtbot.waitExposed(view):
            view.show()
        frame = self.session.lane.frame
        own = [mark for mark in frame.marks if mark.surface.name == surface.name] if marks is None else marks
        view.show_marks(own, frame)
        view.fit()
        return view

    def open_more(self, qtbot: Any) -> None:
        """A chart and a tree beside the plane."""
        self.views.append(self._view(qtbot, ChartView, ERROR, descent()))
        self.views.append(self._view(qtbot, StructureView, TREE, [PLAY_TENNIS]))

    def surfaces(self) -> list[Any]:
        return self.views

    def close(self) -> None:
        for view in self.views:
            view.show_marks((), None)
            view.close_down()
        self.session.close()
