"""ID3: ask the attribute that tells most about the class, and again in every branch.   (Quinlan 1986)

    H(S) = −Σ p_c log₂ p_c        Gain(S, A) = H(S) − Σ_v |S_v| / |S| · H(S_v)        ask  argmax Gain(S, A)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.core import needs
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Bars, Graph, Mark, Matrix, Node, Points, Region, Surface
from engine.core.models import Tree
from engine.core.params import choice, flag, whole
from engine.core.snapshot import snapshot
from engine.core.story import Check, Number, Story, Table, counted, figure
from engine.data.dataset import Dataset
from engine.maths.impurity import ROUNDING, entropy, gini, gini_gain, information_gain, split_entropy

Why = Literal["", "pure", "empty", "depth", "few rows", "no attribute left", "rows alike", "no gain"]


@dataclass(frozen=True)
class Params:
    criterion: str = choice("gain", ("gain", "gain ratio", "gini"), help="what an attribute is scored by")
    max_depth: int = whole(1000, low=1, high=1000, log=True, help="most questions on a path; 1000 is no limit in practice")
    min_rows: int = whole(1, low=1, high=1_000_000, log=True, help="a node with fewer rows is not split")
    zero_gain: str = choice("take the first", ("take the first", "stop"), help="what to do where no attribute tells anything")
    guard: bool = flag(False, help="gain ratio only: consider attributes of at least average gain (C4.5)")


@snapshot
class Step:
    """One node looked at: the tree after it, and the scores that decided. The arrays have an entry per candidate."""

    model: Tree
    kind: Literal["start", "split", "leaf"]
    node: int
    rows: np.ndarray  # the rows that reach the node
    waiting: tuple[int, ...]  # nodes not looked at yet
    why: Why = ""  # why a leaf is a leaf
    candidates: np.ndarray | None = None  # attributes not yet asked on the path, with at least two values here
    gains: np.ndarray | None = None  # drop of the impurity
    splits: np.ndarray | None = None  # split entropies
    scores: np.ndarray | None = None  # what the criterion makes of them; −1 where the guard forbids the attribute
    chosen: int | None = None  # the place of the chosen attribute among the candidates


def contingency(codes: np.ndarray, y: np.ndarray, values: int, K: int) -> np.ndarray:
    """(values, K) how many rows have each value of an attribute and each class."""
    return np.bincount(codes * K + y, minlength=values * K).reshape(values, K)


def majority(counts: np.ndarray, prior: np.ndarray, above: int = 0) -> int:
    """The most frequent class; ties by the frequency in the whole table, then by order; an empty set answers `above`."""
    if not counts.any():
        return above
    return int(np.argmax(np.where(counts == counts.max(), prior, -1)))


def scored(gains: np.ndarray, splits: np.ndarray, params: Params) -> np.ndarray:
    """What each candidate is worth; every split entropy is above 0, since a candidate has at least two values."""
    if params.criterion != "gain ratio":
        return gains
    ratios = gains / splits
    return np.where(gains >= gains.mean() - ROUNDING, ratios, -1.0) if params.guard else ratios


def best(scores: np.ndarray) -> int:
    """The place of the largest score, the first on a tie; scores that differ by rounding only are tied."""
    return int(np.argmax(scores >= scores.max() - ROUNDING))


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    table, y, K = level_codes(data), data.codes, len(data.class_names)
    tree = seed_of(np.bincount(y, minlength=K))
    waiting = [(0, np.arange(data.n), 0, frozenset[int]())]  # node, its rows, its depth, the attributes asked above it
    cut = 0
    yield Step(tree, "start", 0, waiting[0][1], (0,))
    while waiting:
        node, rows, depth, asked = waiting.pop()
        later = tuple(item[0] for item in waiting)
        why, candidates = unsplit(table, tree, node, rows, depth, asked, params)
        if why:
            cut += why in ("depth", "few rows")
            yield Step(tree, "leaf", node, rows, later, why, candidates)
            continue
        tables = [contingency(table[rows, a], y[rows], len(data.columns[a].levels), K) for a in candidates]
        gains = np.array([(gini_gain if params.criterion == "gini" else information_gain)(item) for item in tables])
        splits = np.array([split_entropy(item) for item in tables])
        scores = scored(gains, splits, params)
        if not gains.any() and params.zero_gain == "stop":
            yield Step(tree, "leaf", node, rows, later, "no gain", candidates, gains, splits, scores)
            continue
        chosen = best(scores)
        attribute = int(candidates[chosen])
        first = len(tree.parent)
        tree = branched(tree, node, attribute, tables[chosen])
        below = [(first + v, rows[table[rows, attribute] == v], depth + 1, asked | {attribute}) for v in range(len(tables[chosen]))]
        waiting += below[::-1]
        yield Step(tree, "split", node, rows, tuple(item[0] for item in waiting), "", candidates, gains, splits, scores, chosen)
    return _ended(tree, cut)


def level_codes(data: Dataset) -> np.ndarray:
    """(n, d) whole level codes; a point dragged between two levels counts as the nearer one."""
    highest = np.array([len(column.levels) - 1 for column in data.columns])
    return np.asarray(np.clip(np.rint(data.X), 0, highest), dtype=np.int64)


def seed_of(counts: np.ndarray) -> Tree:
    """A tree of the root alone."""
    none = np.array([-1])
    return Tree(none, none, none, counts[None], np.array([majority(counts, counts)]))


def branched(tree: Tree, node: int, attribute: int, table: np.ndarray) -> Tree:
    """The tree with a node below `node` for each value of the attribute; table (V, K) are their class counts."""
    answers = [majority(counts, tree.counts[0], int(tree.majority[node])) for counts in table]
    asks = np.append(tree.attribute, np.full(len(table), -1))
    asks[node] = attribute
    return Tree(
        asks,
        np.append(tree.parent, np.full(len(table), node)),
        np.append(tree.branch, np.arange(len(table))),
        np.vstack([tree.counts, table]),
        np.append(tree.majority, answers),
    )


def unsplit(
    table: np.ndarray, tree: Tree, node: int, rows: np.ndarray, depth: int, asked: frozenset[int], params: Params
) -> tuple[Why, np.ndarray]:
    """Why the node cannot be split, or "", and the attributes it could ask: unasked, with at least two values here."""
    none = np.zeros(0, dtype=np.int64)
    if not len(rows):
        return "empty", none
    if np.count_nonzero(tree.counts[node]) == 1:
        return "pure", none
    if depth >= params.max_depth:
        return "depth", none
    if len(rows) < params.min_rows:
        return "few rows", none
    free = np.array([a for a in range(table.shape[1]) if a not in asked], dtype=np.int64)
    if not len(free):
        return "no attribute left", none
    varied = free[(table[np.ix_(rows, free)] != table[rows[0], free]).any(axis=0)]
    return ("" if len(varied) else "rows alike"), varied


def errors(tree: Tree) -> int:
    """How many training rows the tree misclassifies: those at its ends that are not of the majority there."""
    ends = np.flatnonzero(tree.attribute < 0)
    return int(tree.counts[ends].sum() - tree.counts[ends, tree.majority[ends]].sum())


def depth_of(tree: Tree) -> int:
    """The most questions on any path."""
    depths = np.zeros(len(tree.parent), dtype=np.int64)
    for node in range(1, len(depths)):
        depths[node] = depths[tree.parent[node]] + 1
    return int(depths.max())


def _ended(tree: Tree, cut: int) -> Ending:
    size = f"{counted(len(tree.parent), 'node')}, {counted(int((tree.attribute < 0).sum()), 'leaf', 'leaves')}, depth {depth_of(tree)}"
    words = f"{size}; {counted(errors(tree), 'training row')} of {tree.counts[0].sum()} misclassified."
    if cut:
        where = counted(cut, "impure node was", "impure nodes were")
        return Ending.stopped(f"{where} left unsplit by max_depth or min_rows: {words}")
    return Ending.converged(f"Every branch ends in a leaf: {words}")


# -- drawing -----------------------------------------------------------------------------------------------------------

STRUCTURE = Surface("structure", "Tree")
SCORES = Surface("table", "Scores of the attributes")
GAINS = Surface("chart", "Gains", "attribute", "drop of the impurity", open=False)
MOST = 400
"""A tree with more nodes is drawn in part: its first nodes, and those around the node of the step."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model), graph(step, data, params, lit=(step.node,))]
    if step.node:
        drawn.append(Points(data.X[step.rows], "focus", rows=step.rows))
    if step.scores is None or step.gains is None or step.candidates is None:
        return drawn
    names = tuple(data.columns[a].name for a in step.candidates)
    titles, values = score_columns(step, params)
    drawn.append(Matrix(values, names, titles, "table", step.chosen, f"{params.criterion} decides", surface=SCORES))
    drawn.append(Bars(step.gains, names, chosen=step.chosen, surface=GAINS))
    return drawn


