"""What a step of a regression tree says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, divided, figure, listed, short, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.trees.regression_tree.drawing import asked_place, gains_of, gaps_of, sides_of, steps_of, tree_of
from engine.families.trees.regression_tree.loop import Params, Step
from engine.families.trees.rules import way_to
from engine.families.trees.stand_in_words import led_told, stand_ins_said
from engine.parts.over_feature import target_title
from engine.parts.trees.growing import leaves
from engine.parts.trees.regression import error, spread, targets
from engine.parts.trees.tree_words import answers, branch_name, cut_cell, cut_name, drop_terms, nothing_to_ask, share_of

FORMULA = r"\mathrm{Gain}(S) = \mathrm{Var}(S) - \sum_v \frac{|S_v|}{|S|}\, \mathrm{Var}(S_v)"
WHERE_KNOWN = (
    r"\mathrm{Gain}(S) = \frac{|S_A|}{|S|} ( \mathrm{Var}(S_A) - \sum_v \frac{|S_v|}{|S_A|}\, \mathrm{Var}(S_v) )"
)
MEAN = r"y(\mathbf{x}) = \frac{1}{|S|} \sum_{n \in S} t_n"

LISTED = 6
"""So many branches of a category are told one by one."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return _say_start(step, data, params) if step.kind == "start" else _say_cut(step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    tree = step.model
    mean, spread, n = float(tree.means[0]), float(tree.errors[0]), int(tree.sizes[0])
    said = f"Before any cut the answer is the mean {target_title(data)} of all {counted(n, 'row')}: "
    said += f"{data.target_column.figure(mean)}."
    said += nothing_to_ask(data, "All targets are the same", not np.ptp(targets(data)))
    worked = (f"Var(S) = {divided(spread, n)}",)
    return Story(said, MEAN, worked, _numbers(step, data, params))


def _say_cut(step: Step, data: Dataset, params: Params) -> Story:
    tree, n, sides = step.model, int(step.model.sizes[step.node]), sides_of(step, data)
    gain, name = gain_of(step, data, params), data.columns[step.attribute].name
    mean = data.target_column.figure(tree.means[step.node])
    here = f"{way_to(tree, step.node, data)} ({counted(n, 'row')}, mean {mean})."
    said = f"{here} {_asked(step, data, gain)}: {_sides(step, data, sides)}."
    if step.kind == "split":
        said += _settled(step, data, params, sides)
    before, after = errors_around(step, gain)
    variance = float(tree.errors[step.node]) / n
    checks = (
        Check("the squared errors do not rise", after <= before * (1 + 1e-12)),
        Check("0 ≤ gain ≤ Var(S)", 0 <= gain <= variance * (1 + 1e-9)),
    )
    formula = WHERE_KNOWN if len(gaps_of(step, data)) else FORMULA
    worked = _worked(step, data, name, gain, sides)
    tables = _tables(step, data)
    return Story(said, formula, tuple(worked), _numbers(step, data, params), tables, checks)


def _asked(step: Step, data: Dataset, gain: float) -> str:
    """The question and its gain: 'x has the largest gain, 18.78, cut at 3.5'; a category is asked as a whole."""
    column = data.columns[step.attribute]
    if np.isnan(step.cut):
        return f"{column.name} has the largest gain, {figure(gain)}, as a whole"
    at = f"cut at {cut_name(column, step.cut)}"
    if step.kind == "cut":
        return f"{column.name}, {at}, would have the gain {figure(gain)}"
    return f"{column.name} has the largest gain, {figure(gain)}, {at}"


def _sides(step: Step, data: Dataset, sides: list[np.ndarray]) -> str:
    """How many rows each branch gets, and with what mean."""
    means = [data.target_column.figure(side.mean()) for side in sides]
    if np.isnan(step.cut):
        below = step.model.below(step.node)
        names = [short(branch_name(step.model, node, data)) for node in below]
        told = [
            f"{name} ({counted(len(side), 'row')}, mean {mean})"
            for name, side, mean in zip(names, sides, means, strict=True)
        ]
        return ", ".join([*told[:LISTED], *(["…"] if len(told) > LISTED else [])])
    rows = counted(len(sides[0]), "row")
    return f"{rows} below with the mean {means[0]}, {len(sides[1])} above with the mean {means[1]}"


def _settled(step: Step, data: Dataset, params: Params, sides: list[np.ndarray]) -> str:
    """How a tie of cuts was settled, and where the rows without a value go."""
    said, sizes = _equal(step, data, params, step.cut), [len(side) for side in sides]
    if step.model.gaps is None:
        return said
    without = len(gaps_of(step, data))
    return said + stand_ins_said(step.model, step.node, data, step.stand_ins, sum(sizes), max(sizes), without)


