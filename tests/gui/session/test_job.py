"""What the worker makes beside the window, so that the painters find it made."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points, Region
from engine.models.mixture import Mixture
from gui.session.job import weigh


def test_values_painters_need_of_a_model_are_computed_beforehand(monkeypatch):
    mixture = Mixture(np.array([0.5, 0.5]), np.eye(2), np.stack([np.eye(2)] * 2))
    weigh([Points(np.zeros((1, 2)), "centre"), Region(mixture), Region(object())])
    monkeypatch.setattr(np.linalg, "solve", None)
    assert mixture.linear_scores() is not None
