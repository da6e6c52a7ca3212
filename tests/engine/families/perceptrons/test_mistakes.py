"""The quick way to find the rows on the wrong side is right to the last row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.families.perceptrons.mistakes import Misclassified, Record, activation, count, mistaken
from engine.models.linear import Hyperplane


@pytest.mark.parametrize("at_zero", ["mistake", "+1", "-1"])
@given(seed=st.integers(0, 1000))
def test_mistakes_of_one_line_after_another(at_zero, seed):
    rng = np.random.default_rng(seed)
    X, t = rng.integers(-3, 4, (40, 4)) / 10, rng.choice([-1.0, 1.0], 40)
    misclassified = Misclassified(X, t, at_zero)
    for w in (np.zeros(5), rng.integers(-3, 4, 5) / 10, rng.normal(size=5) * 1e8):
        plane = Hyperplane(w[1:], float(w[0]))
        wanted = mistaken(plane, X, t, at_zero)
        assert [t_n * activation(plane, x, at_zero) <= 0 for x, t_n in zip(X, t, strict=True)] == wanted.tolist()
        assert misclassified(plane) == count(wanted) == wanted.sum()


@pytest.mark.parametrize(("at_zero", "counts_as"), [("mistake", 0.0), ("+1", 1.0), ("-1", -1.0)])
def test_zero_and_nan_count_by_the_convention(at_zero, counts_as):
    for w in (0.0, np.nan):
        assert activation(Hyperplane(np.array([w]), 0.0), np.array([1.0]), at_zero) == counts_as


def test_record_keeps_the_first_line_with_the_fewest_mistakes():
    lines = [Hyperplane(np.array([w]), 0.0) for w in (1.0, 2.0, 3.0)]
    record = Record.begun(lines[0], 2)
    assert (record.wrong, record.best, record.best_wrong) == (2, lines[0], 2)
    record = record.after(lines[1], 1)
    assert (record.wrong, record.best, record.best_wrong) == (1, lines[1], 1)
    worse = record.after(lines[2], 2)
    assert (worse.wrong, worse.best, worse.best_wrong) == (2, lines[1], 1)
    equal = record.after(lines[2], 1)
    assert (equal.wrong, equal.best, equal.best_wrong) == (1, lines[1], 1)
