"""The cells of a k-d tree on the plane of two features: their cuts, and their corners as far as they are drawn."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Line, Mark, Segments
from engine.core.surfaces import Role
from engine.data.dataset import Dataset
from engine.models.kd_tree import KDTree
from engine.parts.ranges import ROOMY, reach

FAR = 2.0
"""A cell that goes on for ever is drawn so many times the widest extent of the data beyond them: a plane where a unit
is as long on both axes shows more of the narrower one."""


SHADES, HATCHES = 32, 14
"""So many lines shade cells, and hatch them, over the extent of the data."""
LINES, HALVINGS = 4, 4
"""At least so many lines lie across a cell, if the grid need not be halved more often than this."""


def cuts(tree: KDTree, new: np.ndarray, faint: np.ndarray, data: Dataset) -> list[Mark]:
    """All cuts as far as their cells reach, the new ones (m,) in ink; not on a plane, only a single new one."""
    if data.d != 2:
        return [_cut_across(tree, int(node), data) for node in new] if len(new) == 1 else []
    rest = np.flatnonzero(tree.first >= 0)
    rest = rest[~np.isin(rest, np.append(new, faint))]
    roles: tuple[tuple[np.ndarray, Role], ...] = ((faint, "shade"), (rest, "plain"), (new, "boundary"))
    return [Segments(*ends(tree, nodes, data), role) for nodes, role in roles if len(nodes)]


def _cut_across(tree: KDTree, node: int, data: Dataset) -> Line:
    """A cut among more features, as far as its cell reaches in what is shown of it."""
    within = np.array([corner[node] for corner in tree.boxes])
    return Line(np.eye(data.d)[tree.dimension[node]], -float(tree.threshold[node]), within=within)


def ends(tree: KDTree, nodes: np.ndarray, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """The ends (m, 2) of the cuts of nodes."""
    low, high = (corner.copy() for corner in corners(tree, nodes, data))
    places = np.arange(len(nodes)), tree.dimension[nodes]
    low[places] = high[places] = tree.threshold[nodes]
    return low, high


def outline(tree: KDTree, node: int, data: Dataset) -> Mark:
    """The four sides of the cell of a node."""
    (low,), (high,) = corners(tree, np.array([node]), data)
    around = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    return Segments(around, np.roll(around, -1, axis=0), "focus")


def shaded(tree: KDTree, nodes: np.ndarray, data: Dataset) -> list[Mark]:
    """Level lines through the cells of nodes, of one grid for all, and finer where a cell is low."""
    starts, stops = [], []
    for least, most in zip(*corners(tree, nodes, data), strict=True):
        gap = finer(extents(data)[1] / SHADES, most[1] - least[1])
        heights = gap * np.arange(np.ceil(least[1] / gap), np.floor(most[1] / gap) + 1)
        starts.append(np.column_stack([np.full(len(heights), least[0]), heights]))
        stops.append(np.column_stack([np.full(len(heights), most[0]), heights]))
    return [Segments(np.vstack(starts), np.vstack(stops), "shade")] if len(nodes) else []


def hatched(tree: KDTree, nodes: np.ndarray, data: Dataset) -> list[Mark]:
    """Lines from the lower left to the upper right through the cells of nodes: u − v = c, of one grid for all."""
    scale = extents(data) / HATCHES
    starts, stops = [], []
    for least, most in zip(*(corner / scale for corner in corners(tree, nodes, data)), strict=True):
        gap = finer(1.0, float((most - least).sum()))
        c = gap * np.arange(np.ceil((least[0] - most[1]) / gap), np.floor((most[0] - least[1]) / gap) + 1)
        u = np.maximum(least[0], least[1] + c), np.minimum(most[0], most[1] + c)
        starts.append(np.column_stack([u[0], u[0] - c]) * scale)
        stops.append(np.column_stack([u[1], u[1] - c]) * scale)
    return [Segments(np.vstack(starts), np.vstack(stops), "shade")] if len(nodes) else []


def finer(gap: float, across: float) -> float:
    """A gap between lines halved until at least so many of them fit across a cell, as far as that can be seen.

    >>> finer(1.0, 10.0), finer(1.0, 2.5)
    (1.0, 0.5)
    """
    for _ in range(HALVINGS):
        if across >= LINES * gap:
            break
        gap /= 2
    return gap


def corners(tree: KDTree, nodes: np.ndarray, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and the highest corners (m, 2) of the cells of nodes, as far as they are drawn."""
    low, high = tree.boxes
    return np.clip(low[nodes], *_picture(data)), np.clip(high[nodes], *_picture(data))


def _picture(data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """(2,) the lowest and the highest places that are drawn."""
    least, most = reach(data)
    across = extents(data)
    widest = across.max()
    room = FAR * (np.full(len(across), widest) if widest <= ROOMY * across.min() else across)
    return least - room, most + room


def extents(data: Dataset) -> np.ndarray:
    """(2,) how far the data reach along each axis; along one where they do not, how large they are."""
    least, most = reach(data)
    return np.asarray(np.where(most > least, most - least, np.abs(most).max() or 1.0))
