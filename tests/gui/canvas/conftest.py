"""A real session with a canvas on it, and a plane alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.plane_view import PlaneView
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.start.shot import painted
from tests.gui.canvas.hand_made import HandSession
from tests.gui.session.waiting import until

W = TypeVar("W", bound=QWidget)


@pytest.fixture
def appearance(qapp: QApplication) -> Appearance:
    return Appearance()


@pytest.fixture
def session(qtbot):
    made = Session()
    crashes: list[str] = []
    made.crashed.connect(crashes.append)
    yield made
    made.close()
    assert not crashes, crashes[0]


@pytest.fixture
def two_classes() -> Dataset:
    """Two blobs of three points each, one at the lower left and one at the upper right."""
    X = np.array([[-3.0, -2.0], [-2.0, -3.0], [-2.0, -2.0], [3.0, 2.0], [2.0, 3.0], [2.0, 2.0]])
    return Dataset(X, np.array([0, 0, 0, 1, 1, 1]), class_names=("low", "high"), name="two blobs")


@pytest.fixture
def exposed(qtbot) -> Callable[[W, int, int], W]:
    """Shows a widget so large, and closes it when the test is over."""

    def show(widget: W, width: int, height: int) -> W:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        with qtbot.waitExposed(widget):
            widget.show()
        return widget

    return show


@pytest.fixture
def plane(exposed, session, appearance) -> PlaneView:
    """The plane alone, 900 by 700 pixels."""
    return exposed(PlaneView(PLANE, session, appearance), 900, 700)


@pytest.fixture
def canvas(exposed, session, appearance) -> Canvas:
    """The whole canvas, 900 by 700 pixels."""
    return exposed(Canvas(session, appearance), 900, 700)


@pytest.fixture
def chart(exposed) -> Iterator[Callable[[Surface], ChartView]]:
    """Makes a chart for a surface, on a session made by hand."""
    views = []

    def make(surface: Surface) -> ChartView:
        views.append(exposed(ChartView(surface, HandSession(), Appearance()), 700, 520))
        return views[-1]

    yield make
    for view in views:
        view.close_down()


@pytest.fixture
def settled(qtbot, session, request) -> Callable[[], None]:
    """Waits until the step that is wanted is shown on every surface, its regions to the pixel."""

    def wait() -> None:
        until(lambda: all(lane.settled for lane in session.lanes), seconds=60)
        if "canvas" in request.fixturenames:
            canvas = request.getfixturevalue("canvas")
            until(lambda: not canvas.presentation.opening)
            until(lambda: painted(canvas.plane_view), seconds=60)

    return wait
