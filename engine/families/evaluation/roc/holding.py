"""Where the threshold can be dragged: along the curves, and as an upright line over the scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

UNIT = (-0.06, 1.06, -0.06, 1.12)
CURVE = Surface("chart", "ROC curve", "false alarm rate FP / (FP + TN)", "recall TP / (TP + FN)", True, UNIT)
HISTOGRAMS = Surface("chart", "Scores", "score of the positive class", "rows in a bin")
COST = Surface("chart", "Cost by threshold", "threshold t", "C_FP FP + C_FN FN")
BALANCE = Surface(
    "chart", "Precision and recall", "recall TP / (TP + FN)", "precision TP / (TP + FP)", True, UNIT, open=False
)


def called(data: Dataset) -> str:
    """What moving the threshold does."""
    return "Rows whose score is at least the threshold are called positive."


def along_curve(step: Any, data: Dataset, params: Any) -> Track | None:
    """Along the ROC curve, from point to point."""
    if step.curve is None or np.isnan(step.curve.tpr).any() or np.isnan(step.curve.fpr).any():
        return None
    places = np.column_stack([step.curve.fpr, step.curve.tpr])
    return Track(places, step.curve.thresholds, places[step.at], stops=True)


def along_balance(step: Any, data: Dataset, params: Any) -> Track | None:
    """Along the precision-recall curve."""
    if step.curve is None or len(step.curve.thresholds) < 2 or not step.curve.positives:
        return None
    places = np.column_stack([step.curve.tpr, step.curve.precision])[1:]
    return Track(places, step.curve.thresholds[1:], places[max(step.at - 1, 0)], stops=True)


def along_scores(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over the scores."""
    return None if step.curve is None else _across(step)


def along_cost(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over the thresholds."""
    return _across(step) if step.curve is not None and step.part == "choose" else None


def _across(step: Any) -> Track | None:
    known = step.curve.thresholds
    ends = np.array([known[-1], known[0]])
    if not ends[0] < ends[1]:
        return None
    return Track(np.column_stack([ends, np.zeros(2)]), ends, np.array([step.cut, 0.0]))
