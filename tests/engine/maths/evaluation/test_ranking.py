"""Average precision and NDCG, against scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.evaluation.ranking import average_precision, normalised_gain


@given(st.lists(st.booleans(), min_size=2, max_size=12).filter(any))
def test_average_precision_matches_scikit_learn(relevant: list[bool]) -> None:
    from sklearn.metrics import average_precision_score

    falling = -np.arange(len(relevant), dtype=float)
    assert average_precision(np.array(relevant)) == pytest.approx(average_precision_score(relevant, falling))


@given(st.lists(st.integers(0, 5), min_size=2, max_size=12).filter(any))
def test_ndcg_is_that_of_scikit_learn(gains: list[int]) -> None:
    from sklearn.metrics import ndcg_score

    falling = -np.arange(len(gains), dtype=float)
    right = ndcg_score(np.array([gains]), falling[None])
    assert normalised_gain(np.array(gains, dtype=float)) == pytest.approx(right)


def test_without_relevant_items_gain_is_zero() -> None:
    assert average_precision(np.zeros(3, dtype=bool)) == 0.0 and normalised_gain(np.zeros(3)) == 1.0
