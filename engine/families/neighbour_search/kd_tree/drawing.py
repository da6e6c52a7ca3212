"""What a step of a k-d tree looks like: the cuts and cells on the plane, the tree beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import counted, figure
from engine.core.marks import Ellipse, Graph, Line, Mark, Node, Points, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.neighbour_search.kd_tree.loop import PRUNED, UNSEEN, VISITED, Params, Step
from engine.models.kd_tree import KDTree
from engine.parts.nearest import spokes
from engine.parts.ranges import ROOMY, reach

TREE = Surface("structure", "k-d tree")
FAR = 2.0
"""A cell that goes on for ever is drawn so many times the widest extent of the data beyond them: a plane where a unit
is as long on both axes shows more of the narrower one."""
SHADES, HATCHES = 16, 10
"""So many lines shade the cells that were visited, and hatch those left out, over the extent of the data."""
ROLES: dict[int, Role] = {UNSEEN: "plain", VISITED: "path", PRUNED: "ghost"}
MOST = 31
"""A larger tree is drawn in part: its first nodes, and those that the step or the search is about."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, tree = step.model.point, step.model.tree
    searching = len(step.state) > 0
    drawn: list[Mark] = []
    if searching and data.d == 2:
        drawn += shades(step, data)
    drawn += cuts(step, data)
    if step.part == "leaf":
        drawn += spokes(z, data.X[tree.home == step.node])
    if len(step.best.rows):
        drawn.append(Ellipse(z, np.eye(data.d), max(float(step.best.distances[-1]), 0.0), "margin"))
        drawn.append(Points(data.X[step.best.rows], "best", rows=step.best.rows))
    if missed := overlooked(step):
        drawn.append(Points(data.X[missed], "wrong", rows=np.array(missed)))
    drawn.append(Points(z[None], "focus", labels=("z",)))
    return [*drawn, graph(step, data)]


def overlooked(step: Step) -> list[int]:
    """The rows that are nearer than what was found."""
    if step.truth is None:
        return []
    reach = step.best.radius(len(step.truth.rows))
    return [int(row) for row, d in zip(step.truth.rows, step.truth.distances, strict=True) if d < reach]


# -- the plane ---------------------------------------------------------------------------------------------------------


def cuts(step: Step, data: Dataset) -> list[Mark]:
    """The cuts so far, as far as their cells reach, the new ones in ink; not on a plane, only the new one."""
    tree = step.model.tree
    new = np.array(step.cut, dtype=np.intp) if step.cut else np.array([step.node])
    new = new[tree.first[new] >= 0] if step.part in ("split", "visit") else new[:0]
    if data.d != 2:
        lines = new[:1] if len(new) == 1 else new[:0]
        return [Line(np.eye(data.d)[tree.dimension[node]], -float(tree.threshold[node])) for node in lines]
    inner = np.flatnonzero(tree.first >= 0)
    roles: tuple[tuple[np.ndarray, Role], ...] = ((np.setdiff1d(inner, new), "plain"), (new, "boundary"))
    return [Segments(*ends(tree, nodes, data), role) for nodes, role in roles if len(nodes)]


