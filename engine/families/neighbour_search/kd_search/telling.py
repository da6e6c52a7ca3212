"""What a step of searching a k-d tree says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbour_search.cut_words import CUT, seen
from engine.families.neighbour_search.kd_search.drawing import overlooked
from engine.families.neighbour_search.kd_search.loop import Found, Params, Step
from engine.maths.algebra.agreement import farther
from engine.maths.algebra.metrics import euclidean
from engine.parts.querying import place_words
from engine.parts.ranges import scaled_first

BACK = r"|z_d - t| \leq r_{\mathrm{best}}"
DISTANCE = r"r_{\mathrm{best}} = \min_n \|\mathbf{z} - \mathbf{x}_n\|"
LISTED = 8
"""So many of the rows found are listed."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "visit": _say_visit, "leaf": _say_leaf, "prune": _say_pruned, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    tree, z = step.model.tree, step.model.point
    cells = int((tree.first < 0).sum())
    sought = "row is the nearest" if params.k == 1 else f"{params.k} rows are the nearest"
    said = (
        f"A tree of {counted(data.n, 'row')} in {counted(cells, 'cell')}. Which {sought} to the query z at "
        f"{place_words(data, z)}? The search goes down from the root."
    )
    told = (Number("N", data.n), Number("cells", cells), Number("depth", int(tree.depths.max())))
    return scaled_first(Story(said, DISTANCE, numbers=told), data)


def _say_visit(step: Step, data: Dataset, params: Params) -> Story:
    tree, node, z = step.model.tree, step.node, step.model.point
    j, t = int(tree.dimension[node]), float(tree.threshold[node])
    value, column = float(z[j]), data.columns[j]
    side = "left" if value <= t else "right"
    begun = "At the root the" if node == 0 else f"{_back(step, params)}The"
    said = f"{begun} query has {column.name} = {column.figure(value, 6)}, so the search goes {side} first."
    said += seen(column.name, data)
    lines = () if value == t else (f"{column.figure(value, 6)} {'<' if value < t else '>'} {column.figure(t, 6)}",)
    same = lines and column.figure(value, 6) == column.figure(t, 6)
    return Story(said, CUT, () if same else lines, _numbers(step, data), _tables(step, data))


def _back(step: Step, params: Params) -> str:
    """What is said where a node lies beyond a cut that was passed before."""
    if step.gap <= 0:
        return ""
    if len(step.best.rows) < params.k:
        return "Too few rows are found, so the search looks beyond the cut. "
    return f"The cut is only {figure(step.gap)} away, so a row as near may lie beyond it. "


def _say_leaf(step: Step, data: Dataset, params: Params) -> Story:
    tree = step.model.tree
    rows = np.flatnonzero(tree.home == step.node)
    measured = "its distance is" if len(rows) == 1 else "their distances are"
    said = f"{_back(step, params)}A cell with {counted(len(rows), 'row')}: {measured} measured."
    if np.isin(rows, step.best.rows).any():
        shrinks = np.isfinite(step.former) and step.former > step.best.radius(params.k)
        was = f", shrunk from {figure(step.former)}" if shrinks else ""
        said += f" The circle through the {_last(step)} has the radius {figure(step.best.distances[-1])}{was}."
    else:
        said += " No row in it is near enough."
    return Story(said, DISTANCE, (), _numbers(step, data), _tables(step, data))


def _last(step: Step) -> str:
    return "best row" if len(step.best.rows) == 1 else f"best {len(step.best.rows)} rows"


def _say_pruned(step: Step, data: Dataset, params: Params) -> Story:
    tree, reach = step.model.tree, float(step.best.distances[-1])
    rows = int(tree.sizes[step.node])
    said = (
        f"The cut is {figure(step.gap)} away, farther than the best so far: {counted(rows, 'row')} beyond it need not "
        "be looked at."
    )
    lines = (f"|z − t| = {figure(step.gap)} > {figure(reach)}",) if figure(step.gap) != figure(reach) else ()
    return Story(said, BACK, lines, _numbers(step, data), _tables(step, data))


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.first is not None and step.truth is not None
    said = f"{counted(step.evaluations, 'distance')} of {data.n:,} had to be measured. "
    few = len(step.best.rows) < params.k
    if few:
        said += f"Only {len(step.best.rows)} of {counted(params.k, 'row')} were found: the cell has no more. "
    if missed := overlooked(step):
        d = float(step.truth.distances[step.truth.rows == missed[0]][0])
        said += f"The answer is wrong: {_at(missed[0], d, data)} is nearer, in a cell that was not looked into."
    elif few:
        said += f"The nearest is {_nearest(step.best, data)}."
    elif not params.exact:
        said += f"The cell of the query alone gives the right answer here: {_nearest(step.best, data)}."
    else:
        short = farther(step.first.radius(params.k), step.best.radius(params.k), step.model.point, data.X)
        alone = "would have been wrong" if short else "would have been right too"
        said += f"The nearest is {_nearest(step.best, data)}. The cell of the query alone {alone}."
    said += _tied(step, data)
    line = f"share measured = {step.evaluations} / {data.n:,} = {figure(step.evaluations / data.n)}"
    told = _numbers(step, data)
    if params.exact:
        told = (*told, Number("r of the cell alone", float(step.first.distances[-1]), "before looking beyond cuts"))
    right = bool(np.array_equal(step.best.distances, step.truth.distances))
    checks = (Check("as near as by measuring all rows", right),) if params.exact else ()
    return Story(said, BACK, (line,), told, _tables(step, data), checks)


def _nearest(found: Found, data: Dataset) -> str:
    return _at(int(found.rows[0]), float(found.distances[0]), data)


def _at(row: int, distance: float, data: Dataset) -> str:
    return f"row {data.row_name(row)} at {figure(distance)}"


def _tied(step: Step, data: Dataset) -> str:
    """What is said where several rows are as far as the last one found."""
    last = step.best.distances[-1]
    alike = int((euclidean(step.model.point[None], data.X)[0] == last).sum())
    if alike == 1 or overlooked(step):
        return ""
    return f" {alike:,} rows are {figure(last)} away: those with lower numbers come first."


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    told = (Number("distances measured", step.evaluations), Number("N", data.n))
    if not len(step.best.rows):
        return told
    return (*told, Number("r", float(step.best.distances[-1]), "the best so far"))


def _tables(step: Step, data: Dataset) -> tuple[Table, ...]:
    """The rows found so far."""
    pairs = zip(step.best.rows[:LISTED].tolist(), step.best.distances.tolist(), strict=False)
    rows = tuple((place + 1, data.row_name(row), d) for place, (row, d) in enumerate(pairs))
    return (Table("Nearest so far", ("rank", "row", "distance"), rows),) if rows else ()


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"distances measured": step.evaluations}


def event(step: Step) -> Event | None:
    if step.part == "prune":
        return Event("pruned", "ghost")
    if step.part == "answer":
        assert step.truth is not None
        few = len(step.best.rows) < len(step.truth.rows)
        return Event("missed", "wrong") if few or overlooked(step) else Event("found", "best")
    return None
