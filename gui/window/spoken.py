"""The picture in words, for a screen reader: what each surface shows, and each step as it is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gui.canvas.canvas import Canvas
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.look.announced import announce
from gui.session.lane import Lane
from gui.session.session import Session
from gui.window.status import data_words

SLOW = 2.0
"""Up to so many steps a second each is announced while a run plays; of a faster one the step at which it stops."""


class Spoken(QObject):
    """Describes the surfaces, and announces the step of the active run."""

    def __init__(self, session: Session, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._session, self._canvas = session, canvas
        self._data = ""
        self._said: tuple[int, str, str] | None = None
        session.frame_changed.connect(self._told)
        session.progressed.connect(self._told)
        session.lanes_changed.connect(self._tell)
        session.table.data_changed.connect(self._count)
        canvas.arrived.connect(self._describe)
        session.view.changed.connect(self._describe)
        session.playing_changed.connect(self._tell)
        self._count()
        self._tell()

    def _count(self) -> None:
        """How many rows of which classes: once for each table, however many steps there are."""
        self._data = data_words(self._session.table.data)
        self._describe()

    def _told(self, lane: int) -> None:
        if lane == self._session.active:
            self._tell()

    def _tell(self, *_: object) -> None:
        """Announce the step once: again where the run, the step or its sentence is another."""
        self._describe()
        session = self._session
        if not session.lanes or (session.playing and session.speed > SLOW):
            return
        lane = session.lane
        words = lane.refusal or step_words(lane)
        now = (lane.identity, lane.key, words)
        if words and lane.settled and now != self._said:
            self._said = now
            announce(self._canvas.plane_view.widget, words)

    def _describe(self, *_: object) -> None:
        session = self._session
        step = step_words(session.lane) if session.lanes and not session.lane.refusal else ""
        for view in self._canvas.surfaces():
            words = ". ".join(filter(None, (axes_words(view), self._data, step)))
            if words != view.widget.accessibleDescription():
                view.widget.setAccessibleDescription(words)


def step_words(lane: Lane) -> str:
    """The number of the step, what happened at it, and at the last one how the run ended."""
    frame = lane.frame
    if frame is None:
        return ""
    ended = lane.ending is not None and frame.index >= lane.known - 1
    ending = f" {lane.ending.kind.capitalize()}: {lane.ending.words}" if ended and lane.ending is not None else ""
    return f"Step {frame.index:,}: {frame.story.sentence}{ending}"


def axes_words(view: SurfaceView) -> str:
    """What is to the right and what upwards."""
    sides = (("To the right", "bottom"), ("Upwards", "left"))
    named = [(way, view.plot.getAxis(side).labelText) for way, side in sides]
    return ". ".join(f"{way}: {name}" for way, name in named if name)
