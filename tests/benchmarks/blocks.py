"""The longest time for which the GUI thread of the whole window hears nobody, after what a person does to much data.

python -m tests.benchmarks.blocks prints these rows alone; tests.benchmarks.walk has every method on such data.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(pool, "1")

import numpy as np  # noqa: E402  the settings above are read when the libraries are loaded
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

import engine  # noqa: E402
from engine.data.dataset import Dataset  # noqa: E402
from engine.data.preparing.preparation import Preparation  # noqa: E402
from engine.data.preparing.scaling import Standardise  # noqa: E402
from engine.data.preparing.shapes import Rank  # noqa: E402
from engine.data.split import Split  # noqa: E402
from gui.docks.table import TableDock  # noqa: E402
from gui.look.appearance import Appearance  # noqa: E402
from gui.start.app import collected_here  # noqa: E402
from gui.start.app import opened as app_opened  # noqa: E402
from gui.start.request import Request  # noqa: E402
from gui.window.main_window import MainWindow  # noqa: E402
from tests.benchmarks.timing import Aim, Row, print_aims, print_table  # noqa: E402

MOST = 200.0
"""Milliseconds."""
SETTLED = 1.0
"""Seconds for which an act is watched after its frame has come."""


class Watchdog:
    """Ticks whenever the event loop has nothing else to do, and keeps the longest gap: the GUI thread's own time."""

    def __init__(self) -> None:
        self.timer = QTimer(interval=0)
        self.timer.timeout.connect(self._tick)
        self.longest, self._last = 0.0, time.thread_time()

    def _tick(self) -> None:
        now = time.thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now

    def longest_of(
        self, act: Callable[[], object], done: Callable[[], bool], patience: float = 20.0, settled: float = SETTLED
    ) -> float:
        """Seconds of the longest block from an act until it is done, and a little after."""
        loop, flags, until = QEventLoop(), QEventLoop.ProcessEventsFlag.AllEvents, time.perf_counter() + patience
        self.longest, self._last = 0.0, time.thread_time()
        self.timer.start()
        act()
        ready: float | None = None
        while ready is None or time.perf_counter() < ready + settled:
            loop.processEvents(flags)
            time.sleep(0.001)
            if ready is None and (done() or time.perf_counter() > until):
                ready = time.perf_counter()
        self.timer.stop()
        return self.longest


