"""What is said of the distances to a query, worked out, sorted and taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.base.words import LONGEST, counted, figure
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.gaps import formula, worked
from engine.families.neighbours.query_step import QueryStep
from engine.models.neighbours import Metric
from engine.parts.balls import called

LISTED = 12
"""So many of the sorted distances are listed, besides some more while the last of them is taken."""
NEAR = r"U_k(\mathbf{z}) = \{\mathbf{x}_{(1)}, \dots, \mathbf{x}_{(k)}\}, \quad d_{(1)} \leq d_{(2)} \leq \dots"

Says = Callable[[int], Any]
"""What is said of a row besides its name: its class, or its target."""


def say_distance(
    step: QueryStep, metric: Metric, z: np.ndarray, data: Dataset, row_words: Callable[[int], str]
) -> Story:
    """One distance, or those to all rows."""
    assert step.distances is not None
    measured, row = len(step.distances), step.told
    d, subject = float(step.distances[row]), row_words(row)
    said = f"{capital(subject)} is {figure(d)} away from the query."
    if measured - step.before > 1:
        said = f"The distances to all {measured:,} rows are worked out. The least is {figure(d)}, to {subject}."
    told = (Number("d", d), Number("rows measured", measured))
    return Story(said, formula(metric), worked(metric, z, data.X[row], data.feature_names), told)


def say_sorted(step: QueryStep, table: Table, k: int, all_tied: bool, row_words: Callable[[int], str]) -> Story:
    """All distances in order, and whether more rows are as far as the k-th."""
    assert step.order is not None and step.distances is not None
    first = step.distances[step.order[:5]]
    said = f"Sorted by distance, {row_words(int(step.order[0]))} comes first, at {figure(first[0])}."
    chain = " ≤ ".join(figure(d) for d in first) if len(first) > 1 else f"d₁ = {figure(first[0])}"
    return Story(said + _rim(step, k, all_tied), NEAR, (chain,), (Number("least", first[0]),), (table,))


def _rim(step: QueryStep, k: int, all_tied: bool) -> str:
    """What is said where the k-th distance is that of more rows."""
    assert step.order is not None and step.distances is not None
    ascending = step.distances[step.order]
    last = ascending[k - 1]
    if k == len(ascending) or ascending[k] > last:
        return ""
    alike = int((ascending == last).sum())
    done = "all of them are taken" if all_tied else "those with the lower row numbers are taken"
    return f" {counted(alike, 'row')} are {figure(last)} away, as far as neighbour {k}: {done}."


def taken_words(step: QueryStep, metric: Metric, row_words: Callable[[int], str]) -> str:
    """Which row was taken, and how the ball grew."""
    was = step.former_radius
    grown = f"grows from {figure(was)} to" if was else "grows to"
    grows = "keeps the radius" if was == step.radius and step.before else grown
    where = f"the {called(metric)} {grows} {figure(step.radius)}"
    if step.taken - step.before > 1:
        return f"Neighbours {step.before + 1} to {step.taken} are taken: {where} and holds {step.taken:,} rows."
    subject = row_words(int(step.near[-1]))
    return f"Neighbour {step.taken} is {subject}: {where} and holds {counted(step.taken, 'row')}."


def sorted_table(step: QueryStep, data: Dataset, k: int, column: str, says: Says, lit: bool) -> Table:
    """The sorted distances: the neighbours that are asked, and some of the next; the last one taken may be lit."""
    assert step.order is not None and step.distances is not None
    most = max(LISTED, min(step.taken + 3, 2 * LISTED))
    rows = tuple(
        (place + 1, data.row_name(row), says(row), float(step.distances[row]))
        for place, row in enumerate(step.order[: min(max(k + 3, 6), most)].tolist())
    )
    chosen = step.taken - 1 if lit and 0 < step.taken <= len(rows) else None
    return Table("Sorted distances", ("rank", "row", column, "distance"), rows, chosen)


def row_words(row: int, data: Dataset) -> str:
    """A row with its class."""
    return f"row {data.row_name(row)} ({data.class_name(int(data.codes[row]))})"


def told_apart(one: float, other: float) -> tuple[str, str]:
    """Two numbers that are compared, in digits enough to tell them apart.

    >>> told_apart(1.00001, 1.00002)
    ('1.00001', '1.00002')
    """
    pairs = [(figure(one, n), figure(other, n)) for n in range(4, LONGEST + 1)]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])


def capital(words: str) -> str:
    """With a capital at the beginning."""
    return words[:1].upper() + words[1:]
