"""What a step of the ROC curve looks like: the cut over the scores, the curve so far, the table, pairs and costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.base.words import figure
from engine.core.later import Later
from engine.core.marks import Curve, Mark, Matrix, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.evaluation.roc.holding import BALANCE, COST, CURVE, HISTOGRAMS
from engine.families.evaluation.roc.loop import Params, Step
from engine.families.evaluation.scoring import positive_of
from engine.maths.evaluation.roc import Roc, cheapest, pair_grid
from engine.maths.probability import histogram

TABLE = Surface("table", "Confusion table")
PAIRS = Surface("table", "Pairs")
GRID = 24
"""A grid with more rows or columns of pairs than this is not read."""
ISO = (0.2, 0.4, 0.6, 0.8)
"""The values of F₁ whose contours are drawn."""
OTHERS = 12
"""Of more classes than this the curves of the others are not drawn."""
MOST = 2000
"""A curve of more points than this is drawn by so many."""


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
        drawn += costs(step, params)
    return [*drawn, Later((BALANCE,), partial(balance, step))]


def defined(curve: Roc) -> bool:
    """Whether there are rows of both classes."""
    return curve.positives * curve.negatives > 0


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
        counts, (f"{name}", f"not {name}"), (f"called {name}", "called other"), "table",
        title="row: truth, column: prediction", surface=TABLE, members=members,
    )  # fmt: skip


# -- the curve ---------------------------------------------------------------------------------------------------------


def curve_marks(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The curve as far as it has come, the diagonal of guessing, its corners, and the point in view."""
    assert step.curve is not None and step.scored is not None
    curve = step.curve
    places = np.column_stack([curve.fpr, curve.tpr])
    far = step.at if step.part in ("fitted", "threshold") else len(places) - 1
    drawn: list[Mark] = [Curve(np.array([[0.0, 0.0], [1.0, 1.0]]), "ghost", label="guessing", surface=CURVE)]
    if step.part in ("hull", "choose"):
        drawn += others(step, data, params)
    drawn.append(Curve(thinned(places[: far + 1]), "boundary", dots=len(places) <= 40, surface=CURVE))
    if step.pairs is not None and step.part == "pairs":
        drawn.append(row_of_pairs(step))
    if step.corners is not None:
        name = "convex hull" if step.part == "hull" else ""
        drawn.append(Curve(places[step.corners], "axis", label=name, surface=CURVE))
    labels = (f"t = {figure(step.cut)}",) if step.at else ()
    return [*drawn, Points(places[[step.at]], "focus", labels=labels, surface=CURVE)]


def thinned(places: np.ndarray) -> np.ndarray:
    """(m, 2) some of the points of a long curve, its ends among them."""
    if len(places) <= MOST:
        return places
    return np.asarray(places[np.unique(np.linspace(0, len(places) - 1, MOST).round().astype(int))])


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


def costs(step: Step, params: Params) -> list[Mark]:
    """The cost at every threshold, its least, and the threshold in view."""
    assert step.curve is not None
    found, ts = step.curve.costs(params.false_alarm, params.miss), step.curve.thresholds
    best, here = cheapest(found), found[step.at]
    line = np.array([[step.cut, 0.0], [step.cut, 1.05 * max(float(found.max()), 1e-9)]])
    few = best if len(best) <= 20 else best[:1]
    return [
        Curve(thinned(np.column_stack([ts, found])), "plain", dots=len(ts) <= 40, surface=COST),
        Points(np.column_stack([ts[few], found[few]]), "best", surface=COST),
        Curve(line, "boundary", label=f"t = {figure(step.cut)}", surface=COST),
        Points(np.array([[step.cut, here]]), "focus", labels=(f"cost {figure(here)}",), surface=COST),
    ]


def balance(step: Step) -> list[Mark]:
    """Precision against recall, with contours of F₁ and the line of guessing."""
    assert step.curve is not None
    curve = step.curve
    far = step.at if step.part in ("fitted", "threshold") else len(curve.thresholds) - 1
    share = curve.positives / (curve.positives + curve.negatives)
    drawn: list[Mark] = [iso_f(value) for value in ISO]
    drawn.append(Curve(np.array([[0.0, share], [1.0, share]]), "ghost", label="guessing", surface=BALANCE))
    places = np.column_stack([curve.tpr, curve.precision])[1 : far + 1]
    if len(places):
        drawn.append(Curve(thinned(places), "boundary", dots=len(places) <= 40, surface=BALANCE))
    if step.at:
        there = np.array([[curve.tpr[step.at], curve.precision[step.at]]])
        drawn.append(Points(there, "focus", labels=(f"t = {figure(step.cut)}",), surface=BALANCE))
    return drawn


def iso_f(value: float) -> Curve:
    """Where F₁ has a value: P = F R / (2 R − F)."""
    recall = np.linspace(value / (2.0 - value), 1.0, 60)
    precision = value * recall / (2.0 * recall - value)
    return Curve(np.column_stack([recall, precision]), "shade", label=f"F = {value:g}", surface=BALANCE)
