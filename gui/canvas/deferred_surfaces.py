"""What is beside the plane is painted later: a step that is wanted is seen on the plane first."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

from gui.canvas.following import LONGEST
from gui.canvas.planes import Planes
from gui.canvas.surfaces.surface_view import SurfaceView

LATEST = 30
"""Longest time (ms) that side surfaces wait for the plane."""


class DeferredSurfaces(QObject):
    """Holds back the side surfaces from the request for a step until the plane is painted."""

    def __init__(self, planes: Planes, beside: Callable[[], Iterable[SurfaceView]]) -> None:
        super().__init__(planes)
        self._beside = beside
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._let_go)
        planes.session.requested.connect(self._hold)
        planes.session.sketched.connect(self._drawn)
        planes.session.frame_changed.connect(self._drawn)
        planes.painted.connect(self._let_go)

    def drop(self) -> None:
        """Let go of nothing more in a moment: the views go."""
        self._timer.stop()

    def _hold(self) -> None:
        for view in self._beside():
            view.still.hold()
        if not self._timer.isActive():  # further requests do not prolong the wait
            self._timer.start(LATEST)

    def _drawn(self) -> None:
        """The plane is painted next, unless nothing has changed on it."""
        if self._timer.remainingTime() > LONGEST:
            self._timer.start(LONGEST)

    def _let_go(self) -> None:
        self._timer.stop()
        for view in self._beside():
            view.still.let_go()
