"""Shows the stops of a lesson in a session. Between two stops a person may do what they like: each stop is whole."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.base.errors import Refusal
from engine.data.split import Split
from gui.lessons.lesson import Cast, Event, Lesson, Scene
from gui.lessons.placeholders import blank, filled, is_full
from gui.session.lane import Lane
from gui.session.session import Session
from gui.session.transport import Transport


class LessonPlayer(QObject):
    """The lesson under way, if there is one, and its place.

    `changed` follows every stop, and the words when they are full; `arrived` only a stop, when its data are in place.
    """

    changed = Signal()
    arrived = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.lesson: Lesson | None = None
        self.place = 0
        self.words = ""
        self._setting = False
        self._events: dict[int, int] = {}
        session.opened.connect(self.end)
        session.frame_changed.connect(self._follow)
        session.progressed.connect(self._follow)

    @property
    def scene(self) -> Scene | None:
        """The stop in view."""
        return self.lesson.scenes[self.place] if self.lesson is not None else None

    @property
    def last(self) -> int:
        """The place of the last stop."""
        return len(self.lesson.scenes) - 1 if self.lesson is not None else 0

    def no_stop(self, by: int) -> str:
        """Why there is no stop so far on or back, or ""."""
        if self.lesson is None:
            return "No lesson is open: choose one from this menu."
        return "" if 0 <= self.place + by <= self.last else "The lesson has no stop there."

    @property
    def ready(self) -> bool:
        """Whether the stop in view has been reached, and its words are whole."""
        return self.scene is None or (is_full(self.words, self.scene.words) and not self._events)

    def open(self, lesson: Lesson, stop: int | None = 1, keep_notes: bool = False) -> None:
        """Begin a lesson, at its first stop or at another; None is the last.

        It begins without the notes of what was open before, unless it is only tried while it is being made.
        """
        count = len(lesson.scenes)
        if stop is not None and not 1 <= stop <= count:
            raise Refusal(f"The lesson {lesson.title} has the stops 1 to {count}.")
        self.lesson = lesson
        self._go_to(count - 1 if stop is None else stop - 1, afresh=not keep_notes)

    def go_to(self, place: int) -> None:
        """Show a stop as the lesson has it, whatever has been done to the session meanwhile."""
        self._go_to(place)

    def _go_to(self, place: int, afresh: bool = False) -> None:
        if self.lesson is None:
            return
        self.place = min(max(place, 0), self.last)
        assert self.scene is not None
        self.show_scene(self.scene, afresh)
        self.words = blank(self.scene.words)
        self._catch_up()
        self.changed.emit()
        self.arrived.emit()

    def step(self, by: int) -> None:
        """Go some stops on or back."""
        self.go_to(self.place + by)

    def again(self) -> None:
        """Undo what has been tried since this stop was reached."""
        self.go_to(self.place)

    def leave(self) -> None:
        """End the lesson; its points and runs stay, and no longer learn from a part of the rows alone."""
        if self.scene is not None and self.scene.split.is_on:
            self.session.table.set_split(Split())
        self.end()

    def end(self) -> None:
        """End the lesson and leave all as it is: other data are there, or what is in view becomes a lesson."""
        if self.lesson is not None and not self._setting:
            self.lesson, self.words, self._events = None, "", {}
            self.session.view.surfaces = True
            self.changed.emit()

    def show_scene(self, scene: Scene, afresh: bool = False) -> None:
        """Make the session what a stop shows, with the notes that are there unless all begins afresh."""
        self._setting = True
        try:
            self._show(scene, "" if afresh else self.session.document.notes)
        finally:
            self._setting = False

    # -- how -----------------------------------------------------------------------------------------------------------

    def _show(self, scene: Scene, notes: str) -> None:
        session = self.session
        session.pause()
        session.view.surfaces = scene.surfaces
        if session.together != scene.together:
            session.set_together(scene.together)
        if session.view.overlaid != scene.overlaid:
            session.view.set_overlaid(scene.overlaid)
        self._events = {lane: run.step.number for lane, run in enumerate(scene.cast) if isinstance(run.step, Event)}
        if len(session.lanes) != len(scene.cast):
            session.put(
                scene.data,
                [configured(Lane(0, run.key), run) for run in scene.cast],
                scene.view,
                scene.split,
                notes,
            )
        elif (
            session.document.notes == notes
            and session.table.data == scene.data
            and self._looks(scene)
            and self._has(scene)
        ):
            session.seek([place_of(run) for run in scene.cast])
        else:
            for lane, run in zip(session.lanes, scene.cast, strict=True):
                configured(lane, run)
            session.open_data(scene.data, scene.view, keep_runs=True, notes=notes, split=scene.split)
        if session.active != scene.active:
            session.activate_lane(scene.active)
        session.view.set_tool(scene.tool)
        if scene.ask is not None or session.view.query is not None:
            session.view.ask(None if scene.ask is None else np.array(scene.ask))

    def _looks(self, scene: Scene) -> bool:
        """Whether the plane and the rows for validation are those of a scene already."""
        return self.session.view.chosen == scene.view and self.session.table.split == scene.split

    def _has(self, scene: Scene) -> bool:
        """Whether the lanes are the runs of a scene already, wherever their cursors are."""
        pairs = zip(self.session.lanes, scene.cast, strict=True)
        return all(
            (lane.key, lane.values, lane.seed) == (run.key, run.values, run.seed) and lane.start is run.start
            for lane, run in pairs
        )

    def _follow(self, _: int) -> None:
        """News of a run: an event that was waited for may have come, or a number for the words."""
        if not self.ready and self._catch_up():
            self.changed.emit()

    def _catch_up(self) -> bool:
        """Fill in what is known now; once the words are whole they stay, whatever is tried. Whether they changed."""
        scene, lanes, before = self.scene, self.session.lanes, self.words
        if scene is None or len(lanes) != len(scene.cast):
            return False
        for position in list(self._events):
            self._look_for_event(position)
        if not self._events:
            self.words = filled(scene.words, lanes, scene.active)
        return self.words != before

    def _look_for_event(self, position: int) -> None:
        lane, number = self.session.lanes[position], self._events[position]
        places = [place for place, event in enumerate(lane.events[: lane.known]) if event]
        if len(places) >= number or lane.ending is not None:
            del self._events[position]
            wanted = [other.transport.wanted for other in self.session.lanes]
            wanted[position] = places[number - 1] if len(places) >= number else None
            self.session.seek(wanted)


def configured(lane: Lane, run: Cast) -> Lane:
    """The lane as the lesson specifies it."""
    if lane.key != run.key:
        lane.frame = None
    lane.choose(run.key, run.values)
    lane.seed, lane.start, lane.halted = run.seed, run.start, False
    lane.transport = Transport(wanted=place_of(run))
    return lane


def place_of(run: Cast) -> int | None:
    """The step to begin with; an event is looked for while the run becomes known."""
    return run.step if isinstance(run.step, int) or run.step is None else 0
