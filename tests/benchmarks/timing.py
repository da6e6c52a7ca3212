"""Medians of repeated measurements, and a table of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple


@dataclass(frozen=True)
class Row:
    """One measured thing in milliseconds: the median, and the value that nine of ten stay below.

    cpu  the median of what all threads computed meanwhile, which says the same on a machine that others use, or None
    """

    name: str
    median: float
    ninth: float
    count: int
    cpu: float | None = None

    @classmethod
    def of(cls, name: str, seconds: Iterable[float]) -> Row:
        """From single measurements in seconds."""
        times = sorted(1000 * value for value in seconds)
        return cls(name, statistics.median(times), times[min(len(times) - 1, int(0.9 * len(times)))], len(times))

    @classmethod
    def spent(cls, name: str, costs: Sequence[Cost]) -> Row:
        """From single measurements with what was computed."""
        row = cls.of(name, (cost.seconds for cost in costs))
        return replace(row, cpu=1000 * statistics.median(cost.cpu for cost in costs))


class Cost(NamedTuple):
    """Seconds by the clock on the wall, and of all processors."""

    seconds: float
    cpu: float


@dataclass(frozen=True)
class Aim:
    """What was to be reached, and what was: at most `wanted`, or at least it when `least` is set; None where it is
    only told.
    """

    name: str
    reached: float
    wanted: float | None
    unit: str
    least: bool = False

    @property
    def met(self) -> bool:
        if self.wanted is None:
            return True
        return self.reached >= self.wanted if self.least else self.reached <= self.wanted


def timed(act: Callable[[], object], repeats: int, warm: int = 2) -> list[float]:
    """The seconds that `act` takes, again and again, after a few that do not count."""
    times = []
    for turn in range(warm + repeats):
        began = time.perf_counter()
        act()
        if turn >= warm:
            times.append(time.perf_counter() - began)
    return times


def print_table(rows: Iterable[Row]) -> None:
    """Name, median, ninth decile, what was computed and number of measurements, aligned."""
    print(f"{'':76}{'median':>11}{'9 of 10':>11}{'computed':>12}{'runs':>6}")
    for row in rows:
        cpu = "" if row.cpu is None else f"{row.cpu:.2f} ms"
        print(f"{row.name:76}{row.median:>8.2f} ms{row.ninth:>8.2f} ms{cpu:>12}{row.count:>6}")


def print_aims(aims: Iterable[Aim]) -> None:
    """What was wanted beside what was reached."""
    print()
    for aim in aims:
        told = f"{aim.name:76}{aim.reached:>8.2f} {aim.unit:<3}"
        if aim.wanted is None:
            print(f"{told} told, with nothing wanted")
            continue
        wanted = f"{'at least' if aim.least else 'at most'} {aim.wanted:g} {aim.unit}"
        print(f"{told} wanted {wanted:<18} {'reached' if aim.met else 'NOT REACHED'}")
