"""What a step of the distance over common coordinates looks like: two rows with their gaps, and the squares so far."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Graph, Mark, Node
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.distances.common_coordinates.loop import Params, Step

CELLS = Surface("structure", "a above b")
SQUARES = Surface("chart", "What each coordinate adds", "", "(a − b)²")
MOST = 40
"""So many coordinates are drawn: of more those with the largest squares."""
MISSING = "missing"


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    shown = np.sort(np.argsort(-step.squares, kind="stable")[:MOST])
    drawn: list[Mark] = [cells(step, data, shown)]
    if step.added:
        names = tuple(data.columns[j].name for j in shown)
        place = np.flatnonzero(shown == step.done - 1)
        chosen = int(place[0]) if step.part == "square" and len(place) else None
        drawn.append(Bars(step.summed[shown], names, chosen=chosen, surface=SQUARES))
    return drawn


def cells(step: Step, data: Dataset, shown: np.ndarray) -> Graph:
    """Two rows of cells: dashed where one of both is missing, marked where both are there."""
    nodes, columns = [], []
    for place, j in enumerate(shown.tolist()):
        role: Role = "plain"
        if step.part != "mark" or j < step.done:
            role = "plain" if step.part == "start" else "path" if step.shared[j] else "ghost"
        for value in step.pair[:, j].tolist():
            own: Role = "ghost" if np.isnan(value) else role
            text = MISSING if np.isnan(value) else data.columns[j].figure(value)
            nodes.append(Node(text, data.columns[j].name, role=own))
            columns.append(place)
    return Graph(tuple(nodes), columns=tuple(columns), surface=CELLS)
