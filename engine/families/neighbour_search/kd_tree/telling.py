"""What a step of a k-d tree says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbour_search.kd_tree.drawing import overlooked
from engine.families.neighbour_search.kd_tree.loop import Found, Params, Step
from engine.parts.ranges import ranges_differ

CUT = r"t = \mathrm{median}\{x_{nd}\}, \quad x_{nd} \leq t \;\mathrm{goes\ left}"
BACK = r"|z_d - t| \leq r_{\mathrm{best}}"
DISTANCE = r"r_{\mathrm{best}} = \min_n \|\mathbf{z} - \mathbf{x}_n\|"
LISTED = 8
"""So many of the rows found are listed."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "split": _say_cut, "visit": _say_visit,
        "leaf": _say_leaf, "prune": _say_pruned, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"All {counted(data.n, 'row is', 'rows are')} in one cell. A cell with more than "
        f"{counted(params.leaf_size, 'row')} will be cut at the lower median of one dimension, and its halves too."
    )
    if data.n == 1:
        said = "The only row is in one cell: nothing is cut."
    if ranges_differ(data):
        said += " Ranges differ more than 10 times and nothing is scaled: the widest feature decides who is near."
    return Story(said, CUT, numbers=(Number("rows", data.n), Number("leaf size", params.leaf_size)))


def _say_cut(step: Step, data: Dataset, params: Params) -> Story:
    tree = step.model.tree
    deepest = int(tree.depths.max())
    told = (Number("leaves", int((tree.first < 0).sum())), Number("depth", deepest))
    limit = math.ceil(math.log2(data.n)) + 1
    checks = (Check("every row is in one leaf", int(tree.sizes[tree.first < 0].sum()) == data.n),)
    if len(step.cut) > 1:
        said = f"{len(step.cut):,} cells of one level are cut, each at its own median. {_depth(deepest, limit)}"
        if data.d > 2:
            said += " So many lines through more than two features are not drawn."
        return Story(said, CUT, (), told, (), checks)
    (node,) = step.cut
    left, name = int(tree.first[node]), data.columns[int(tree.dimension[node])].name
    t, sizes = figure(tree.threshold[node]), tree.sizes[[left, left + 1]]
    said = (
        f"A cell of {counted(int(tree.sizes[node]), 'row')} is cut at {name} = {t}, its lower median: "
        f"{sizes[0]:,} go left, {sizes[1]:,} right.{_seen(name, data)}"
    )
    line = f"rows = {sizes[0]} + {sizes[1]} = {sizes.sum()}"
    numbers = (Number("threshold t", float(tree.threshold[node]), name), Number("left", int(sizes[0])))
    return Story(said, CUT, (line,), (*numbers, Number("right", int(sizes[1])), *told), (), checks)


def _seen(name: str, data: Dataset) -> str:
    """Where the cut of a feature is to be seen: the plane has two of them."""
    return f" The plane has its line only where {name} is in view." if data.d > 2 else ""


def _depth(deepest: int, limit: int) -> str:
    if deepest <= limit:
        return f"The tree is {counted(deepest, 'cut')} deep."
    return f"The tree is {counted(deepest, 'cut')} deep: rows with equal values make it lopsided."


def _say_visit(step: Step, data: Dataset, params: Params) -> Story:
    tree, node, z = step.model.tree, step.node, step.model.point
    j, t = int(tree.dimension[node]), float(tree.threshold[node])
    value, name = float(z[j]), data.columns[j].name
    side = "left" if value <= t else "right"
    begun = f"The search begins at the root. The query is at {vector(z)}: " if node == 0 else ""
    said = f"{begun}{_back(step, params)}{name} of the query is {figure(value, 6)}, so the search goes {side} first."
    said += _seen(name, data)
    lines = () if value == t else (f"{figure(value, 6)} {'<' if value < t else '>'} {figure(t, 6)}",)
    same = lines and figure(value, 6) == figure(t, 6)
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
        said += f" The circle through the {_last(step)} has the radius {figure(step.best.distances[-1])}."
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
    if overlooked(step):
        said += f"The answer is wrong: {_nearest(step.truth, data)} is nearer, in a cell that was not looked into."
    elif len(step.best.rows) < params.k:
        said += f"Only {counted(len(step.best.rows), 'row')} of {params.k} were found: a cell has no more."
    elif not params.exact:
        said += f"The cell of the query alone gives the right answer here: {_nearest(step.best, data)}."
    else:
        short = step.first.radius(params.k) > step.best.radius(params.k)
        alone = "would have been wrong" if short else "would have been right too"
        said += f"The nearest is {_nearest(step.best, data)}. The cell of the query alone {alone}."
    said += _tied(step, data)
    line = f"share measured = {step.evaluations} / {data.n} = {figure(step.evaluations / data.n)}"
    told = _numbers(step, data)
    if params.exact:
        told = (*told, Number("r of the cell alone", float(step.first.distances[-1]), "before looking beyond cuts"))
    right = bool(np.array_equal(step.best.distances, step.truth.distances))
    checks = (Check("as near as by measuring all rows", right),) if params.exact else ()
    return Story(said, BACK, (line,), told, _tables(step, data), checks)


def _nearest(found: Found, data: Dataset) -> str:
    return f"row {data.row_name(int(found.rows[0]))} at {figure(found.distances[0])}"


def _tied(step: Step, data: Dataset) -> str:
    """What is said where two of the rows found are as near."""
    if len(step.best.rows) > 1 and step.best.distances[0] == step.best.distances[1]:
        return " Rows at the same distance are listed with the lower number first."
    return ""


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
    return {"distances measured": step.evaluations} if len(step.state) else {}


def event(step: Step) -> Event | None:
    if step.part == "prune":
        return Event("pruned", "ghost")
    if step.part == "answer":
        return Event("missed", "wrong") if overlooked(step) else Event("found", "best")
    return None
