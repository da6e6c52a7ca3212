"""The last cut of a tree in the hand: where it is held, and the tree that a drag of it makes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.surfaces import Surface
from engine.core.typed_as import TypedAs
from engine.data.dataset import Dataset
from engine.models.tree import Tree
from engine.parts.trees.growing import asked_in_order, branched, seed_of
from engine.parts.trees.rectangles import cut_ends

CHART = Surface("chart", "Gain of every cut")
"""Where the gains of all cuts of an attribute are seen; its first axis is the attribute."""


def last_cut(tree: Tree) -> int | None:
    """The node that was split last, if it was by a threshold."""
    asked = asked_in_order(tree)
    return asked[-1] if asked and tree.numeric[asked[-1]] else None


def threshold(tree: Tree, data: Dataset) -> np.ndarray:
    """(1, 2) where the last cut stands on the chart."""
    node = last_cut(tree)
    return np.zeros((0, 2)) if node is None else np.array([[tree.threshold[node], 0.0]])


def cut_at(positions: np.ndarray, data: Dataset, params: object, base: object = None) -> Tree:
    """The tree with its last cut at a place of the chart; without a tree, the first attribute cut there."""
    node = last_cut(base) if isinstance(base, Tree) else None
    if not isinstance(base, Tree) or node is None:
        return stump(0, float(positions[0, 0]), data)
    return _moved(base, node, int(base.attribute[node]), float(positions[0, 0]))


def cut_line(tree: Tree, data: Dataset) -> np.ndarray:
    """(2, 2) the middle and an end of the last cut on the plane; of one feature (1, 1) the threshold, else none."""
    node = last_cut(tree)
    if node is None or data.d > 2:
        return np.zeros((0, data.d))
    if data.d == 1:
        return np.array([[tree.threshold[node]]])
    start, end = cut_ends(tree, node, data)
    return np.array([(start + end) / 2, end])


def cut_through(positions: np.ndarray, data: Dataset, params: object, base: object = None) -> Tree:
    """The tree with its last cut through a place; turned by more than half a right angle, it cuts the other feature."""
    extent = np.fmax.reduce(data.X, axis=0) - np.fmin.reduce(data.X, axis=0)
    way = np.abs(positions[-1] - positions[0]) / np.where(extent > 0, extent, 1.0)
    attribute = int(np.argmin(way)) if len(positions) > 1 else 0
    cut, node = float(positions[0, attribute]), last_cut(base) if isinstance(base, Tree) else None
    if not isinstance(base, Tree) or node is None:
        return stump(attribute, cut, data)
    return _moved(base, node, attribute, cut)


def stump(attribute: int, cut: float, data: Dataset) -> Tree:
    """A tree of one cut. Its counts are those of all rows: a run that begins from it counts for itself."""
    counts = np.bincount(data.codes, minlength=len(data.class_names))
    sides = [data.X[:, attribute] <= cut, data.X[:, attribute] > cut]
    table = np.array([np.bincount(data.codes[side], minlength=len(counts)) for side in sides])
    return branched(seed_of(counts, data.d), 0, attribute, table, np.arange(2), cut)


def _moved(tree: Tree, node: int, attribute: int, cut: float) -> Tree:
    asks, cuts = np.array(tree.attribute), np.array(tree.threshold)
    asks[node], cuts[node] = attribute, cut
    return replace(tree, attribute=asks, threshold=cuts)


def gains_told(data: Dataset) -> str:
    """What moving the cut shows."""
    return "Moved, it shows what another cut of this node would have gained."


def _cut(tree: Tree, data: Dataset) -> list[tuple[str, float]]:
    """The threshold of the last cut."""
    node = last_cut(tree)
    return [] if node is None else [(data.columns[tree.attribute[node]].name, float(tree.threshold[node]))]


def _cut_there(values: np.ndarray, data: Dataset, params: object, base: object) -> Tree:
    return cut_at(values[None], data, params, base)


THRESHOLD = TypedAs(_cut, _cut_there)
"""Of a cut its threshold is typed, however it is drawn."""
