"""What a step of growing a tree looks like: rectangles and the cut in the plane, the tree, the gains of all cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Bars, Curve, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.cart.loop import Params, Step
from engine.families.trees.cart.starting import CHART
from engine.families.trees.cart.weighing import curve
from engine.families.trees.rules import RULES, rule_table
from engine.maths.probability.impurity import drop
from engine.maths.probability.splits import class_changes
from engine.parts.trees.at_once import measure_of
from engine.parts.trees.drawing import NODE, STRUCTURE, class_table, graph, led, split_steps
from engine.parts.trees.growing import asked_values
from engine.parts.trees.rectangles import cut_across, cuts_so_far, reached_by
from engine.parts.trees.tree_words import cut_dates, impurity_of
from engine.parts.trees.weighing import Scores

GAINS = Surface("chart", "Gains", "attribute", "drop of the impurity", open=False)
NUMBERS = replace(NODE, open=False)
DOTS = 80
"""So many cuts or fewer are dots on the curve of their gains."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    drawn: list[Mark | Later] = [Region(step.model), *_cuts(step, data)]
    if step.node:
        drawn.append(reached_by(step.model, step.node, step.rows, data))
    asks = step.attribute is not None and step.scores is not None
    if asks and step.kind != "cut":
        drawn += led(step.model, step.node, gaps_of(step, data), data, NUMBERS)
    drawn.append(Later((STRUCTURE,), lambda: [tree_of(step, data, params)]))
    if asks:
        charts = (GAINS,) if np.isnan(step.cut) else (GAINS, CHART)
        drawn.append(Later(charts, lambda: [*_gained(step, data), *_gains(step, data, params)]))
    drawn.append(Later((RULES,), lambda: [rule_table(step.model, data)]))
    return [*drawn, Later((NUMBERS,), lambda: _numbers(step, data, params))]


def tree_of(step: Step, data: Dataset, params: Params) -> Mark:
    """The tree, in which the node that is split and what hangs from it are lit."""
    lit = [step.node, *np.flatnonzero(step.model.parent == step.node).tolist()]
    return graph(step.model, data, impurity_of(params.criterion), lit=lit, steps=steps_of(step, params))


def steps_of(step: Step, params: Params) -> np.ndarray:
    """(m,) the step that is about each node; where every cut is a step that is not known beforehand."""
    if params.stop_at != "splits":
        return np.full(len(step.model.parent), -1)
    return split_steps(step.model, step.begun)


# -- the plane ---------------------------------------------------------------------------------------------------------


def _cuts(step: Step, data: Dataset) -> Iterator[Mark]:
    """The cut of this step; on a plane of two features as far as its rectangle reaches, and those before it too."""
    if step.kind == "cut" and step.attribute is not None:
        yield from cuts_so_far(step.model, None, data)
        yield cut_across(step.model, step.node, step.attribute, step.cut, data)
    else:
        yield from cuts_so_far(step.model, None if step.attribute is None else step.node, data)


# -- what was weighed --------------------------------------------------------------------------------------------------


def _gained(step: Step, data: Dataset) -> Iterator[Mark]:
    """The gain of the best question of each attribute."""
    if (scores := step.scores) is not None:
        yield Bars(scores.gains, _names(scores, data), chosen=_chosen(scores, step), surface=GAINS)


