"""The curves of a score as marks: ROC, precision and recall, cost, reliability; and how a threshold is dragged there.

A method draws them of a run, and the window of any model with scores.
"""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Mark, Points
from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.maths.evaluation.calibration import Bins
from engine.maths.evaluation.roc import Roc, cheapest

UNIT = (-0.06, 1.06, -0.06, 1.12)
CURVE = Surface("chart", "ROC curve", "false alarm rate FP / (FP + TN)", "recall TP / (TP + FN)", True, UNIT)
COST = Surface("chart", "Cost by threshold", "threshold t", "C_FP FP + C_FN FN")
BALANCE = Surface(
    "chart", "Precision and recall", "recall TP / (TP + FN)", "precision TP / (TP + FP)", True, UNIT, open=False
)
RELIABILITY = Surface(
    "chart", "Reliability", "mean predicted probability", "share of positive rows", True, (-0.06, 1.06, -0.06, 1.06)
)
ISO = (0.2, 0.4, 0.6, 0.8)
"""The values of F₁ whose contours are drawn."""
MOST = 2000
"""A curve of more points than this is drawn by so many."""
DOTTED = 40
"""The points of a curve are drawn as dots if there are no more."""
TIED = 20
"""So many places of equal cost are marked; of more only the first."""
BEYOND = 0.04
"""The threshold above all scores stands so much of their range above them."""


def from_above(curve: Roc) -> Roc:
    """The curve with the first threshold a little above all scores instead of at ∞: so it can be drawn.

    >>> from engine.maths.evaluation.roc import roc
    >>> from_above(roc(np.array([1.0, 0.0]), np.array([True, False]))).thresholds.tolist()
    [1.04, 1.0, 0.0]
    """
    ts = curve.thresholds[1:]
    top, low = (float(ts[0]), float(ts[-1])) if len(ts) else (0.0, 0.0)
    above = BEYOND * (top - low) if top > low else max(BEYOND * abs(top), BEYOND)
    return Roc(np.concatenate([[top + above], ts]), curve.tp, curve.fp)


def defined(curve: Roc) -> bool:
    """Whether there are rows of both classes: else one of its rates is 0/0."""
    return curve.positives * curve.negatives > 0


def thinned(places: np.ndarray) -> np.ndarray:
    """(m, 2) some of the points of a long curve, its ends among them."""
    if len(places) <= MOST:
        return places
    return np.asarray(places[np.unique(np.linspace(0, len(places) - 1, MOST).round().astype(int))])


# -- marks -------------------------------------------------------------------------------------------------------------


def roc_marks(curve: Roc, far: int | None = None, surface: Surface = CURVE) -> list[Mark]:
    """The ROC curve up to a point, or whole, and the diagonal of guessing."""
    places = np.column_stack([curve.fpr, curve.tpr])[: None if far is None else far + 1]
    return [
        Curve(np.array([[0.0, 0.0], [1.0, 1.0]]), "ghost", label="guessing", surface=surface),
        Curve(thinned(places), "boundary", dots=len(curve.tp) <= DOTTED, surface=surface),
    ]


def hull_marks(curve: Roc, corners: np.ndarray, name: str = "", surface: Surface = CURVE) -> list[Mark]:
    """The convex hull of the ROC curve."""
    return [Curve(np.column_stack([curve.fpr, curve.tpr])[corners], "axis", label=name, surface=surface)]


def roc_point(curve: Roc, at: int, label: str = "", surface: Surface = CURVE) -> Mark:
    """The threshold in view on the ROC curve."""
    there = np.array([[curve.fpr[at], curve.tpr[at]]])
    return Points(there, "focus", labels=(label,) if label else (), surface=surface)


