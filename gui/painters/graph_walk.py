"""Going through a graph by the arrow keys: up and down a tree, along a level; through the columns of a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QRectF

from engine.core.marks import Graph
from gui.painters.tidy import depths

Way = Literal["left", "right", "up", "down"]
WAYS: dict[Way, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""How many levels of a tree deeper, and how many places along a level; a network lies on its side."""
ON_ITS_SIDE: dict[Way, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def stepped(graph: Graph, cards: Sequence[QRectF], shown: Sequence[int], node: int, way: Way) -> int:
    """The node that is reached from a node by an arrow key among those that are shown; the node itself for none."""
    deeper, along = (ON_ITS_SIDE if graph.columns else WAYS)[way]
    level = graph.columns or depths([one.parent for one in graph.nodes])
    place = {i: _place(graph, cards[i]) for i in shown}
    there = [i for i in shown if level[i] == level[node] + deeper]
    if along:
        row = sorted(there, key=lambda i: place[i])
        return row[min(max(row.index(node) + along, 0), len(row) - 1)]
    if not graph.columns:
        kin = node, graph.nodes[node].parent
        there = [i for i in there if (graph.nodes[i].parent == kin[0] if deeper > 0 else i == kin[1])]
    return min(there, key=lambda i: abs(place[i] - place[node]), default=node)


def _place(graph: Graph, card: QRectF) -> float:
    """Where a card stands along its level."""
    return card.center().y() if graph.columns else card.center().x()
