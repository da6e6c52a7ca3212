"""What the lit source costs: the whole run, the moment until it is lit, and the panel on the GUI thread."""

from __future__ import annotations

import itertools
import statistics
import time
from functools import partial

import numpy as np

from engine.data.dataset import Dataset
from gui.docks.source import SourceDock
from gui.look.appearance import Appearance
from tests.benchmarks.docks import on_screen
from tests.benchmarks.timing import Row, timed
from tests.benchmarks.window import Bench


def whole_runs(bench: Bench, data: Dataset, pairs: int = 12) -> tuple[Row, Row, float]:
    """A run of thousands of steps to its end, with nobody looking at the source and with somebody, in turn."""
    bench.open(data, "perceptron", stop_at="examples", epochs=60)
    times: dict[bool, list[float]] = {False: [], True: []}
    for turn in range(2 * pairs + 2):
        looking = turn % 2 == 1
        bench.session.set_reading(looking)
        bench.until(lambda: bench.session.lane.settled)
        bench.rest(0.05)
        seconds = _until_known(bench, seed=turn)  # one that is set already begins no run
        if turn > 1:
            times[looking].append(seconds)
    bench.session.set_reading(False)
    ratio = statistics.median(watched / plain for plain, watched in zip(times[False], times[True], strict=True))
    steps = f"a run of {bench.session.lane.known:,} steps to its end"
    return Row.of(f"{steps}, nobody looks at the source", times[False]), Row.of(f"{steps}, watched", times[True]), ratio


def _until_known(bench: Bench, seed: int) -> float:
    began = time.perf_counter()
    bench.session.set_seed(seed)
    bench.until(lambda: bench.session.lane.ending is not None)
    return time.perf_counter() - began


def lit(bench: Bench, data: Dataset, key: str, repeats: int = 25) -> Row:
    """One step forward until it is known what ran."""
    known, session, times = bench.open(data, key), bench.session, []
    session.set_reading(True)
    for turn in range(repeats):
        session.go_to(turn % (known - 1))
        bench.until(lambda: session.lane.settled and session.lane.seen_running is not None)
        bench.rest(0.03)
        began = time.perf_counter()
        session.step(1)
        bench.until(lambda: session.lane.settled and session.lane.seen_running is not None)
        times.append(time.perf_counter() - began)
    session.set_reading(False)
    return Row.of(f"{key}, {data.n:,} points: one step to its lit source", times)


def told(bench: Bench, data: Dataset, repeats: int = 60) -> Row:
    """Step after step of a perceptron in the source panel: what the GUI thread pays."""
    bench.open(data, "perceptron", stop_at="examples", epochs=1)
    trace = bench.session.lane.run.algorithm.trace(data, stop_at="examples", epochs=1)
    turns = itertools.cycle([trace.ran(index) for index in range(1, 30)])
    dock = SourceDock(bench.session, Appearance())

    def tell() -> None:
        dock.view.show_ran(next(turns))
        dock.grab()

    with on_screen(dock, 1280, 190):
        return Row.of("the source panel: one step told and painted", timed(tell, repeats, warm=30))


def first_picture(bench: Bench, epochs: int, n: int = 100_000, repeats: int = 5) -> Row:
    """A perceptron on so many overlapping points, which never ends by itself: from choosing it to its picture.

    epochs  how many passes are to come: the picture waits for none of them
    """
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=n)
    data = Dataset(rng.normal(size=(n, 2)) + 0.5 * codes[:, None], codes, class_names=("left", "right"))
    bench.session.open_data(data)
    bench.session.choose_algorithm("nearest_mean")
    times = []

    def of_the_run() -> bool:
        """The picture before it, of another algorithm, is at its step 0 too."""
        return bench.at(0) and bench.shown is not None and bench.shown.params is bench.session.lane.params

    for turn in range(repeats + 1):
        bench.until(lambda: bench.session.lane.settled)
        bench.rest(0.3)
        cost = bench.painted(partial(bench.session.choose_algorithm, "perceptron", {"epochs": epochs}), of_the_run)
        bench.session.choose_algorithm("nearest_mean")
        if turn:
            times.append(cost)
    passes = f"{epochs:,} pass{'es' * (epochs > 1)}"
    return Row.spent(f"perceptron, {n:,} points, {passes}: chosen to its first picture", times)
