"""The one worker thread: it pulls steps into traces and turns the step in view into a Frame.

The session requests a frame (`want`); the newest request of a lane replaces the older ones. The worker first makes the
frame; once that is painted it finds what ran of the source, if that is visible, and pulls ahead so that the timeline
knows the whole run. It reports through the signals of `Runner`, which lives on the GUI thread, so no widget is ever
touched from here. A result carries the generation of its request; the session drops those of an older one.
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
from gui.session.job import Frame, Job, Request, Run
from gui.session.refused import understood
from gui.session.worker_pauses import WorkerPauses

REPORT_EVERY = 1 / 30
"""Seconds between two reports of progress."""
PATIENCE = 0.08
"""Seconds of computing after which a request that takes long is answered with the newest step there is."""
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
        self._requests: dict[int, Request] = {}
        self._jobs: dict[int, Job] = {}
        self._met: dict[int, Request] = {}  # by lane, the newest last: their runs are pulled ahead in turn
        self._took: dict[int, tuple[Algorithm, float]] = {}  # by lane, the seconds that its last request took
        self._explaining: dict[int, tuple[Algorithm, float]] = {}  # and those of its last words
        self._pending: dict[int, Frame] = {}  # by lane, the sketch that is to be explained
        self._explained_at: dict[int, tuple[float, Run]] = {}  # when its last words were made, and of which run
        self.waits_for_picture = True  # whether something is made only once the plane is painted
        self._mail = threading.Condition()
        self._closing = False
        self._held = False  # whether it is not woken
        self._reported = 0.0
        self._thread = threading.Thread(target=self._work, name="learnscope-runner", daemon=True)
        self._thread.start()

    def want(self, request: Request) -> None:
        """Ask for a frame; an older request of the same lane that is not answered yet is dropped."""
        with self._mail:
            self._requests[request.lane] = request
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
            for kept in (
                self._requests,
                self._jobs,
                self._met,
                self._took,
                self._explaining,
                self._pending,
                self._explained_at,
            ):
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
        while (request := self._next_request()) is not None:
            self._met.pop(request.lane, None)
            if self._tried(self._fulfil, request):
                self._met[request.lane] = request
            for met in reversed(list(self._met.values())):
                self._tried(self._follow, met)

    def _tried(self, act: Callable[[Request], None], request: Request) -> bool:
        """Whether it succeeded; otherwise a signal reports the error."""
        try:
            act(request)
        except Refusal as refusal:
            self._tried(lambda request, why=refusal: self._refuse(request, why), request)  # type: ignore[misc]  # bound here
        except Exception:
            self.crashed.emit(traceback.format_exc())
        else:
            return True
        return False

    def _refuse(self, request: Request, refusal: Refusal) -> None:
        """Tell why the run cannot be, with what would put it right: to try that out may take as long as a step."""
        self.refused.emit(request.lane, request.generation, understood(refusal, request.run, self._disturbed))

    def _next_request(self) -> Request | None:
        with self._mail:
            while not self._requests and not self._closing:
                self._mail.wait()
            if self._closing:
                return None
            lane = next(iter(self._requests))
            return self._requests.pop(lane)

    def _disturbed(self) -> bool:
        """Whether a newer request, or the end, is waiting."""
        return bool(self._requests) or self._closing

    def _fulfil(self, request: Request) -> None:
        """Pull steps until the wanted one is there, and send its frame; long runs show where they are meanwhile."""
        job = self._jobs.get(request.lane)
        if job is None or job.run is not request.run:
            job = self._jobs[request.lane] = Job(request.run, job)
        began = shown = time.thread_time()  # its own: a busy machine makes no run a long one
        patience = self._patience(request)
        while request.index is None or job.progress.known <= request.index:
            if job.hurried or time.thread_time() - began > QUICK:
                self._foresee(request, job)
            if job.foreseen and self._disturbed():
                return self._put_off(request)
            if not job.pull():
                break
            if time.thread_time() - shown > (CALM if job.foreseen else patience):
                shown = time.thread_time()
                self._send(request, job, job.progress.known - 1, provisional=True)
                if self._disturbed():
                    return self._put_off(request)
        self._took[request.lane] = request.run.algorithm, time.thread_time() - began
        index = job.progress.nearest(request.index)
        self._sketch(request, job, index) if self._in_parts(request) else self._send(request, job, index)

    def _foresee(self, request: Request, job: Job) -> None:
        """Show what the end will be like, where one run alone is looked at, at its end."""
        if request.index is None and job.can_be_foreseen and request.sees is not None and len(self._jobs) == 1:
            began = time.thread_time()
            # what is nearer still would take as long again
            sketch = job.foresee(request, lambda: 2 * (time.thread_time() - began) > QUICK)
            if sketch is not None:
                self._pending.pop(request.lane, None)  # what was sketched before is not what the job has drawn last
                self.sketched.emit(request.generation, sketch)

    def _patience(self, request: Request) -> float:
        """How long it is worth to wait for the step that is wanted: twice what it took before, if it was there soon."""
        algorithm, took = self._took.get(request.lane, (None, 0.0))
        return max(PATIENCE, 2 * took) if algorithm is request.run.algorithm and took < SOON else PATIENCE

    def _put_off(self, request: Request) -> None:
        """Let others go first; a newer request of the same lane takes the place of this one."""
        with self._mail:
            self._requests.setdefault(request.lane, request)

    def _in_parts(self, request: Request) -> bool:
        """Whether the plane is shown before the words, because they took long the last time."""
        algorithm, took = self._explaining.get(request.lane, (None, 0.0))
        return request.sees is not None and algorithm is request.run.algorithm and took > DEAR

    def _sketch(self, request: Request, job: Job, index: int) -> None:
        self._pending[request.lane] = sketch = job.sketch(request, index)
        self.waits_for_picture = True
        self.sketched.emit(request.generation, sketch)

    def _send(self, request: Request, job: Job, index: int, provisional: bool = False) -> None:
        self._explain(request, job, job.sketch(request, index, provisional))

    def _explain(self, request: Request, job: Job, sketch: Frame, given_up: Callable[[], bool] = lambda: False) -> None:
        """Send the whole frame, unless it is given up on the way: then it is still pending."""
        self._pending.pop(request.lane, None)
        began = time.thread_time()
        frame = job.explained(request, sketch, given_up)
        if frame is None:
            self._pending[request.lane] = sketch
            return
        self._explaining[request.lane] = request.run.algorithm, time.thread_time() - began
        self._explained_at[request.lane] = time.monotonic(), request.run
        self.framed.emit(request.generation, frame)
        self._report(request, job, at_once=not sketch.provisional)

    def _make_whole(self, request: Request) -> None:
        """Explain the sketch once it is painted, unless a newer request replaces it soon enough."""
        _, takes = self._explaining.get(request.lane, (None, 0.0))
        with self._mail:
            sketch, job = self._pending.get(request.lane), self._jobs.get(request.lane)
            if sketch is not None:
                self._mail.wait_for(lambda: not self.waits_for_picture or self._disturbed(), timeout=PICTURE)
            explained_at, explained_of = self._explained_at.get(request.lane, (0.0, None))
            late = time.monotonic() - explained_at > max(LATE, SPARSE * takes)
            if sketch is not None and not late and explained_of is not request.run:  # a hand moves points, or a slider
                self._mail.wait_for(self._disturbed, timeout=min(2 * takes, NEXT))
        if sketch is not None and job is not None and not self._closing and (late or not self._disturbed()):
            self._explain(request, job, sketch, (lambda: self._closing) if late else self._disturbed)

    def _follow(self, request: Request) -> None:
        """What can wait until the picture is painted, while no request is waiting."""
        self._make_whole(request)
        if self._stays(PAINTING):
            self._tell_what_ran(request, NEAR)
        _, took = self._took.get(request.lane, (None, 0.0))  # a step may take as long, and nothing breaks it off
        if self._stays(max(PAUSE, min(took, NEXT))):
            self._pull_ahead(request)
            self._tell_what_ran(request)
            self._make_up(request)

    def _stays(self, seconds: float) -> bool:
        """Whether no request comes for so long."""
        with self._mail:
            return not self._mail.wait_for(self._disturbed, timeout=seconds)

    def _tell_what_ran(self, request: Request, most: int | None = None) -> None:
        """What ran of the source for the step in view, if at most so many steps must be made again for it."""
        job = self._jobs.get(request.lane)
        if job is None or not request.source or not job.progress.known or job.traced is request:
            return
        index = job.progress.nearest(request.index)
        if most is not None and job.trace.away(index) > most:
            return
        pauses = WorkerPauses(self._stays)
        found = job.trace.ran(index, lambda: pauses.taken() and self._disturbed())
        if found is not None:
            job.traced = request
            self.ran.emit(request.lane, request.generation, index, found)

    def _pull_ahead(self, request: Request) -> None:
        """Get to know the rest of the run."""
        job, pauses = self._jobs.get(request.lane), WorkerPauses(self._stays)
        while job is not None and not request.halted and job.progress.known < AHEAD and not self._disturbed():
            if not job.pull():
                break
            if pauses.taken():
                self._report(request, job)
        if job is not None and not self._disturbed():
            self._report(request, job, at_once=True)

    def _make_up(self, request: Request) -> None:
        """Judge the steps that were too slow to be judged as they were made."""
        job, pauses = self._jobs.get(request.lane), WorkerPauses(self._stays)
        while job is not None and not self._disturbed():
            if not job.make_up(lambda: pauses.taken() and self._disturbed()):
                break
            self._report(request, job)
        if job is not None and job.progress.filled and not self._disturbed():
            self._report(request, job, at_once=True)

    def _report(self, request: Request, job: Job, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._reported >= REPORT_EVERY:
            self._reported = now
            self.progressed.emit(request.lane, request.generation, job.progress)
