"""What a step of pruning looks like: the branch that goes as a ghost, the candidates, the errors by size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Curve, Graph, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.pruning.candidates import Candidates, below
from engine.families.trees.pruning.loop import Params, Step
from engine.families.trees.rules import way_to
from engine.models.tree import Tree
from engine.parts.trees.drawing import graph
from engine.parts.trees.growing import asked_values
from engine.parts.trees.rectangles import cuts_so_far
from engine.parts.trees.tree_words import condition, impurity_of

ERRORS = Surface("chart", "Errors by size", "leaves of the tree", "errors")
CANDIDATES = Surface("table", "Candidates", open=False)
MOST = 12
"""So many candidates are listed, the best first."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model), tree_of(step, data, params)]
    if data.d == 2:
        drawn += cuts_so_far(step.model, None, data)
    wrong = mistaken(step, data)
    if len(wrong):
        drawn.append(Points(data.X[wrong], "wrong", rows=wrong))
    drawn += _errors(step)
    if len(step.judged.nodes):
        drawn.append(_listed(step, data, params))
    return drawn


def mistaken(step: Step, data: Dataset) -> np.ndarray:
    """The validation rows that the tree gets wrong."""
    wrong = step.model.predict(asked_values(data)[step.kept]) != data.codes[step.kept]
    return np.asarray(step.kept[np.asarray(wrong)])


def tree_of(step: Step, data: Dataset, params: Params) -> Graph:
    """The tree with the candidates; what goes is dashed."""
    goes = step.kind in ("try", "prune")
    going = np.flatnonzero(below(step.before, step.judged.node)).tolist() if goes else []
    lit = [step.judged.node] if goes else []
    none = np.full(len(step.before.parent), -1)
    return graph(step.before, data, impurity_of(params.criterion), lit=lit, steps=none, going=going)


def _errors(step: Step) -> Iterator[Mark]:
    """The errors of all trees on the way, on the rows they were grown from and on those kept."""
    path = step.path
    for role, label, counts in (
        ("ghost", "rows grown from", path.training),
        ("boundary", "validation rows", path.kept),
    ):
        way = np.column_stack([path.leaves, counts])
        yield Curve(way, "ghost" if role == "ghost" else "boundary", label=label, dots=True, surface=ERRORS)
    best = path.best
    here = best if step.kind == "choose" else len(path.leaves) - 1
    place = np.array([[path.leaves[here], path.kept[here]]])
    yield Points(place, "best" if here == best else "focus", surface=ERRORS)


def ranked(judged: Candidates, params: Params) -> np.ndarray:
    """The places of the candidates, the best first."""
    order = np.lexsort((judged.nodes, -judged.below, costs(judged, params)))
    if judged.chosen < 0:
        return order
    places: np.ndarray = np.array([judged.chosen, *order[order != judged.chosen]], dtype=np.intp)
    return places


def short_way(tree: Tree, node: int, data: Dataset) -> str:
    """The last answer on the way to a node, which is enough to find it."""
    if node == 0:
        return way_to(tree, 0, data)
    return f"{'… ' if tree.parent[node] else ''}{condition(tree, node, data)}"


COSTS = {"reduced error": "change", "cost complexity": "α", "pessimistic": "pessimistic rise"}


def costs(judged: Candidates, params: Params) -> np.ndarray:
    """(c,) what each candidate costs by the rule."""
    if params.rule == "cost complexity":
        return judged.links
    return judged.rises if params.rule == "pessimistic" else judged.changes


def titles(params: Params) -> tuple[str, ...]:
    return "errors of the branch", "as a leaf", "leaves", COSTS[params.rule]


def numbers(judged: Candidates, places: np.ndarray, params: Params) -> np.ndarray:
    """(c, 4) what is listed of candidates."""
    cells = np.column_stack([judged.branch, judged.leaf, judged.below, costs(judged, params)])
    return np.asarray(cells[places], dtype=float)


def _listed(step: Step, data: Dataset, params: Params) -> Matrix:
    places = ranked(step.judged, params)[:MOST]
    names = tuple(short_way(step.before, int(node), data) for node in step.judged.nodes[places])
    title = f"What each branch costs{'' if params.rule == 'pessimistic' else ' on the validation rows'}, the next first"
    return Matrix(numbers(step.judged, places, params), names, titles(params), "table", 0, title, surface=CANDIDATES)
