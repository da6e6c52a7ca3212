"""The one worker thread: it pulls steps into traces and turns the step in view into a Frame.

The session says what it wants (`want`); the newest wish of a lane replaces the older ones. The worker first makes the
frame that is wanted; once that is painted it says what ran of the source, if somebody looks at that, and pulls ahead
so that the timeline knows the whole run. It reports through the signals of
`Runner`, which lives on the GUI thread, so no widget is ever touched from here. A result carries the generation of
its wish; the session drops those of an older one.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from engine.base.errors import Refusal
from engine.core.algorithm import Algorithm
from gui.session.job import Frame, Job, Run, Wish
from gui.session.refused import understood
from gui.session.worker_pauses import WorkerPauses

REPORT_EVERY = 1 / 30
"""Seconds between two reports of progress."""
PATIENCE = 0.08
"""Seconds of computing after which a wish that takes long is answered with the newest step there is."""
SOON = 0.5
"""A run that was there within so many seconds is expected to be so again: a drag shows its step, none on the way."""
AHEAD = 200_000
"""The worker pulls ahead this many steps at most; what lies beyond is pulled when it is wanted."""
PAINTING, PAUSE = 0.012, 0.02
"""Seconds between a frame and what ran of the source, as it is being painted; then, while one edit may follow another,
until pulling ahead."""
DEAR, PICTURE, LATE, NEXT = 0.0002, 0.03, 0.1, 0.1
"""Seconds: where the words and what is beside the plane take more than the first, the plane is shown before them; they
wait for its picture, the second at most, and while a hand goes on moving until they are the third behind. For its next
move the words are put off twice as long as they take, and steps ahead as long as the run took, the last at most."""
SPARSE = 10
"""While a hand goes on moving, words that take long come so many times as seldom as they take."""
QUICK, CALM = 0.015, 1.0
"""Seconds: a run that takes longer than the first to its end is foreseen, in about as much, where it can be; and
then it is shown on its way only after the second, for by then nothing moves any more.
"""
APART = 50_000
"""With so many rows an edit of the data and a step are computed beside each other."""
NEAR = 500
"""So many steps may be made again, to see what ran for one, before the rest of the run is pulled."""


class Runner(QObject):
    """The worker and its mail box. All signals are received on the GUI thread."""

    sketched = Signal(int, object)  # generation, Frame without words: the rest of it follows
    framed = Signal(int, object)  # generation, Frame
    progressed = Signal(int, int, object)  # lane, generation, Progress
    ran = Signal(int, int, int, object)  # lane, generation, step, Ran
    refused = Signal(int, int, object)  # lane, generation, Refused
    crashed = Signal(str)  # a traceback: a bug of ours

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wishes: dict[int, Wish] = {}
        self._jobs: dict[int, Job] = {}
        self._met: dict[int, Wish] = {}  # by lane, the newest last: their runs are pulled ahead in turn
        self._took: dict[int, tuple[Algorithm, float]] = {}  # by lane, the seconds that its last wish took
        self._telling: dict[int, tuple[Algorithm, float]] = {}  # and those of its last words
        self._owed: dict[int, Frame] = {}  # by lane, what was sketched, and is to be told
        self._told_at: dict[int, tuple[float, Run]] = {}  # and when its last words were told, of which run
        self.waits_for_picture = True  # whether something is made only once the plane is painted
        self._mail = threading.Condition()
        self._closing = False
        self._held = False  # whether nobody wakes it
        self._reported = 0.0
        self._thread = threading.Thread(target=self._work, name="learnscope-runner", daemon=True)
        self._thread.start()

    def want(self, wish: Wish) -> None:
        """Ask for a frame; an older wish of the same lane that is not fulfilled yet is forgotten."""
        with self._mail:
            self._wishes[wish.lane] = wish
            if not self._held:
                self._mail.notify()

    @contextmanager
    def held(self, rows: int) -> Iterator[None]:
        """Have a worker at rest begin afterwards: two that take the interpreter in turn hold each other up. Only with
        very many rows it begins at once, for what takes long then lets go of it.
        """
        self._held = rows < APART
        try:
            yield
        finally:
            with self._mail:
                self._held = False
                self._mail.notify()

    def forget(self, lane: int) -> None:
        """The lane is gone."""
        with self._mail:
            for kept in (self._wishes, self._jobs, self._met, self._took, self._telling, self._owed, self._told_at):
                kept.pop(lane, None)

    def painted(self) -> None:
        """The plane is painted, and what waited for that can be made."""
        if self.waits_for_picture:
            with self._mail:
                self.waits_for_picture = False
                self._mail.notify()

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
                self._tried(self._follow, met)

    def _tried(self, act: Callable[[Wish], None], wish: Wish) -> bool:
        """Whether it went well; if not, everybody is told."""
        try:
            act(wish)
        except Refusal as refusal:
            self._tried(lambda wish, why=refusal: self._refuse(wish, why), wish)  # type: ignore[misc]  # bound here
        except Exception:
            self.crashed.emit(traceback.format_exc())
        else:
            return True
        return False

    def _refuse(self, wish: Wish, refusal: Refusal) -> None:
        """Tell why the run cannot be, with what would put it right: to try that out may take as long as a step."""
        self.refused.emit(wish.lane, wish.generation, understood(refusal, wish.run, self._disturbed))

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
            job = self._jobs[wish.lane] = Job(wish.run, job)
        began = shown = time.thread_time()  # its own: a busy machine makes no run a long one
        patience = self._patience(wish)
        while wish.index is None or job.progress.known <= wish.index:
            if job.hurried or time.thread_time() - began > QUICK:
                self._foresee(wish, job)
            if job.foreseen and self._disturbed():
                return self._put_off(wish)
            if not job.pull():
                break
            if time.thread_time() - shown > (CALM if job.foreseen else patience):
                shown = time.thread_time()
                self._send(wish, job, job.progress.known - 1, provisional=True)
                if self._disturbed():
                    return self._put_off(wish)
        self._took[wish.lane] = wish.run.algorithm, time.thread_time() - began
        index = job.progress.nearest(wish.index)
        self._sketch(wish, job, index) if self._in_parts(wish) else self._send(wish, job, index)

    def _foresee(self, wish: Wish, job: Job) -> None:
        """Show what the end will be like, where one run alone is looked at, at its end."""
        if wish.index is None and job.can_be_foreseen and wish.sees is not None and len(self._jobs) == 1:
            began = time.thread_time()
            # what is nearer still would take as long again
            sketch = job.foresee(wish, lambda: 2 * (time.thread_time() - began) > QUICK)
            if sketch is not None:
                self._owed.pop(wish.lane, None)  # what was sketched before is not what the job has drawn last
                self.sketched.emit(wish.generation, sketch)

    def _patience(self, wish: Wish) -> float:
        """How long it is worth to wait for the step that is wanted: twice what it took before, if it was there soon."""
        algorithm, took = self._took.get(wish.lane, (None, 0.0))
        return max(PATIENCE, 2 * took) if algorithm is wish.run.algorithm and took < SOON else PATIENCE

    def _put_off(self, wish: Wish) -> None:
        """Let others go first; a newer wish of the same lane takes the place of this one."""
        with self._mail:
            self._wishes.setdefault(wish.lane, wish)

    def _in_parts(self, wish: Wish) -> bool:
        """Whether the plane is shown before the words, because they took long the last time."""
        algorithm, took = self._telling.get(wish.lane, (None, 0.0))
        return wish.sees is not None and algorithm is wish.run.algorithm and took > DEAR

    def _sketch(self, wish: Wish, job: Job, index: int) -> None:
        self._owed[wish.lane] = sketch = job.sketch(wish, index)
        self.waits_for_picture = True
        self.sketched.emit(wish.generation, sketch)

    def _send(self, wish: Wish, job: Job, index: int, provisional: bool = False) -> None:
        self._tell(wish, job, job.sketch(wish, index, provisional))

    def _tell(self, wish: Wish, job: Job, sketch: Frame, given_up: Callable[[], bool] = lambda: False) -> None:
        """Send the whole frame, unless it is given up on the way: then it is still owed."""
        self._owed.pop(wish.lane, None)
        began = time.thread_time()
        frame = job.told(wish, sketch, given_up)
        if frame is None:
            self._owed[wish.lane] = sketch
            return
        self._telling[wish.lane] = wish.run.algorithm, time.thread_time() - began
        self._told_at[wish.lane] = time.monotonic(), wish.run
        self.framed.emit(wish.generation, frame)
        self._report(wish, job, at_once=not sketch.provisional)

    def _make_whole(self, wish: Wish) -> None:
        """Tell what was sketched, once it is painted, unless a newer wish replaces it soon enough."""
        _, takes = self._telling.get(wish.lane, (None, 0.0))
        with self._mail:
            sketch, job = self._owed.get(wish.lane), self._jobs.get(wish.lane)
            if sketch is not None:
                self._mail.wait_for(lambda: not self.waits_for_picture or self._disturbed(), timeout=PICTURE)
            told_at, told_of = self._told_at.get(wish.lane, (0.0, None))
            late = time.monotonic() - told_at > max(LATE, SPARSE * takes)
            if sketch is not None and not late and told_of is not wish.run:  # a hand moves points, or a slider
                self._mail.wait_for(self._disturbed, timeout=min(2 * takes, NEXT))
        if sketch is not None and job is not None and not self._closing and (late or not self._disturbed()):
            self._tell(wish, job, sketch, (lambda: self._closing) if late else self._disturbed)

    def _follow(self, wish: Wish) -> None:
        """What can wait until the picture is painted, while nobody waits."""
        self._make_whole(wish)
        if self._stays(PAINTING):
            self._tell_what_ran(wish, NEAR)
        _, took = self._took.get(wish.lane, (None, 0.0))  # a step may take as long, and nothing breaks it off
        if self._stays(max(PAUSE, min(took, NEXT))):
            self._pull_ahead(wish)
            self._tell_what_ran(wish)
            self._make_up(wish)

    def _stays(self, seconds: float) -> bool:
        """Whether nobody disturbs for so long."""
        with self._mail:
            return not self._mail.wait_for(self._disturbed, timeout=seconds)

    def _tell_what_ran(self, wish: Wish, most: int | None = None) -> None:
        """What ran of the source for the step in view, if at most so many steps must be made again for it."""
        job = self._jobs.get(wish.lane)
        if job is None or not wish.source or not job.progress.known or job.traced is wish:
            return
        index = job.progress.nearest(wish.index)
        if most is not None and job.trace.away(index) > most:
            return
        pauses = WorkerPauses(self._stays)
        found = job.trace.ran(index, lambda: pauses.taken() and self._disturbed())
        if found is not None:
            job.traced = wish
            self.ran.emit(wish.lane, wish.generation, index, found)

    def _pull_ahead(self, wish: Wish) -> None:
        """Get to know the rest of the run."""
        job, pauses = self._jobs.get(wish.lane), WorkerPauses(self._stays)
        while job is not None and not wish.halted and job.progress.known < AHEAD and not self._disturbed():
            if not job.pull():
                break
            if pauses.taken():
                self._report(wish, job)
        if job is not None and not self._disturbed():
            self._report(wish, job, at_once=True)

    def _make_up(self, wish: Wish) -> None:
        """Judge the steps that were too dear to be judged as they were made."""
        job, pauses = self._jobs.get(wish.lane), WorkerPauses(self._stays)
        while job is not None and not self._disturbed():
            if not job.make_up(lambda: pauses.taken() and self._disturbed()):
                break
            self._report(wish, job)
        if job is not None and job.progress.filled and not self._disturbed():
            self._report(wish, job, at_once=True)

    def _report(self, wish: Wish, job: Job, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._reported >= REPORT_EVERY:
            self._reported = now
            self.progressed.emit(wish.lane, wish.generation, job.progress)
