"""What a step of the distance matrix says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, figure
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distances.distance_matrix.drawing import names
from engine.families.distances.distance_matrix.loop import Params, Step
from engine.families.distances.measures import FORMULAS
from engine.maths.algebra.agreement import agree

CELL = r"R_{mn} = r(\mathbf{z}_m, \mathbf{x}_n), \quad r(\mathbf{a}, \mathbf{b}) = "


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _formula(params: Params) -> str:
    return CELL + FORMULAS[params.distance]


def _start(step: Step, data: Dataset, params: Params) -> Story:
    M, N, D = len(step.Z), data.n, data.d
    who = "every row" if step.own else "the mean of every class"
    said = (
        f"The {params.distance} distance of {who} to {counted(N, 'row')} is measured, {counted(D, 'coordinate')} each."
    )
    if step.block > 1:
        said += (
            f" {figure(M * N)} cells are too many to keep and to see: each number shown is the mean of a block of "
            f"{step.block} rows and columns."
        )
    line = f"operations = {figure(M)}·{figure(N)}·{figure(D)} = {figure(M * N * D)}"
    return Story(said, _formula(params), (line,), (Number("M", M), Number("N", N), Number("D", D)))


def _measuring(step: Step, data: Dataset, params: Params) -> Story:
    said = f"The distances are being computed: {figure(step.measured)} of {counted(len(step.Z), 'row')} are done."
    return Story(said, _formula(params), (), (Number("rows measured", step.measured),))


def _cell(step: Step, data: Dataset, params: Params) -> Story:
    assert step.R is not None and step.cell is not None
    m, n = step.cell
    operations = Number("operations so far", spent(step, data), "M · N · D in the end")
    cells = Number("cells filled", step.done)
    if step.done - step.before > 1:
        rows = (step.done - step.before) // step.R.shape[1]
        thing = "row of cells is" if rows == 1 else "rows of cells are"
        blocks = " Each cell is the mean of a block." if step.block > 1 else ""
        return Story(f"{rows} more {thing} filled.{blocks}", _formula(params), (), (cells, operations))
    value, one, other = float(step.R[m, n]), names(step, data)[m], data.row_name(n)
    who = f"row {one}" if step.own else f"the mean of {one}"
    said = f"From {who} to row {other} it is {figure(value)}."
    if step.own and m == n:
        said = f"Row {one} is at distance 0 from itself: the diagonal is 0."
    elif step.own and n < m:
        said += " It is the cell on the other side of the diagonal once more: the distance is symmetric."
    elif value == 0:
        said += " Not on the diagonal: the two are the same to this distance."
    return Story(said, _formula(params), (), (Number("distance", value), cells, operations))


def spent(step: Step, data: Dataset) -> int:
    """How many operations on coordinates the cells so far have taken."""
    assert step.R is not None
    if step.block > 1:
        rows = min(step.done // int(step.R.shape[1]) * step.block, len(step.Z))
        return rows * data.n * data.d
    return step.done * data.d


def _whole(step: Step, data: Dataset, params: Params) -> Story:
    assert step.R is not None and step.found is not None
    found = step.found
    cost = Number("operations", spent(step, data), "M · N · D")
    if not found.pair:
        return Story("There is one row, at distance 0 from itself.", _formula(params), (), (cost,))
    one, other = names(step, data)[found.pair[0]], data.row_name(found.pair[1])
    who = f"rows {one} and {other}" if step.own else f"the mean of {one} and row {other}"
    said = f"All cells are filled. The nearest are {who}, at {figure(found.least)}."
    if found.zeros:
        where = " off the diagonal" if step.own else ""
        pairs = counted(found.zeros, "pair")
        said += f" {pairs} at distance 0{where}: {'duplicates' if step.own else 'rows that lie at a mean'}."
    told = (Number("least distance", found.least), Number("pairs at distance 0", found.zeros), cost)
    checks = (
        (Check("R is symmetric", agree(step.R, step.R.T, np.abs(step.R).max() or 1.0)),
         Check("its diagonal is 0", bool((np.diagonal(step.R) == 0).all())))
        if step.own and step.block == 1 else ()
    )  # fmt: skip
    return Story(said, _formula(params), (), told, (), checks)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "measuring": _measuring, "cell": _cell, "whole": _whole,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"operations": float(spent(step, data))} if step.part == "cell" else {}


def event(step: Step) -> Event | None:
    return Event("whole", "best") if step.part == "whole" else None
