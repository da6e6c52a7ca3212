"""Surfaces that a frame opens, one in each turn of the event loop: all together they would block the event loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer

from engine.core.marks import Mark
from engine.core.surfaces import Surface
from gui.canvas.following import LONGEST, in_view
from gui.canvas.planes import Planes
from gui.session.job import Frame

Due = tuple[Surface, list[Mark]]
"""A surface, and what is drawn on it."""


class Arriving:
    """Keeps what is still to be opened for the newest frame; the first is opened once the plane is painted."""

    def __init__(self, planes: Planes, opened: Callable[[Surface, list[Mark], Frame], None]) -> None:
        self._session, self._open = planes.session, opened
        self._frame: Frame | None = None
        self._run = in_view(self._session)
        self._due: list[Due] = []
        self._timer = QTimer(planes, singleShot=True)
        self._timer.timeout.connect(self._next)
        planes.painted.connect(self._painted)

    @property
    def surfaces(self) -> list[Surface]:
        """What will be open in a moment."""
        return [surface for surface, _ in self._due]

    def expect(self, frame: Frame, due: Sequence[Due]) -> None:
        """These are to be opened for a frame, and nothing of one before."""
        self._timer.stop()
        self._frame, self._due, self._run = frame, list(due), in_view(self._session)

    def begin(self) -> None:
        """Open one that is alone at once, several in turns."""
        if len(self._due) == 1:
            self._next()
        elif self._due:
            self._timer.start(LONGEST)

    def drop(self) -> None:
        """Something else is shown now."""
        self._due.clear()
        self._timer.stop()

    def _painted(self) -> None:
        """The plane is on its way to the screen."""
        if self._due:
            self._timer.start(0)

    def _next(self) -> None:
        if self._run != in_view(self._session):  # another was chosen, and has no frame yet
            return self.drop()
        assert self._frame is not None
        surface, marks = self._due.pop(0)
        self._open(surface, marks, self._frame)
        if self._due:
            self._timer.start(0)
