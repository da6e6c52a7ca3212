"""A point dragged up where the target goes up, to the painted curve of the model, fine to a tenth of a pixel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

import engine
from engine.data.dataset import Dataset
from engine.data.toys import generate
from gui.painters.responses import ResponsesPainter
from gui.regions.responses import Responses
from tests.benchmarks.timing import Aim, Row
from tests.benchmarks.window import Bench, bench

FRAME = 1000 / 60
"""Milliseconds between two pictures of a screen."""
POINTS = 1_000
KEYS: dict[str, dict[str, object]] = {
    "regression_tree": {}, "knn_regression": {"k": 5}, "basis_expansion": {"order": 9}, "gaussian_process": {},
}  # fmt: skip


class Curves:
    """Notes whether the newest painting of the plane had the curve of the step in view, to a part of a pixel."""

    def __init__(self, bench: Bench) -> None:
        self._bench, self._seen = bench, None
        for painter in bench.canvas.plane_view.painters_of(Responses):
            painter.paint = partial(self._watched, painter, painter.paint)

    @property
    def painted(self) -> bool:
        return self._bench.shown is not None and self._seen is self._bench.shown.step

    def _watched(self, painter: ResponsesPainter, paint: Callable[..., None], *what: object) -> None:
        paint(*what)
        self._seen = self._bench.shown.step if painter.settled and self._bench.shown is not None else None


def drag(bench: Bench, data: Dataset, key: str, repeats: int = 25, **values: object) -> Row:
    """One point moved upwards by the mouse, to the painted curve of the last step of the run made anew."""
    bench.choose(data, key, **values)
    bench.session.go_to_end()
    bench.until(lambda: bench.session.lane.settled and bench.session.view.plane.target)
    bench.rest()
    curves, times, y = Curves(bench), [], float(data.y[0])
    for turn in range(repeats + 3):
        height = y + 0.01 * (turn + 1)
        move = partial(bench.session.points.move, [0], data.X[:1], 1, np.array([height]))
        times.append(bench.painted(move, partial(shows, bench, height, curves)))
        bench.rest(0.02)
    bench.session.points.end_gesture()
    return Row.spent(f"{engine.algorithm(key).name}, {data.n:,} points: drag of one target to the curve", times[3:])


def shows(bench: Bench, height: float, curves: Curves) -> bool:
    """Whether the frame in view knows where the dragged point is now, and its curve is painted."""
    shown = bench.shown
    return shown is not None and not shown.provisional and shown.data.y[0] == height and curves.painted


def rows(bench: Bench) -> tuple[list[Row], list[Aim]]:
    """Of several regressors, and one frame as the aim."""
    data = generate("sine", n=POINTS)
    found = [drag(bench, data, key, **values) for key, values in KEYS.items()]
    return found, [Aim(row.name, row.median, FRAME, "ms") for row in found]


if __name__ == "__main__":
    from tests.benchmarks.timing import print_aims, print_table

    with bench() as made:
        table, aims = rows(made)
    print_table(table)
    print_aims(aims)
