"""What is beside the plane comes after it: each part of a picture is shown when the part before it has been painted.

    a step is requested      the surfaces beside the plane keep the picture they have
    its marks are there      the plane shows them, and is painted
    the plane is painted     the surfaces beside it show the step, and those that are new open one after another

The painting is the clock. A timer stands in for it where nothing changed on the plane, which then is not painted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from engine.core.surfaces import Surface
from gui.canvas.planes import Planes
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session.session import Session

PAINTED = 16
"""Longest time (ms) from the marks of a step until they are taken as painted: one frame."""
REQUESTED = 30
"""Longest time (ms) from the request for a step until the surfaces beside the plane no longer wait for it."""


@dataclass(frozen=True)
class Part:
    """A part of a picture.   show  draws it;   opens  the surface that is new with it"""

    show: Callable[[], None]
    opens: Surface | None = None


class Presentation(QObject):
    """Shows the parts of the newest frame of the run in view, one in each turn of the event loop.

    beside  the views beside the plane, which keep their picture from a request until the plane is painted
    """

    def __init__(self, planes: Planes, beside: Callable[[], Iterable[SurfaceView]]) -> None:
        super().__init__(planes)
        self._session, self._beside = planes.session, beside
        self._parts: list[Part] = []
        self._run = in_view(self._session)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._next)
        self._session.requested.connect(self._requested)
        self._session.sketched.connect(self._drawn)
        self._session.frame_changed.connect(self._drawn)
        planes.painted.connect(self._painted)

    @property
    def opening(self) -> list[Surface]:
        """The surfaces that will be open in a moment."""
        return [part.opens for part in self._parts if part.opens is not None]

    def present(self, parts: Sequence[Part]) -> None:
        """Show these when the plane is painted, in the place of what is left of an older frame."""
        self._parts, self._run = list(parts), in_view(self._session)
        if self._parts:
            self._wait(PAINTED)

    def present_now(self) -> None:
        """Show the next part without waiting for the plane."""
        if self._parts:
            self._next()

    def drop(self) -> None:
        """Drop what is left of the older frame: something else is shown now."""
        self._parts.clear()

    def close(self) -> None:
        """Show nothing more, and touch no view again: they go."""
        self._parts.clear()
        self._timer.stop()
        self._beside = lambda: ()

    def _requested(self) -> None:
        for view in self._beside():
            view.still.hold()
        self._wait(REQUESTED)

    def _drawn(self) -> None:
        """The plane is painted next, unless nothing has changed on it."""
        if self._timer.isActive():
            self._wait(PAINTED)

    def _wait(self, longest: int) -> None:
        """Wait for the painting, no longer than this; requests that follow each other do not prolong the wait."""
        if not self._timer.isActive() or self._timer.remainingTime() > longest:
            self._timer.start(longest)

    def _painted(self) -> None:
        """The plane is on its way to the screen: a timer lets it come there first, an event in the queue does not."""
        self._let_go()
        if self._parts:
            self._timer.start(0)
        else:
            self._timer.stop()

    def _next(self) -> None:
        self._let_go()
        if self._run != in_view(self._session):  # another run was chosen, and has no frame yet
            self._parts.clear()
        if self._parts:
            self._parts.pop(0).show()
        if self._parts:
            self._timer.start(0)

    def _let_go(self) -> None:
        for view in self._beside():
            view.still.let_go()


def in_view(session: Session) -> tuple[int, str] | None:
    """The active lane, and what runs in it: once another is chosen, nothing more is shown of the one before."""
    return (session.lane.identity, session.lane.key) if session.lanes else None
