"""How long the GUI thread waits for the interpreter while a step takes long: a step of one call must give it up."""

from __future__ import annotations

import time
from functools import partial

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer

from engine.data.dataset import Dataset
from gui.session.session import Session
from tests.benchmarks.blocks import MOST, many, opened
from tests.benchmarks.timing import Aim, Row

BEAT = 5
"""Milliseconds between two beats when nobody is in the way."""
WATCHED = 8.0
"""Seconds for which a run is watched."""


class Heartbeat:
    """A timer that measures its own lateness: by the clock, as far as other threads of the process computed meanwhile.

    A machine that is busy with other programs makes it late by the clock alone, and that is not meant.
    """

    def __init__(self) -> None:
        self.timer = QTimer(interval=BEAT)
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self._beat)
        self.gaps: list[float] = []
        self._last = self._now()

    def _now(self) -> tuple[float, float]:
        return time.perf_counter(), time.process_time() - time.thread_time()

    def _beat(self) -> None:
        now, last = self._now(), self._last
        self.gaps.append(min(now[0] - last[0], now[1] - last[1]))
        self._last = now

    def while_running(self, session: Session, data: Dataset, key: str, **values: object) -> list[float]:
        """Seconds between each two beats while an algorithm runs on this data."""
        session.open_data(data)
        loop = QEventLoop()
        self.gaps, self._last = [], self._now()
        self.timer.start()
        session.choose_algorithm(key, values)
        session.go_to(3)
        QTimer.singleShot(round(1000 * WATCHED), loop.quit)
        loop.exec()
        self.timer.stop()
        return self.gaps


def three(n: int) -> Dataset:
    """Points of three overlapping classes."""
    rng = np.random.default_rng(0)
    codes = rng.integers(3, size=n)
    return Dataset(rng.normal(size=(n, 2)) + codes[:, None], codes, class_names=("A", "B", "C"), name="three")


def gaps() -> list[Row]:
    """The longest wait in each of these runs; the first that needs a library waits for that, and is told by itself."""
    with opened() as window:
        heart, many_rows = Heartbeat(), many(100_000)
        run = partial(heart.while_running, window.session)
        found = {
            "one_versus_rest, 10,000 epochs": run(three(300), "one_versus_rest", epochs=10_000),
            "the first bayesian_logistic, 100,000 rows": run(many_rows, "bayesian_logistic"),
            "bayesian_logistic, 100,000 rows": run(many_rows, "bayesian_logistic"),
            "separability, 100,000 rows": run(many_rows, "separability"),
        }
    return [Row.of(f"longest wait for the interpreter: {name}", [max(waits)]) for name, waits in found.items()]


def aims(rows: list[Row]) -> list[Aim]:
    """What each of them may take."""
    return [Aim(row.name, row.median, MOST, "ms") for row in rows]