@contextmanager
def opened() -> Iterator[MainWindow]:
    """The whole window, as large as that of a laptop."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    window = app_opened(app, Appearance("light", False), Request(data=many(150)), (1440, 900))
    window.show()
    try:
        with collected_here():
            yield window
    finally:
        window.close_down()
        window.deleteLater()


def many(n: int) -> Dataset:
    """Points of two overlapping classes."""
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=n)
    return Dataset(rng.normal(size=(n, 2)) + 2.5 * codes[:, None], codes, class_names=("left", "right"), name="many")


def wide(n: int, d: int) -> Dataset:
    """Points with many features."""
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=n)
    return Dataset(rng.normal(size=(n, d)) + 0.3 * codes[:, None], codes, class_names=("left", "right"), name="wide")


def erase(window: MainWindow) -> None:
    """The points under one press of the eraser in the middle of the plane."""
    window.session.view.set_tool("erase")
    port = window.canvas.plane_view.widget.viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, port.rect().center())


def press(window: MainWindow, tool: str) -> None:
    """The button goes down in the middle of the plane, with this tool."""
    window.session.view.set_tool(tool)
    port = window.canvas.plane_view.widget.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, port.rect().center())


def move(window: MainWindow, far: int) -> None:
    """The mouse goes so many pixels away from there."""
    port = window.canvas.plane_view.widget.viewport()
    QTest.mouseMove(port, port.rect().center() + QPoint(far, far))


def drag(window: MainWindow, to: float) -> None:
    """The first point goes there, as a tool moves it while the button is down."""
    window.session.points.move([0], np.full((1, 2), to), gesture=-1)


def release(window: MainWindow) -> None:
    """The button comes up."""
    port = window.canvas.plane_view.widget.viewport()
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, port.rect().center())


def frame_half(window: MainWindow) -> None:
    """A frame dragged around the left half of the plane, which selects what is in it."""
    window.session.view.set_tool("select")
    port = window.canvas.plane_view.widget.viewport()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    start, end = QPoint(80, 20), QPoint(port.width() // 2, port.height() - 80)
    QTest.mousePress(port, left, none, start)
    for place in (start + QPoint(40, 40), end):
        QTest.mouseMove(port, place)
        QApplication.processEvents()
    QTest.mouseRelease(port, left, none, end)


def press_name(window: MainWindow) -> None:
    """The name of the first column of the points table."""
    dock = window.tabs.dock("table")
    assert isinstance(dock, TableDock)
    port = dock.view.horizontalHeader().viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(20, 8))


def blocks(million: int = 1_000_000) -> list[Row]:
    """The longest block after each of these acts."""
    with opened() as window:
        session, look, dog = window.session, window.appearance, Watchdog()

        def settled() -> bool:
            return bool(session.lane.settled) and not session.table.fitting.busy

        digits, large, features = engine.load("digits"), many(million), wide(300, 2_000)
        acts: list[tuple[str, Callable[[], object]]] = [
            ("digits opened", partial(session.open_data, digits)),
            ("presentation, digits", partial(look.set_presentation, True)),
            ("presentation ended", partial(look.set_presentation, False)),
            *((f"{name} of digits shown", partial(window.tabs.show_panel, name)) for name in window.tabs.buttons),
            ("presentation, digits, all panels made", partial(look.set_presentation, True)),
            ("presentation with all panels ended", partial(look.set_presentation, False)),
            ("the panels hidden", partial(window.tabs.show_panel, "")),
            ("another theme", partial(look.set_theme, "dark")),
            ("2,000 features opened", partial(session.open_data, features)),
            ("the Fisher plane of 2,000 features", partial(session.view.choose, "fisher")),
            ("their numbers shown", partial(window.tabs.show_panel, "parameters")),
            ("their points shown", partial(window.tabs.show_panel, "table")),
            ("another theme for them", partial(look.set_theme, "light")),
            ("a fifth of them kept for validation", partial(session.table.set_split, Split(validation=0.2))),
            ("none of them kept", partial(session.table.set_split, Split(validation=0.0))),
            ("a second run on them", session.duplicate_lane),
            ("one run on them again", partial(session.remove_lane, 1)),
            ("their points hidden", partial(window.tabs.show_panel, "")),
            ("a network of them", partial(session.choose_algorithm, "mlp")),
            ("a step of it", partial(session.step, 1)),
            ("what was chosen before", partial(session.choose_algorithm, session.lane.algorithm.key)),
            (f"{million:,} points opened", partial(session.open_data, large)),
            ("class means of them", partial(session.choose_algorithm, "nearest_mean")),
            ("a point added to them", partial(session.points.add, np.zeros((1, 2)), 0)),
            ("a point of them moved", partial(session.points.move, [0], np.ones((1, 2)))),
            ("undone", session.table.undo.undo),
            ("ranks of them", partial(session.table.prepare, Preparation().with_step(Rank()), "rank the numbers")),
            ("ranks undone", session.table.undo.undo),
            ("all of them selected", lambda: session.selection.select(range(session.table.data.n))),
            ("all of them relabelled", lambda: session.points.relabel(session.selection.rows, 1)),
            ("the classes back", session.table.undo.undo),
            ("none of them selected", partial(session.selection.select, ())),
            ("half of them framed", partial(frame_half, window)),
            ("what is framed deleted", lambda: session.points.delete(session.selection.rows)),
            ("what was framed back", session.table.undo.undo),
            ("some erased", partial(erase, window)),
            ("some sprayed", partial(press, window, "spray")),
            ("more sprayed", partial(move, window, 30)),
            ("the spray let go", partial(release, window)),
            ("all standardised", partial(session.table.prepare, Preparation().with_step(Standardise()), "standardise")),
            ("a standardised point taken", partial(drag, window, 0.5)),
            ("it is dragged farther", partial(drag, window, 0.6)),
            ("it is let go", session.points.end_gesture),
            ("some sprayed among the standardised", partial(press, window, "spray")),
            ("more sprayed among them", partial(move, window, 30)),
            ("the spray let go there", partial(release, window)),
            ("standardised no more", partial(session.table.prepare, Preparation(), "as they were")),
            ("a method that refuses so many", partial(session.choose_algorithm, "agglomerative")),
            ("class means again", partial(session.choose_algorithm, "nearest_mean")),
            ("a fifth of them kept", partial(session.table.set_split, Split(validation=0.2))),
            ("none kept", partial(session.table.set_split, Split(validation=0.0))),
            ("the dark theme for them", partial(look.set_theme, "dark")),
            ("their table shown", partial(window.tabs.show_panel, "table")),
            ("sorted by a column", partial(press_name, window)),
            ("and downwards", partial(press_name, window)),
            ("their table hidden", partial(window.tabs.show_panel, "")),
            ("another million opened", partial(session.open_data, many(million + 1))),
        ]
        return [Row.of(f"longest block: {name}", [dog.longest_of(act, settled)]) for name, act in acts]


def aims(rows: list[Row]) -> list[Aim]:
    """What each of them may take."""
    return [Aim(row.name, row.median, MOST, "ms") for row in rows]


def main() -> None:
    rows = blocks()
    print_table(rows)
    print_aims(aims(rows))


if __name__ == "__main__":
    main()
