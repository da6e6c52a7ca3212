"""From an intention to the painted picture, in a canvas of 900 x 700 with nothing else around it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QGraphicsView

import engine
from engine.base.params import build
from engine.core.marks import Region
from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.look.appearance import Appearance
from gui.painters.region import RegionPainter
from gui.session.job import Frame
from gui.session.session import Session
from gui.start.app import collected_here
from tests.benchmarks.timing import Cost, Row
from tests.painting import Paints

PATIENCE = 60.0
"""Seconds after which a picture that does not come is an error."""


class Bench:
    """A session and its canvas, and a watch on the picture of the plane."""

    def __init__(self, session: Session, canvas: Canvas) -> None:
        self.session, self.canvas = session, canvas
        self.paints = Paints(canvas.plane_view.findChild(QGraphicsView).viewport())
        self._at_frame = 0
        self.shown: Frame | None = None  # what the plane shows: a frame, or its sketch before it
        session.sketched.connect(self._sketched)
        session.frame_changed.connect(self._framed)

    def _sketched(self, lane: int, sketch: Frame) -> None:
        self.shown, self._at_frame = sketch, self.paints.count

    def _framed(self, lane: int) -> None:
        """A frame whose sketch has been shown changes nothing on the plane."""
        frame = self.session.lanes[lane].frame
        if frame is None or frame.sketch is not self.shown:
            self._at_frame = self.paints.count
        self.shown = frame

    def until(self, done: Callable[[], bool]) -> None:
        """Let the window work, as its event loop does, until something is so."""
        loop, flags = QEventLoop(), QEventLoop.ProcessEventsFlag
        tick = QTimer()
        tick.start(50)
        until = time.perf_counter() + PATIENCE
        while not done():
            loop.processEvents(flags.AllEvents | flags.WaitForMoreEvents)
            if time.perf_counter() > until:
                raise TimeoutError("The picture did not come.")

    def painted(self, act: Callable[[], object], arrived: Callable[[], bool]) -> Cost:
        """From an intention until the frame that it asked for has been painted."""
        return self.followed(act, lambda: arrived() and self.paints.count > self._at_frame)

    def followed(self, act: Callable[[], object], done: Callable[[], bool]) -> Cost:
        """From an intention until something is so."""
        began, spent = time.perf_counter(), time.process_time()
        act()
        self.until(done)
        return Cost(time.perf_counter() - began, time.process_time() - spent)

    def repainted(self) -> Cost:
        """The same items painted once more, with nothing changed."""
        self._at_frame = self.paints.count
        return self.painted(self.canvas.plane_view.widget.viewport().update, lambda: True)

    def choose(self, data: Dataset, key: str, **values: object) -> None:
        """A run of an algorithm at its first step."""
        self.session.open_data(data)
        if not self.session.lanes:
            self.session.add_lane()
        self.session.choose_algorithm(key, values)
        self.session.go_to(0)

    def open(self, data: Dataset, key: str, **values: object) -> int:
        """A run of an algorithm, pulled to its end and at rest; the number of its steps."""
        self.choose(data, key, **values)
        self.until(lambda: self.session.lane.ending is not None and self.session.lane.settled)
        self.rest()
        return self.session.lane.known

    def rest(self, seconds: float = 0.3) -> None:
        """Let pass what is still under way."""
        over = time.perf_counter() + seconds
        self.until(lambda: time.perf_counter() > over)

    def at(self, index: int) -> bool:
        """Whether this step, which was asked for, is in view."""
        shown = self.shown
        there = shown is not None and not shown.provisional and shown.index == index
        return there and self.session.lane.transport.wanted in (index, None)


@contextmanager
def bench() -> Iterator[Bench]:
    """A canvas of 900 x 700 on a session of its own."""
    sys.setswitchinterval(0.0005)  # as the program does, both
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    app = QApplication.instance() or QApplication([])
    appearance = Appearance()
    appearance.install(app)
    session = Session()
    canvas = Canvas(session, appearance)
    canvas.resize(900, 700)
    canvas.show()
    try:
        with collected_here():
            yield Bench(session, canvas)
    finally:
        session.close()
        canvas.close()
        canvas.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def steps(bench: Bench, data: Dataset, key: str, repeats: int = 60, **values: object) -> tuple[Row, Row]:
    """One step forward to the painted picture, and, in turn with it, a repaint of the same items."""
    known = bench.open(data, key, **values)
    times, bare = [], []
    for turn in range(1, 4 + repeats):
        index = turn % known
        if index == 0:
            bench.session.go_to(0)
            bench.until(lambda: bench.at(0))
            bench.rest(0.05)
            continue
        cost = bench.painted(partial(bench.session.step, 1), partial(bench.at, index))
        bench.rest(0.02)
        if turn > 3:
            times.append(cost)
            bare.append(bench.repainted())
    name = f"{engine.algorithm(key).name}, {data.n:,} points"
    return Row.spent(f"{name}: one step to the painted picture", times), Row.spent(f"{name}: a bare repaint", bare)


class Areas:
    """Notes whether the newest painting of the plane had the areas of the model in view: to the pixel, or coarsely."""

    def __init__(self, bench: Bench, coarse: bool = False) -> None:
        self._bench, self._coarse, self._seen = bench, coarse, None
        for painter in bench.canvas.plane_view.painters_of(Region):
            painter.paint = partial(self._watched, painter, painter.paint)

    @property
    def painted(self) -> bool:
        return self._bench.shown is not None and self._seen is self._bench.shown.step

    def _watched(self, painter: RegionPainter, paint: Callable[..., None], *what: object) -> None:
        paint(*what)
        there = painter.current if self._coarse else painter.settled
        self._seen = self._bench.shown.step if there and self._bench.shown is not None else None


def pictures(bench: Bench, data: Dataset, key: str, repeats: int = 40, coarse: bool = False, **values: object) -> Row:
    """One step to the picture with the areas, or the probabilities, of its model; steps without them do not count."""
    known = bench.open(data, key, **values)
    algorithm, params = engine.algorithm(key), build(engine.algorithm(key).params, values)
    steps = islice(engine.trace(key, data, **values), known)
    has_areas = [any(isinstance(mark, Region) for mark in algorithm.marks(step, data, params)) for step in steps]
    bench.session.go_to_end()  # so that there are areas to watch
    bench.until(partial(bench.at, known - 1))
    bench.rest()
    areas, times = Areas(bench, coarse), []
    for turn in range(known * (3 + repeats)):
        index = turn % known
        act = partial(bench.session.go_to, index)
        if has_areas[index]:
            times.append(bench.painted(act, lambda index=index: bench.at(index) and areas.painted))
        else:
            act()
            bench.until(partial(bench.at, index))
        bench.rest(0.02)
        if len(times) == 3 + repeats:
            break
    return Row.spent(
        f"{algorithm.name}, {data.n:,} points: one step to {'their first picture' if coarse else 'the painted areas'}",
        times[3:],
    )


def drag(
    bench: Bench, data: Dataset, key: str, step: int = 10, *, repeats: int = 40, with_areas: bool = False,
    **values: object,
) -> Row:  # fmt: skip
    """One point moved by the mouse to the painted picture: the run is replayed to the same step.

    step  which step is in view
    with_areas  the picture has the areas, or the probabilities, of the model as well
    """
    bench.choose(data, key, **values)
    bench.session.go_to(step)
    bench.until(lambda: bench.session.lane.settled)
    bench.rest(0.3)
    areas, times = Areas(bench) if with_areas else None, []
    for turn in range(repeats):
        place = data.X[0] + 0.01 * (turn + 1)
        move = partial(bench.session.points.move, [0], place[None], 1)
        there = partial(shows, bench, place, areas)
        times.append(bench.painted(move, there))
        bench.rest(0.02)
    bench.session.points.end_gesture()
    what = f"{engine.algorithm(key).name}, {data.n:,} points: drag of one point"
    return Row.spent(f"{what} to the painted {'areas' if with_areas else 'picture'}", times)


def shows(bench: Bench, place: np.ndarray, areas: Areas | None) -> bool:
    """Whether the frame in view knows where the dragged point is now, and its areas are painted if they are wanted.

    A step on the way to the one that is wanted does not count.
    """
    shown = bench.shown
    there = shown is not None and not shown.provisional and bool(np.array_equal(shown.data.X[0], place))
    return there and (areas is None or areas.painted)


def seeks(bench: Bench, data: Dataset, repeats: int = 40) -> Row:
    """Anywhere in a run of 10,000 steps, to the painted picture with the areas of the model."""
    known = bench.open(data, "perceptron", stop_at="examples", epochs=max(1, 10_000 // data.n))
    bench.session.go_to_end()  # so that there are areas to watch
    bench.until(partial(bench.at, known - 1))
    bench.rest()
    areas, rng, times = Areas(bench), np.random.default_rng(0), []
    for index in 1 + rng.choice(known - 2, size=repeats, replace=False):  # before the first step there is no model
        act = partial(bench.session.go_to, int(index))
        times.append(bench.painted(act, lambda index=int(index): bench.at(index) and areas.painted))
        bench.rest(0.02)
    name = f"seek in a run of {known:,} steps, {data.n:,} points, to the painted picture"
    return Row.spent(name, times)
