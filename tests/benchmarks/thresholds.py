"""A threshold that is dragged along a curve, to the painted picture of the plane with the areas of the model.

python -m tests.benchmarks.thresholds
"""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.base.params import specs
from engine.core.param_handle import within
from engine.data.dataset import Dataset
from gui.session.param_grip import param_grips
from tests.benchmarks.timing import Row, print_table
from tests.benchmarks.window import Areas, Bench, bench


def overlapping(n: int) -> Dataset:
    """Two classes that overlap."""
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=n)
    X = rng.normal(size=(n, 2)) + 1.5 * codes[:, None]
    return Dataset(X, codes, class_names=("left", "right"))


def threshold(bench: Bench, data: Dataset, repeats: int = 40, key: str = "roc", **values: object) -> Row:
    """The threshold moved along its curve: the run is made again to its last step, nothing is fitted."""
    known = bench.open(data, key, **values)
    bench.session.go_to_end()
    bench.until(partial(bench.at, known - 1))
    bench.rest()
    areas, times, lane = Areas(bench), [], bench.session.lane
    frame = lane.frame
    assert frame is not None
    handle = lane.algorithm.drags[0]
    (grip, *_) = param_grips(lane, handle.surface, frame.step, frame.data)
    spec = specs(lane.algorithm.params)[handle.parameter]
    for share in np.linspace(0.2, 0.7, repeats):
        value = within(spec, float(grip.track.values[int(share * len(grip.track.values))]))
        act = partial(bench.session.set_param, handle.parameter, value, "move the threshold", 1)

        def there(value: object = value) -> bool:
            shown = bench.shown
            return shown is not None and shown.params.threshold == value and areas.painted

        times.append(bench.painted(act, there))
        bench.rest(0.02)
    return Row.spent(f"{lane.algorithm.name}, {data.n:,} points: the threshold dragged to the painted areas", times)


if __name__ == "__main__":
    with bench() as opened:
        print_table([threshold(opened, overlapping(n)) for n in (1_000, 10_000)])
