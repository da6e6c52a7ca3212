"""Random choices that belong to rows: one row more disturbs none of the others, and the chances are what they claim."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.probability import lots as homes
from engine.maths.probability.lots import lots, shuffled, winner

ROWS = st.integers(1, 60)
SEEDS = st.integers(0, 2**32)


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@given(ROWS, ROWS, SEEDS)
def test_a_row_keeps_its_lot_and_its_place_among_the_others(n: int, more: int, seed: int) -> None:
    assert (lots(n + more, rng(seed))[:n] == lots(n, rng(seed))).all()
    order = shuffled(n + more, rng(seed))
    assert order[order < n].tolist() == shuffled(n, rng(seed)).tolist()
    assert sorted(order.tolist()) == list(range(n + more))


@given(ROWS, ROWS, SEEDS)
def test_how_many_rows_there_are_shifts_nothing_that_is_drawn_later(n: int, more: int, seed: int) -> None:
    few, many = rng(seed), rng(seed)
    for _ in range(3):
        assert (lots(n, few) == lots(n + more, many)[:n]).all()
    assert few.random() == many.random()


@given(st.lists(st.floats(0, 1e308), min_size=1, max_size=30), st.floats(0, 1e308), SEEDS)
def test_a_row_more_changes_the_winner_only_by_winning(weights: list[float], one_more: float, seed: int) -> None:
    before = winner(np.array(weights), rng(seed))
    after = winner(np.array([*weights, one_more]), rng(seed))
    if any(weights):  # else they race alike, and a row with a weight is the only one to have a chance
        assert after in (before, len(weights))
    assert not any(weights) or weights[before] > 0


def test_the_chances_are_in_proportion_to_the_weights() -> None:
    weights, n = np.array([1.0, 0.0, 2.0, 5.0]), 8000
    generator = rng(3)
    won = np.bincount([winner(weights, generator) for _ in range(n)], minlength=4)
    chance = weights / weights.sum()
    assert (np.abs(won - n * chance) <= 4 * np.sqrt(n * chance * (1 - chance))).all()


@given(st.lists(st.sampled_from((0.0, 0.5, 2.0)), min_size=1, max_size=60), SEEDS)
def test_the_winner_is_the_first_to_arrive(weights: list[float], seed: int) -> None:
    """Also where all that race weigh alike, and nobody works out when each arrives."""
    racing = np.array(weights if any(weights) else [1.0] * len(weights))
    with np.errstate(divide="ignore"):
        times = -np.log1p(-lots(len(racing), rng(seed))) / racing
    assert winner(np.array(weights), rng(seed)) == np.argmin(times)


@given(st.lists(st.sampled_from((0.0, 0.5, 2.0)), min_size=1, max_size=60), SEEDS, st.integers(1, 9))
def test_a_race_in_blocks_has_the_same_winner(weights: list[float], seed: int, block: int) -> None:
    """A million rows race so many at a time, and what is drawn later is shifted by nothing."""
    whole, parts = rng(seed), rng(seed)
    once = winner(np.array(weights), whole)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(homes, "BLOCK", block)
        assert winner(np.array(weights), parts) == once
    assert whole.random() == parts.random()


def test_no_logarithm_is_taken_where_all_that_race_weigh_alike(monkeypatch) -> None:
    """A million of them are ranked for each centre at every move of a hand."""
    monkeypatch.setattr(np, "log1p", None)
    assert winner(np.array([0.0, 3.0, 3.0]), rng(0)) in (1, 2)


@pytest.mark.parametrize("weights", [[0.0, 0.0, 0.0], [5e-324] * 3, [np.inf] * 3, [1e308] * 3])
def test_where_all_weigh_alike_each_row_can_win(weights: list[float]) -> None:
    generator = rng(1)
    assert {winner(np.array(weights), generator) for _ in range(60)} == {0, 1, 2}


def test_a_weight_beyond_all_numbers_wins() -> None:
    assert all(winner(np.array([1.0, np.inf, 1e-300]), rng(seed)) == 1 for seed in range(20))
