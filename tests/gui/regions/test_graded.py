"""The tints of two classes as gradients, also of scores that are hardly numbers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QTransform

from engine.models.flat import LinearScores
from gui.look.theme import LIGHT
from gui.regions.flat import areas
from gui.regions.graded import SURE, graded, tint


@pytest.mark.parametrize(
    ("weights", "biases"),
    [([1e308, 0.0], 0.0), ([1e308, 1e308], 0.0), ([1e308, 0.0], -1e308), ([0.0, 0.0], 1e308), ([0.0, 1e300], 1e308)],
)
def test_overflowing_scores_are_certain_everywhere(weights, biases) -> None:
    """The lead of one over the other is no number then; the area is in its deepest tint all the same."""
    scores = LinearScores(np.outer([1.0, -1.0], weights), np.array([biases, -biases]), np.arange(2), chances=True)
    for half in (0.5, 1e-5):
        found = areas(scores, (-half, half, -half, half))
        brushes = [graded(scores, area, QTransform.fromScale(800.0, -600.0), LIGHT) for area in found]
        assert found and [brush.color() for brush in brushes] == [tint(LIGHT, area.code, SURE) for area in found]
