"""ID3: ask the attribute that tells most about the class, and again in every branch.   (Quinlan 1986)

H(S) = −Σ p_c log₂ p_c        Gain(S, A) = H(S) − Σ_v |S_v| / |S| · H(S_v)        ask  argmax Gain(S, A)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Bars, Mark, Matrix, Points, Region, Surface
from engine.core.story import Check, Number, Story, Table
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.trees.drawing import NODE, class_table, graph
from engine.families.trees.growing import branched, contingency, errors, leaves, level_codes, seed_of
from engine.families.trees.words import (
    ENTROPY,
    FORMULAS,
    GINI,
    REASONS,
    Impurity,
    branch_table,
    gain_line,
    reached,
    summary,
    way_of,
)
from engine.maths.probability.impurity import ROUNDING, gini_gain, information_gain, split_entropy
from engine.models import Tree

Why = Literal["", "pure", "empty", "depth", "few rows", "no attribute left", "rows alike", "no gain"]


@dataclass(frozen=True)
class Params:
    criterion: str = choice("gain", ("gain", "gain ratio", "gini"), help="what an attribute is scored by")
    max_depth: int = whole(50, low=1, high=1000, log=True, help="the most questions on a path")
    min_rows: int = whole(1, low=1, high=1_000_000, log=True, help="a node with fewer rows is not split")
    zero_gain: str = choice("take the first", ("take the first", "stop"), help="where no attribute has any gain")
    guard: bool = flag(False, help="gain ratio only: consider attributes of at least average gain (C4.5)")


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
    kind: Literal["start", "split", "leaf"]
    node: int
    rows: np.ndarray  # the rows that reach the node
    waiting: tuple[int, ...]  # nodes not looked at yet
    why: Why = ""  # why a leaf is a leaf
    scores: Scores | None = None
    chosen: int | None = None  # the place of the chosen attribute among those scored


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


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    table, y, K = level_codes(data), data.codes, len(data.class_names)
    tree = seed_of(np.bincount(y, minlength=K))
    waiting: list[tuple[int, np.ndarray, tuple[int, ...]]] = [(0, np.arange(data.n), ())]
    cut = 0
    yield Step(tree, "start", 0, np.arange(data.n), (0,))
    while waiting:
        node, rows, asked = waiting.pop()
        others = tuple(item[0] for item in waiting)
        if why := settled(tree.counts[node], len(asked), params):
            cut += why in ("depth", "few rows")
            yield Step(tree, "leaf", node, rows, others, why)
            continue

        attributes = askable(table[rows], asked)
        if not len(attributes):
            why = "no attribute left" if len(asked) == data.d else "rows alike"
            yield Step(tree, "leaf", node, rows, others, why)
            continue

        tables = [contingency(table[rows, a], y[rows], len(data.columns[a].levels), K) for a in attributes]
        scores = scored(attributes, tables, params)
        if params.zero_gain == "stop" and not scores.gains.any():
            yield Step(tree, "leaf", node, rows, others, "no gain", scores)
            continue

        chosen = int(tied(scores)[0])
        attribute, first = int(attributes[chosen]), len(tree.parent)
        tree = branched(tree, node, attribute, tables[chosen])
        for v in reversed(range(len(tables[chosen]))):
            waiting.append((first + v, rows[table[rows, attribute] == v], (*asked, attribute)))
        yield Step(tree, "split", node, rows, tuple(item[0] for item in waiting), "", scores, chosen)
    return _ended(tree, cut)


def settled(counts: np.ndarray, questions: int, params: Params) -> Why:
    """Why a node with these class counts is a leaf whatever could be asked, or ""."""
    if not counts.any():
        return "empty"
    if np.count_nonzero(counts) == 1:
        return "pure"
    if questions >= params.max_depth:
        return "depth"
    return "few rows" if counts.sum() < params.min_rows else ""


def askable(codes: np.ndarray, asked: Sequence[int]) -> np.ndarray:
    """The attributes not asked yet that have at least two values among the rows; codes (m, d)."""
    varied = (codes != codes[0]).any(axis=0)
    varied[list(asked)] = False
    return np.flatnonzero(varied)


def _ended(tree: Tree, cut: int) -> Ending:
    if cut:
        nodes = counted(cut, "mixed node was", "mixed nodes were")
        return Ending.stopped(f"{nodes} not split because of max_depth or min_rows: {summary(tree)}")
    return Ending.converged(f"Every branch ends in a leaf: {summary(tree)}")


# -- drawing -----------------------------------------------------------------------------------------------------------

GAINS = Surface("chart", "Gains", "attribute", "drop of the impurity", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    tree = graph(step.model, data, _impurity(params), step.waiting, lit=(step.node,))
    drawn: list[Mark] = [Region(step.model), tree]
    if step.node:
        drawn.append(Points(data.X[step.rows], "focus", rows=step.rows))
    if step.scores is not None:
        names = tuple(data.columns[a].name for a in step.scores.attributes)
        titles, values = _columns(step.scores, params)
        title = f"Scores: the largest {titles[-1]} decides"
        drawn.append(Matrix(values, names, titles, "table", step.chosen, title, surface=NODE))
        drawn.append(Bars(step.scores.gains, names, chosen=step.chosen, surface=GAINS))
    return [*drawn, class_table(step.model, step.node, data, at=int(step.scores is not None))]


def _impurity(params: Params) -> Impurity:
    return GINI if params.criterion == "gini" else ENTROPY


def _columns(scores: Scores, params: Params) -> tuple[tuple[str, ...], np.ndarray]:
    """The titles (t,) and the numbers (c, t) of the table of scores."""
    if params.criterion == "gain ratio":
        ratios = scores.gains / scores.splits
        return ("gain", "split entropy", "gain ratio"), np.column_stack([scores.gains, scores.splits, ratios])
    return ("Gini gain" if params.criterion == "gini" else "gain",), scores.gains[:, None]


# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "split": _say_split, "leaf": _say_leaf}[step.kind](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    counts, impurity = step.model.counts[0], _impurity(params)
    answer = data.class_name(int(step.model.majority[0]))
    said = f"{reached(step.model, 0, data)} Before any question the answer is the majority: {answer}."
    return Story(said, impurity.formula, (impurity.line(counts),), _numbers(step, data, params))


def _say_split(step: Step, data: Dataset, params: Params) -> Story:
    assert step.scores is not None and step.chosen is not None
    scores, impurity, counts = step.scores, _impurity(params), step.model.counts[step.node]
    column = data.columns[scores.attributes[step.chosen]]
    table = step.model.counts[np.flatnonzero(step.model.parent == step.node)]
    gain, split = float(scores.gains[step.chosen]), float(scores.splits[step.chosen])
    worked = [impurity.line(counts), gain_line(column.name, table, impurity, gain)]
    if params.criterion == "gain ratio":
        worked.append(f"SplitEntropy({column.name}) = {ENTROPY.terms(table.sum(axis=1))} = {figure(split)}")
        worked.append(f"GainRatio({column.name}) = {figure(gain)} / {figure(split)} = {figure(gain / split)}")
    bounded = (scores.gains >= 0) & (scores.gains <= impurity.value(counts) + ROUNDING)
    return Story(
        f"{reached(step.model, step.node, data)} {_choice(scores, step.chosen, data, params)}",
        FORMULAS[params.criterion],
        tuple(worked),
        _numbers(step, data, params),
        (_score_table(scores, step.chosen, data, params), branch_table(table, column, data, impurity)),
        (
            Check(f"0 ≤ gain ≤ {impurity.letter}(S) for every attribute", bool(bounded.all())),
            Check("the branches together hold the rows of the node", bool((table.sum(axis=0) == counts).all())),
        ),
    )


def _choice(scores: Scores, chosen: int, data: Dataset, params: Params) -> str:
    """Which attribute is asked and why, with its ties and those that the guard bars."""
    name = data.columns[scores.attributes[chosen]].name
    best = {"gini": "Gini gain"}.get(params.criterion, params.criterion)
    said = f"{name} has the largest {best}, {figure(scores.values[chosen])}, so the node asks it."
    if not scores.gains.any():
        said = f"No attribute tells a thing by itself, so the first with several values is asked: {name}."
    elif len(tied(scores)) > 1:
        names = ", ".join(data.columns[a].name for a in scores.attributes[tied(scores)])
        said += f" It is a tie of {names}: the first in column order is taken."
    if barred := [data.columns[a].name for a in scores.attributes[scores.values < 0]]:
        said += f" Below the average gain, and so not considered: {', '.join(barred)}."
    return said


def _score_table(scores: Scores, chosen: int | None, data: Dataset, params: Params) -> Table:
    titles, values = _columns(scores, params)
    lines = zip(scores.attributes, values, strict=True)
    rows = tuple((data.columns[a].name, *(float(value) for value in line)) for a, line in lines)
    return Table("Scores of the attributes", ("attribute", *titles), rows, chosen)


def _say_leaf(step: Step, data: Dataset, params: Params) -> Story:
    counts, answer = step.model.counts[step.node], data.class_name(int(step.model.majority[step.node]))
    tie = ""
    if counts.any() and np.count_nonzero(counts == counts.max()) > 1:
        tie = " It is a tie: the class that is more frequent in the whole table answers, then the first."
    return Story(
        f"{reached(step.model, step.node, data)} {REASONS[step.why].format(answer)}{tie}",
        r"\underset{c}{\mathrm{arg\,max}}\; |S_c|",
        (_impurity(params).line(counts),) if counts.any() else (),
        _numbers(step, data, params),
        () if step.scores is None else (_score_table(step.scores, None, data, params),),
    )


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    impurity = _impurity(params)
    here = impurity.value(step.model.counts[step.node])
    at_node = Number(f"{impurity.letter} at the node", here, "bits" if impurity is ENTROPY else "")
    return at_node, *(Number(name, value) for name, value in measure(step, data, params).items())


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The path of a row through the tree so far, question by question, and the counts where it comes to rest."""
    tree, way = step.model, step.model.path(x)
    shares = tree.predict_proba(x[None])[0]
    told = [Number("questions answered", len(way) - 1)]
    told += [Number(f"share of {data.class_name(int(c))}", float(shares[c])) for c in np.flatnonzero(shares)[:8]]
    lit = graph(tree, data, _impurity(params), step.waiting, way, role="path")
    return Inquiry(Story(way_of(tree, x, data), r"p_c = \frac{|S_c|}{|S|}", numbers=tuple(told)), (lit,))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    tree = step.model
    return {"training errors": errors(tree), "nodes": len(tree.parent), "leaves": leaves(tree)}


def event(step: Step) -> str:
    return "" if step.kind == "start" else step.kind


def bound(data: Dataset, params: Params) -> int:
    """Every split has two branches with rows or more, so there are fewer splits than rows."""
    return 2 + max(data.n - 1, 0) * max(len(column.levels) for column in data.columns)


ALGORITHM = Algorithm(
    name="ID3",
    task="classification",
    summary="Grows a decision tree: each node asks the attribute that tells most about the class.",
    source="Quinlan 1986; gain ratio and its guard: Quinlan 1993 (C4.5)",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.rows(1), needs.features(1), needs.classes(1), needs.labelled, needs.complete, needs.categorical),
    inspect=inspect,
    measure=measure,
    event=event,
)
