"""Reading a large table against pandas alone, and the first rows of a file that is larger than anybody waits for."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from engine.data.tables.reading import preview, read
from tests.benchmarks.timing import Aim, Cost, Row, timed

ROWS, NUMBERS = 200_000, 18
LARGE = 200_000_000
"""Bytes of the file that is only previewed."""


def rows() -> tuple[list[Row], list[Aim]]:
    """Ours, pandas alone, and the preview; the two readings are compared by what was computed."""
    with tempfile.TemporaryDirectory() as folder:
        table, large = Path(folder) / "table.csv", Path(folder) / "large.csv"
        _write(table)
        lines = table.read_bytes()
        with open(large, "wb") as file:
            file.write(lines)
            body = lines[lines.find(b"\n") + 1 :]
            while file.tell() < LARGE:
                file.write(body)
        size = f"{ROWS:,} rows x {NUMBERS + 2} columns"
        ours = Row.spent(f"reading {size}", spent(lambda: read(table)))
        alone = Row.spent(f"pandas.read_csv of {size}", spent(lambda: pd.read_csv(table)))
        first = Row.of(f"preview of {LARGE // 10**6} MB of CSV", timed(lambda: preview(large), repeats=5, warm=1))
    ratio = (ours.cpu or 0.0) / (alone.cpu or 1.0)
    aims = [Aim(f"{ours.name} against pandas.read_csv", ratio, 2.0, "x"), Aim(first.name, first.median, 500, "ms")]
    return [ours, alone, first], aims


def _write(path: Path) -> None:
    """Numbers with decimals, a count and a category."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(ROWS, NUMBERS)).round(4), columns=[f"f{j}" for j in range(NUMBERS)])
    frame["count"] = rng.integers(10**6, size=ROWS)
    frame["kind"] = rng.choice(["red", "green", "blue"], size=ROWS)
    frame.to_csv(path, index=False)


def spent(act: Callable[[], object]) -> list[Cost]:
    """What it costs five times, after once that does not count."""
    act()
    costs = []
    for _ in range(5):
        began, computed = time.perf_counter(), time.process_time()
        act()
        costs.append(Cost(time.perf_counter() - began, time.process_time() - computed))
    return costs