def balance_marks(
    curve: Roc, at: int, far: int | None = None, label: str = "", surface: Surface = BALANCE
) -> list[Mark]:
    """Precision against recall up to a point, or whole, with contours of F₁, the line of guessing and the threshold."""
    share = curve.positives / max(curve.positives + curve.negatives, 1)
    drawn: list[Mark] = [iso_f(value, surface) for value in ISO]
    drawn.append(Curve(np.array([[0.0, share], [1.0, share]]), "ghost", label="guessing", surface=surface))
    places = np.column_stack([curve.tpr, curve.precision])[1 : None if far is None else far + 1]
    if len(places):
        drawn.append(Curve(thinned(places), "boundary", dots=len(curve.tp) <= DOTTED, surface=surface))
    if at:
        there = np.array([[curve.tpr[at], curve.precision[at]]])
        drawn.append(Points(there, "focus", labels=(label,) if label else (), surface=surface))
    return drawn


def iso_f(value: float, surface: Surface = BALANCE) -> Curve:
    """Where F₁ has a value: P = F R / (2 R − F)."""
    recall = np.linspace(value / (2.0 - value), 1.0, 60)
    precision = value * recall / (2.0 * recall - value)
    return Curve(np.column_stack([recall, precision]), "shade", label=f"F = {value:g}", surface=surface)


def cost_marks(curve: Roc, at: int, cut: float, costs: np.ndarray, surface: Surface = COST) -> list[Mark]:
    """The cost at every threshold (m + 1,), its least, and the threshold in view."""
    ts, best, here = curve.thresholds, cheapest(costs), float(costs[at])
    line = np.array([[cut, 0.0], [cut, 1.05 * max(float(costs.max()), 1e-9)]])
    few = best if len(best) <= TIED else best[:1]
    return [
        Curve(stairs(thinned(np.column_stack([ts, costs]))), "plain", surface=surface),
        Points(np.column_stack([ts[few], costs[few]]), "best", surface=surface),
        Curve(line, "boundary", label=f"t = {figure(cut)}", surface=surface),
        Points(np.array([[cut, here]]), "focus", labels=(f"cost {figure(here)}",), surface=surface),
    ]


def stairs(places: np.ndarray) -> np.ndarray:
    """(2m − 1, 2) the steps of what depends on a threshold: between two scores no row changes sides.

    places  (m, 2) thresholds, descending, and the height at each: it holds until the next lower one is reached

    >>> stairs(np.array([[0.9, 3.0], [0.4, 1.0]])).tolist()
    [[0.9, 3.0], [0.4, 3.0], [0.4, 1.0]]
    """
    return np.column_stack([np.repeat(places[:, 0], 2)[1:], np.repeat(places[:, 1], 2)[:-1]])


def reliability_marks(bins: Bins, shown: int | None = None, surface: Surface = RELIABILITY) -> list[Mark]:
    """The share of positive rows over the mean probability of each bin with rows, of the first bins or of all.

    The areas of the dots grow with the rows of the bins.
    """
    there = np.flatnonzero(bins.counts[:shown] > 0)
    places = np.column_stack([bins.predicted[there], bins.observed[there]])
    drawn: list[Mark] = [Curve(np.array([[0.0, 0.0], [1.0, 1.0]]), "ghost", label="calibrated", surface=surface)]
    if len(there):
        sizes = 0.4 + 2.0 * bins.counts[there] / bins.counts.max()
        drawn.append(Curve(places, "boundary", surface=surface))
        drawn.append(Points(places, "plain", sizes=sizes, surface=surface))
    return drawn


# -- where a threshold is dragged --------------------------------------------------------------------------------------


def along_roc(curve: Roc, at: int) -> Track | None:
    """Along the ROC curve, from point to point; its first threshold is no ∞ (`from_above`)."""
    if not defined(curve):
        return None
    places = np.column_stack([curve.fpr, curve.tpr])
    return Track(places, curve.thresholds, places[at], stops=True)


def along_balance(curve: Roc, at: int) -> Track | None:
    """Along the precision-recall curve."""
    if not curve.positives:
        return None
    places = np.column_stack([curve.tpr, curve.precision])[1:]
    return Track(places, curve.thresholds[1:], places[max(at - 1, 0)], stops=True)


def across(curve: Roc, cut: float) -> Track | None:
    """Across a chart of scores or thresholds."""
    ends = np.array([curve.thresholds[-1], curve.thresholds[0]])
    if not ends[0] < ends[1]:
        return None
    return level_track(ends, cut)