def score_columns(step: Step, params: Params) -> tuple[tuple[str, ...], np.ndarray]:
    """The titles and the numbers (c, t) of the table of scores."""
    assert step.gains is not None and step.splits is not None
    if params.criterion == "gini":
        return ("Gini gain",), step.gains[:, None]
    if params.criterion == "gain":
        return ("gain",), step.gains[:, None]
    return ("gain", "split entropy", "gain ratio"), np.column_stack([step.gains, step.splits, step.gains / step.splits])


def graph(step: Step, data: Dataset, params: Params, lit: Sequence[int], role: Literal["focus", "path"] = "focus") -> Graph:
    """The tree so far, each node with its question or its class, its counts and its impurity."""
    tree = step.model
    shown = _shown(tree, lit)
    place = {node: i for i, node in enumerate(shown)}
    nodes = [_node(tree, node, step.waiting, data, params) for node in shown]
    for node in lit:
        nodes[place[node]] = replace(nodes[place[node]], role=role)
    return Graph(tuple(replace(item, parent=place.get(item.parent, -1)) for item in nodes), surface=STRUCTURE)


def _shown(tree: Tree, lit: Sequence[int]) -> list[int]:
    """Every node of a small tree; of a large one the first, with the ways to the lit nodes and what hangs from them."""
    shown = set(range(min(len(tree.parent), MOST)))
    for node in lit:
        shown |= set(np.flatnonzero(tree.parent == node).tolist()[:MOST])
        while node >= 0:
            shown.add(int(node))
            node = int(tree.parent[node])
    return sorted(shown)


def _node(tree: Tree, node: int, waiting: tuple[int, ...], data: Dataset, params: Params) -> Node:
    counts, attribute, above = tree.counts[node], int(tree.attribute[node]), int(tree.parent[node])
    leaf = attribute < 0 and node not in waiting
    label = data.columns[attribute].name if attribute >= 0 else data.class_name(int(tree.majority[node])) if leaf else "?"
    letter, impurity = ("G", gini) if params.criterion == "gini" else ("H", entropy)
    detail = f"{tally(counts, data)}\n{letter} = {figure(float(impurity(counts)))}" if counts.any() else "no rows"
    return Node(
        label,
        detail,
        above,
        data.columns[int(tree.attribute[above])].levels[int(tree.branch[node])] if above >= 0 else "",
        tuple(int(count) for count in counts),
        int(tree.majority[node]) if leaf else None,
        "plain" if attribute >= 0 or leaf else "ghost",
    )


def tally(counts: np.ndarray, data: Dataset, most: int = 4) -> str:
    """Class counts in words: '9 Yes, 5 No'; the most frequent classes first, those that are absent left out."""
    order = [code for code in np.argsort(-counts, kind="stable") if counts[code]]
    said = [f"{counts[code]} {data.class_name(int(code))}" for code in order[:most]]
    return ", ".join([*said, "…"] if len(order) > most else said)
