"""What a step of growing a k-d tree says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, joined, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbour_search.cut_words import CUT, seen
from engine.families.neighbour_search.growing import CYCLE, RANDOM, SPREAD
from engine.families.neighbour_search.kd_tree.drawing import graph, ringed, rows_in
from engine.families.neighbour_search.kd_tree.loop import Params, Step
from engine.families.neighbour_search.tree_cells import outline
from engine.models.kd_tree import KDTree

DIMENSIONS = {
    CYCLE: "The dimensions take turns, level by level.",
    RANDOM: "The dimension is drawn for each cell.",
    SPREAD: "Each cell is cut along the dimension over which its rows spread most.",
}
LISTED = 7
"""So many rows of a cell are listed, those around the median."""
ASKED = 4
"""So many of the cuts on the way of a point are told."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if not step.cut:
        return _say_start(step, data, params)
    return _say_cut(step, data, params) if len(step.cut) == 1 else _say_level(step, data)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    turns = f" {DIMENSIONS[params.dimension]}" if data.d > 1 else ""
    said = (
        f"All {counted(data.n, 'row is', 'rows are')} in one cell. A cell with more than "
        f"{counted(params.leaf_size, 'row')} will be cut at the lower median of one dimension, and its halves "
        f"too.{turns}"
    )
    if data.n <= params.leaf_size:
        said = f"{counted(data.n, 'row')} in one cell: it is left whole, as it has {params.leaf_size} or fewer."
    return Story(said, CUT, numbers=(Number("rows", data.n), Number("leaf size", params.leaf_size)))


def _say_level(step: Step, data: Dataset) -> Story:
    tree = step.model
    deepest = int(tree.depths.max())
    said = f"{len(step.cut):,} cells of one level are cut, each at its own median. The tree is {deepest} cuts deep."
    said += _lopsided(tree)
    if data.d > 2:
        said += " So many lines through more than two features are not drawn."
    return Story(said, CUT, (), _size(tree), (), _depth_check(tree, data))


def _say_cut(step: Step, data: Dataset, params: Params) -> Story:
    tree, (node,) = step.model, step.cut
    j, t = int(tree.dimension[node]), float(tree.threshold[node])
    name, rows, (left, right) = data.columns[j].name, rows_in(tree, node), halves(tree, node)
    said = (
        f"A cell of {counted(len(rows), 'row')} is cut at {name} = {data.columns[j].figure(t)}, its lower median: "
        f"{len(left):,} go left, {len(right):,} right.{_why(step, data, params)}{_lopsided(tree)}{seen(name, data)}"
    )
    if node and data.d != 2:
        said += f" The rows of the cell are {'ringed' if data.target == 'real' else 'large'}."
    lines = [f"rows = {len(left)} + {len(right)} = {len(rows)}"]
    if params.dimension == SPREAD:
        values = data.X[rows, j]
        lines.insert(0, f"spread of {name} = {taken(float(values.max()), float(values.min()))}")
    numbers = (
        Number("threshold t", data.columns[j].told(t), name),
        Number("left", len(left)),
        Number("right", len(right)),
    )
    whole = bool(np.array_equal(np.sort(np.append(left, right)), rows))
    checks = (Check("each of its rows is in one half", whole), *_depth_check(tree, data))
    return Story(said, CUT, tuple(lines), (*numbers, *_size(tree)), (_sorted(rows, j, t, data),), checks)


def halves(tree: KDTree, node: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows in the two halves of a cell that is cut."""
    left = int(tree.first[node])
    return rows_in(tree, left), rows_in(tree, left + 1)


def _why(step: Step, data: Dataset, params: Params) -> str:
    """Why it is this dimension, where it is not simply its turn."""
    if step.passed:
        names = joined(data.columns[j].name for j in step.passed)
        return f" Along {names} no row lies beyond the median, so the next dimension is taken."
    return " The dimension was drawn." if params.dimension == RANDOM and data.d > 1 else ""


def _lopsided(tree: KDTree) -> str:
    """What is said of a tree that is deeper than halves can make it."""
    return " Rows with equal values make the tree lopsided." if tree.depths.max() > most_deep(len(tree.X)) else ""


def _sorted(rows: np.ndarray, j: int, t: float, data: Dataset) -> Table:
    """The rows of a cell in the order of the dimension that is cut, as many as there is room for around the median."""
    order = rows[np.argsort(data.X[rows, j], kind="stable")]
    place = (len(order) - 1) // 2
    first = max(place - LISTED // 2, 0)
    listed = [
        (
            first + i + 1,
            data.row_name(row),
            data.columns[j].told(float(data.X[row, j])),
            "left" if data.X[row, j] <= t else "right",
        )
        for i, row in enumerate(order[first : first + LISTED].tolist())
    ]
    heads = ("rank", "row", data.columns[j].name, "goes")
    return Table("Rows of the cell, sorted", heads, tuple(listed), place - first)


def _size(tree: KDTree) -> tuple[Number, ...]:
    return Number("cells", int((tree.first < 0).sum())), Number("depth", int(tree.depths.max()))


def most_deep(n: int) -> int:
    """So many cuts no tree of rows without equal values is deeper than."""
    return math.ceil(math.log2(n)) + 1


def _depth_check(tree: KDTree, data: Dataset) -> tuple[Check, ...]:
    """How deep the tree may be, where no two rows have the same value of any feature."""
    if not data.cached("distinct values", lambda: all(len(np.unique(column)) == data.n for column in data.X.T)):
        return ()
    return (Check("depth ≤ ⌈log₂ N⌉ + 1", int(tree.depths.max()) <= most_deep(data.n)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The way of a point to its cell."""
    tree, way = step.model, way_of(step.model, x)
    rows, cuts = rows_in(tree, way[-1]), way[:-1]
    told = [_turn(tree, node, x, data) for node in cuts[:ASKED]] + ["and so on"] * (len(cuts) > ASKED)
    where = f"From the root it goes {', '.join(told)}. " if told else ""
    said = f"{where}Its cell has {counted(len(rows), 'row')}, {counted(len(cuts), 'cut')} below the root."
    numbers = (Number("cuts on the way", len(cuts)), Number("rows in its cell", len(rows)))
    cell = outline(tree, way[-1], data) if data.d == 2 else ringed(tree, way[-1], data)
    return Inquiry(Story(said, CUT, numbers=numbers), (cell, graph(step, data, way)))


def way_of(tree: KDTree, x: np.ndarray) -> list[int]:
    """The nodes from the root to the cell of a point x (d,)."""
    way = [int(tree.apply(x[None])[0])]
    while way[-1]:
        way.append(int(tree.parent[way[-1]]))
    return way[::-1]


def _turn(tree: KDTree, node: int, x: np.ndarray, data: Dataset) -> str:
    """On which side of a cut a point is: 'right (x1 = 6 > 5)'."""
    j, t = int(tree.dimension[node]), float(tree.threshold[node])
    sign, side = ("≤", "left") if x[j] <= t else (">", "right")
    column = data.columns[j]
    return f"{side} ({column.name} = {column.figure(float(x[j]))} {sign} {column.figure(t)})"


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"rows in the largest cell": float(step.model.sizes[step.model.first < 0].max())}


def event(step: Step) -> Event | None:
    """A new level begins, or a dimension divides nothing."""
    if step.passed:
        return Event("next dimension", "ghost")
    if not step.cut:
        return None
    depths, child = step.model.depths, int(step.model.first[step.cut[0]])
    return Event("new level", "path") if depths[child] > depths[child - 1] else None
