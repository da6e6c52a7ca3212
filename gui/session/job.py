"""One run under way, and the frame of a step: what the worker makes, as plain records without Qt."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engine.core.algorithm import Algorithm, Inquiry, Task
from engine.core.ending import Ending
from engine.core.later import Later, made
from engine.core.marks import Mark, Region
from engine.core.story import Event, Story
from engine.core.surfaces import Surface
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.data.plane import Plane
from engine.data.split import TRAINING, VALIDATION
from engine.maths.evaluation.confusion import Crossed, crossed
from engine.maths.evaluation.missed import Missed, missed
from gui.session.judging import Judge
from gui.session.splitting import Division

UNEXPLAINED = Story("", "")
"""The words of a sketch, which has none."""


@dataclass(frozen=True, eq=False)
class Run:
    """What determines a run: the recipe, with the rows it may see and how all rows were divided.

    No two are equal: to compare them by what they hold would compare arrays.
    """

    algorithm: Algorithm
    params: Any
    seed: int
    start: Any
    data: Dataset
    rows: np.ndarray
    division: Division


@dataclass(frozen=True, eq=False)
class Frame:
    """Everything about the step in view, computed off the GUI thread."""

    lane: int
    index: int
    step: Any
    marks: tuple[Mark, ...]
    story: Story
    data: Dataset
    rows: np.ndarray
    params: Any
    plane: Plane
    inquiry: Inquiry | None
    waiting: tuple[Surface, ...]
    """The surfaces beside the plane whose marks are not made, because they are not visible, or not yet."""
    known: int
    ending: Ending | None
    training: Crossed | None = None
    validation: Crossed | None = None
    """How the model's answers meet the classes in each part of the rows, if the session asked for it."""
    missed: Mapping[str, Missed] = field(default_factory=dict)
    """By how much predicted numbers miss those of each part of the rows but the test's, if the session asked for it."""
    answers: np.ndarray | None = None
    """(n,) what the model says of every row of the session but those for test (−1), if the session asked for it."""
    provisional: bool = False
    """Whether it stands in for a later step that is still being computed."""
    sketch: Frame | None = None
    """What was shown before it, if it came in two parts: the plane first, then the words and what is beside it."""


@dataclass(frozen=True, eq=False)
class Request:
    """What the session asks of a lane: this run, at step `index` (None: its last), seen on this plane."""

    lane: int
    generation: int
    run: Run
    index: int | None
    plane: Plane
    query: np.ndarray | None = None
    evaluate: bool = False
    halted: bool = False
    source: bool = False
    """Whether the source is visible, with the lines that ran."""
    sees: Callable[[Surface], bool] | None = None
    """Whether a surface beside the plane is visible; None where all is to be made, and at once."""


@dataclass(eq=False)
class Progress:
    """What is known of a run so far. The lists grow, gaps are filled; the GUI thread reads `known` items of each."""

    events: list[Event | None] = field(default_factory=list)
    curves: dict[str, list[float]] = field(default_factory=dict)
    known: int = 0
    ending: Ending | None = None
    filled: int = 0
    """How often something was added to a step that was known."""

    def nearest(self, index: int | None) -> int:
        """The known step nearest to the one that is wanted; None stands for the end."""
        last = self.known - 1
        return last if index is None else min(index, last)

    def note(self, event: Event | None, measures: dict[str, float]) -> None:
        """Add one step."""
        for name in [name for name in measures if name not in self.curves]:
            self.curves[name] = [math.nan] * self.known
        for name, curve in self.curves.items():
            curve.append(float(measures.get(name, math.nan)))
        self.events.append(event)
        self.known += 1

    def fill(self, index: int, measures: dict[str, float]) -> None:
        """Add to what is known of a step what was measured later."""
        for name, value in measures.items():
            self.curves.setdefault(name, [math.nan] * self.known)[index] = float(value)
        self.filled += 1


