"""The groups there are after some merges: their rows, what they are called, and the groups they will be part of."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.families.clustering.agglomerative.loop import Params, Step, chosen
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


def label(model: Merges, group: int, data: Dataset) -> str:
    """A row by its name, a group by its first row and how many others."""
    rows = rows_of(model, group)
    more = f" + {len(rows) - 1}" if len(rows) > 1 else ""
    return f"{data.row_name(int(rows[0]))}{more}"


def coloured(step: Step, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the group at the cut of each row, and (m,) of each merge so far; −1 for a row alone, and above the cut.

    Where the cut will be is told by the whole dendrogram: so each group has its colour from its first merge on.
    """
    whole, model = step.whole, step.model
    tree = whole.tree.cut_at(model.cut if np.isfinite(model.cut) else chosen(whole.tree, params))
    n, m = len(model.X), len(model.pairs)
    merges = np.where(np.arange(m) < tree.joined, tree.groups[whole.lowest[n : n + m]], -1)
    alone = np.full(n, step.kind != "cut")
    there = model.pairs[: model.joined]
    alone[there[there < n]] = False
    return np.where(alone, -1, tree.groups), merges
