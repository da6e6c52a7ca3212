"""Keys of what a function depends on."""

from __future__ import annotations

import numpy as np

from engine.base.signature import signature
from engine.models.basis import Gaussians
from engine.models.linear import LinearPredictor


def test_equal_models_have_one_key_and_others_another():
    def made(width):
        return LinearPredictor(np.ones(2), 0.5, Gaussians(np.array([[0.0], [1.0]]), width))

    assert hash(signature(made(1.0))) == hash(signature(made(1.0))) and signature(made(1.0)) == signature(made(1.0))
    assert signature(made(1.0)) != signature(made(2.0))
    assert signature(np.zeros((1, 2))) != signature(np.zeros((2, 1)))
    assert signature((1, [2.0, "a"], None)) == (1, (2.0, "a"), None)
