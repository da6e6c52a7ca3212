"""The split keeps every row in its part when rows are added, and folds partition the rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Refusal
from engine.data.split import folds, holdout


@given(st.integers(0, 500), st.integers(0, 200), st.floats(0, 0.95), st.integers(0, 2**31))
def test_a_row_stays_in_its_part_when_rows_are_added(n: int, more: int, share: float, seed: int) -> None:
    train, kept = holdout(n, share, seed)
    later_train, later_kept = holdout(n + more, share, seed)
    assert np.array_equal(train, later_train[later_train < n])
    assert np.array_equal(kept, later_kept[later_kept < n])
    assert np.array_equal(np.sort(np.append(train, kept)), np.arange(n))


@given(st.integers(1, 5000), st.floats(0, 0.95), st.integers(0, 1000))
def test_the_part_kept_is_close_to_its_share(n: int, share: float, seed: int) -> None:
    assert abs(len(holdout(n, share, seed)[1]) - share * n) <= 4 + np.log2(n)


def test_share_zero_keeps_every_row_for_training() -> None:
    train, kept = holdout(10, 0.0, 3)
    assert train.tolist() == list(range(10))
    assert kept.size == 0


def test_the_seed_chooses_the_rows() -> None:
    assert holdout(50, 0.3, 0)[1].tolist() != holdout(50, 0.3, 1)[1].tolist()


@pytest.mark.parametrize("share", [-0.1, 1.0, 2.0, float("nan")])
def test_an_illegal_share_is_refused(share: float) -> None:
    with pytest.raises(Refusal, match="from 0 to less than 1"):
        holdout(5, share)


@given(st.integers(2, 200), st.data())
def test_folds_partition_the_rows_evenly(n: int, draw: st.DataObject) -> None:
    k = draw.draw(st.integers(2, n))
    parts = folds(n, k, np.random.default_rng(1))
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(n))
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1
    assert all(np.array_equal(part, np.sort(part)) for part in parts)


@given(st.integers(2, 100), st.integers(0, 50), st.data())
def test_a_row_stays_in_its_fold_when_rows_are_added(n: int, more: int, draw: st.DataObject) -> None:
    k = draw.draw(st.integers(2, n))
    few, many = folds(n, k, np.random.default_rng(1)), folds(n + more, k, np.random.default_rng(1))
    assert all(np.array_equal(one, other[other < n]) for one, other in zip(few, many, strict=True))


@pytest.mark.parametrize("k", [0, 1, 11])
def test_an_illegal_number_of_folds_is_refused(k: int) -> None:
    with pytest.raises(Refusal, match="from 2 to 10 folds"):
        folds(10, k, np.random.default_rng(0))
