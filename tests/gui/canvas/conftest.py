"""A real session with a canvas on it, and a plane alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from engine.core.marks import PLANE, Region
from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.canvas.surfaces.plane_view import PlaneView
from gui.look.appearance import Appearance
from gui.session.session import Session


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
def plane(qtbot, session, appearance) -> PlaneView:
    """The plane alone, 900 by 700 pixels."""
    view = PlaneView(PLANE, session, appearance)
    qtbot.addWidget(view)
    view.resize(900, 700)
    with qtbot.waitExposed(view):
        view.show()
    return view


@pytest.fixture
def canvas(qtbot, session, appearance) -> Canvas:
    """The whole canvas, 900 by 700 pixels."""
    made = Canvas(session, appearance)
    qtbot.addWidget(made)
    made.resize(900, 700)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def settled(qtbot, session, request) -> Callable[[], None]:
    """Waits until the step that is wanted is shown, its regions to the pixel."""

    def wait() -> None:
        qtbot.waitUntil(lambda: all(lane.settled for lane in session.lanes), timeout=10_000)
        if "canvas" in request.fixturenames:
            view = request.getfixturevalue("canvas").plane_view
            regions = view.painters_of(Region)
            qtbot.waitUntil(lambda: all(p.settled for p in regions if p.item.isVisible()), timeout=10_000)

    return wait
