"""What a step of a regression tree looks like: steps over the scatter, the gains of all cuts, the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine.base.words import counted, figure
from engine.core.marks import Bars, Curve, Graph, Mark, Matrix, Node, Points, Region, Response, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.regression_tree.loop import Params, Step
from engine.maths.probability.splits import candidates, moments
from engine.models.tree import RegressionTree
from engine.parts.over_feature import chart_over, dots_over
from engine.parts.trees.drawing import NODE, led, picture, split_steps
from engine.parts.trees.growing import asked_values
from engine.parts.trees.rectangles import cut_across, cuts_so_far, reached_by, shown_box
from engine.parts.trees.regression import targets
from engine.parts.trees.tree_words import branch_name, cut_dates

NUMBERS = replace(NODE, open=False)
MOST = 40
"""So many means or fewer are printed in their rectangles."""
DOTS = 80
"""So many cuts or fewer are dots on the curve of their gains."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    tree = tree_of(step.model, data, steps_of(step, params), lit=[step.node, *step.model.below(step.node)])
    drawn: list[Mark] = [Region(step.model), tree]
    drawn += cuts_so_far(step.model, step.node if step.kind == "split" else None, data)
    if step.kind == "split":
        drawn.append(before(step))
    if step.kind == "cut":
        drawn.append(cut_across(step.model, step.node, step.attribute, step.cut, data))
    if data.d == 2:
        drawn += _means(step.model, data)
    if step.node:
        drawn.append(reached_by(step.model, step.node, step.rows, data))
    drawn += _fitted(step, data)
    if (scores := step.scores) is not None:
        if step.kind == "split":
            drawn += led(step.model, step.node, gaps_of(step, data), data, NUMBERS)
        names = tuple(data.columns[a].name for a in scores.attributes)
        title = "The best question of each attribute: the largest gain decides"
        cells = np.column_stack([np.where(scores.numeric, scores.cuts, np.nan), scores.gains])
        dates, heads = cut_dates(scores.attributes, cells, data), ("cut at", "gain")
        drawn.append(Matrix(cells, names, heads, "table", asked_place(step), title, surface=NUMBERS, dates=dates))
        drawn += _gains(step, data, params)
    return drawn


def before(step: Step) -> Response:
    """What the node answered everywhere it reaches, before it was split: its mean."""
    tree, branches = step.model, step.model.below(step.node)

    def mean(X: np.ndarray) -> np.ndarray:
        return np.where(np.isin(tree.apply(X), branches), tree.means[step.node], np.nan)

    return Response(mean, role="ghost", label="before")


def asked_place(step: Step) -> int | None:
    """The place of the attribute that is asked among those that can be."""
    place = [] if step.scores is None else np.flatnonzero(step.scores.attributes == step.attribute).tolist()
    return place[0] if place else None


def tree_of(
    tree: RegressionTree, data: Dataset, steps: np.ndarray, lit: Sequence[int] = (), way: bool = False
) -> Graph:
    """The tree: each node with its question or its mean, how many rows it has, and how far they lie from it."""
    role = partial(picture, tree, data.X, partial(_card, tree, data), lit=lit, steps=steps)
    return role(role="path") if way else role(role="focus")


def steps_of(step: Step, params: Params) -> np.ndarray:
    """(m,) the step that is about each node; where every cut is a step that is not known beforehand."""
    return split_steps(step.model) if params.stop_at == "splits" else np.full(len(step.model.parent), -1)


def _card(tree: RegressionTree, data: Dataset, node: int) -> Node:
    asked, above = int(tree.attribute[node]), int(tree.parent[node])
    mean, rows = data.target_column.figure(tree.means[node]), counted(int(tree.sizes[node]), "row")
    return Node(
        label=mean if asked < 0 else data.columns[asked].name,
        detail=f"{rows}\nSSE = {figure(tree.errors[node])}" if asked < 0 else f"{rows}, mean {mean}",
        parent=above,
        edge="" if above < 0 else branch_name(tree, node, data),
    )


def _means(tree: RegressionTree, data: Dataset) -> Iterator[Mark]:
    """The mean of each leaf, in the middle of its rectangle."""
    ends = np.flatnonzero(tree.attribute < 0).tolist()
    for node in ends if len(ends) <= MOST else []:
        least, most = shown_box(tree, node, data, 0.0)
        yield Text((least + most) / 2, data.target_column.figure(tree.means[node]), anchor=(0.5, 0.5))


# -- the targets -------------------------------------------------------------------------------------------------------


