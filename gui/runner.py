"""The one worker thread: it pulls steps into traces and turns the step in view into a Frame.

The session says what it wants (`want`); the newest wish of a lane replaces the older ones. The worker first makes the
frame that is wanted, then pulls ahead so that the timeline knows the whole run. It reports through the signals of
`Runner`, which lives on the GUI thread, so no widget is ever touched from here. A result carries the generation of
its wish; the session drops those of an older one.
"""

from __future__ import annotations

import math
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.core.algorithm import Algorithm, Inquiry
from engine.core.ending import Ending
from engine.core.errors import Refusal
from engine.core.marks import Mark
from engine.core.params import build
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.data.plane import Plane
from engine.maths.confusion import Crossed, crossed

REPORT_EVERY = 1 / 30
"""Seconds between two reports of progress."""
PATIENCE = 0.08
"""Seconds after which a wish that takes long is answered with the newest step there is."""
AHEAD = 200_000
"""The worker pulls ahead this many steps at most; what lies beyond is pulled when it is wanted."""
SLICE, REST = 0.004, 0.001
"""Pulling ahead pauses this often and this long, so that the window keeps its share of the interpreter."""


@dataclass(frozen=True)
class Run:
    """What determines a run: the recipe, with the rows it may see and those kept for validation."""

    algorithm: Algorithm
    values: dict[str, Any]
    seed: int
    start: Any
    data: Dataset
    rows: np.ndarray
    validation: Dataset | None = None


@dataclass(frozen=True)
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
    line: int
    file: str
    inquiry: Inquiry | None
    known: int
    ending: Ending | None
    training: Crossed | None = None
    validation: Crossed | None = None
    """How the model's answers meet the classes in each part of the rows, if the session asked for it."""
    answers: np.ndarray | None = None
    """(n,) what the model says of every row of the session, if the session asked for it."""
    provisional: bool = False
    """Whether it stands in for a later step that is still being computed."""


@dataclass(frozen=True)
class Wish:
    """What the session wants of a lane: this run, at step `index` (None: its last), seen on this plane."""

    lane: int
    generation: int
    run: Run
    index: int | None
    plane: Plane
    query: np.ndarray | None = None
    evaluate: bool = False
    halted: bool = False


@dataclass
class Progress:
    """What is known of a run so far. The lists only grow; the GUI thread reads the first `known` of each."""

    events: list[str] = field(default_factory=list)
    curves: dict[str, list[float]] = field(default_factory=dict)
    known: int = 0
    ending: Ending | None = None

    def note(self, event: str, measures: dict[str, float]) -> None:
        """Add one step."""
        for name in [name for name in measures if name not in self.curves]:
            self.curves[name] = [math.nan] * self.known
        for name, curve in self.curves.items():
            curve.append(float(measures.get(name, math.nan)))
        self.events.append(event)
        self.known += 1


class Job:
    """A run under way: its trace and what is known of it."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.params = build(run.algorithm.params, run.values)
        self.trace: Trace = run.algorithm.trace(run.data, seed=run.seed, start=run.start, **run.values)
        self.progress = Progress()

    def pull(self) -> bool:
        """One more step into the trace; False at the end of the run."""
        if not self.trace.advance():
            self.progress.ending = self.trace.ending
            return False
        step = self.trace.peek(self.trace.known - 1)
        algorithm = self.run.algorithm
        measures = dict(algorithm.measure(step, self.run.data, self.params)) | self._errors(step)
        self.progress.note(algorithm.event(step), measures)
        return True

    def _errors(self, step: Any) -> dict[str, float]:
        """The share of rows a classifier gets wrong in the training and in the validation part."""
        if self.run.validation is None or not hasattr(step.model, "predict"):
            return {}
        parts = {"error, training": self.run.data, "error, validation": self.run.validation}
        return {name: float(np.mean(step.model.predict(part.X) != part.y)) for name, part in parts.items() if part.n}

    def _judged(self, step: Any) -> tuple[Crossed | None, Crossed | None, np.ndarray | None]:
        """How the answers of the step's model meet the classes in both parts, and the answers on all rows."""
        training, kept = self.run.data, self.run.validation
        if not hasattr(step.model, "predict") or not training.n:
            return None, None, None
        learned = np.asarray(step.model.predict(training.X))
        if kept is None or not kept.n:
            return self._crossed(training, learned), None, learned
        unseen = np.asarray(step.model.predict(kept.X))
        answers = np.empty(training.n + kept.n, dtype=learned.dtype)
        answers[self.run.rows] = learned
        answers[np.delete(np.arange(len(answers)), self.run.rows)] = unseen
        return self._crossed(training, learned), self._crossed(kept, unseen), answers

    def _crossed(self, part: Dataset, answers: np.ndarray) -> Crossed:
        """The answers on a part of the rows against their classes."""
        classes = self.run.algorithm.task == "classification"
        kinds = len(part.class_names) if classes else int(answers.max(initial=0)) + 1
        return crossed(part, answers, kinds)

    def frame(self, wish: Wish, index: int, provisional: bool = False) -> Frame:
        """The step at `index`, drawn and explained."""
        step, algorithm, data = self.trace[index], self.run.algorithm, self.run.data
        asked = wish.query is not None and step.model is not None
        inquiry = algorithm.inspect(step, data, self.params, wish.query) if asked else None
        marks = tuple(algorithm.marks(step, data, self.params)) + (inquiry.marks if inquiry else ())
        story = algorithm.explain(step, data, self.params)
        line, file = self.trace.line(index), self.trace.file(index)
        known, ending = self.progress.known, self.progress.ending
        parts = self._judged(step) if wish.evaluate else (None, None, None)
        return Frame(
            wish.lane, index, step, marks, story, data, self.run.rows, self.params, wish.plane, line, file, inquiry,
            known, ending, *parts, provisional,
        )  # fmt: skip


