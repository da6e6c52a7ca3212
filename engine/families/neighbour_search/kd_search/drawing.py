"""What a step of searching a k-d tree looks like: the cells looked into and left out, and the same in the tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Ellipse, Graph, Mark, Points
from engine.core.surfaces import Role
from engine.data.dataset import Dataset
from engine.families.neighbour_search.kd_search.loop import Params, Step
from engine.families.neighbour_search.tree_cells import cuts, hatched, shaded
from engine.families.neighbour_search.tree_picture import picture
from engine.maths.algebra.agreement import farther
from engine.parts.nearest import to_rows


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, tree = step.model.point, step.model.tree
    drawn = [*shades(step, data), *cuts(tree, *cut_so_far(step), data)]
    if step.part == "leaf":
        drawn += to_rows(z, np.flatnonzero(tree.home == step.node), data)
        if np.isfinite(step.former) and step.former > step.best.radius(params.k):
            drawn.append(Ellipse(z, np.eye(data.d), step.former, "ghost"))
    if len(step.best.rows):
        drawn.append(Ellipse(z, np.eye(data.d), max(float(step.best.distances[-1]), 0.0), "margin"))
        drawn.append(Points(data.X[step.best.rows], "best", rows=step.best.rows))
    if missed := overlooked(step):
        drawn.append(Points(data.X[missed], "wrong", rows=np.array(missed)))
    drawn.append(Points(z[None], "focus", labels=("z",)))
    return [*drawn, graph(step, data)]


def overlooked(step: Step) -> list[int]:
    """The rows that were not found and are nearer than one that was, by more than rounding; the nearest first."""
    if step.truth is None:
        return []
    found, last = step.best.rows, step.best.distances[-1]
    pairs = zip(step.truth.rows.tolist(), step.truth.distances.tolist(), strict=True)
    z, X = step.model.point, step.model.tree.X
    return [row for row, d in pairs if row not in found and farther(last, d, z, X[row])]


# -- the plane ---------------------------------------------------------------------------------------------------------


def shades(step: Step, data: Dataset) -> list[Mark]:
    """On a plane the cells that were looked into are shaded, those left out are hatched."""
    if data.d != 2:
        return []
    tree, looked = step.model.tree, step.nodes[~step.pruned]
    return [*shaded(tree, looked[tree.first[looked] < 0], data), *hatched(tree, step.nodes[step.pruned], data)]


def cut_so_far(step: Step) -> tuple[np.ndarray, np.ndarray]:
    """The cut of this step, and those that the search has not come to."""
    inner = np.flatnonzero(step.model.tree.first >= 0)
    new = step.nodes[-1:] if step.part == "visit" else step.nodes[:0]
    return new, inner[~np.isin(inner, step.nodes[~step.pruned])]


# -- the tree ----------------------------------------------------------------------------------------------------------


def graph(step: Step, data: Dataset) -> Graph:
    """The tree: the node of this step is lit, the way of the search in ink, what was left out dashed."""
    tree = step.model.tree
    roles: list[Role] = ["plain"] * len(tree.first)
    steps = np.full(len(roles), -1)
    steps[step.nodes] = np.arange(1, len(step.nodes) + 1)
    for node, beyond in zip(step.nodes.tolist(), step.pruned.tolist(), strict=True):
        roles[node] = "ghost" if beyond else "path"
    if step.part in ("visit", "leaf", "prune"):
        roles[step.node] = "focus"
    return picture(tree, data, roles, steps, step.nodes)