def _fitted(step: Step, data: Dataset) -> Iterator[Mark]:
    """The targets against the attribute that is asked: of a single number all of them under the whole step function."""
    tree, asked = step.model, max(step.attribute, 0)
    chart = chart_over(data, asked, "Steps over the targets")
    here = known(step, data, asked)
    if not len(here):
        return
    if data.columns[asked].kind == "categorical":
        yield from _by_level(step, data, asked, chart)
        return
    yield dots_over(data, asked, chart, np.flatnonzero(~np.isnan(data.X[:, 0])) if data.d == 1 else here)
    if data.d == 1:
        yield Curve(steps_over(tree, data), "axis", surface=chart)
    means = means_of(step, data)
    reach = data.X[here, asked]
    low, high = float(reach.min()), float(reach.max())
    yield _level(low, high, float(tree.means[step.node]), "ghost" if means else "boundary", chart)
    if means:
        cut = step.cut
        for (left, right), mean in zip(((low, cut), (cut, high)), means, strict=True):
            yield _level(left, right, mean, "boundary", chart)
        middle = targets(data)[here]
        yield Segments(np.array([[cut, middle.min()]]), np.array([[cut, middle.max()]]), "boundary", surface=chart)


def _by_level(step: Step, data: Dataset, asked: int, chart: Surface) -> Iterator[Mark]:
    """The targets above their levels, and of each level a bar from the mean of the node to its own."""
    levels, mean = data.columns[asked].levels, float(step.model.means[step.node])
    rises = np.zeros(len(levels))
    if step.kind == "split":
        children = step.model.below(step.node)
        rises[step.model.branch[children]] = step.model.means[children] - mean
    yield Bars(rises, levels, role="shade", bases=np.full(len(levels), mean), surface=chart)
    yield dots_over(data, asked, chart, known(step, data, asked))
    yield _level(-0.5, len(levels) - 0.5, mean, "ghost" if step.kind == "split" else "boundary", chart)
    for code in step.model.branch[step.model.below(step.node)].tolist():
        yield _level(code - 0.4, code + 0.4, mean + float(rises[code]), "boundary", chart)


def means_of(step: Step, data: Dataset) -> list[float]:
    """What the branches answer, or would; none before anything is asked."""
    if step.kind == "cut":
        return [float(side.mean()) for side in sides_of(step, data)]
    return [float(step.model.means[node]) for node in step.model.below(step.node)]


def sides_of(step: Step, data: Dataset) -> list[np.ndarray]:
    """The targets of the rows that have a value of what is asked: those up to the cut and those above; of each level
    that occurs.
    """
    here, t = known(step, data, step.attribute), targets(data)
    values = asked_values(data)[here, step.attribute]
    if np.isnan(step.cut):
        return [t[here[values == code]] for code in np.unique(values)]
    return [t[here[values <= step.cut]], t[here[values > step.cut]]]


def _level(low: float, high: float, mean: float, role: str, chart: Surface) -> Segments:
    places = np.array([[low, mean]]), np.array([[high, mean]])
    return Segments(*places, "ghost" if role == "ghost" else "boundary", surface=chart)


def steps_over(tree: RegressionTree, data: Dataset) -> np.ndarray:
    """(2 · leaves, 2) the step function of a tree of one feature, from the least value to the greatest."""
    cuts = np.unique(tree.threshold[tree.numeric])
    edges = np.concatenate([[np.nanmin(data.X)], cuts, [np.nanmax(data.X)]])
    inside = np.concatenate([cuts, [max(edges[-1], np.nextafter(cuts[-1], np.inf)) if len(cuts) else edges[-1]]])
    heights = tree.predict(inside[:, None])
    return np.column_stack([np.repeat(edges, 2)[1:-1], np.repeat(heights, 2)])


def _gains(step: Step, data: Dataset, params: Params) -> Iterator[Mark]:
    """The curve of the gains of all cuts of the attribute, and the one that is made; before, of those looked at."""
    asked, cut = step.attribute, step.cut
    if np.isnan(cut):
        return
    chart = Surface("chart", "Gain of every cut", data.columns[asked].title, "drop of the variance")
    cuts, gains = gains_of(step, data, params, asked)
    seen = cuts <= cut if step.kind == "cut" else np.ones(len(cuts), dtype=bool)
    yield Curve(np.column_stack([cuts, gains])[seen], "axis", dots=bool(seen.sum() <= DOTS), surface=chart)
    here = float(gains[cuts == cut].max(initial=0.0))
    yield Segments(np.array([[cut, 0.0]]), np.array([[cut, here]]), "boundary", surface=chart)
    if step.kind == "split":
        yield Points(np.array([[cut, here]]), "best", surface=chart)


def gains_of(step: Step, data: Dataset, params: Params, asked: int) -> tuple[np.ndarray, np.ndarray]:
    """The thresholds (t,) at which the rows of the node can be cut by an attribute, and the gains (t,)."""
    here = known(step, data, asked)
    t = targets(data)[here]
    centred = moments(t - t.mean())
    cuts, drops = candidates(asked_values(data)[here, asked], centred, measure="variance", min_leaf=params.min_leaf)
    return cuts, drops * (len(here) / len(step.rows))


def known(step: Step, data: Dataset, asked: int) -> np.ndarray:
    """Those of the rows of the node that have a value of an attribute."""
    return np.asarray(step.rows[~np.isnan(data.X[step.rows, asked])])


def gaps_of(step: Step, data: Dataset) -> np.ndarray:
    """(g,) the rows of the node that have no value of what it asks."""
    return np.asarray(step.rows[np.isnan(data.X[step.rows, step.attribute])])
