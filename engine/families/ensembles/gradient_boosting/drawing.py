"""What a step of gradient boosting looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Gallery, Mark, Panel, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.ensembles.gradient_boosting.loop import Params, Round, Step, mean_square
from engine.parts.over_feature import chart_over, dots_over
from engine.parts.panels import dots, sized
from engine.parts.trees.growing import asked_in_order
from engine.parts.trees.predicted import against_targets
from engine.parts.trees.rectangles import cut_across
from engine.parts.trees.regression import targets

ROUNDS = Surface("gallery", "Residuals of each round")
CUTS = 7
"""So many of the cuts of a tree are in its small picture: more would be too fine to be seen there."""
LARGEST = 16.0
"""The dot of no row is more than so many times as large as usual, however large its residual is."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = [
        Region(step.model),
        *(_over_feature(step, data) if _one_number(data) else against_targets(targets(data) - step.residuals, data)),
    ]
    if not step.rounds:
        return drawn
    shared, last = dots(data), len(step.rounds) - 1
    panels = tuple(panel(one, k, data, shared, lit=k == last) for k, one in enumerate(step.rounds))
    return [*drawn, Gallery(panels, replace(ROUNDS, open=not _one_number(data)))]


def _one_number(data: Dataset) -> bool:
    """Whether the model is a step function over a single number."""
    return data.d == 1 and data.columns[0].kind != "categorical"


def areas(residuals: np.ndarray) -> np.ndarray:
    """(n,) how large the dots of rows are: one of average square is as usual."""
    square = mean_square(residuals)
    return np.asarray(np.minimum(residuals**2 / square, LARGEST)) if square > 0 else np.zeros(len(residuals))


def panel(one: Round, k: int, data: Dataset, shared: Points, lit: bool) -> Panel:
    """A tree: its first cuts as far as they reach, and the rows as large as what was left over of them."""
    asked = [node for node in asked_in_order(one.tree) if one.tree.numeric[node]][:CUTS]
    cuts = tuple(cut_across(one.tree, node, int(one.tree.attribute[node]), one.tree.cut(node), data) for node in asked)
    detail, small = f"mean r² {figure(mean_square(one.residuals), 3)}", sized(shared, areas(one.residuals))
    return Panel(f"Tree {k + 1}", detail, None, small, cuts, "focus" if lit else "plain", k + 1)


def _over_feature(step: Step, data: Dataset) -> list[Mark]:
    """With one feature: the targets with the model through them, and the residuals with the tree fitted to them."""
    x, title = data.X[:, 0], data.columns[0].title
    chart = chart_over(data, 0, "Model over the targets")
    rest = Surface("chart", "The newest tree over the residuals", title, "residual")
    now = step.rounds[-1] if step.rounds else None
    residuals = step.residuals if now is None else now.residuals
    rows = np.arange(data.n)
    edges = _edges(step, x)
    model = step.model.predict(edges[:, None])
    drawn: list[Mark] = [
        dots_over(data, 0, chart),
        Curve(np.column_stack([edges, model]), "boundary", surface=chart),
        Points(np.column_stack([x, residuals]), "data", rows=rows, surface=rest),
        Segments(np.array([[x.min(), 0.0]]), np.array([[x.max(), 0.0]]), "ghost", surface=rest),
    ]
    if now is not None:
        drawn.append(Curve(np.column_stack([edges, now.tree.predict(edges[:, None])]), "boundary", surface=rest))
    return drawn


def _edges(step: Step, x: np.ndarray) -> np.ndarray:
    """(m,) where the steps of the model begin and end: twice at each cut, just above it the second time."""
    cuts = [one.tree.threshold[one.tree.numeric] for one in step.rounds]
    inside = np.unique(np.concatenate([*cuts, x]))
    return np.unique(np.concatenate([inside, np.nextafter(inside, np.inf)]))
