"""What is said of stand-ins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import counted, figure, listed
from engine.core.story import Table
from engine.data.dataset import Dataset
from engine.models.tree import Branching
from engine.parts.trees.growing import asked_values
from engine.parts.trees.stand_ins import StandIn, leader
from engine.parts.trees.tree_words import branch_name, cut_name, side_of

TOLD = 8
"""So many rows without a value are told one by one."""


def stand_ins_said(
    tree: Branching, node: int, data: Dataset, stand_ins: Sequence[StandIn], known: float, most: float, gaps: int
) -> str:
    """What is asked instead where the value is missing, how well it agrees, and which rows go to the largest branch.

    known  what the rows with a value weigh;   most  those of them that go to the larger branch;   gaps  the others
    """
    assert tree.gaps is not None
    column, cut = data.columns[int(tree.attribute[node])], tree.cut(node)
    name, largest = column.name, branch_name(tree, int(tree.gaps.onward[node]), data)
    here = f" {counted(gaps, 'row has', 'rows have')} no value of {name} here." if gaps else ""
    if not stand_ins:
        why = "A category has no surrogate split" if np.isnan(cut) else "No cut of another number agrees with it better"
        return f"{here} {why}: without a value of {name}, a row goes to the largest branch, {largest}."
    first, others = stand_ins[0], stand_ins[1:]
    then = ""
    if others:
        then = f" Next in line: {listed((f'{_low_side(one, data)} ({figure(one.agrees)})' for one in others), 4)}."
    without = "any of these" if others else "both"
    return (
        f"{here} Where {name} has no value, {_low_side(first, data)} is the surrogate split for "
        f"{name} ≤ {cut_name(column, cut)}: of {figure(known)} rows it sends {figure(first.agrees)} the same way "
        f"({figure(100 * first.agrees / known, 3)} %), the largest branch alone {figure(most)}.{then} "
        f"Without {without} values a row goes there, {largest}."
    )


def _low_side(one: StandIn, data: Dataset) -> str:
    """What stands for the lower side of the cut: 'petal length (cm) ≤ 2.45'."""
    column = data.columns[one.feature]
    return f"{column.name} {'>' if one.swapped else '≤'} {cut_name(column, one.cut)}"


def by_what(x: np.ndarray, data: Dataset, stand_ins: Sequence[StandIn]) -> str:
    """What leads a row x (d,): 'petal length (cm) = 3.5 ≤ 4.75'."""
    one = leader(x, stand_ins)
    if one is None:
        return "the largest branch"
    column = data.columns[one.feature]
    return f"{column.name} = {side_of(column, float(x[one.feature]), one.cut)}"


def led_told(
    tree: Branching, node: int, rows: np.ndarray, data: Dataset, stand_ins: Sequence[StandIn]
) -> tuple[Table, ...]:
    """Each of the rows (g,) without the value that a node asks, by what it is led, and where."""
    if not len(rows):
        return ()
    taken = tree.next_node(np.full(len(rows), node), asked_values(data), rows)
    lines = tuple(
        (data.row_name(int(row)), by_what(data.X[row], data, stand_ins), branch_name(tree, int(child), data))
        for row, child in list(zip(rows, taken, strict=True))[:TOLD]
    )
    return (Table("Rows without a value: by what each is led", ("row", "by", "goes to"), lines),)


def as_its_stand_in(x: np.ndarray, data: Dataset, stand_ins: Sequence[StandIn]) -> str:
    """Why a row x (d,) takes a branch where there are stand-ins: what its value of the first it has is."""
    one = leader(x, stand_ins)
    if one is None:
        names = listed((data.columns[one.feature].name for one in stand_ins), 4)
        return f", the largest, as it has none of {names} either" if stand_ins else ""
    column = data.columns[one.feature]
    return f", as {column.name} stands in: {side_of(column, float(x[one.feature]), one.cut)}"
