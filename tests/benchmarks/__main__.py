"""python -m tests.benchmarks prints medians and ratios from one run, and what was to be reached."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(pool, "1")

from itertools import chain  # noqa: E402

import numpy as np  # noqa: E402  the settings above are read when the libraries are loaded

import engine  # noqa: E402
from engine.base.snapshot import snapshot  # noqa: E402
from engine.core.algorithm import Steps  # noqa: E402
from engine.core.ending import Ending  # noqa: E402
from engine.core.trace import Trace  # noqa: E402
from engine.data.dataset import Dataset  # noqa: E402
from tests.benchmarks import (  # noqa: E402
    blocks,
    convergence,
    curves,
    docks,
    gaps,
    grouping,
    means,
    notebook,
    source,
    startup,
    surfaces,
    tables,
    texts,
    whole,
    window,
)
from tests.benchmarks.timing import Aim, Row, print_aims, print_table, timed  # noqa: E402

SIZES = (150, 1_000, 10_000)
TIMES = {150: 4, 1_000: 5, 10_000: 12}
"""How many times as quick as the notebook way a step has to be: a repaint alone forbids more of few points."""
ORANGE = {1_000: (65.6, 9), 10_000: (256.0, 25)}
"""Milliseconds of a step of K-means in Orange's educational add-on on a machine of this kind, and how many times as
quick ours was to be: for comparison only."""
DRAGGED = {100_000: 50.0, 1_000_000: 150.0}
"""Milliseconds to the painted picture."""
CURVED = 150.0
"""Milliseconds to the last picture of areas with curved borders that are compared with many points."""
AREAS: dict[str, dict[str, object]] = {
    "kmeans": {"k": 3}, "nearest_mean": {},
    "perceptron": {"epochs": 1}, "least_squares": {}, "fisher": {}, "logistic_newton": {"penalty": 1.0},
    "softmax_newton": {"penalty": 1.0},
}  # fmt: skip
TURNED = ((2, 4), (4, 5))
"""How many features, and the step: the second axis with its ellipse and the scree, and the projection beside it."""
DEEP = ("logistic_newton", "softmax_newton")
"""Those whose areas are tinted by probability: a drag is followed until they are there as well."""


@snapshot
class Numbers:
    """A step that holds a hundred numbers."""

    number: int
    values: np.ndarray


def clouds(n: int) -> Dataset:
    """Two classes that overlap a little, so that the perceptron is never done."""
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=n)
    return Dataset(rng.normal(size=(n, 2)) + 2.5 * codes[:, None], codes, class_names=("left", "right"))


def cloud_of(n: int, d: int) -> Dataset:
    """One long cloud without classes."""
    rng = np.random.default_rng(0)
    return Dataset(rng.normal(size=(n, d)) @ rng.normal(size=(d, d)))


def trace_seeks() -> Row:
    """Any step of a run of 10,000 steps, without a window."""
    trace = engine.trace("perceptron", clouds(100), stop_at="examples", epochs=100).to_end()
    indices = iter(np.random.default_rng(0).integers(trace.known, size=1_000))
    times = timed(lambda: trace[int(next(indices))], repeats=900)
    return Row.of(f"seek in a trace of {trace.known:,} steps, without a window", times)


def trace_pulled(count: int = 100_000) -> Row:
    """So many steps of a hundred numbers, pulled through a trace that keeps a megabyte of them."""

    def steps() -> Steps:
        rng = np.random.default_rng(3)
        for number in range(count):
            yield Numbers(number, rng.normal(size=100))
        return Ending.converged("done.")

    times = timed(lambda: Trace(steps, 2**20).to_end(), repeats=3, warm=0)
    return Row.of(f"{count:,} steps pulled into a trace of 1 MiB, without a window", times)


def main() -> None:
    with window.bench() as bench:
        perceptron = [window.steps(bench, clouds(n), "perceptron", epochs=3) for n in SIZES]
        kmeans = [window.steps(bench, clouds(n), "kmeans", k=3) for n in SIZES]
        drags = [window.drag(bench, clouds(n), key) for n in SIZES for key in ("perceptron", "kmeans")]
        axes = [window.drag(bench, cloud_of(10_000, d), "pca", step) for d, step in TURNED]
        deep = [window.drag(bench, clouds(10_000), key, with_areas=True, **AREAS[key]) for key in DEEP]
        sought = [window.seeks(bench, clouds(n)) for n in (100, 10_000)]
        told = docks.frames_told(bench, clouds(100))
        areas = [window.pictures(bench, clouds(10_000), key, **values) for key, values in AREAS.items()]
        curved = window.pictures(bench, clouds(10_000), "svm", pairs=300)
        beyond, beyond_aims = surfaces.rows(bench)
        written, written_aims = texts.letters(bench)
        groups, group_aims = grouping.rows(bench)
        curved_up, curved_aims = curves.rows(bench)
        held = means.rows(bench)
        far = [window.drag(bench, clouds(n), key, repeats=12) for n in DRAGGED for key in ("kmeans", "nearest_mean")]
        in_all, blocked, waits = whole.rows(clouds(10_000)), blocks.blocks(), gaps.gaps()
        unwatched, watched, looking = source.whole_runs(bench, clouds(100))
        lit = [source.lit(bench, clouds(n), key) for n, key in ((1_000, "kmeans"), (10_000, "perceptron"))]
        panel = source.told(bench, clouds(100))
        first = [source.first_picture(bench, epochs) for epochs in (1, 10_000)]
        beside = [told, docks.bar_painted(), docks.rows_selected()]
    by_hand = [notebook.frames(clouds(n)) for n in SIZES]
    ours, bare, ratio = startup.starts()
    many, with_many = startup.starts_of_many()
    cards = startup.cards()
    contests, ratios = convergence.against_sklearn()
    files, file_aims = tables.rows()
    worded, word_aims = texts.rows()
    ours_painted, kmeans_painted = [row for row, _ in perceptron], [row for row, _ in kmeans]
    print_table([*chain(*perceptron, *kmeans), *drags, *axes, *far, *areas, *deep, curved, *beyond, *groups, *curved_up,
                 *held, *in_all, *blocked, *waits, *sought, *beside, trace_seeks(), trace_pulled(),
                 unwatched, watched, *lit, panel, *first,
                 *by_hand, ours, bare, many, cards, *contests, *files, *worded, *written])  # fmt: skip
    times = [Aim(f"perceptron against the notebook way, {n:,} points", old.median / new.median, TIMES[n], "x", True)
             for n, old, new in zip(SIZES, by_hand, ours_painted, strict=True)]  # fmt: skip
    orange = [Aim(f"K-means against Orange's step, {n:,} points (for comparison: {ORANGE[n][1]} x)",
                  ORANGE[n][0] / new.median, None, "x")
              for n, new in zip(SIZES, kmeans_painted, strict=True) if n in ORANGE]  # fmt: skip
    repaints = [Aim(f"{step.name} against a bare repaint", step.cpu / bare.cpu, 1.5, "x")
                for step, bare in (perceptron[-1], kmeans[-1]) if step.cpu and bare.cpu]  # fmt: skip
    most = [milliseconds for milliseconds in DRAGGED.values() for _ in ("kmeans", "nearest_mean")]
    print_aims([
        *(Aim(row.name, row.median, 16.7, "ms")
          for row in (ours_painted[-1], kmeans_painted[-1], *drags[-2:], *axes, *sought)),
        *(Aim(row.name, row.median, limit, "ms") for row, limit in zip(far, most, strict=True)),
         *(Aim(row.name, row.median, 16.7, "ms") for row in (*areas, *deep, *held)),
        Aim(curved.name, curved.median, CURVED, "ms"),
         *times, *orange, *repaints, *whole.aims(in_all), *blocks.aims(blocked), *gaps.aims(waits),
        Aim("a run whose source is looked at against one that nobody looks at", looking, 1.05, "x"),
        Aim(panel.name, panel.median, 16.7, "ms"),
        *(Aim(row.name, row.median, 300, "ms") for row in first),
        Aim("start against a bare pyqtgraph window", ratio, 1.6, "x"),
        Aim("start with 120 algorithms against one with ours alone", with_many, 1.05, "x"),
        Aim(cards.name, cards.median, 50, "ms"),
        *ratios, *file_aims, *word_aims, *curved_aims, *beyond_aims, *written_aims, *group_aims,
    ])  # fmt: skip


if __name__ == "__main__":
    main()
