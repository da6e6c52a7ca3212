"""What a step of ID3 looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.trees.id3.boxes import boxes
from engine.families.trees.id3.chance import cells_of, chance_of
from engine.families.trees.id3.loop import Params, Scores, Step
from engine.families.trees.id3.term_table import node_table, numbers_of
from engine.families.trees.id3.terms import rows_in_view, share_curve, term_bars
from engine.families.trees.rules import rule_table
from engine.maths.probability.chi_squared import ChiSquared
from engine.parts.trees.drawing import graph
from engine.parts.trees.tree_words import impurity_of

OBSERVED = Surface("chart", "Observed and expected", "value and class; lines: by chance", "rows")
REACH = 0.42
"""How far a level of what is expected goes to each side of its bar."""
GAINS = Surface("chart", "Gains", "attribute", "drop of the impurity", open=False)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    steps = None if params.stop_at == "nodes" else np.full(len(step.model.parent), -1)
    tree = graph(step.model, data, impurity_of(params.criterion), step.waiting, (step.node,), steps=steps)
    drawn: list[Mark] = [Region(step.model), tree]
    if step.node or step.kind in ("class", "value"):
        rows = rows_in_view(step, data)
        drawn.append(Points(data.X[rows], "focus", rows=rows))
    if step.kind in ("start", "class"):
        impurity, shown = impurity_of(params.criterion), params.stop_at == "every term"
        drawn += [*share_curve(step.model.counts[0], data, impurity, shown), term_bars(step, data, impurity, shown)]
    if step.scores is not None:
        names = tuple(data.columns[a].name for a in step.scores.attributes)
        titles, values = columns(step.scores, params)
        title = f"Scores: the largest {titles[-1]} decides"
        if step.kind in ("split", "leaf"):
            drawn.append(Matrix(values, names, titles, "table", step.chosen, title, surface=numbers_of(params)))
        ratios = step.scores.gains / step.scores.splits if params.criterion == "gain ratio" else None
        label = "" if ratios is None else "gain ratio"
        drawn.append(Bars(step.scores.gains, names, chosen=step.chosen, line=ratios, line_label=label, surface=GAINS))
    if (chance := chance_of(step, data, params)) is not None:
        drawn += observed_bars(step, chance, data)
    drawn.append(rule_table(step.model, data))
    return [*drawn, *boxes(step, data, params), node_table(step, data, params)]


def observed_bars(step: Step, chance: ChiSquared, data: Dataset) -> list[Mark]:
    """How many rows of each value and class there are, and across each bar how many chance would expect."""
    names, classes = cells_of(step, data)
    seen, hoped = chance.observed.ravel(), chance.expected.ravel()
    chosen = step.cell if step.kind == "test" and step.cell >= 0 else None
    middles = np.arange(len(hoped), dtype=float)
    ends = [np.column_stack([middles + side, hoped]) for side in (-REACH, REACH)]
    return [
        Bars(seen, names, classes, chosen, surface=OBSERVED),
        Segments(ends[0], ends[1], "boundary", surface=OBSERVED),
    ]


def columns(scores: Scores, params: Params) -> tuple[tuple[str, ...], np.ndarray]:
    """The titles (t,) and the numbers (c, t) of the table of scores."""
    if params.criterion == "gain ratio":
        ratios = scores.gains / scores.splits
        return ("gain", "split entropy", "gain ratio"), np.column_stack([scores.gains, scores.splits, ratios])
    return ("Gini gain" if params.criterion == "gini" else "gain",), scores.gains[:, None]
