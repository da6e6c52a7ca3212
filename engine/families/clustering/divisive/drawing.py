"""What a split looks like: the two halves and the line between them, and the tree that grows downwards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import counted, figure
from engine.core.marks import Graph, Line, Mark, Node, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.clustering.divisive.loop import Params, Step
from engine.families.clustering.group_drawing import grouped, numbered_centres

TREE = Surface("structure", "Splits")
RINGED = 60
"""So many rows that are split, or fewer, are ringed."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    model = step.model
    drawn: list[Mark] = [Region(model), grouped(data, model.numbers[step.nodes], model.K)]
    if step.kind == "split":
        drawn.append(between(*model.centres[list(step.halves)]))
    rows = np.flatnonzero(step.nodes == step.node)
    if step.kind == "choose" and len(rows) <= RINGED:
        drawn.append(Points(data.X[rows], "focus", rows=rows))
    return [*drawn, numbered_centres(model.centres[model.leaves]), tree(step, data)]


def between(one: np.ndarray, other: np.ndarray) -> Line:
    """The line of the points as far from the one centre (d,) as from the other."""
    return Line(other - one, float((one - other) @ (one + other)) / 2, "boundary")


def lit(step: Step) -> tuple[int, ...]:
    """The nodes that a step is about."""
    return step.halves if step.kind == "split" else (step.node,)


def tree(step: Step, data: Dataset) -> Graph:
    """Every group there ever was, with its rows and its SSE, and below it the two it was split into."""
    model = step.model
    parents = np.append(-1, np.repeat(model.split, 2))
    sizes = sizes_of(step)
    nodes = tuple(
        Node(
            counted(int(sizes[node]), "row"),
            f"SSE {figure(step.errors[node])}",
            int(parents[node]),
            counts=(),
            group=int(model.numbers[node]) if node in model.leaves else None,
            role="focus" if node in lit(step) else "plain",
            step=step.at[(node + 1) // 2],
        )
        for node in range(len(parents))
    )
    return Graph(nodes, ends_at=step.nodes, surface=TREE)


def sizes_of(step: Step) -> np.ndarray:
    """(2m + 1,) how many rows each node has, those below it counted."""
    sizes = np.bincount(step.nodes, minlength=len(step.errors))
    for i in range(len(step.model.split) - 1, -1, -1):
        sizes[step.model.split[i]] = sizes[2 * i + 1] + sizes[2 * i + 2]
    return sizes