def gain_of(step: Step, data: Dataset, params: Params) -> float:
    """The gain of the cut of a step."""
    if step.kind == "split":
        assert step.scores is not None
        return float(step.scores.gains[step.scores.chosen])
    cuts, gains = gains_of(step, data, params, step.attribute)
    return float(gains[cuts == step.cut][0])


def errors_around(step: Step, gain: float) -> tuple[float, float]:
    """The squared errors of all rows before the cut of a step, and after it; of one that is looked at, as it would be
    for the rows that have a value.
    """
    tree, now = step.model, error(step.model)
    if step.kind == "cut":
        return now, now - int(tree.sizes[step.node]) * gain
    gone = float(tree.errors[step.node]) - sum(float(tree.errors[node]) for node in tree.below(step.node))
    return now + gone, now


def _worked(step: Step, data: Dataset, name: str, gain: float, sides: list[np.ndarray]) -> Iterator[str]:
    """The gain by the rows that have a value, and what is left of the squared errors."""
    tree, (before, after) = step.model, errors_around(step, gain)
    n, both = int(tree.sizes[step.node]), np.concatenate(sides)
    m, whole = len(both), spread(both)
    parts = [(len(side), spread(side) / len(side)) for side in sides]
    terms = " ".join(drop_terms(whole / m, parts, gain * n / m))
    if m == n:
        yield f"Var(S) = {divided(whole, n)}"
        yield f"Gain({name}) = {terms} = {figure(gain)}"
        first, drop = shown(after, lambda a, b: a - n * b, before, gain)
        then = " then" if step.kind == "cut" else ""
        yield f"SSE{then} = {first} − {n}·{drop} = {figure(after)}"
        return
    yield f"Var(S_{name}) = {divided(whole, m)}"
    yield f"Gain({name} where known) = {terms} = {figure(gain * n / m)}"
    yield f"Gain({name}) = {share_of(m, n, gain * n / m)}"
    if step.kind == "cut":  # where the others would go is not known yet
        return
    left = [float(tree.errors[node]) for node in (step.node, *tree.below(step.node))]
    first, gone, *parted = shown(after, lambda a, b, *below: a - b + sum(below), before, *left)
    yield f"SSE = {first} − {gone} + {' + '.join(parted)} = {figure(after)}"


def _equal(step: Step, data: Dataset, params: Params, cut: float) -> str:
    """The other cuts of the attribute that gain as much."""
    if np.isnan(cut):
        return ""
    cuts, gains = gains_of(step, data, params, step.attribute)
    others = cuts[(gains >= gains.max() * (1 - 1e-12)) & (cuts != cut)]
    names = listed(data.columns[step.attribute].figure(other) for other in others.tolist())
    return f" It gains as much at {names}: the lowest cut is taken." if len(others) else ""


def _tables(step: Step, data: Dataset) -> tuple[Table, ...]:
    tree = step.model
    assert step.scores is not None
    scores = step.scores
    rows = tuple(
        (
            data.columns[a].name,
            cut_cell(data.columns[a], scores.cut(place) if scores.numeric[place] else np.nan),
            float(scores.gains[place]),
        )
        for place, a in enumerate(scores.attributes)
    )
    told = data.target_column.told
    parts = tuple(
        (branch_name(tree, node, data), int(tree.sizes[node]), told(tree.means[node]), float(tree.errors[node]))
        for node in tree.below(step.node)
    )
    best = Table("The best question of each attribute", ("attribute", "cut at", "gain"), rows, asked_place(step))
    if step.kind == "cut":
        return (best,)
    name = data.columns[step.attribute].name
    return (
        best,
        Table("Branches", (name, "rows", "mean", "squared errors"), parts),
        *led_told(tree, step.node, gaps_of(step, data), data, step.stand_ins),
    )


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    return tuple(Number(name, value) for name, value in measure(step, data, params).items())


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The way of a row through the tree, and the mean where it comes to rest."""
    tree, way = step.model, step.model.path(x)
    rest, mean = way[-1], float(step.model.means[way[-1]])
    said = f"{answers(tree, x, data)}: {data.target_column.figure(mean)}, the mean of "
    said += f"{counted(int(tree.sizes[rest]), 'training row')}."
    told = (Number("questions answered", len(way) - 1), Number("prediction", data.target_column.told(mean)))
    return Inquiry(Story(said, MEAN, numbers=told), (tree_of(tree, data, steps_of(step, params), way, way=True),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"squared errors": error(step.model), "leaves": leaves(step.model)}


def event(step: Step) -> Event | None:
    return Event("split", "boundary") if step.kind == "split" else None
