"""Makes a lesson out of what is in view: stops are taken, told, ordered, and kept in a file all the while."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from engine.base.errors import Refusal
from gui.lessons.lesson import LONGEST_NOTES, LONGEST_WORDS, MOST_STOPS, Cast, Lesson, Scene
from gui.lessons.library import free_path, own_folder
from gui.lessons.placeholders import check, filled
from gui.lessons.player import LessonPlayer
from gui.lessons.writing import write_lesson
from gui.session.background_task import BackgroundTask
from gui.session.lane import Lane
from gui.session.session import Session

QUIET = 600
"""Milliseconds without a key before what was typed is written to the file."""
MOST_UNDONE = 100


class LessonMaker(QObject):
    """The lesson being made, if there is one, and the stop that is being told.

    A lesson is frozen: every change makes another one, so taking back is going to the one before. The file in the
    person's own folder follows every change, off the GUI thread; there is nothing to save and nothing to lose.
    """

    changed = Signal()

    def __init__(self, player: LessonPlayer) -> None:
        super().__init__(player)
        self.player, self.session = player, player.session
        self.lesson: Lesson | None = None
        self.path: Path | None = None
        self.place = 0
        self.problem, self.kept, self._other = "", False, False
        self._past: list[tuple[Lesson, int]] = []
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(QUIET)
        self._later.timeout.connect(self.keep)
        self._writing = BackgroundTask(self)
        self._writing.ready.connect(self._written)
        player.changed.connect(self._follow_trial)

    # -- beginning and ending ------------------------------------------------------------------------------------------

    def begin(self, title: str) -> None:
        """A lesson without a stop."""
        self._take_up(Lesson(title, "", ()), None)

    def change(self, lesson: Lesson, path: Path) -> None:
        """Go on with a lesson: with its own file if that is the person's, else with a copy of it."""
        self._take_up(lesson, path if path.parent == own_folder() else None)
        self.place = min(self.player.place, len(lesson.scenes) - 1)
        self.player.end()
        self.changed.emit()

    def _take_up(self, lesson: Lesson, path: Path | None) -> None:
        self.finish()
        self.wait()  # what is asked for next takes the place of what has not been begun
        self.lesson, self.path, self.place, self._past = lesson, path, 0, []
        self.problem, self.kept, self._other = "", path is not None, False
        self.changed.emit()

    def finish(self) -> None:
        """Leave the lesson as it is; its file stays."""
        if self.lesson is not None:
            self.keep()
            self.lesson = None
            self.changed.emit()

    def wait(self) -> None:
        """Until the file is what was asked for last."""
        self._writing.finish()

    def close(self) -> None:
        """The window goes: nothing of the lesson must be lost."""
        self.finish()
        self.wait()

    # -- stops ---------------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene | None:
        """The stop that is being told."""
        return self.lesson.scenes[self.place] if self.lesson is not None and self.lesson.scenes else None

    def why_no_stop(self) -> str:
        """Why what is in view cannot be one more stop, or ""."""
        if self.lesson is None:
            return "No lesson is being made: begin one from the menu Lessons."
        if len(self.lesson.scenes) >= MOST_STOPS:
            return f"A lesson has at most {MOST_STOPS} stops."
        refused = next((lane.refusal for lane in self.session.lanes if lane.refusal), "")
        return f"This cannot be shown: {refused}" if refused else ""

    def add(self) -> None:
        """Add the current view as a stop after the present one."""
        if self.lesson is not None and not self.why_no_stop():
            scenes, place = self.lesson.scenes, self.place + 1 if self.lesson.scenes else 0
            self._put(replace(self.lesson, scenes=(*scenes[:place], captured(self.session), *scenes[place:])), place)

    def take_again(self) -> None:
        """What is in view takes the place of what the present stop showed; its words stay."""
        if self.scene is not None:
            self._replace(replace(captured(self.session), words=self.scene.words, notes=self.scene.notes))

    def remove(self) -> None:
        """The present stop goes."""
        if self.lesson is not None and self.scene is not None:
            scenes = self.lesson.scenes
            rest = (*scenes[: self.place], *scenes[self.place + 1 :])
            self._put(replace(self.lesson, scenes=rest), max(min(self.place, len(rest) - 1), 0))

    def move(self, place: int, to: int) -> None:
        """A stop takes another place in the order."""
        if self.lesson is not None and {place, to} <= set(range(len(self.lesson.scenes))):
            scenes = list(self.lesson.scenes)
            scenes.insert(to, scenes.pop(place))
            self._put(replace(self.lesson, scenes=tuple(scenes)), to)

    def go_to(self, place: int) -> None:
        """Show a stop, to tell it or to take it again."""
        if self.lesson is not None and 0 <= place < len(self.lesson.scenes):
            self.place = place
            self.player.show_scene(self.lesson.scenes[place])
            self.changed.emit()

    def try_it(self) -> None:
        """Play the lesson from the present stop, as it will be seen when opened."""
        if self.lesson is not None and self.scene is not None:
            self.keep()
            self.player.open(self.lesson, self.place + 1, keep_notes=True)

    def _follow_trial(self) -> None:
        """The stop that is looked at while the lesson is tried is the one that is told afterwards."""
        if self.lesson is not None and self.player.lesson is self.lesson:
            self.place = self.player.place

    def step(self, by: int) -> None:
        """Go some stops on or back."""
        self.go_to(self.place + by)

    def no_stop(self, by: int) -> str:
        """Why there is no stop so far on or back, or ""."""
        there = self.lesson is not None and 0 <= self.place + by < len(self.lesson.scenes)
        return "" if there else "The lesson has no stop there."

    def undo(self) -> None:
        """Take back the last change of the stops."""
        if self._past:
            self.lesson, place = self._past.pop()
            self.place = max(min(place, len(self.lesson.scenes) - 1), 0)
            self._changed()

    @property
    def can_undo(self) -> bool:
        """Whether there is a change of the stops to take back."""
        return bool(self._past)

    # -- words ---------------------------------------------------------------------------------------------------------

    def set_words(self, words: str) -> None:
        """The text of the present stop."""
        if self.scene is not None and words != self.scene.words:
            self._tell(replace(self.scene, words=words[:LONGEST_WORDS]))

    def set_notes(self, notes: str) -> None:
        """The speaker's notes at the present stop."""
        if self.scene is not None and notes != self.scene.notes:
            self._tell(replace(self.scene, notes=notes[:LONGEST_NOTES]))

    def set_title(self, title: str) -> None:
        """The title of the lesson in the menu."""
        self._name(lambda lesson: replace(lesson, title=title[:80]))

    def set_summary(self, summary: str) -> None:
        """The subject of the lesson, in a sentence."""
        self._name(lambda lesson: replace(lesson, summary=summary[:300]))

    def told(self) -> str:
        """The words of the present stop with the numbers of the run in view."""
        return filled(self.scene.words, self.session.lanes, self.session.active) if self.scene is not None else ""

    def why_untold(self) -> str:
        """What is missing before the lesson can be shown, or ""."""
        lesson = self.lesson
        if lesson is None or not lesson.scenes:
            return "Step to where something is to be seen, and add the view as a stop."
        if not lesson.title.strip():
            return "The lesson needs a title."
        for number, scene in enumerate(lesson.scenes, start=1):
            if not scene.words.strip():
                return f"Stop {number} has no words yet."
            try:
                check(scene.words, len(scene.cast))
            except Refusal as refusal:
                return f"Stop {number}: {refusal}"
        return ""

    # -- how -----------------------------------------------------------------------------------------------------------

    def _put(self, lesson: Lesson, place: int) -> None:
        """Other stops, which can be taken back."""
        if self.lesson is not None:
            self._past = [*self._past[-MOST_UNDONE:], (self.lesson, self.place)]
        self.lesson, self.place = lesson, place
        self._changed()

    def _replace(self, scene: Scene) -> None:
        if self.lesson is not None:
            self._put(self._with(self.lesson, scene), self.place)

    def _tell(self, scene: Scene) -> None:
        """Words are typed letter by letter: the text field takes those back."""
        if self.lesson is not None:
            self.lesson = self._with(self.lesson, scene)
            self._changed()

    def _with(self, lesson: Lesson, scene: Scene) -> Lesson:
        scenes = lesson.scenes
        return replace(lesson, scenes=(*scenes[: self.place], scene, *scenes[self.place + 1 :]))

    def _name(self, named: Callable[[Lesson], Lesson]) -> None:
        if self.lesson is not None and (lesson := named(self.lesson)) != self.lesson:
            self.lesson = lesson
            self._changed()

    def _changed(self) -> None:
        self._other = True
        self._later.start()
        self.changed.emit()

    def keep(self) -> None:
        """Have the lesson written to its file, if it is another and one that can be shown."""
        self._later.stop()
        if self.lesson is None or not self._other or self.why_untold():
            return
        self._other = False
        path = self.path = self.path or free_path(self.lesson.title)
        lesson = summed_up(self.lesson)
        self._writing.ask(path, lambda: write_lesson(lesson, path))

    def _written(self, path: Path, came: Exception | None) -> None:
        """The file is there, or why it is not: said of a lesson that has been left meanwhile as well."""
        if came is not None and not isinstance(came, Refusal):
            raise came
        if came is not None and (self.lesson is None or path != self.path):
            self.session.refused.emit("The lesson could not be written", str(came))
        elif path == self.path:
            before = self.kept, self.problem
            self._other = self._other or came is not None
            self.kept, self.problem = self.kept or came is None, str(came or "")
            if (self.kept, self.problem) != before:
                self.changed.emit()


def summed_up(lesson: Lesson) -> Lesson:
    """With a summary, which a lesson needs: at worst its title."""
    return lesson if lesson.summary.strip() else replace(lesson, summary=lesson.title)


def captured(session: Session) -> Scene:
    """What is in view, as a stop that says what the step says of itself."""
    ask = None if session.view.query is None else tuple(float(x) for x in session.view.query)
    return Scene(
        session.table.data, tuple(_cast(lane) for lane in session.lanes), _sentence(session), session.active,
        session.view.chosen, session.together, session.view.overlaid, session.view.surfaces, session.table.split,
        session.view.tool, ask,
    )  # fmt: skip


def _cast(lane: Lane) -> Cast:
    return Cast(lane.key, dict(lane.values), lane.seed, lane.start, lane.transport.wanted)


def _sentence(session: Session) -> str:
    """The sentence of the step, without what the words of a lesson would take for a number to be filled in."""
    frame = session.lane.frame
    told = frame.story.sentence if frame is not None else ""
    return told.replace("{", "(").replace("}", ")")[:LONGEST_WORDS]
