"""How long a step takes on large tables, in units of a fixed work.

`python -m tests.contract.pace [key ...]` prints it, with `--options` for every option and bound too.

A step yields within 2 s of the processor. What a second is depends on the machine and on who else uses it, so a step is
compared with the work of UNIT, done in the same process just before.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

for _pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_pool, "1")

import numpy as np  # noqa: E402  the settings above are read when the libraries are loaded

import engine  # noqa: E402
from engine.base.errors import Refusal  # noqa: E402
from engine.base.params import specs  # noqa: E402
from engine.core.algorithm import Algorithm  # noqa: E402
from engine.data.dataset import Column, Dataset  # noqa: E402
from engine.maths.algebra.distances import squared_distances  # noqa: E402
from tests.contract.edges import bound_of  # noqa: E402
from tests.contract.pool import blobs, words  # noqa: E402

UNIT_SECONDS = 0.02
"""What the unit of work takes where a step may take 2 s."""
MOST_UNITS = 2.0 / UNIT_SECONDS
ROWS = 20_000
FEW_ROWS = re.compile(r"takes at most ([\d,]+) rows")


@dataclass(frozen=True)
class Pace:
    """The slowest of the steps that were pulled from one run."""

    about: str
    units: float  # of processor time
    step: int
    pulled: int


def texts(n: int) -> Dataset:
    """Texts of thirty words of a few thousand, of two classes that prefer others of them."""
    rng = np.random.default_rng(5)
    codes = np.arange(n) % 2
    drawn = (rng.pareto(1.0, (n, 30)) * 20).astype(int) % 4_000 + 1_000 * codes[:, None]
    levels = tuple(" ".join(f"w{word}" for word in row) for row in drawn.tolist())
    return Dataset(np.arange(float(n))[:, None], codes, (Column("text", "text", levels),), class_names=("ham", "spam"))


@cache
def tables() -> dict[str, Dataset]:
    """Large tables for every kind of target, one with many columns, and some of one feature and of counts."""
    two = blobs(ROWS // 2, 8, 2, spread=2.0)
    one = blobs(ROWS // 2, 1, 2, spread=2.0)
    counts = np.floor(np.abs(two.X))
    return {
        "two classes": two,
        "a real target": two.changed(y=np.sin(two.X[:, 0]) + two.X[:, 1], class_names=()),
        "words": words(ROWS, 8, 2),
        "many columns": blobs(1_000, 500, 2, spread=2.0),
        "one feature": one,
        "a real target on one feature": one.changed(y=np.sin(one.X[:, 0]), class_names=()),
        "counts": two.changed(X=counts, y=counts[:, 0] % 2, class_names=("even", "odd")),
        "texts": texts(ROWS),
        "a count as target": two.changed(y=counts[:, 0], class_names=()),
    }


def fitting(algorithm: Algorithm) -> Iterator[tuple[str, Dataset]]:
    """The tables that an algorithm takes, cut to so many rows as it takes."""
    for name, data in tables().items():
        words = algorithm.unsuitable(data) or algorithm.limits(data, algorithm.params())
        if words and (most := FEW_ROWS.search(str(words))):
            data = data.subset(range(int(most[1].replace(",", ""))))
            words = algorithm.unsuitable(data) or algorithm.limits(data, algorithm.params())
        if not words:
            yield name, data


def unit() -> float:
    """Seconds of the processor for a fixed piece of work, the least of three turns."""
    table = np.linspace(0.0, 1.0, 8_000).reshape(1_000, 8)

    def turn() -> float:
        began = time.process_time()
        squared_distances(table, table)
        return time.process_time() - began

    return max(min(turn() for _ in range(3)), UNIT_SECONDS / 10)


def pace(algorithm: Algorithm, name: str, data: Dataset, budget: float, **values: Any) -> Pace | None:
    """The slowest step of those that come within so many units; None where the data are refused after all."""
    one = unit()
    began = last = time.process_time()
    slowest, at, pulled = 0.0, 0, 0
    try:
        trace = algorithm.trace(data, seed=5, budget=0, **values)
        while (last - began) / one < budget and trace.advance():
            now = time.process_time()
            if now - last > slowest:
                slowest, at = now - last, pulled
            last, pulled = now, pulled + 1
    except Refusal:
        return None
    return Pace(f"{algorithm.key} on {name}, {data.n} rows", slowest / one, at, pulled)


def options(algorithm: Algorithm, data: Dataset) -> Iterator[dict[str, Any]]:
    """Every option and bound that is not the default, one at a time."""
    for name, spec in specs(algorithm.params).items():
        for value in spec.bounds():
            if value != spec.default:
                yield {name: bound_of(spec, value, data)}


def main(keys: list[str]) -> None:
    """Each algorithm on each table; after --options with every option and bound too."""
    wanted = [key for key in keys if key != "--options"]
    for key in wanted or engine.algorithms():
        algorithm = engine.algorithm(key)
        for name, data in fitting(algorithm):
            for values in ({}, *(options(algorithm, data) if len(wanted) < len(keys) else ())):
                if (found := pace(algorithm, name, data, 4 * MOST_UNITS, **values)) is not None:
                    mark, share = "!" if found.units > MOST_UNITS else " ", found.units / MOST_UNITS
                    about = " ".join([found.about, *(f"{option}={value}" for option, value in values.items())])
                    print(f"{about:72}{mark}{share:6.0%} of 2 s at step {found.step} of {found.pulled}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
