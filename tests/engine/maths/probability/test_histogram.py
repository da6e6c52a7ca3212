"""Histograms count every value once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.probability import histogram


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=80))
def test_a_histogram_holds_every_value_once(values):
    values = np.array(values)
    ends = histogram.edges(values)
    assert (np.diff(ends) > 0).all()
    assert histogram.shares(values, ends).sum() == pytest.approx(1.0)
    assert histogram.overlap(histogram.shares(values, ends), histogram.shares(values, ends)) == pytest.approx(1.0)
