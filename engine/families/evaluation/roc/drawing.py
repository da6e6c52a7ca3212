"""What a step of the ROC curve looks like: the cut over the scores, the curve so far, the table, pairs and costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.base.words import figure
from engine.core.later import Later
from engine.core.marks import Curve, Mark, Matrix, Points, Region, Segments
from engine.core.score_curves import (
    BALANCE,
    CURVE,
    balance_marks,
    cost_marks,
    defined,
    hull_marks,
    roc_marks,
    roc_point,
    thinned,
)  # fmt: skip
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.evaluation.roc.holding import HISTOGRAMS
from engine.families.evaluation.roc.loop import Params, Step
from engine.families.evaluation.scoring import positive_of
from engine.maths.evaluation.roc import Roc, pair_grid
from engine.maths.probability import histogram

TABLE = Surface("table", "Confusion table")
PAIRS = Surface("table", "Pairs")
GRID = 24
"""A grid with more rows or columns of pairs than this is not read."""
OTHERS = 12
"""Of more classes than this the curves of the others are not drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark | Later]:
    if step.scored is None or step.curve is None or step.model is None:
        return []
    drawn: list[Mark | Later] = [Region(step.model, "labels"), *passed(step, data)]
    if step.part == "choose":
        rows = wrong(step, data, params)
        drawn.append(Points(data.X[rows], "wrong", rows=rows))
    drawn += [*histograms(step, data, params), table(step, data, params)]
    if not defined(step.curve):
        return drawn
    drawn += curve_marks(step, data, params)
    if step.part == "pairs" and max(step.curve.positives, step.curve.negatives) <= GRID:
        drawn.append(grid(step, data, params))
    if step.part == "choose":
        costs = step.curve.costs(params.false_alarm, params.miss)
        drawn += cost_marks(step.curve, step.at, step.cut, costs)
    words = f"t = {figure(step.cut)}"
    return [*drawn, Later((BALANCE,), partial(balance_marks, step.curve, step.at, _far(step), words))]


# -- the plane and the scores ------------------------------------------------------------------------------------------


def is_positive(step: Step, data: Dataset, params: Params) -> np.ndarray:
    """(m,) which of the rows that are judged are of the positive class."""
    assert step.scored is not None
    return np.asarray(step.scored.truth == positive_of(data, params))


def passed(step: Step, data: Dataset) -> list[Mark]:
    """The rows that this step calls positive and the one before did not."""
    assert step.scored is not None and step.curve is not None
    if step.part != "threshold" or step.model is None:
        return []
    s, ts = step.scored.of(step.model.positive), step.curve.thresholds
    above = s >= ts[step.before] if step.before else np.zeros(len(s), dtype=bool)
    rows = step.scored.rows[(s >= ts[step.at]) & ~above]
    return [Points(data.X[rows], "focus", rows=rows)]


def wrong(step: Step, data: Dataset, params: Params) -> np.ndarray:
    """The rows that are judged and are false alarms or misses."""
    assert step.scored is not None and step.model is not None
    called = step.model.is_positive(step.scored.of(step.model.positive))
    return np.asarray(step.scored.rows[called != is_positive(step, data, params)])


