"""What the classes have of the votes of rows, drawn."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Bars
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset


def bars(totals: np.ndarray, answer: int | None, data: Dataset, surface: Surface) -> Bars:
    """What each class that has a row has of the totals (K,), and which is the answer, if one is."""
    classes = np.array(data.classes_present)
    labels = tuple(data.class_name(code) for code in classes.tolist())
    called = answer is not None and answer >= 0
    chosen = int(np.flatnonzero(classes == answer)[0]) if called else None
    return Bars(totals[classes].astype(float), labels, groups=classes, chosen=chosen, surface=surface)