class Runner(QObject):
    """The worker and its mail box. All signals are received on the GUI thread."""

    framed = Signal(int, object)  # generation, Frame
    progressed = Signal(int, int, object)  # lane, generation, Progress
    refused = Signal(int, int, str)  # lane, generation, why the run cannot be
    crashed = Signal(str)  # a traceback: a bug of ours

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wishes: dict[int, Wish] = {}
        self._jobs: dict[int, Job] = {}
        self._met: dict[int, Wish] = {}  # by lane, the newest last: their runs are pulled ahead in turn
        self._mail = threading.Condition()
        self._closing = False
        self._reported = 0.0
        self._thread = threading.Thread(target=self._work, name="learnscope-runner", daemon=True)
        self._thread.start()

    def want(self, wish: Wish) -> None:
        """Ask for a frame; an older wish of the same lane that is not fulfilled yet is forgotten."""
        with self._mail:
            self._wishes[wish.lane] = wish
            self._mail.notify()

    def forget(self, lane: int) -> None:
        """The lane is gone."""
        with self._mail:
            self._wishes.pop(lane, None)
            self._jobs.pop(lane, None)
            self._met.pop(lane, None)

    def close(self) -> None:
        """Stop the worker between two steps and wait for it."""
        with self._mail:
            self._closing = True
            self._mail.notify()
        self._thread.join(timeout=5.0)

    # -- on the worker thread --------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (wish := self._next_wish()) is not None:
            self._met.pop(wish.lane, None)
            if self._tried(self._fulfil, wish):
                self._met[wish.lane] = wish
            for met in reversed(list(self._met.values())):
                self._tried(self._pull_ahead, met)

    def _tried(self, act: Callable[[Wish], None], wish: Wish) -> bool:
        """Whether it went well; if not, everybody is told."""
        try:
            act(wish)
        except Refusal as refusal:
            self.refused.emit(wish.lane, wish.generation, str(refusal))
        except Exception:
            self.crashed.emit(traceback.format_exc())
        else:
            return True
        return False

    def _next_wish(self) -> Wish | None:
        with self._mail:
            while not self._wishes and not self._closing:
                self._mail.wait()
            if self._closing:
                return None
            lane = next(iter(self._wishes))
            return self._wishes.pop(lane)

    def _disturbed(self) -> bool:
        """Whether somebody waits: a newer wish, or the end."""
        return bool(self._wishes) or self._closing

    def _fulfil(self, wish: Wish) -> None:
        """Pull steps until the wanted one is there, and send its frame; long runs show where they are meanwhile."""
        job = self._jobs.get(wish.lane)
        if job is None or job.run is not wish.run:
            job = self._jobs[wish.lane] = Job(wish.run)
        shown = time.monotonic()
        while wish.index is None or job.progress.known <= wish.index:
            if not job.pull():
                break
            if time.monotonic() - shown > PATIENCE:
                shown = time.monotonic()
                self._send(wish, job, job.progress.known - 1, provisional=True)
                if self._disturbed():
                    return self._put_off(wish)
        last = job.progress.known - 1
        self._send(wish, job, last if wish.index is None else min(wish.index, last))

    def _put_off(self, wish: Wish) -> None:
        """Let others go first; a newer wish of the same lane takes the place of this one."""
        with self._mail:
            self._wishes.setdefault(wish.lane, wish)

    def _send(self, wish: Wish, job: Job, index: int, provisional: bool = False) -> None:
        self.framed.emit(wish.generation, job.frame(wish, index, provisional))
        self._report(wish, job, at_once=not provisional)

    def _pull_ahead(self, wish: Wish) -> None:
        """Get to know the rest of the run while nobody waits."""
        job, until = self._jobs.get(wish.lane), time.monotonic() + SLICE
        while job is not None and not wish.halted and job.progress.known < AHEAD and not self._disturbed():
            if not job.pull():
                break
            if time.monotonic() > until:
                self._report(wish, job)
                time.sleep(REST)
                until = time.monotonic() + SLICE
        if job is not None and not self._disturbed():
            self._report(wish, job, at_once=True)

    def _report(self, wish: Wish, job: Job, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._reported >= REPORT_EVERY:
            self._reported = now
            self.progressed.emit(wish.lane, wish.generation, job.progress)


Report = Callable[[float, str], bool]
"""How a long task tells its progress (share done, words); it answers whether to go on."""