def histograms(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The scores of the positive and of all other rows, and the threshold that moves over them."""
    assert step.scored is not None
    positive = positive_of(data, params)
    s, mine = step.scored.of(positive), is_positive(step, data, params)
    shown = s[np.isfinite(s)]
    if not len(shown):
        return []
    ends, highest, drawn = histogram.edges(shown), 1.0, list[Mark]()
    other = int(step.scored.classes[step.scored.classes != positive][0]) if len(step.scored.classes) > 1 else None
    two = len(data.class_names) == 2
    names = (data.class_name(positive), data.class_name(other) if two and other is not None else "all others")
    for rows, group, name in ((~mine, other if two else None, names[1]), (mine, positive, names[0])):
        heights = histogram.shares(s[rows & np.isfinite(s)], ends) * max(int((rows & np.isfinite(s)).sum()), 1)
        highest = max(highest, float(heights.max()))
        outline = histogram.outline(heights, ends)
        drawn.append(Curve(outline, "plain", group=group, label=name, surface=HISTOGRAMS))
    line = np.array([[step.cut, 0.0], [step.cut, 1.1 * highest]])
    words = "t above all scores" if step.at == 0 and step.part in ("fitted", "threshold") else f"t = {figure(step.cut)}"
    return [*drawn, Curve(line, "boundary", label=words, surface=HISTOGRAMS)]


def table(step: Step, data: Dataset, params: Params) -> Matrix:
    """The two-class table at the threshold: a click on a count lights its rows."""
    assert step.scored is not None and step.model is not None and step.curve is not None
    mine = is_positive(step, data, params)
    called = step.model.is_positive(step.scored.of(step.model.positive))
    P, N = step.curve.positives, step.curve.negatives
    counts = np.array([[step.TP, P - step.TP], [step.FP, N - step.FP]], dtype=float)
    members = np.full(data.n, -1)
    members[step.scored.rows] = 2 * (~mine) + (~called)
    name = data.class_name(positive_of(data, params))
    return Matrix(
        counts, (f"{name}", f"not {name}"), (f"called {name}", f"called not {name}"), "table",
        title="row: truth, column: prediction", surface=TABLE, members=members,
    )  # fmt: skip


# -- the curve ---------------------------------------------------------------------------------------------------------


def curve_marks(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The curve as far as it has come, the diagonal of guessing, its corners, and the point in view."""
    assert step.curve is not None
    drawn = others(step, data, params) if step.part in ("hull", "choose") else []
    drawn += roc_marks(step.curve, _far(step))
    if step.part == "pairs":
        drawn.append(row_of_pairs(step))
    if step.corners is not None:
        drawn += hull_marks(step.curve, step.corners, "convex hull" if step.part == "hull" else "")
    return [*drawn, roc_point(step.curve, step.at, f"t = {figure(step.cut)}" if step.at else "")]


def _far(step: Step) -> int | None:
    """How far the curves are drawn: up to the threshold while it falls."""
    return step.at if step.part in ("fitted", "threshold") else None


def others_of(step: Step, data: Dataset, params: Params) -> list[tuple[int, Roc]]:
    """The curve of each class against the rest, where there are more than two and not very many."""
    assert step.scored is not None
    codes = [int(code) for code in step.scored.classes]
    if not 2 < len(codes) <= OTHERS:
        return []
    found = [(code, step.scored.curve(code)) for code in codes]
    return [(code, curve) for code, curve in found if defined(curve)]


def others(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The curves of the other classes."""
    drawn: list[Mark] = []
    for code, found in others_of(step, data, params):
        if code != positive_of(data, params):
            places, name = thinned(np.column_stack([found.fpr, found.tpr])), data.class_name(code)
            drawn.append(Curve(places, "ghost", code, name, surface=CURVE))
    return drawn


def row_of_pairs(step: Step) -> Segments:
    """The positive row whose pairs are counted: right of the curve lie the negatives with a lower score."""
    assert step.curve is not None and step.pairs is not None
    height = (step.pairs.up + 0.5) / step.curve.positives
    at = int(np.searchsorted(step.curve.tp, step.pairs.up + 1))
    start = step.curve.fp[at - 1] / step.curve.negatives
    end = step.curve.fp[at] / step.curve.negatives
    return Segments(np.array([[(start + end) / 2, height]]), np.array([[1.0, height]]), "spoke", surface=CURVE)


def grid(step: Step, data: Dataset, params: Params) -> Matrix:
    """Every pair of a positive and a negative row: 1 where the positive has the higher score, ½ for a tie, else 0."""
    assert step.scored is not None and step.curve is not None and step.pairs is not None
    s, mine = step.scored.of(positive_of(data, params)), is_positive(step, data, params)
    whole = pair_grid(s, mine)
    counted = np.arange(whole.size).reshape(whole.shape) < step.pairs.done
    return Matrix(
        np.where(counted, whole, np.nan), written(-np.sort(-s[mine])), written(-np.sort(-s[~mine])), "heat",
        chosen_row=step.pairs.up, chosen_column=step.pairs.down, title="positive down, negative across", surface=PAIRS,
    )  # fmt: skip


def written(scores: np.ndarray) -> tuple[str, ...]:
    """Scores as the names of rows and columns."""
    return tuple(figure(one, 3) for one in scores)
