"""The mean of a class that is dragged, to the painted picture of the plane with the areas of the classifier.

python -m tests.benchmarks.means
"""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.core.surfaces import PLANE
from engine.data.dataset import Dataset
from gui.canvas.tools.holding import Hold
from gui.session.placing import grips
from tests.benchmarks.timing import Row, print_table
from tests.benchmarks.window import Areas, Bench, bench


def clouds(n: int) -> Dataset:
    """Three classes that overlap."""
    rng = np.random.default_rng(0)
    codes = rng.integers(3, size=n)
    centres = np.array([[-2.0, 0.0], [2.0, 0.0], [0.0, 2.5]])
    return Dataset(rng.normal(size=(n, 2)) + centres[codes], codes, class_names=("A", "B", "C"))


def mean(bench: Bench, data: Dataset, covariance: str, repeats: int = 40) -> Row:
    """The first mean of a Gaussian classifier moved to the right, as by the mouse: the run begins from it."""
    bench.open(data, "gaussian_classifier", covariance=covariance)
    bench.session.go_to_end()
    bench.until(lambda: bench.session.lane.settled)
    bench.rest()
    areas, times, session = Areas(bench), [], bench.session
    assert session.lane.frame is not None
    (grip, *_) = grips(session.lane, PLANE, session.lane.frame.step.model, data)
    hold = Hold(session, grip, "move the mean", grip.renews)
    hold.show()
    for turn in range(repeats + 3):
        place = grip.place + np.array([0.02 * (turn + 1), 0.0])

        def there(place: np.ndarray = place) -> bool:
            shown = bench.shown
            model = None if shown is None else shown.step.model
            return model is not None and np.array_equal(model.means[0], place) and areas.painted

        times.append(bench.painted(partial(hold.move, place), there))
        bench.rest(0.02)
    return Row.spent(f"Gaussians, {covariance} covariance, {data.n:,} points: a mean dragged to the areas", times[3:])


def rows(bench: Bench) -> list[Row]:
    """With curved borders, and with straight ones."""
    return [mean(bench, clouds(10_000), covariance) for covariance in ("own", "shared")]


if __name__ == "__main__":
    with bench() as opened:
        print_table(rows(opened))