def picture(data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """(2,) the lowest and the highest places that are drawn."""
    least, most = reach(data)
    extents = _extents(data)
    widest = extents.max()
    room = FAR * (np.full(len(extents), widest) if widest <= ROOMY * extents.min() else extents)
    return least - room, most + room


def _extents(data: Dataset) -> np.ndarray:
    """(2,) how far the data reach along each axis; along one where they do not, how large they are."""
    least, most = reach(data)
    return np.asarray(np.where(most > least, most - least, np.abs(most).max() or 1.0))


def cells(tree: KDTree, nodes: np.ndarray, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and the highest corners (m, 2) of the cells of nodes, as far as they are drawn."""
    low, high = tree.boxes
    return np.clip(low[nodes], *picture(data)), np.clip(high[nodes], *picture(data))


def ends(tree: KDTree, nodes: np.ndarray, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """The ends (m, 2) of the cuts of nodes."""
    low, high = (corner.copy() for corner in cells(tree, nodes, data))
    places = np.arange(len(nodes)), tree.dimension[nodes]
    low[places] = high[places] = tree.threshold[nodes]
    return low, high


def shades(step: Step, data: Dataset) -> list[Mark]:
    """The cells that were looked into are shaded, those left out are hatched."""
    tree = step.model.tree
    looked = np.flatnonzero((step.state == VISITED) & (tree.first < 0))
    left_out = np.flatnonzero(step.state == PRUNED)
    drawn: list[Mark] = []
    if len(looked):
        drawn.append(Segments(*level_lines(*cells(tree, looked, data), data), "shade"))
    if len(left_out):
        drawn.append(Segments(*slanting_lines(*cells(tree, left_out, data), data), "shade"))
    return drawn


def level_lines(low: np.ndarray, high: np.ndarray, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """Level lines through rectangles with these corners (m, 2), of one grid for all."""
    gap = _spacing(data, SHADES)[1]
    starts, stops = [], []
    for least, most in zip(low, high, strict=True):
        heights = gap * np.arange(np.ceil(least[1] / gap), np.floor(most[1] / gap) + 1)
        starts.append(np.column_stack([np.full(len(heights), least[0]), heights]))
        stops.append(np.column_stack([np.full(len(heights), most[0]), heights]))
    return np.vstack(starts), np.vstack(stops)


def slanting_lines(low: np.ndarray, high: np.ndarray, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """Lines from the lower left to the upper right through such rectangles: u − v = c, of one grid for all."""
    scale = _spacing(data, HATCHES)
    starts, stops = [], []
    for least, most in zip(low / scale, high / scale, strict=True):
        c = np.arange(np.ceil(least[0] - most[1]), np.floor(most[0] - least[1]) + 1)
        u = np.maximum(least[0], least[1] + c), np.minimum(most[0], most[1] + c)
        starts.append(np.column_stack([u[0], u[0] - c]) * scale)
        stops.append(np.column_stack([u[1], u[1] - c]) * scale)
    return np.vstack(starts), np.vstack(stops)


def _spacing(data: Dataset, count: int) -> np.ndarray:
    """(2,) the extents of the data in so many parts."""
    return _extents(data) / count


# -- the tree ----------------------------------------------------------------------------------------------------------


def graph(step: Step, data: Dataset) -> Graph:
    """The tree: the node of this step is lit, the way of the search in ink, what was left out dashed."""
    tree = step.model.tree
    shown = shown_nodes(step)
    place = np.full(len(tree.first), -1)
    place[shown] = np.arange(len(shown))
    nodes = tuple(_node(int(node), int(place[tree.parent[node]]) if node else -1, step, data) for node in shown)
    resting = tree.home.copy()
    while (hidden := place[resting] < 0).any():
        resting[hidden] = tree.parent[resting[hidden]]
    return Graph(nodes, rests=place[resting], surface=TREE)


def shown_nodes(step: Step) -> np.ndarray:
    """Every node of a small tree; of a large one the first, those of the search, and what was cut last."""
    tree = step.model.tree
    shown = np.arange(len(tree.first)) < MOST
    if len(step.state):
        shown |= step.state > 0
    if len(step.cut) <= 1:
        shown[[child for node in step.cut for child in (tree.first[node], tree.first[node] + 1)]] = True
    for node in np.flatnonzero(shown)[::-1].tolist():
        if node:
            shown[tree.parent[node]] = True
    return np.flatnonzero(shown)


def _node(node: int, parent: int, step: Step, data: Dataset) -> Node:
    tree = step.model.tree
    rows = counted(int(tree.sizes[node]), "row")
    above = int(tree.parent[node])
    side = "≤" if node == tree.first[above] else ">"
    edge = f"{side} {figure(tree.threshold[above])}" if node else ""
    role = _role(node, step)
    if tree.first[node] < 0:
        return Node(rows, parent=parent, edge=edge, role=role)
    return Node(data.columns[int(tree.dimension[node])].name, rows, parent, edge, role=role)


def _role(node: int, step: Step) -> Role:
    if node in step.cut or (node == step.node and step.part in ("visit", "leaf", "prune")):
        return "focus"
    if not len(step.state):
        return "plain"
    return ROLES[int(step.state[node])]