class Job:
    """A run under way: its trace and what is known of it.

    before  the one that it takes the place of;   foreseen, hurried  whether it, or that one, was shown near its end
    """

    def __init__(self, run: Run, before: Job | None = None) -> None:
        alike = before if before is not None and before.run.algorithm is run.algorithm else None
        self.run: Run = run
        self.foreseen, self.hurried = False, alike is not None and alike.foreseen
        self._near: Any = alike.near_end if alike is not None else None
        self.trace: Trace = run.algorithm.traced(run.data, run.params, seed=run.seed, start=run.start)
        self.progress = Progress()
        numbers = run.algorithm.task_on(run.data) == "regression"
        self.judge = Judge(run.division.learned, run.division.validation, numbers)
        self.traced: Request | None = None
        """The request for which it has been said what ran of the source."""
        self._drawn: tuple[Mark | Later, ...] = ()  # of the newest sketch

    def pull(self) -> bool:
        """One more step into the trace; False at the end of the run."""
        if not self.trace.advance():
            self.progress.ending = self.trace.ending
            return False
        step = self.trace.peek(self.trace.known - 1)
        algorithm = self.run.algorithm
        measures = dict(algorithm.measure(step, self.run.data, self.run.params))
        if self.judge.parts:
            measures |= self.judge.at_once(step.model, self.progress.known)
        self.progress.note(algorithm.event(step), measures)
        return True

    @property
    def near_end(self) -> Any:
        """The last step; while it is not at hand, one near it, or near that of the run before; None where none is."""
        last = self.trace.peek(self.trace.known - 1) if self.trace.ending is not None else None
        return self._near if last is None else last

    @property
    def can_be_foreseen(self) -> bool:
        """Whether its end is not known yet, but may be shown nearly as it will be."""
        return not self.foreseen and self._near is not None and self.run.algorithm.followed is not None

    def foresee(self, request: Request, enough: Callable[[], bool]) -> Frame | None:
        """The sketch of a step near the end: the first that is good enough, and those after it until it is `enough`."""
        followed, found = self.run.algorithm.followed, None
        for step in followed(self._near, self.run.data, self.run.params) if followed is not None else ():
            found = found if step is None else step
            if found is not None and enough():
                break
        self._near, self.foreseen = found, found is not None
        return None if found is None else self._sketched(request, found, self.progress.known, provisional=True)

    def make_up(self, unless: Callable[[], bool]) -> bool:
        """Judge a step that was too slow to be judged as it was made; False when no more is done."""
        made = self.judge.make_up(self._model_at_hand, unless)
        if made is not None:
            self.progress.fill(*made)
        return made is not None

    def _model_at_hand(self, index: int) -> Any:
        return getattr(self.trace.peek(index), "model", None)

    def _judged(self, step: Any) -> tuple[Crossed | None, Crossed | None, np.ndarray | None]:
        """How the answers of the step's model meet the classes in both parts, and those on all rows but the test's.

        Test rows are left out: to show where it errs there would be a look at them.
        """
        division, task = self.run.division, self.run.algorithm.task_on(self.run.data)
        training, kept = division.learned, division.validation
        if not hasattr(step.model, "predict") or not training.n:
            return None, None, None
        learned = np.asarray(step.model.predict(training.X))
        if not division.is_on:
            return met(training, learned, task), None, learned
        answers = np.full(division.data.n, -1, dtype=learned.dtype)
        answers[division.learned_rows] = learned
        if kept is None:
            return met(training, learned, task), None, answers
        answers[division.parts.rows(VALIDATION)] = unseen = np.asarray(step.model.predict(kept.X))
        return met(training, learned, task), met(kept, unseen, task), answers

    def _missed(self, answers: np.ndarray) -> dict[str, Missed]:
        """By how much the answers (n,) miss the numbers of the rows learnt from and of those for validation."""
        division, target = self.run.division, self.run.division.data.y
        if self.run.algorithm.task_on(self.run.data) != "regression" or target is None:
            return {}
        rows = {part: division.parts.rows(part) for part in (TRAINING, VALIDATION)}
        if not division.is_on:
            rows = {TRAINING: np.arange(len(answers))}
        return {part: missed(target[there], answers[there]) for part, there in rows.items() if len(there)}

    def frame(self, request: Request, index: int, provisional: bool = False) -> Frame:
        """The step at `index`, drawn and explained."""
        frame = self.explained(request, self.sketch(request, index, provisional))
        assert frame is not None  # it is never given up
        return frame

    def sketch(self, request: Request, index: int, provisional: bool = False) -> Frame:
        """The step at `index` with the marks that cannot wait, and without words."""
        return self._sketched(request, self.trace[index], index, provisional)

    def _sketched(self, request: Request, step: Any, index: int, provisional: bool) -> Frame:
        algorithm, data = self.run.algorithm, self.run.data
        x, params = request.query if step.model is not None else None, self.run.params
        inquiry = algorithm.inspect(step, data, params, x) if x is not None else None
        self._drawn = tuple(algorithm.drawn(step, data, params)) + (inquiry.marks if inquiry else ())
        marks = tuple(one for one in self._drawn if not isinstance(one, Later))
        waiting = places([one for one in self._drawn if isinstance(one, Later)])
        weigh(marks)
        known, ending = self.progress.known, self.progress.ending
        return Frame(
            request.lane, index, step, marks, UNEXPLAINED, data, self.run.rows, params, request.plane, inquiry, waiting,
            known, ending, provisional=provisional,
        )  # fmt: skip

    def explained(self, request: Request, sketch: Frame, given_up: Callable[[], bool] = lambda: False) -> Frame | None:
        """The newest sketch with the marks of all surfaces that are seen, and with words.

        given_up  asked between its parts, which take long of many rows: whether another request is waiting;
                  then it is None
        """
        sees = request.sees or (lambda surface: True)
        unseen = [one for one in self._drawn if isinstance(one, Later) and not any(map(sees, one.surfaces))]
        marks: list[Mark] = []
        for one in (one for one in self._drawn if one not in unseen):
            if isinstance(one, Later) and given_up():
                return None
            marks += made([one])
        if given_up():
            return None
        story = self.run.algorithm.explain(sketch.step, self.run.data, self.run.params)
        if request.evaluate and given_up():
            return None
        training, validation, answers = self._judged(sketch.step) if request.evaluate else (None, None, None)
        errors = {} if answers is None else self._missed(answers)
        return replace(
            sketch, marks=tuple(marks), story=story, plane=request.plane, waiting=places(unseen), training=training,
            validation=validation, missed=errors, answers=answers, sketch=sketch,
        )  # fmt: skip


def places(later: Sequence[Later]) -> tuple[Surface, ...]:
    """The surfaces of marks that wait."""
    return tuple(surface for one in later for surface in one.surfaces)


def weigh(marks: Sequence[Mark]) -> None:
    """Have models work out here what painters ask of them, and they keep: with many features that takes long."""
    for mark in marks:
        scores = getattr(mark.model, "linear_scores", None) if isinstance(mark, Region) else None
        if scores is not None:
            scores()


def met(part: Dataset, answers: np.ndarray, task: Task) -> Crossed | None:
    """The answers on a part of the rows against their classes; None where the answers are numbers."""
    if task == "regression":
        return None
    kinds = len(part.class_names) if task == "classification" else int(answers.max(initial=0)) + 1
    truth = part.codes if part.target == "class" else np.zeros(part.n, dtype=np.int64)
    return crossed(truth, answers, max(len(part.class_names), 1), kinds)
