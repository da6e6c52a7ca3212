"""From the start of the process to the first usable window, beside a bare pyqtgraph window with the same points."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from tests.benchmarks.timing import Row

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
"""

OURS = """
import main
options = main.parser().parse_args([])
from gui.start.app import application, opened
from gui.appearance import Appearance
from gui.request import from_options
request = from_options(options)
app = application()
appearance = Appearance("light", False)
window = opened(app, appearance, request, (1440, 900))
window.show()
while window.session.lane.frame is None:
    app.processEvents()
app.processEvents()
"""

END = """
import sys, time, os
print(repr(time.time()))
sys.stdout.flush()
os._exit(0)
"""


def environment(cache: str) -> dict[str, str]:
    """As on anybody's machine: modules that were compiled once are kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": os.getcwd(), "PYTHONPYCACHEPREFIX": cache}


def starts(repeats: int = 7) -> tuple[Row, Row, float]:
    """Ours, the bare one, and the median of the ratios of neighbouring runs."""
    with tempfile.TemporaryDirectory() as cache:
        once(OURS, cache), once(BARE, cache)  # compiled, and in the memory of the machine from now on
        pairs = [(once(OURS, cache), once(BARE, cache)) for _ in range(repeats)]
    ours = Row.of("start of the process to the first usable window", [pair[0] for pair in pairs])
    bare = Row.of("start of the process to a bare pyqtgraph window", [pair[1] for pair in pairs])
    return ours, bare, statistics.median(one / other for one, other in pairs)


def once(program: str, cache: str) -> float:
    """Seconds from the start of a new interpreter until the program has its window."""
    began = time.time()
    command = [sys.executable, "-c", program + END]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(cache), timeout=120)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return float(done.stdout.split()[-1]) - began
