"""What a tree asks, and what stands in for it, found by trying everything one row at a time."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from engine.data.dataset import Dataset

Found = tuple[int, float, bool, int]
"""A feature, its cut, whether it leads the other way round, and with how many rows it agrees."""


def stand_ins_of(data: Dataset, rows: Sequence[int], asked: int, cut: float) -> list[Found]:
    """Of every other number its best cut and direction, if it beats the larger branch; those that agree most first."""
    known = [i for i in rows if not np.isnan(data.X[i, asked])]
    high = {i: data.X[i, asked] > cut for i in known}
    most, best = max(sum(high.values()), len(known) - sum(high.values())), list[Found]()
    for j, column in enumerate(data.columns):
        there = [i for i in known if not np.isnan(data.X[i, j])]
        values = sorted({data.X[i, j] for i in there})
        if j == asked or column.kind == "categorical":
            continue
        found = []
        for swapped, (low, up) in itertools.product((False, True), itertools.pairwise(values)):
            same = sum(((data.X[i, j] > (low + up) / 2) != swapped) == high[i] for i in there)
            found.append((j, (low + up) / 2, swapped, same))
        best += [one for one in found if one[3] > most and one[3] == max(other[3] for other in found)][:1]
    return sorted(best, key=lambda one: -one[3])


def sides_of(
    data: Dataset, rows: Sequence[int], asked: int, cut: float, stand_ins: Sequence[Found]
) -> dict[int, list[int]]:
    """The rows of each branch of a cut: by its value, else by the first stand-in it has, else by the larger branch."""
    sides: dict[int, list[int]] = {0: [], 1: []}
    for i in (i for i in rows if not np.isnan(data.X[i, asked])):
        sides[int(data.X[i, asked] > cut)].append(i)
    larger = int(len(sides[1]) > len(sides[0]))
    for i in (i for i in rows if np.isnan(data.X[i, asked])):
        here = [(data.X[i, j] > at) != swapped for j, at, swapped, _ in stand_ins if not np.isnan(data.X[i, j])]
        sides[int(here[0]) if here else larger].append(i)
    return sides
