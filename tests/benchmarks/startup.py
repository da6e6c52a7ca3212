"""From the start of the process to the first usable window, beside a bare pyqtgraph window; and many algorithms."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engine.families import homes
from tests.benchmarks.timing import Cost, Row

BARE = """
import numpy as np, pyqtgraph as pg
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
plot = pg.PlotWidget()
window.setCentralWidget(plot)
points = np.random.default_rng(0).normal(size=(150, 2))
plot.addItem(pg.ScatterPlotItem(points[:, 0], points[:, 1]))
window.resize(1440, 900)
window.show()
app.processEvents()
told()
"""

OURS = """
from gui.start import command

def started(options):
    from gui.start.request import from_options
    from gui.start.imports import import_lightly
    request = from_options(options)
    import_lightly()
    from gui.start.app import application, opened
    from gui.look.appearance import Appearance
    app = application()
    appearance = Appearance("light", False)
    window = opened(app, appearance, request, (1440, 900))
    window.show()
    while window.session.lane.frame is None:
        app.processEvents()
    app.processEvents()
    told()

command.started = started
command.screen.trouble = lambda offscreen: ""
command.main([])
"""
"""Up to `app.exec()`, which would stay: the clock is stopped there, for the program looks for no cycles until it is
closed. It is called by the program itself: how deep the stack is while modules are imported costs up to 50 ms, for
Python 3.11 asks the system for memory at each call past a boundary of 16 KB."""

CARD = """
from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="Number {0}",
    task="classification",
    summary="One of many.",
    source="Nobody",
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    handles=(basis_handle(None),),
)
"""

CARDS = """
import sys, time
import engine
from engine import families
engine.algorithms()
families.__path__[:] = [sys.argv[1]]
families.forget()
began = time.perf_counter()
found = engine.algorithms()
print(time.perf_counter() - began)
assert len(found) == int(sys.argv[2]) and not any(card.rooms.fault for card in found.values())
"""

MORE = """
from engine import families
families.__path__.append({!r})
families.forget()
"""
"""What comes before OURS, for the algorithms of one more folder."""

END = """
import sys, time, os

def told():
    print(repr(time.time()), time.process_time())
    sys.stdout.flush()
    os._exit(0)
"""


def environment(cache: str) -> dict[str, str]:
    """As on anybody's machine: modules that were compiled once are kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": os.getcwd(), "PYTHONPYCACHEPREFIX": cache}


def starts(repeats: int = 7) -> tuple[Row, Row, float]:
    """Ours, the bare one, and the median of the ratios of what neighbouring runs computed."""
    with tempfile.TemporaryDirectory() as cache:
        once(OURS, cache), once(BARE, cache)  # compiled, and in the memory of the machine from now on
        pairs = [(once(OURS, cache), once(BARE, cache)) for _ in range(repeats)]
    ours = Row.spent("start of the process to the first usable window", [pair[0] for pair in pairs])
    bare = Row.spent("start of the process to a bare pyqtgraph window", [pair[1] for pair in pairs])
    return ours, bare, statistics.median(one.cpu / other.cpu for one, other in pairs)


def once(program: str, cache: str) -> Cost:
    """From the start of a new interpreter until the program has its window."""
    began = time.time()
    ended, spent = (float(word) for word in printed([sys.executable, "-c", END + program], cache).split()[-2:])
    return Cost(ended - began, spent)


def starts_of_many(count: int = 120, repeats: int = 7) -> tuple[Row, float]:
    """Ours with so many algorithms, and the median of the ratios of what it and a start with ours alone computed."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        written(Path(folder), count - len(homes()))
        many, few = MORE.format(folder) + OURS, MORE.format(f"{folder}/none") + OURS
        once(many, cache), once(few, cache)
        pairs = [(once(many, cache), once(few, cache)) for _ in range(repeats)]
    row = Row.spent(
        f"start of the process to the first usable window, with {count} algorithms", [one for one, _ in pairs]
    )
    return row, statistics.median(one.cpu / other.cpu for one, other in pairs)


def cards(count: int = 120, repeats: int = 7) -> Row:
    """Reading the cards of so many algorithms beside ours, in a new interpreter each time."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        written(Path(folder), count)
        command = [sys.executable, "-c", CARDS, folder, str(count)]
        times = [float(printed(command, cache)) for _ in range(1 + repeats)]
    return Row.of(f"engine.algorithms() with the cards of {count} algorithms", times[1:])  # the first compiles them


def written(folder: Path, count: int) -> None:
    """So many algorithms in a folder, a dozen to a family."""
    for number in range(count):
        home = folder / f"many_{number // 12}" / f"number_{number}"
        home.mkdir(parents=True)
        (home.parent / "__init__.py").touch()
        (home / "__init__.py").write_text(CARD.format(number), encoding="utf-8")


def printed(command: list[str], cache: str) -> str:
    """What a program prints, or a RuntimeError with what it died of."""
    done = subprocess.run(command, capture_output=True, text=True, env=environment(cache), timeout=120)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout
