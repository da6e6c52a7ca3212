"""ID3: ask the attribute that tells most about the class, and again in every branch.   (Quinlan 1986)

H(S) = −Σ p_c log₂ p_c        Gain(S, A) = H(S) − Σ_v |S_v| / |S| · H(S_v)        ask  argmax Gain(S, A)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.trees.id3.ending import ended
from engine.maths.probability.chi_squared import chi_squared
from engine.maths.probability.impurity import ROUNDING, gini_gain, information_gain, split_entropy
from engine.models.tree import Tree
from engine.parts.trees.growing import branched, contingency, level_codes, seed_of


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    table = level_codes(data)
    y, K = data.codes, len(data.class_names)
    tree = seed_of(np.bincount(y, minlength=K), data.d)
    waiting: list[tuple[int, np.ndarray, tuple[int, ...]]] = [(0, np.arange(data.n), ())]
    left: Counter[str] = Counter()  # how many nodes stay leaves, by the reason
    yield Step(model=tree, kind="start", node=0, rows=np.arange(data.n), waiting=(0,))
    for code in added_up(tree.counts[0], params):
        yield Step(model=tree, kind="class", node=0, rows=np.arange(data.n), waiting=(0,), cell=code)
    while waiting:
        node, rows, asked = waiting.pop()
        others = tuple(item[0] for item in waiting)
        if why := settled(tree.counts[node], len(asked), params):
            left[why] += 1
            yield leaf(tree, node, rows, others, why)
            continue

        attributes = askable(table[rows], asked)
        if not len(attributes):
            yield leaf(tree, node, rows, others, "no attribute left" if len(asked) == data.d else "rows alike")
            continue

        tables = [contingency(table[rows, a], y[rows], len(data.columns[a].levels), K) for a in attributes]
        scores = scored(attributes, tables, params)
        if params.zero_gain == "stop" and not scores.gains.any():
            yield leaf(tree, node, rows, others, "no gain", scores=scores)
            continue

        chosen = int(tied(scores)[0])
        for kind, cell in looked_into(tables[chosen], params):
            yield Step(
                model=tree, kind=kind, node=node, rows=rows, waiting=(*others, node),
                scores=scores, chosen=chosen, cell=cell,
            )  # fmt: skip
        if params.test and chi_squared(tables[chosen]).p > params.alpha:
            left["by chance"] += 1
            yield leaf(tree, node, rows, others, "by chance", scores=scores, chosen=chosen)
            continue
        attribute, first = int(attributes[chosen]), len(tree.parent)
        tree = branched(tree, node, attribute, tables[chosen])
        values = reversed(range(len(tables[chosen])))
        waiting += [(first + v, rows[table[rows, attribute] == v], (*asked, attribute)) for v in values]
        others = tuple(item[0] for item in waiting)
        yield Step(model=tree, kind="split", node=node, rows=rows, waiting=others, scores=scores, chosen=chosen)
    return ended(tree, left)


def leaf(tree: Tree, node: int, rows: np.ndarray, waiting: tuple[int, ...], why: Why, **found: Any) -> Step:
    """The step at which a node stays a leaf, and what was found before it was left so."""
    return Step(model=tree, kind="leaf", node=node, rows=rows, waiting=waiting, why=why, **found)


def settled(counts: np.ndarray, questions: int, params: Params) -> Why:
    """Why a node with these class counts is a leaf whatever could be asked, or ""."""
    if not counts.any():
        return "empty"
    if np.count_nonzero(counts) == 1:
        return "pure"
    if 0 < params.max_depth <= questions:
        return "depth"
    return "few rows" if counts.sum() < params.min_rows else ""


def askable(codes: np.ndarray, asked: Sequence[int]) -> np.ndarray:
    """The attributes not asked yet that have at least two values among the rows; codes (m, d)."""
    varied = (codes != codes[0]).any(axis=0)
    varied[list(asked)] = False
    return np.flatnonzero(varied)


def scored(attributes: np.ndarray, tables: Sequence[np.ndarray], params: Params) -> Scores:
    """The scores of attributes from their contingency tables (V, K) at a node."""
    drop = gini_gain if params.criterion == "gini" else information_gain
    gains, splits = np.array([drop(table) for table in tables]), np.array([split_entropy(table) for table in tables])
    values = gains / splits if params.criterion == "gain ratio" else gains
    if params.criterion == "gain ratio" and params.guard:
        values = np.where(gains >= gains.mean() - ROUNDING, values, -1.0)
    return Scores(attributes, gains, splits, values)


def tied(scores: Scores) -> np.ndarray:
    """The places of the best attributes, in column order; scores that differ by rounding only are tied."""
    return np.flatnonzero(scores.values >= scores.values.max() - ROUNDING)


def added_up(counts: np.ndarray, params: Params) -> list[int]:
    """The places of the terms of a sum that are steps of their own: of what there is any of."""
    return np.flatnonzero(counts).tolist() if params.stop_at == "every term" else []


Shown = Literal["value", "test"]


def looked_into(table: np.ndarray, params: Params) -> list[tuple[Shown, int]]:
    """The terms of the chosen gain, and the cells of its test after -1 for what chance expects, that are steps."""
    values: list[tuple[Shown, int]] = [("value", value) for value in added_up(table.sum(axis=1), params)]
    if not params.test or params.stop_at != "every cell":
        return values
    return [*values, *(("test", cell) for cell in range(-1, chi_squared(table).observed.size))]


def bound(data: Dataset, params: Params) -> int:
    """Every split has two branches with rows or more, so there are fewer splits than rows."""
    widest = max(len(column.levels) for column in data.columns)
    nodes = 2 + max(data.n - 1, 0) * widest
    return nodes if params.stop_at == "nodes" else nodes * (2 + widest * len(data.class_names))


Why = Literal["", "pure", "empty", "depth", "few rows", "no attribute left", "rows alike", "no gain", "by chance"]


@dataclass(frozen=True)
class Params:
    criterion: str = choice("gain", ("gain", "gain ratio", "gini"), help="what an attribute is scored by")
    max_depth: int = whole(
        0, low=0, high=1000, log=True, auto=lambda step, params: step.model.n_features, label="maximum depth",
        help="the most questions on a path; auto: no limit, every attribute once",
    )  # fmt: skip
    min_rows: int = whole(
        1, low=1, high=1_000_000, log=True, label="minimum rows to split", rare=True,
        help="a node with fewer rows is not split",
    )  # fmt: skip
    zero_gain: str = choice(
        "take the first", ("take the first", "stop"), label="without any gain", rare=True,
        help="no attribute has any gain",
    )  # fmt: skip
    test: bool = flag(
        False, label="test of significance", rare=True, help="χ² at each node: no split that could be chance"
    )
    alpha: float = real(
        0.05, low=0.0, high=0.5, symbol=r"\alpha", rare=True, when=("test", (True,)),
        help="no split that chance would make with a larger probability",
    )  # fmt: skip
    stop_at: str = choice(
        "nodes", ("nodes", "every term", "every cell"), label="stop at", rare=True,
        help="also at every term of an entropy and of a gain, or of a test",
    )  # fmt: skip
    guard: bool = flag(
        False, label="average gain first", rare=True, help="gain ratio only: attributes of at least average gain (C4.5)"
    )


@snapshot
class Scores:
    """What was weighed at a node: the attributes not yet asked on the path that have at least two values there."""

    attributes: np.ndarray  # (c,)
    gains: np.ndarray  # (c,) the drop of the impurity
    splits: np.ndarray  # (c,) split entropies, all above 0
    values: np.ndarray  # (c,) what the criterion makes of them; −1 where the guard bars the attribute


@snapshot
class Step:
    """One node looked at, and the tree after it."""

    model: Tree
    kind: Literal["start", "class", "value", "test", "split", "leaf"]
    node: int
    rows: np.ndarray  # the rows that reach the node
    waiting: tuple[int, ...]  # nodes not looked at yet
    why: Why = ""  # why a leaf is a leaf
    scores: Scores | None = None
    chosen: int | None = None  # the place of the chosen attribute among those scored, be it split or refused
    cell: int = -1  # which class, value or cell of a test is added; -1 where none is yet
