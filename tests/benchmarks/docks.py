"""The docks by themselves: a frame told, the bar painted, a selection brought into a large table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.story import Event
from engine.data.dataset import Dataset
from gui.docks.scrub_bar import ScrubBar
from gui.docks.table import TableDock
from gui.docks.why import WhyDock
from gui.look.appearance import Appearance
from gui.session.session import Session
from tests.benchmarks.timing import Row, timed
from tests.benchmarks.window import Bench


@contextmanager
def on_screen(widget: QWidget, width: int, height: int) -> Iterator[None]:
    """The widget shown at this size, and then gone."""
    widget.resize(width, height)
    widget.show()
    QApplication.processEvents()
    try:
        yield
    finally:
        widget.close()
        widget.deleteLater()
        QApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete.value)


def frames_told(bench: Bench, data: Dataset, repeats: int = 60) -> Row:
    """Frame after frame of a perceptron in the dock that says why."""
    bench.open(data, "perceptron", stop_at="examples", epochs=1)
    frames = []
    for index in range(1, 30):
        bench.session.go_to(index)
        bench.until(lambda index=index: bench.at(index))
        frames.append(bench.session.lane.frame)
    dock, turns = WhyDock(bench.session, Appearance()), itertools.cycle(frames)

    def tell() -> None:
        bench.session.lane.frame = next(turns)
        dock.refresh()
        dock.grab()

    with on_screen(dock, 320, 640):
        bench.rest()  # until its formula is typeset
        return Row.of("the dock that says why: one frame told and painted", timed(tell, repeats, warm=len(frames)))


def bar_painted(count: int = 10_000, repeats: int = 100) -> Row:
    """The scrub bar of a run of so many events, its handle moved each time."""
    events = [Event("mistake", "wrong") if index % 3 else Event("split", "boundary") for index in range(count)]
    appearance = Appearance()
    bar, places = ScrubBar(appearance), itertools.cycle(range(0, count, 100))
    bar.show_run(events, count, True)

    def move() -> None:
        bar.show_index(next(places))
        bar.grab()

    with on_screen(bar, 1200, 30):
        return Row.of(f"the scrub bar of {count:,} events: the handle moved and painted", timed(move, repeats))


def rows_selected(count: int = 200_000, repeats: int = 5) -> Row:
    """All rows of a large table selected, then every second one, one deleted, and that undone."""
    rows, session = np.arange(count), Session()
    session.open_data(Dataset(np.column_stack([rows, rows % 7]).astype(float), name="many"))
    dock = TableDock(session, Appearance())

    def choose() -> None:
        session.selection.select(rows)
        session.selection.select(rows[::2])
        session.points.delete([5])
        session.table.undo.undo()

    with on_screen(dock, 500, 300):
        times = timed(choose, repeats, warm=1)
    session.close()
    return Row.of(f"the table of {count:,} rows: all selected, every second, one deleted, undone", times)
