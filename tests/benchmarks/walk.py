"""Every method on as much data as a person may open: the longest time for which the GUI thread hears nobody.

python -m tests.benchmarks.walk [data [method]] chooses each method, or one by its key, in the window: on 2,000
features with classes ("classes"), with a number to predict ("numbers"), on a million rows ("rows"), or on all three
("all"). Each has a process of its own, so that one that is never done keeps no other waiting; all take about an hour.
Nothing here knows a method by name: what is offered is walked.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import engine
from engine.data.dataset import Dataset
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.window.main_window import MainWindow
from tests.benchmarks.blocks import MOST, Watchdog, many, opened, wide
from tests.benchmarks.timing import Row

PATIENCE, SETTLED = 15.0, 0.3
"""Seconds to wait for a step, after which the run is halted, and to watch after it has come."""
PLACES = (0.2, 0.5, 0.8)
"""Where the mouse goes on a surface, as shares of its width and height."""


def target(n: int, d: int) -> Dataset:
    """Points with many features and a number to predict."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    return Dataset(X, X[:, 0] - X[:, 1] + 0.1 * rng.normal(size=n), name="target")


DATA: dict[str, Callable[[], Dataset]] = {
    "classes": partial(wide, 200, 2_000), "numbers": partial(target, 200, 2_000), "rows": partial(many, 1_000_000)
}  # fmt: skip


class Walk:
    """Goes through the methods in one window; `crashes` are the tracebacks of faults on the way."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.session, self.dog = window, window.session, Watchdog()
        self.crashes: list[str] = []
        self.session.crashed.connect(self.crashes.append)

    def took(self, act: Callable[[], object]) -> float:
        """Seconds of the longest block of an act; a run that keeps one waiting is halted, as a person would."""
        longest = self.dog.longest_of(act, lambda: self.settled, PATIENCE, SETTLED)
        if not self.settled:
            longest = max(longest, self.dog.longest_of(self.session.halt, lambda: True, settled=SETTLED))
        return longest

    @property
    def settled(self) -> bool:
        """Whether the step that is wanted is in view."""
        return bool(self.session.lane.settled) and not self.session.table.fitting.busy

    def over(self, key: str) -> Iterator[tuple[str, float]]:
        """What a person does with a method, and how long the longest block of it was."""
        yield "chosen", self.took(partial(self.session.choose_algorithm, key))
        if self.session.lane.refusal or not self.settled:
            return
        yield from self.stepped("stepped")
        for surface in self.window.canvas.offered():
            if not self.window.canvas.is_wanted(surface):
                yield f"{surface.name} opened", self.took(partial(self.window.canvas.set_wanted, surface, True))
        for view in self.window.canvas.surfaces():
            if view in self.window.canvas.surfaces():  # a late step may have taken it away
                yield f"{view.surface.name} pointed at", self.took(partial(self.point_at, view))
        yield from self.stepped("stepped with all open")
        for name in self.window.tabs.buttons:
            yield f"panel {name} shown", self.took(partial(self.window.tabs.show_panel, name))
            yield from self.stepped(f"stepped beside {name}")
        yield "panels hidden", self.took(partial(self.window.tabs.show_panel, ""))

    def stepped(self, name: str) -> Iterator[tuple[str, float]]:
        """One step on, unless the one before kept us waiting."""
        if self.settled:
            yield name, self.took(partial(self.session.step, 1))

    def point_at(self, view: SurfaceView) -> None:
        """The mouse over a surface, here and there, each place heard before it goes on."""
        port = view.widget.viewport()
        for across in PLACES:
            for down in PLACES:
                QTest.mouseMove(port, QPoint(round(across * port.width()), round(down * port.height())))
                QApplication.processEvents()


def walk(kind: str, key: str) -> Iterator[Row]:
    """The longest block of each act with a method that accepts the data; what refuses it says why instead."""
    with opened() as window:
        walked = Walk(window)
        walked.took(partial(window.session.open_data, DATA[kind]()))
        if words := engine.algorithm(key).unsuitable(window.session.table.data):
            print(f"{kind}, {key}: greyed: {words}", flush=True)
            return
        for act, seconds in walked.over(key):
            yield Row.of(f"{kind}, {key}: {act}", [seconds])
        if words := window.session.lane.refusal or ("" if walked.settled else f"no step in {PATIENCE:.0f} s"):
            print(f"{kind}, {key}: without steps: {words}", flush=True)
        for words in walked.crashes:
            print(f"{kind}, {key}: FAULT\n{words}", flush=True)


def tell(kind: str, key: str) -> None:
    """The longest block of a method, every one that is too long, and the memory that all of it took."""
    rows = list(walk(kind, key))
    for row in rows:
        if row.median > MOST:
            print(f"{row.name:76}{row.median:>8.0f} ms  NOT REACHED: at most {MOST:.0f}")
    longest, peak = max((row.median for row in rows), default=0.0), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{kind}, {key}: {len(rows)} acts, {longest:.0f} ms at most, {peak / 2**20:.1f} GB", flush=True)
    os._exit(0)  # a step that is never done is not waited for


def main(kind: str = "all", key: str = "") -> None:
    if key:
        tell(kind, key)
    for one in DATA if kind == "all" else [kind]:
        for method in sorted(engine.algorithms()):
            subprocess.run([sys.executable, "-m", "tests.benchmarks.walk", one, method], check=False)


if __name__ == "__main__":
    main(*sys.argv[1:3])