def _numbers(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The best question of each attribute with its scores, and the classes of the node."""
    classes = partial(class_table, step.model, step.node, data, step.rows, surface=NUMBERS)
    if (scores := step.scores) is None or step.attribute is None:
        return [classes()]
    titles, values = columns(scores, params)
    title = f"The best question of each attribute: the largest {titles[-1]} decides"
    dates = cut_dates(scores.attributes, values, data)
    chosen = _chosen(scores, step)
    told = Matrix(values, _names(scores, data), titles, "table", chosen, title, surface=NUMBERS, dates=dates)
    return [told, classes(at=1)]


def _names(scores: Scores, data: Dataset) -> tuple[str, ...]:
    return tuple(data.columns[a].name for a in scores.attributes)


def _chosen(scores: Scores, step: Step) -> int | None:
    """The place of the attribute that is asked."""
    place = np.flatnonzero(scores.attributes == step.attribute)
    return int(place[0]) if len(place) else None


def columns(scores: Scores, params: Params) -> tuple[tuple[str, ...], np.ndarray]:
    """The titles (t,) and the numbers (c, t) of the table of scores; NaN where there is no number."""
    name, cuts = gain_name(params), np.where(scores.numeric, scores.cuts, np.nan)
    if params.criterion != "gain ratio":
        return ("cut at", name), np.column_stack([cuts, scores.gains])
    ratios = np.where(scores.values < 0, np.nan, scores.gains / scores.splits)
    titles = ("cut at", "gain", "split entropy", "gain ratio")
    return titles, np.column_stack([cuts, scores.gains, scores.splits, ratios])


def gain_name(params: Params) -> str:
    return "Gini gain" if params.criterion == "gini" else "gain"


def gaps_of(step: Step, data: Dataset) -> np.ndarray:
    """(g,) the rows of the node that have no value of what it is asked."""
    return np.asarray(step.rows[np.isnan(data.X[step.rows, step.attribute])])


def known(step: Step, data: Dataset) -> np.ndarray:
    """Those of the rows of the node that have a value of what it is asked."""
    return np.asarray(step.rows[~np.isnan(data.X[step.rows, step.attribute])])


def changes(step: Step, data: Dataset, cuts: np.ndarray) -> np.ndarray:
    """(t,) which of the cuts of the attribute of a step lie where the class changes: only these can gain most."""
    rows = known(step, data)
    return class_changes(asked_values(data)[rows, step.attribute], data.codes[rows], cuts)


def branches(step: Step, data: Dataset) -> np.ndarray:
    """(V, K) the class counts of the branches of this step, by the rows that have a value; of a cut that is looked at,
    of the branches it would make.
    """
    here = known(step, data)
    if step.kind != "cut" and len(here) == len(step.rows):
        return np.asarray(step.model.counts[step.model.parent == step.node])
    values = asked_values(data)[here, step.attribute]
    sides = values if np.isnan(step.cut) else values > step.cut
    codes = np.unique(values) if np.isnan(step.cut) else (False, True)
    return np.array([np.bincount(data.codes[here[sides == code]], minlength=len(data.class_names)) for code in codes])


def gain_of(step: Step, data: Dataset, params: Params) -> float:
    """The drop of the impurity by the branches of this step, times the share of the rows that have a value."""
    table = branches(step, data)
    return drop(table, measure_of(params.criterion)) * float(table.sum()) / len(step.rows)


def _gains(step: Step, data: Dataset, params: Params) -> Iterator[Mark]:
    """The curve of the gains of all cuts of the attribute, the rows below it, and the cut of this step."""
    attribute = step.attribute
    if attribute is None or np.isnan(step.cut):
        return
    there = replace(CHART, x=data.columns[attribute].title, y=gain_name(params))
    cuts, gains = curve(data, step.rows, attribute, params)
    top, here = float(gains.max(initial=0.0)), gain_of(step, data, params)
    seen = cuts <= step.cut if step.kind == "cut" else np.ones(len(cuts), dtype=bool)
    if seen.any():
        yield Curve(np.column_stack([cuts, gains])[seen], "axis", dots=bool(seen.sum() <= DOTS), surface=there)
    where = seen & changes(step, data, cuts)
    if seen.sum() <= DOTS and where.any():
        yield Points(np.column_stack([cuts, gains])[where], "support", surface=there)
    if step.kind != "cut" and len(cuts):
        best = int(np.argmax(gains))
        yield Points(np.array([[cuts[best], gains[best]]]), "best", surface=there)
    lane = 0.06 * (top or 1.0)
    yield _strip(step, data, attribute, lane, there)
    foot = -lane * (len(data.class_names) + 1)
    yield Segments(np.array([[step.cut, foot]]), np.array([[step.cut, max(here, 0.0)]]), "boundary", surface=there)


def _strip(step: Step, data: Dataset, attribute: int, lane: float, there: Surface) -> Points:
    """The rows of the node along the attribute, a lane below the curve for each class."""
    rows = known(step, data)
    codes, values = data.codes[rows], asked_values(data)[rows, attribute]
    places = np.column_stack([values, -lane * (codes + 1.0)])
    return Points(places, groups=codes, rows=rows, names=data.class_titles, surface=there)
