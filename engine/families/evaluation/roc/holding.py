"""Where the threshold can be dragged: along the curves, and as an upright line over the scores and the costs."""

from __future__ import annotations

from typing import Any

from engine.core.param_handle import Track
from engine.core.score_curves import across, along_balance, along_roc
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

HISTOGRAMS = Surface("chart", "Scores", "score of the positive class", "rows in a bin")


def called(data: Dataset) -> str:
    """What moving the threshold does."""
    return "Rows whose score is at least the threshold are called positive."


def on_curve(step: Any, data: Dataset, params: Any) -> Track | None:
    """Along the ROC curve."""
    return None if step.curve is None else along_roc(step.curve, step.at)


def on_balance(step: Any, data: Dataset, params: Any) -> Track | None:
    """Along the precision-recall curve."""
    return None if step.curve is None else along_balance(step.curve, step.at)


def over_scores(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over the scores."""
    return None if step.curve is None else across(step.curve, step.cut)


def over_costs(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over the thresholds."""
    return across(step.curve, step.cut) if step.part == "choose" else None
