"""What is predicted against what is true: how a tree that predicts numbers is seen where there are several features."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.parts.over_feature import target_title


def against_targets(predicted: np.ndarray, data: Dataset, lit: np.ndarray | None = None) -> list[Mark]:
    """Every row (n,) where its target is across and its prediction up: they are equal on the line; some are lit."""
    assert data.y is not None
    chart = Surface("chart", "Predicted and true", target_title(data), "predicted")
    places = np.column_stack([data.y, predicted])
    low, high = float(data.y.min()), float(data.y.max())
    drawn: list[Mark] = [
        Points(places, "data", rows=np.arange(data.n), surface=chart),
        Segments(np.array([[low, low]]), np.array([[high, high]]), "ghost", surface=chart),
    ]
    return drawn if lit is None else [*drawn, Points(places[lit], "best", rows=lit, surface=chart)]
