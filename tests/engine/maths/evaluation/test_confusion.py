"""The answers of a model against the truth, counted."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.evaluation.confusion import crossed

PAIRS = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 5)), max_size=40)


@given(PAIRS)
def test_every_known_pair_is_counted_once(pairs):
    truth, answers = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    found = crossed(truth, answers, 4, 6)
    for one in range(4):
        for other in range(6):
            assert found.counts[one, other] == pairs.count((one, other))
    assert found.right == sum(one == other and one >= 0 for one, other in pairs)
    assert found.n == len(pairs)


def test_rows_are_the_truth_and_columns_the_predictions():
    found = crossed(np.array([0, 0, 1]), np.array([2, 2, 0]), 2, 3)
    assert found.counts.tolist() == [[0, 0, 2], [1, 0, 0]] and found.right == 0


def test_unlabelled_and_unpredicted_rows_are_not_counted():
    found = crossed(np.array([-1, 0, 0]), np.array([0, -1, 0]), 1, 1)
    assert found.counts.tolist() == [[1]] and found.n == 3 and found.right == 1
