"""The groups there are after some merges: their rows, what they are called, and the numbers that they keep."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.models.merges import Merges


def rows_of(model: Merges, group: int) -> np.ndarray:
    """The rows of a group, ascending: itself, or all that came of its merge."""
    n, found, waiting = len(model.X), [], [group]
    while waiting:
        if (one := waiting.pop()) < n:
            found.append(one)
        else:
            waiting += model.pairs[one - n].tolist()
    return np.sort(np.array(found, dtype=np.intp))


def present(model: Merges, count: int) -> list[int]:
    """The groups there are after so many merges, by their lowest rows."""
    n = len(model.X)
    gone = set(model.pairs[:count].ravel().tolist())
    lowest = list(range(n))
    for a, b in model.pairs[:count].tolist():
        lowest.append(min(lowest[a], lowest[b]))
    return sorted((group for group in range(n + count) if group not in gone), key=lambda group: lowest[group])


def called(model: Merges, group: int, data: Dataset) -> str:
    """A row by its name, a group by how many rows it has and one of them."""
    rows = rows_of(model, group)
    first = f"row {data.row_name(int(rows[0]))}"
    return first if len(rows) == 1 else f"the {counted(len(rows), 'row')} with {first}"


def numbers(model: Merges) -> np.ndarray:
    """(n + m,) the number of each row and of what each merge made: −1 for a row alone.

    Two rows that merge take the lowest free number, and what joins a larger group takes its number, so that most keep
    theirs when two merge.
    """
    n = len(model.X)
    own, sizes, free, highest = [-1] * n, [1] * n, set[int](), 0
    for a, b in model.pairs.tolist():
        large, small = (a, b) if (sizes[a], own[a] >= 0, -a) >= (sizes[b], own[b] >= 0, -b) else (b, a)
        number = own[large]
        if number < 0:
            number = min(free, default=highest)
            free.discard(number)
            highest = max(highest, number + 1)
        elif own[small] >= 0:
            free.add(own[small])
        own.append(number)
        sizes.append(sizes[a] + sizes[b])
    return np.array(own)


def coloured(model: Merges, cut: bool) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the number of the group of each row, and (m,) that of each merge; −1 for a row alone, and above the cut."""
    n, m = len(model.X), len(model.pairs)
    if cut:
        merges = np.array([model.groups[rows_of(model, a)[0]] for a in model.pairs[: model.joined, 0]], dtype=np.intp)
        return model.groups, np.append(merges, np.full(m - model.joined, -1))
    top = numbers(model)
    for group in range(n + m - 1, n - 1, -1):
        top[model.pairs[group - n]] = top[group]
    return top[:n], top[n:]
