"""The quick way to find the rows on the wrong side is right to the last row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.families.perceptrons.mistakes import Mistakes, count, mistaken
from engine.models.linear import Hyperplane


@pytest.mark.parametrize("at_zero", ["mistake", "+1", "-1"])
@given(seed=st.integers(0, 1000))
def test_mistakes_of_one_line_after_another(at_zero, seed):
    rng = np.random.default_rng(seed)
    X, t = rng.integers(-3, 4, (40, 4)) / 10, rng.choice([-1.0, 1.0], 40)
    mistakes = Mistakes(X, t, at_zero)
    for w in (np.zeros(5), rng.integers(-3, 4, 5) / 10, rng.normal(size=5) * 1e8):
        plane = Hyperplane(w[1:], float(w[0]))
        wanted = mistaken(plane, X, t, at_zero)
        assert mistakes.of(plane).tolist() == wanted.tolist()
        assert count(wanted) == wanted.sum()
