"""What a step of growing a tree says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, divided, figure, listed, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.trees.asking import asked
from engine.families.trees.cart.drawing import branches, changes, columns, gain_name, gain_of, gaps_of, known, steps_of
from engine.families.trees.cart.loop import Params, Step
from engine.families.trees.cart.weighing import curve
from engine.families.trees.rules import reached
from engine.families.trees.stand_in_words import led_told, stand_ins_said
from engine.maths.probability.impurity import ROUNDING, entropy
from engine.parts.trees.growing import asked_values, errors, leaves
from engine.parts.trees.tree_words import (
    ENTROPY,
    FORMULAS,
    at_node,
    branch_name,
    branch_table,
    cut_cell,
    cut_name,
    gain_line,
    impurity_of,
    nothing_to_ask,
    share_of,
)
from engine.parts.trees.weighing import Scores, tied

WHERE_KNOWN = r"\mathrm{Gain}(S, A) = \frac{|S_A|}{|S|} ( %s(S_A) - \sum_v \frac{|S_v|}{|S_A|}\, %s(S_v) )"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.attribute is None:
        return _say_start(step, data, params)
    said = {"start": _by_hand, "cut": _tried, "split": _choice}[step.kind](step, data, params)
    tables = [] if step.scores is None else [_score_table(step.scores, step, data, params)]
    if step.kind != "cut":
        tables.append(branch_table(step.model, step.node, data, impurity_of(params.criterion)))
        tables += led_told(step.model, step.node, gaps_of(step, data), data, step.stand_ins)
    return Story(
        f"{reached(step.model, step.node, data)} {said}{_led(step, data) if step.kind != 'cut' else ''}",
        _formula(step, data, params),
        tuple(_worked(step, data, params)),
        _numbers(step, data, params),
        tuple(tables),
        tuple(_checks(step, data, params)),
    )


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    counts, impurity = step.model.counts[0], impurity_of(params.criterion)
    answer = data.class_name(int(step.model.majority[0]))
    said = f"{reached(step.model, 0, data)} Before any question the answer is the majority: {answer}."
    if why := nothing_to_ask(data, "All are of one class", int(np.count_nonzero(counts)) == 1):
        said += why
    elif data.d > 1 and not all(column.kind == "categorical" for column in data.columns):
        said += " Every cut will be parallel to an axis, so a slanting border becomes a staircase."
    return Story(said, impurity.formula, (impurity.line(counts),), _numbers(step, data, params))


def _formula(step: Step, data: Dataset, params: Params) -> str:
    """What is weighed; where rows have no value, by those that have one."""
    if params.criterion == "gain ratio" or not len(gaps_of(step, data)):
        return FORMULAS[params.criterion]
    letter = impurity_of(params.criterion).letter
    return WHERE_KNOWN % (letter, letter)


def asked_what(step: Step, data: Dataset) -> str:
    """The question of a step: 'petal length (cm), cut at 2.45'; of a category its name."""
    assert step.attribute is not None
    column = data.columns[step.attribute]
    return column.name if np.isnan(step.cut) else f"{column.name}, cut at {cut_name(column, step.cut)}"


def _sizes(step: Step, data: Dataset) -> str:
    """Where the rows go: '50 rows go below, 100 above'."""
    sizes = branches(step, data).sum(axis=1).tolist()
    if np.isnan(step.cut):
        return f"its {len(sizes)} branches get {listed(sizes)} rows"
    lie = "lies" if sizes[0] == 1 else "lie"
    return f"{counted(sizes[0], 'row')} of the node {lie} below, {sizes[1]} above"


def _choice(step: Step, data: Dataset, params: Params) -> str:
    """Which question is asked and why, with its ties and those that the guard bars."""
    assert step.scores is not None and step.attribute is not None
    scores, best = step.scores, step.scores.chosen
    name, what = data.columns[step.attribute].name, columns(scores, params)[0][-1]
    at = " as a whole" if np.isnan(step.cut) else f", cut at {cut_name(data.columns[step.attribute], step.cut)}"
    said = f"{name} has the largest {what}, {figure(scores.values[best])}{at}: {_sizes(step, data)}."
    if not scores.gains.any():
        said = f"No question has any gain by itself, so the first is taken: {asked_what(step, data)}."
    elif len(tied(scores)) > 1:
        names = listed((data.columns[a].name for a in scores.attributes[tied(scores)]), 4)
        said += f" It is a tie of {names}: the first in column order is taken."
    if barred := [data.columns[a].name for a in scores.attributes[scores.values < 0]]:
        said += f" Below the average gain, and so not considered: {', '.join(barred)}."
    return said + _equal_cuts(step, data, params) + _constant(step, data) + _tied_classes(step, data)


def _constant(step: Step, data: Dataset) -> str:
    """Which columns have a single value at the root, and so cannot be asked anywhere."""
    if step.node:
        return ""
    X = asked_values(data)
    same = np.flatnonzero(np.fmax.reduce(X, axis=0) == np.fmin.reduce(X, axis=0))
    names = listed((data.columns[a].name for a in same), 4)
    return f" One value in all rows, and so nothing to ask: {names}." if len(same) else ""


def _led(step: Step, data: Dataset) -> str:
    """Where the rows go that have no value of what is asked, in a table that lacks values."""
    if step.model.gaps is None:
        return ""
    table, without = branches(step, data), len(gaps_of(step, data))
    most = float(table.sum(axis=1).max())
    return stand_ins_said(step.model, step.node, data, step.stand_ins, float(table.sum()), most, without)


def _tied_classes(step: Step, data: Dataset) -> str:
    """Where the new leaves have several most frequent classes, and how that is settled."""
    tree = step.model
    shared = [node for node in tree.below(step.node) if (tree.counts[node] == tree.counts[node].max()).sum() > 1]
    if not shared:
        return ""
    node = shared[0]
    answer = data.class_name(int(tree.majority[node]))
    return (
        f" Where it is {branch_name(tree, node, data)}, classes are tied: the one that is more frequent in the whole "
        f"table answers, then the first, so {answer}."
    )


def _equal_cuts(step: Step, data: Dataset, params: Params) -> str:
    """The other cuts of the attribute that gain as much."""
    assert step.attribute is not None
    if np.isnan(step.cut):
        return ""
    cuts, gains = curve(data, step.rows, step.attribute, params)
    others = cuts[(gains >= gains.max(initial=0.0) * (1 - ROUNDING)) & (cuts != step.cut)]
    if not len(others):
        return ""
    column = data.columns[step.attribute]
    names = listed(cut_name(column, cut) for cut in others.tolist())
    return f" It gains as much at {names}: the lowest cut is taken."


def _tried(step: Step, data: Dataset, params: Params) -> str:
    gain = gain_of(step, data, params)
    said = f"{asked_what(step, data)}, would have the {gain_name(params)} {figure(gain)}: {_sizes(step, data)}."
    if params.min_leaf == 1 and len(classes := _neighbours(step, data)) == 1:
        said += (
            f" The rows next to it on both sides are of one class, {data.class_name(classes[0])}: moved to an end of "
            "this run of rows, the cut gains at least as much, so only cuts where the class changes matter."
        )
    return said


def _by_hand(step: Step, data: Dataset, params: Params) -> str:
    """What a cut that was put by hand gains, beside the best question there."""
    gain, scores = gain_of(step, data, params), step.scores
    said = f"By hand it asks {asked_what(step, data)}. Its {gain_name(params)} is {figure(gain)}: {_sizes(step, data)}."
    if scores is None:
        return f"{said} Left alone, this node would stay a leaf."
    name = data.columns[scores.attributes[scores.chosen]].name
    cut = scores.cut(scores.chosen)
    at = "" if np.isnan(cut) else f", cut at {cut_name(data.columns[scores.attributes[scores.chosen]], cut)}"
    return f"{said} The best question here would be {name}{at}, with {figure(scores.gains[scores.chosen])}."


def _neighbours(step: Step, data: Dataset) -> list[int]:
    """The classes of the rows next to a cut, on both its sides."""
    values, codes = asked_values(data)[step.rows, step.attribute], data.codes[step.rows]
    below, above = values[values <= step.cut], values[values > step.cut]
    beside = [values == side for side in (below.max(initial=-np.inf), above.min(initial=np.inf))]
    return sorted(set(codes[beside[0] | beside[1]].tolist()))


def _worked(step: Step, data: Dataset, params: Params) -> Iterator[str]:
    impurity, counts, table = impurity_of(params.criterion), step.model.counts[step.node], branches(step, data)
    assert step.attribute is not None
    name, gain = data.columns[step.attribute].name, gain_of(step, data, params)
    known, whole = int(table.sum()), len(step.rows)
    if known == whole:
        yield impurity.line(counts)
        yield gain_line(name, table, impurity, gain)
    else:
        there = table.sum(axis=0)
        yield f"{impurity.letter}(known) = {impurity.first}{impurity.terms(there)} = {figure(impurity.value(there))}"
        yield gain_line(f"{name} where known", table, impurity, gain * whole / known)
        yield f"Gain({name}) = {share_of(known, whole, gain * whole / known)}"
    sizes = np.append(table.sum(axis=1), [whole - known] if known < whole else [])
    split = float(entropy(sizes))
    if params.criterion == "gain ratio" and split > 0:
        yield f"SplitEntropy({name}) = {ENTROPY.terms(sizes)} = {figure(split)}"
        yield f"GainRatio({name}) = {divided(gain, split)}"
    if step.kind != "start" and not np.isnan(step.cut) and not data.columns[step.attribute].levels:
        yield _half_way(step, data)
    yield f"of all rows = {share_of(int(counts.sum()), data.n, gain)}"


def _half_way(step: Step, data: Dataset) -> str:
    """The cut, half-way between the values on its two sides: 'cut = (48 + 60)/2 = 54'."""
    values = asked_values(data)[known(step, data), step.attribute]
    below, above = float(values[values <= step.cut].max()), float(values[values > step.cut].min())
    column = data.columns[step.attribute or 0]
    if column.is_date:
        return f"cut = half-way from {column.figure(below)} to {column.figure(above)} = {column.figure(step.cut)}"
    low, high = shown(step.cut, lambda low, high: low / 2 + high / 2, below, above)
    return f"cut = ({low} + {high})/2 = {figure(step.cut)}"


def _checks(step: Step, data: Dataset, params: Params) -> Iterator[Check]:
    impurity, counts, table = impurity_of(params.criterion), step.model.counts[step.node], branches(step, data)
    gain = gain_of(step, data, params)
    yield Check(f"0 ≤ gain ≤ {impurity.letter}(S)", -ROUNDING <= gain <= impurity.value(counts) + ROUNDING)
    without = np.bincount(data.codes[gaps_of(step, data)], minlength=len(counts))
    below = (
        table.sum(axis=0) + without
        if step.kind == "cut"
        else step.model.counts[step.model.below(step.node)].sum(axis=0)
    )
    yield Check("the branches together hold the rows of the node", bool((below == counts).all()))
    if step.kind == "split" and not np.isnan(step.cut) and gain > 0 and params.min_leaf == 1:
        yield Check("the best cut stands between rows of different classes", len(_neighbours(step, data)) > 1)


def _score_table(scores: Scores, step: Step, data: Dataset, params: Params) -> Table:
    titles, values = columns(scores, params)
    place = np.flatnonzero(scores.attributes == step.attribute)
    rows = tuple(
        (data.columns[a].name, cut_cell(data.columns[a], line[0]), *(_cell(value) for value in line[1:]))
        for a, line in zip(scores.attributes, values, strict=True)
    )
    title = "The best question of each attribute"
    return Table(title, ("attribute", *titles), rows, int(place[0]) if len(place) else None)


def _cell(value: float) -> float | str:
    return "–" if np.isnan(value) else float(value)


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    here = at_node(step.model.counts[step.node], impurity_of(params.criterion))
    return (
        here,
        *_cuts_counted(step, data, params),
        *(Number(name, value) for name, value in measure(step, data, params).items()),
    )


def _cuts_counted(step: Step, data: Dataset, params: Params) -> Iterator[Number]:
    """How many cuts the attribute of a step has, and how many of them are where the class changes."""
    if step.attribute is None or np.isnan(step.cut):
        return
    cuts = curve(data, step.rows, step.attribute, params)[0]
    name = data.columns[step.attribute].name
    yield Number("cuts", len(cuts), f"of {name}, {int(changes(step, data, cuts).sum())} where the class changes")


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return asked(step.model, data, impurity_of(params.criterion), x, steps=steps_of(step, params))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    tree = step.model
    return {"training errors": errors(tree), "nodes": len(tree.parent), "leaves": leaves(tree)}


def event(step: Step) -> Event | None:
    return Event("split", "boundary") if step.kind == "split" else None
