"""What a step of C4.5 looks like: the tree, what was weighed, the rows by how much of each is there, their parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Bars, Graph, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.c45.loop import Params, Step
from engine.families.trees.c45.weighing import Reached, Scores, Table
from engine.parts.trees.drawing import NODE, graph, led_table
from engine.parts.trees.growing import asked_values
from engine.parts.trees.rectangles import cut_across
from engine.parts.trees.tree_words import ENTROPY, NO_VALUE, branch_name, cut_dates

GAINS = Surface("chart", "Gains and gain ratios", "attribute", "bits, and their quotient", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model), tree_of(step, data, params), *_cut(step, data)]
    if step.node or step.row is not None:
        drawn.append(_there(step, data))
    if step.scores is not None and len(step.scores.attributes):
        drawn += _scored(step.scores, data)
        if len(gaps := gaps_of(step, data).rows):
            drawn.append(led_table(step.model, step.node, gaps, part_weights(step, data), data, step.row))
    return drawn


def tree_of(step: Step, data: Dataset, params: Params) -> Graph:
    """The tree, in which the node is lit; of a row that goes on in parts, all that it reaches."""
    steps = None if params.stop_at == "nodes" else np.full(len(step.model.parent), -1)
    if step.row is None:
        return graph(step.model, data, ENTROPY, step.waiting, (step.node,), steps=steps)
    shares = shares_of(step, step.row, data)
    lit = np.flatnonzero(shares).tolist()
    return graph(step.model, data, ENTROPY, step.waiting, lit, "path", steps=steps, shares=shares)


def shares_of(step: Step, row: int, data: Dataset) -> np.ndarray:
    """(m,) how much of a row reaches each node."""
    return np.asarray(step.model.parted(asked_values(data)[[row]])[0][0])


def gaps_of(step: Step, data: Dataset) -> Reached:
    """What has no value of the attribute that was asked at the node."""
    if step.scores is None or step.kind == "leaf":
        return step.reached.of(np.zeros(len(step.reached.rows), dtype=bool))
    return Table.of(data).gaps(step.reached, step.scores.attribute)


def _cut(step: Step, data: Dataset) -> Iterator[Mark]:
    """The cut of this step, as far as it reaches; what has no value is nowhere on the plane, nor is a cut of that."""
    node = step.node
    if step.kind == "leaf" or step.scores is None or np.isnan(step.scores.cut):
        return
    while node and branch_name(step.model, node, data) is not NO_VALUE:
        node = int(step.model.parent[node])
    if not node:
        yield cut_across(step.model, step.node, step.scores.attribute, step.scores.cut, data)


def _there(step: Step, data: Dataset) -> Points:
    """The rows that reach the node, or the one that goes on; a part of a row is a smaller dot."""
    if step.row is not None:
        rows, weights = np.array([step.row]), np.ones(1)
    else:
        rows, weights = step.reached.rows, step.reached.weights
    return Points(data.X[rows], "focus", rows=rows, sizes=weights)


def _scored(scores: Scores, data: Dataset) -> Iterator[Mark]:
    names, chosen = tuple(data.columns[a].name for a in scores.attributes), chosen_of(scores)
    titles, values = columns(scores)
    title, dates = "The best question of each attribute", cut_dates(scores.attributes, values, data)
    yield Matrix(values, names, titles, "table", chosen, title, surface=NODE, dates=dates)
    line = np.nan_to_num(scores.ratios)
    yield Bars(scores.gains, names, chosen=chosen, line=line, line_label="gain ratio", surface=GAINS)


def chosen_of(scores: Scores) -> int | None:
    """The place of the best question, if any can be asked."""
    return scores.chosen if scores.allowed.any() else None


def columns(scores: Scores) -> tuple[tuple[str, ...], np.ndarray]:
    """The titles (t,) and the numbers (c, t) of the table of scores; NaN where there is no number."""
    titles = ("cut at", "rows known", "gain", "split entropy", "gain ratio")
    return titles, np.column_stack([scores.cuts, scores.known, scores.gains, scores.splits, scores.ratios])


def part_weights(step: Step, data: Dataset) -> np.ndarray:
    """(g, V) how much of each row without a value goes into every branch of the node."""
    tree, gaps = step.model, gaps_of(step, data)
    below = tree.below(step.node)
    if tree.gaps.onward[step.node] < 0:
        return np.outer(gaps.weights, tree.portions[below])
    taken = tree.next_node(np.full(len(gaps.rows), step.node), asked_values(data), gaps.rows)
    return np.where(taken[:, None] == np.array(below), gaps.weights[:, None], 0.0)
