"""How the model of a trial is drawn: its areas on the plane, and the rows it was judged on."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Mark, Points, Region
from engine.data.dataset import Dataset
from engine.families.resampling.trials import Trial


def areas(trial: Trial | None) -> list[Mark]:
    """What the model answers everywhere; one that keeps the rows may have no probability far from all of them."""
    if trial is None or trial.drawn is None:
        return []
    return [Region(trial.drawn, "labels" if trial.keeps else "auto")]


def mistakes(trial: Trial | None, data: Dataset) -> list[Mark]:
    """The rows it was judged on and misclassifies."""
    if trial is None or trial.failed or data.target != "class" or not len(trial.test):
        return []
    missed = np.sort(trial.test[trial.answers != data.codes[trial.test]])
    return [Points(data.X[missed], "wrong", rows=missed)]
