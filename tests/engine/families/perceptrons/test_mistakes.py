"""The quick way to find the rows on the wrong side is right to the last row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.families.perceptrons.mistakes import Activations, Record, count, mistaken
from engine.models.linear import Hyperplane


@pytest.mark.parametrize("at_zero", ["mistake", "+1", "-1"])
@given(seed=st.integers(0, 1000))
def test_mistakes_of_one_line_after_another(at_zero, seed):
    rng = np.random.default_rng(seed)
    X, t = rng.integers(-3, 4, (40, 4)) / 10, rng.choice([-1.0, 1.0], 40)
    activations = Activations(X, at_zero)
    for w in (np.zeros(5), rng.integers(-3, 4, 5) / 10, rng.normal(size=5) * 1e8):
        plane = Hyperplane(w[1:], float(w[0]))
        wanted = mistaken(plane, X, t, at_zero)
        assert (t * activations.of(plane) <= 0).tolist() == wanted.tolist()
        assert count(wanted) == wanted.sum()


def test_the_record_keeps_the_first_line_with_the_fewest_mistakes():
    t, lines = np.array([1.0, 1.0, -1.0]), [Hyperplane(np.array([w]), 0.0) for w in (1.0, 2.0, 3.0)]
    record = Record.begun(lines[0], t, np.array([1.0, 0.0, 1.0]))
    assert (record.wrong, record.best, record.best_wrong) == (2, lines[0], 2)
    record = record.after(lines[1], t, np.array([1.0, 1.0, 1.0]))
    assert (record.wrong, record.best, record.best_wrong) == (1, lines[1], 1)
    worse = record.after(lines[2], t, np.array([-1.0, -1.0, -1.0]))
    assert (worse.wrong, worse.best, worse.best_wrong) == (2, lines[1], 1)
    equal = record.after(lines[2], t, np.array([1.0, -1.0, -1.0]))
    assert (equal.wrong, equal.best, equal.best_wrong) == (1, lines[1], 1)
