"""What is beside the plane follows it: a picture of the plane alone is sooner on the screen than one of everything."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer

from gui.canvas.planes import Planes
from gui.session.continuity import continues
from gui.session.job import Frame
from gui.session.session import Session

LONGEST = 16
"""Milliseconds for which the plane is awaited: where nothing changes on it, it is not painted."""


class Following:
    """Keeps the newest sketch until the plane is painted, and then has what is beside the plane shown."""

    def __init__(self, planes: Planes, show: Callable[[Frame], None]) -> None:
        self._session, self._show = planes.session, show
        self._sketch: Frame | None = None
        self._run = in_view(self._session)
        self._timer = QTimer(planes, singleShot=True)
        self._timer.timeout.connect(self._follow)
        planes.painted.connect(self._painted)

    def keep(self, sketch: Frame) -> None:
        """Have it shown soon, if it is of the run in view; where one comes after another, the newest has its turn."""
        if self._is_in_view(sketch):
            if self._sketch is None:
                self._timer.start(LONGEST)
            self._sketch, self._run = sketch, in_view(self._session)

    def drop(self) -> None:
        """Something else is shown there now."""
        self._sketch = None
        self._timer.stop()

    def _painted(self) -> None:
        """The plane is on its way to the screen: a timer lets it come there first, an event in the queue does not."""
        if self._sketch is not None:
            self._timer.start(0)

    def _follow(self) -> None:
        sketch, self._sketch = self._sketch, None
        if sketch is not None and self._run == in_view(self._session) and self._is_in_view(sketch):
            self._show(sketch)

    def _is_in_view(self, sketch: Frame) -> bool:
        """Whether it is of the active lane, and of the data there is now, ever so much edited since."""
        lane = self._session.lane if self._session.lanes else None
        if lane is None or lane.identity != sketch.lane or lane.refusal:
            return False
        return continues(sketch.data, self._session.data)


def in_view(session: Session) -> tuple[int, str] | None:
    """The active lane, and what runs in it: once another is chosen, nothing more is shown of the one before."""
    return (session.lane.identity, session.lane.key) if session.lanes else None
