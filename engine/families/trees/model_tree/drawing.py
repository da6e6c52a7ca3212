"""What a step of a model tree looks like: a line at each leaf, over the feature or as shades of the plane."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from engine.base.words import counted, figure
from engine.core.marks import Curve, Graph, Mark, Node, Region
from engine.data.dataset import Dataset
from engine.families.trees.model_tree.loop import Params, Step, numbers_of
from engine.models.tree import ModelTree
from engine.parts.over_feature import chart_over, dots_over
from engine.parts.trees.drawing import picture
from engine.parts.trees.growing import asked_values
from engine.parts.trees.predicted import against_targets
from engine.parts.trees.rectangles import boxes, cuts_so_far, reached_by
from engine.parts.trees.tree_words import branch_name

FEW, MANY = 2, 4
"""A line of so few terms is written in one row of its node, and one of up to so many in a row each."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    lit = [] if step.rows is None else [step.leaf]
    drawn: list[Mark] = [Region(step.model), tree_of(step.model, data, lit), *cuts_so_far(step.model, None, data)]
    if step.rows is not None:
        drawn.append(reached_by(step.model, step.leaf, step.rows, data))
    if data.d == 1 and data.columns[0].kind != "categorical":
        return [*drawn, *_over_feature(step, data)]
    return [*drawn, *against_targets(step.model.predict(asked_values(data)), data, step.rows)]


def tree_of(tree: ModelTree, data: Dataset, lit: Sequence[int] = (), way: bool = False) -> Graph:
    """The tree: each node with its question or its line, and how many rows it has."""
    steps = np.full(len(tree.parent), -1)  # all was cut before the start
    ends = np.flatnonzero(tree.attribute < 0)
    steps[ends] = 1 + np.arange(len(ends))
    drawn = partial(picture, tree, data.X, partial(_card, tree, data), lit=lit, steps=steps)
    return drawn(role="path") if way else drawn(role="focus")


def _card(tree: ModelTree, data: Dataset, node: int) -> Node:
    asked, above, terms = int(tree.attribute[node]), int(tree.parent[node]), line_terms(tree, node, data)
    label, detail = data.columns[asked].name, counted(int(tree.sizes[node]), "row")
    if asked < 0:
        label = terms[0] if len(terms) != FEW else line_words(tree, node, data)
        written = [] if len(terms) <= FEW else terms[1:] if len(terms) <= MANY else [terms[1], "+ …"]
        detail = "\n".join([*written, detail])
    return Node(label=label, detail=detail, parent=above, edge="" if above < 0 else branch_name(tree, node, data))


def line_words(tree: ModelTree, node: int, data: Dataset) -> str:
    """The line of a node: '16.5 − 0.5·width'; the mean where it has no slope, and in brief where it has many terms."""
    first, *terms = line_terms(tree, node, data)
    return " ".join([first, *terms] if len(terms) < MANY else [first, *terms[: MANY - 2], "+ …"])


def line_terms(tree: ModelTree, node: int, data: Dataset) -> list[str]:
    """The bias, and '− 0.5·width' for each feature; the bias alone where the line has no slope."""
    numbers = numbers_of(data).tolist() if tree.weights[node].any() else ()
    pairs = [(data.columns[j], float(tree.weights[node, j])) for j in numbers]
    terms = [f"{'−' if weight < 0 else '+'} {figure(abs(weight))}·{column.name}" for column, weight in pairs]
    return [data.target_column.figure(tree.biases[node]), *terms]


def _over_feature(step: Step, data: Dataset) -> Iterator[Mark]:
    """With one feature: the targets with the pieces of line through them; at the borders they jump."""
    chart = chart_over(data, 0, "Lines over the targets")
    yield dots_over(data, 0, chart)
    if step.rows is not None:
        yield dots_over(data, 0, chart, step.rows, "best")
    for node, piece in pieces(step.model, data):
        yield Curve(piece, "boundary" if node == step.leaf else "axis", surface=chart)


def pieces(tree: ModelTree, data: Dataset) -> Iterator[tuple[int, np.ndarray]]:
    """Each leaf with the two ends (2, 2) of its line over the one feature, as far as the rows reach."""
    low, high = (np.clip(box[:, 0], data.X.min(), data.X.max()) for box in boxes(tree, 1))
    for node in np.flatnonzero(tree.attribute < 0).tolist():
        x = np.array([low[node], high[node]])
        yield node, np.column_stack([x, tree.weights[node, 0] * x + tree.biases[node]])
