"""From an intention to the painted picture in the whole window of 1440 x 900, where panels follow the same run.

python -m tests.benchmarks.whole prints these rows alone.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from engine.data.dataset import Dataset
from tests.benchmarks.blocks import many, opened
from tests.benchmarks.timing import Aim, Row, print_aims, print_table
from tests.benchmarks.window import Bench, drag, steps

KEYS = ("perceptron", "kmeans")
MOST = 16.7
"""Milliseconds: one frame of 60 a second."""


def rows(data: Dataset) -> list[Row]:
    """A step, and one point dragged, of each of these algorithms."""
    sys.setswitchinterval(0.0005)  # as the program does
    with opened() as window:
        bench, found = Bench(window.session, window.canvas), []
        for key in KEYS:
            found += [steps(bench, data, key)[0], drag(bench, data, key)]
    return [replace(row, name=f"{row.name}, in the whole window") for row in found]


def aims(found: list[Row]) -> list[Aim]:
    return [Aim(row.name, row.median, MOST, "ms") for row in found]


if __name__ == "__main__":
    there = rows(many(10_000))
    print_table(there)
    print_aims(aims(there))
