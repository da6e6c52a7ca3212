"""What a step of C4.5 says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, divided, figure, listed
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.core.surfaces import Role
from engine.data.dataset import Column, Dataset
from engine.families.trees.c45.drawing import chosen_of, columns, gaps_of, part_weights, shares_of
from engine.families.trees.c45.loop import STAND_IN, Params, Step, wrong_in
from engine.families.trees.c45.weighing import Scores, tied
from engine.families.trees.c45.weighing import Table as Rows
from engine.families.trees.rules import reached, way_to
from engine.families.trees.stand_in_words import as_its_stand_in, stand_ins_said
from engine.maths.algebra.agreement import agree
from engine.maths.probability.impurity import ROUNDING, information_gain
from engine.models.fractional import FractionalTree
from engine.parts.trees.drawing import graph
from engine.parts.trees.growing import leaves
from engine.parts.trees.tree_words import (
    ENTROPY,
    LEAF,
    at_node,
    branch_name,
    branch_table,
    cut_cell,
    cut_name,
    gain_line,
    share_lines,
    share_of,
    way_of,
)

FORMULA = (
    r"\mathrm{Gain}(S, A) = \frac{|S_A|}{|S|} ( H(S_A) - \sum_v \frac{|S_v|}{|S_A|}\, H(S_v) ), \quad "
    r"\mathrm{GainRatio} = \frac{\mathrm{Gain}}{\mathrm{SplitEntropy}}"
)
PARTS = r"p_c = \sum_{\ell} w_\ell\, \frac{|S_{\ell c}|}{|S_\ell|}"
REASONS = {
    "pure": "All are of one class, so this is a leaf: {0}.",
    "few rows": "These are too few for two branches of at least {1}, so this is a leaf with the majority: {0}.",
    "rows alike": "No question leaves at least {1} in two branches, so this is a leaf with the majority: {0}.",
    "no gain": "No question that can be asked has a gain, so this is a leaf with the majority: {0}.",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "split": _say_split, "gap": _say_gap, "leaf": _say_leaf}[step.kind](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    counts = step.model.counts[0]
    said = f"{reached(step.model, 0, data)} Before any question the answer is the majority: {_answer(step, data)}."
    if data.missing_count:
        cells = counted(data.missing_count, "cell has", "cells have")
        own = "to be without is a category of its own" if params.missing == "own category" else ""
        said += f" {cells} no value: {own or 'a row is weighed only for what it has a value of'}."
    return Story(said, ENTROPY.formula, (ENTROPY.line(counts),), _numbers(step, data, params))


def _answer(step: Step, data: Dataset) -> str:
    return data.class_name(int(step.model.majority[step.node]))


# -- a split -----------------------------------------------------------------------------------------------------------


def _say_split(step: Step, data: Dataset, params: Params) -> Story:
    assert step.scores is not None
    return Story(
        f"{reached(step.model, step.node, data)} {_choice(step.scores, data, params)}{_gaps_said(step, data, params)}",
        FORMULA,
        tuple(_worked(step, data, params)),
        _numbers(step, data, params),
        (_score_table(step.scores, data), branch_table(step.model, step.node, data, ENTROPY), *_parts(step, data)),
        tuple(_checks(step)),
    )


def _choice(scores: Scores, data: Dataset, params: Params) -> str:
    """Which question is asked and why, with its ties and those that the guard bars."""
    column, value = data.columns[scores.attribute], scores.values[scores.chosen]
    at = "" if np.isnan(scores.cut) else f", cut at {cut_name(column, scores.cut)}"
    said = f"{column.name}{at} has the largest {params.criterion}, {figure(value)}, so the node asks it."
    if len(tied(scores)) > 1:
        names = listed((data.columns[a].name for a in scores.attributes[tied(scores)]), 4)
        said += f" It is a tie of {names}: the first in column order is taken."
    if barred := [data.columns[a].name for a in scores.attributes[(scores.values < 0) & (scores.gains > 0)]]:
        said += f" Below the average gain, and so not considered: {listed(barred, 4)}."
    if unknown := [data.columns[a].name for a in scores.attributes[scores.known == 0]]:
        said += f" No row here has a value of {listed(unknown, 4)}: the gain is 0."
    return said


def _gaps_said(step: Step, data: Dataset, params: Params) -> str:
    """Where the rows go that have no value of what is asked."""
    gaps, tree = gaps_of(step, data).rows, step.model
    if params.missing == STAND_IN:
        table, known, _ = tables_of(step, data, params)
        most = float(table.sum(axis=1).max())
        return stand_ins_said(tree, step.node, data, step.stand_ins, known, most, len(gaps))
    if not len(gaps):
        return ""
    assert step.scores is not None
    rows = f"{counted(len(gaps), 'row')} without a value of {data.columns[step.scores.attribute].name}"
    where = int(tree.gaps.onward[step.node])
    if params.missing == "own category":
        return f" A branch of its own takes the {rows}."
    if where > 0:
        return f" The largest branch, {branch_name(tree, where, data)}, takes the {rows}."
    return f" Each branch takes its part of the {rows}: {_portions(step, data)}."


def _portions(step: Step, data: Dataset) -> str:
    """How large the branches of the node are: '0.3571 into Sunny, 0.2857 into Overcast, …'."""
    tree = step.model
    return listed(
        (f"{figure(tree.portions[child])} into {branch_name(tree, child, data)}" for child in tree.below(step.node)), 6
    )


def tables_of(step: Step, data: Dataset, params: Params) -> tuple[np.ndarray, float, float]:
    """(V, K) what is weighed for the question of a step, the weight of that, and of what has no value beside it."""
    assert step.scores is not None
    rows, attribute = Rows.of(data), step.scores.attribute
    parts = [rows.counts(part) for part in rows.branches(step.reached, attribute, step.scores.cut)[1]]
    gaps = rows.gaps(step.reached, attribute)
    if params.missing == "own category" and len(gaps.rows):
        return np.array([*parts, rows.counts(gaps)]), step.reached.weight, 0.0
    return np.array(parts), rows.known(step.reached, attribute).weight, gaps.weight


def _worked(step: Step, data: Dataset, params: Params) -> Iterator[str]:
    assert step.scores is not None
    scores, (table, known, without) = step.scores, tables_of(step, data, params)
    name, gain, split = data.columns[scores.attribute].name, scores.gains[scores.chosen], scores.splits[scores.chosen]
    counts, told = table.sum(axis=0), f"{name} where known" if without else name
    yield f"H({'known' if without else 'S'}) = {ENTROPY.terms(counts)} = {figure(ENTROPY.value(counts))}"
    yield gain_line(told, table, ENTROPY, information_gain(table))
    if without:
        whole = known + without
        yield f"Gain({name}) = {share_of(known, whole, information_gain(table))}"
    sizes = np.append(table.sum(axis=1), [without] if without else [])
    yield f"SplitEntropy({name}) = {ENTROPY.terms(sizes)} = {figure(split)}"
    yield f"GainRatio({name}) = {divided(gain, split)}"


def _cells(column: Column, line: np.ndarray) -> tuple[float | str, ...]:
    """The cut of an attribute, and its scores."""
    return cut_cell(column, line[0]), *("–" if np.isnan(value) else float(value) for value in line[1:])


def _score_table(scores: Scores, data: Dataset) -> Table:
    titles, values = columns(scores)
    lines = zip(scores.attributes, values, strict=True)
    rows = tuple((data.columns[a].name, *_cells(data.columns[a], line)) for a, line in lines)
    return Table("The best question of each attribute", ("attribute", *titles), rows, chosen_of(scores))


def _parts(step: Step, data: Dataset) -> Iterator[Table]:
    """How much of each row without a value goes where."""
    if not len(gaps := gaps_of(step, data).rows):
        return
    tree = step.model
    names = tuple(branch_name(tree, child, data) for child in tree.below(step.node))
    weights = part_weights(step, data).tolist()
    rows = tuple((data.row_name(int(row)), *line) for row, line in list(zip(gaps, weights, strict=True))[:8])
    yield Table("Rows without a value: how much of each goes where", ("row", *names), rows)


def _checks(step: Step) -> Iterator[Check]:
    assert step.scores is not None
    tree, scores = step.model, step.scores
    counts, below = tree.counts[step.node], tree.counts[tree.below(step.node)].sum(axis=0)
    most = np.log2(max(len(counts), 2))
    bounded = (scores.gains >= 0) & (scores.gains <= most + ROUNDING)
    yield Check("0 ≤ gain ≤ log₂ K for every attribute", bool(bounded.all()))
    yield Check("the branches together weigh what the node weighs, class by class", agree(below, counts, counts.sum()))


# -- a row in parts, a leaf --------------------------------------------------------------------------------------------


def _say_gap(step: Step, data: Dataset, params: Params) -> Story:
    assert step.row is not None and step.scores is not None
    shares, tree = shares_of(step, step.row, data), step.model
    whole, name = shares[step.node], data.columns[step.scores.attribute].name
    parts = [(branch_name(tree, child, data), tree.portions[child], shares[child]) for child in tree.below(step.node)]
    here = "" if whole == 1.0 else f" {figure(whole)} of it is at this node."
    if int(tree.gaps.onward[step.node]) > 0:
        where = next(branch for branch, _, share in parts if share)
        said = f"Row {data.row_name(step.row)} has no value of {name}: it goes on whole, by the branch {where}"
        said += f"{as_its_stand_in(data.X[step.row], data, step.stand_ins)}.{here}"
        return Story(said, PARTS, numbers=_numbers(step, data, params), tables=tuple(_parts(step, data)))
    said = f"Row {data.row_name(step.row)} has no value of {name}: it goes on in parts, as large as the branches.{here}"
    lines = tuple(
        f"w({branch}) = {figure(whole)}·{figure(portion)} = {figure(share)}" for branch, portion, share in parts
    )
    return Story(said, r"w_v = w\, \frac{|S_v|}{|S_A|}", lines, _numbers(step, data, params), tuple(_parts(step, data)))


def _say_leaf(step: Step, data: Dataset, params: Params) -> Story:
    counts, answer = step.model.counts[step.node], _answer(step, data)
    tie = ""
    if np.count_nonzero(counts == counts.max()) > 1:
        tie = " It is a tie: the class that is more frequent in the whole table answers, then the first."
    reason = REASONS[step.why].format(answer, counted(params.min_leaf, "row"))
    return Story(
        f"{reached(step.model, step.node, data)} {reason}{tie}",
        LEAF,
        share_lines(counts, data),
        _numbers(step, data, params),
        () if step.scores is None or not len(step.scores.attributes) else (_score_table(step.scores, data),),
    )


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    here = at_node(step.model.counts[step.node], ENTROPY)
    return here, *(Number(name, value) for name, value in measure(step, data, params).items())


# -- one row asked -----------------------------------------------------------------------------------------------------


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    tree = step.model
    reach, rests = (part[0] for part in tree.parted(x[None]))
    lit = np.flatnonzero(reach).tolist()
    shares = tree.predict_proba(x[None])[0]
    there = np.flatnonzero(shares)[:8].tolist()
    told = tuple(Number(f"share of {data.class_name(c)}", float(shares[c])) for c in there)
    steps = None if params.stop_at == "nodes" else np.full(len(tree.parent), -1)
    drawn = graph(tree, data, ENTROPY, step.waiting, lit, "path", steps, reach)
    if np.count_nonzero(rests) == 1 and not np.isnan(x).any():
        return Inquiry(Story(way_of(tree, x, data), PARTS, numbers=told), (drawn,))
    said, worked = _in_parts(step, data, x, rests), tuple(_added(tree, data, rests, shares))
    return Inquiry(Story(said, PARTS, worked, told), (drawn,))


def _in_parts(step: Step, data: Dataset, x: np.ndarray, rests: np.ndarray) -> str:
    """Where the parts (m,) of a row come to rest, and what they say together."""
    tree, ends = step.model, np.flatnonzero(rests).tolist()
    most = ends if len(ends) <= 6 else sorted(ends, key=lambda end: -rests[end])[:5]
    said = "; ".join([f"{figure(rests[end])} of it at {way_to(tree, end, data)}" for end in most])
    said += "" if len(ends) == len(most) else "; …"
    answer = data.class_name(int(tree.predict(x[None])[0]))
    asked = [a for a in np.flatnonzero(np.isnan(x)).tolist() if (tree.attribute == a).any()]
    without = f"It has no value of {listed((data.columns[a].name for a in asked), 4)}. " if asked else ""
    without += _asked_instead(tree, data, x)
    return f"{without}It comes to rest in {counted(len(ends), 'place')}: {said}. Together they say {answer}."


def _asked_instead(tree: FractionalTree, data: Dataset, x: np.ndarray) -> str:
    """Which stand-ins a row x (d,) is asked on its way, or ""."""
    gaps = (node for node in tree.path(x) if np.isnan(x[tree.attribute[node]]))
    features = dict.fromkeys(leading[0] for node in gaps if (leading := tree.gaps.leading(node, x)) is not None)
    names = (data.columns[feature].name for feature in features)
    return f"It is asked {listed(names, 4)} instead. " if features else ""


def _added(tree: FractionalTree, data: Dataset, rests: np.ndarray, shares: np.ndarray) -> Iterator[str]:
    """The share of each class (K,), from the parts (m,)."""
    for code in range(min(len(data.class_names), 8)):
        terms = [f"{figure(rests[end])}·{figure(tree.shares[end, code])}" for end in np.flatnonzero(rests)]
        yield f"p({data.class_name(code)}) = {' + '.join(terms)} = {figure(shares[code])}"


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    tree = step.model
    return {"training errors": wrong_in(tree, data), "nodes": len(tree.parent), "leaves": leaves(tree)}


def event(step: Step) -> Event | None:
    roles: dict[str, Role] = {"split": "boundary", "leaf": "centre", "gap": "path"}
    return Event(step.kind, roles[step.kind]) if step.kind in roles else None
