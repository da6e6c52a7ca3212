"""The groups there are after some merges: their rows, what they are called, and the groups they will be part of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.families.clustering.agglomerative.loop import Params, Step, chosen
from engine.maths.algebra.cophenetic import Meeting
from engine.models.merges import Merges

LISTED = 4
"""A group of so many rows, or fewer, is written as the set of them."""


def rows_of(model: Merges, group: int) -> np.ndarray:
    """The rows of a group, ascending: itself, or all that came of its merge."""
    n, found, waiting = len(model.X), [], [group]
    while waiting:
        if (one := waiting.pop()) < n:
            found.append(one)
        else:
            waiting += model.pairs[one - n].tolist()
    return np.sort(np.array(found, dtype=np.intp))


def parted(model: Merges, count: int) -> list[np.ndarray]:
    """The rows of each group there is after so many merges; the groups by their lowest rows."""
    return members(model.first(count).cut_at(np.inf).groups)


def members(groups: np.ndarray) -> list[np.ndarray]:
    """The rows of each group, ascending.   groups (n,) that of each row, from 0 on"""
    order = np.argsort(groups, kind="stable")
    return np.split(order, np.cumsum(np.bincount(groups))[:-1])


def meetings(model: Merges) -> Iterator[Meeting]:
    """Of each merge the rows of the one, those of the other, and its height."""
    parts = [np.array([row]) for row in range(len(model.X))]
    for (a, b), height in zip(model.pairs.tolist(), model.heights.tolist(), strict=True):
        yield parts[a], parts[b], height
        parts.append(np.append(parts[a], parts[b]))


def called(rows: np.ndarray, data: Dataset) -> str:
    """A group in a sentence: "row 3", "{4, 5}", "the 12 rows with row 1"."""
    if 1 < len(rows) <= LISTED:
        return label(rows, data)
    first = f"row {data.row_name(int(rows[0]))}"
    return first if len(rows) == 1 else f"the {counted(len(rows), 'row')} with {first}"


def label(rows: np.ndarray, data: Dataset) -> str:
    """A group in a table: "3", "{4, 5}", "{1, 2, …} 12 rows"."""
    if len(rows) == 1:
        return data.row_name(int(rows[0]))
    if len(rows) <= LISTED:
        return "{" + ", ".join(data.row_name(int(row)) for row in rows) + "}"
    first, second = (data.row_name(int(row)) for row in rows[:2])
    return f"{{{first}, {second}, …}} {counted(len(rows), 'row')}"


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
