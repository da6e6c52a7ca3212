"""What a step of C4.5 says of stand-ins."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, listed
from engine.data.dataset import Dataset
from engine.families.trees.c45.loop import Step
from engine.families.trees.c45.stand_ins import StandIn
from engine.families.trees.c45.weighing import Table
from engine.families.trees.words import branch_name, cut_name, level
from engine.models.fractional import FractionalTree


def stand_in_said(step: Step, data: Dataset, gaps: int) -> str:
    """What is asked instead where the value is missing, how well it agrees, and who goes to the largest branch."""
    tree, scores, one = step.model, step.scores, step.stand_in
    assert scores is not None
    column, known = data.columns[scores.attribute], scores.known[scores.chosen]
    name = column.name
    largest = branch_name(tree, int(tree.onward[step.node]), data)
    here = f" {counted(gaps, 'row has', 'rows have')} no value of {name} here." if gaps else ""
    if one is None:
        why = "A category has no stand-in" if np.isnan(scores.cut) else "No cut of another number agrees with it better"
        return f"{here} {why}: without a value of {name}, a row goes to the largest branch, {largest}."
    table = Table.of(data)
    _, parts = table.branches(step.reached, scores.attribute, scores.cut)
    most = max(part.weight for part in parts)
    return (
        f"{here} Where {name} has no value, {_low_side(one, data)} stands in for "
        f"{name} ≤ {cut_name(column, scores.cut)}: of {figure(known)} rows it sends {figure(one.agrees)} the same way "
        f"({figure(100 * one.agrees / known, 3)} %), "
        f"the largest branch alone {figure(most)}. Without both values a row goes there, {largest}."
    )


def _low_side(one: StandIn, data: Dataset) -> str:
    """What stands for the lower side of the cut: 'petal length (cm) ≤ 2.45'."""
    column = data.columns[one.feature]
    return f"{column.name} {'>' if one.swapped else '≤'} {cut_name(column, one.cut)}"


def as_its_stand_in(step: Step, data: Dataset) -> str:
    """Why a row takes a branch where there is a stand-in: what its value of that is."""
    if step.stand_in is None or step.row is None:
        return ""
    column, value = data.columns[step.stand_in.feature], float(data.X[step.row, step.stand_in.feature])
    if np.isnan(value):
        return f", the largest, as it has none of {column.name} either"
    side = ">" if value > step.stand_in.cut else "≤"
    told = level(column, value) if column.levels else figure(value)
    return f", as {column.name} stands in: {told} {side} {cut_name(column, step.stand_in.cut)}"


def asked_instead(tree: FractionalTree, data: Dataset, x: np.ndarray) -> str:
    """Which stand-ins a row x (d,) is asked on its way, or ""."""
    way = tree.path(x)
    features = dict.fromkeys(int(tree.stand_in[node]) for node in way if np.isnan(x[tree.attribute[node]]))
    there = [data.columns[feature].name for feature in features if feature >= 0 and not np.isnan(x[feature])]
    return f"It is asked {listed(there, 4)} instead. " if there else ""
