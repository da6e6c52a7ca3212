"""Random choices that belong to rows: one row more or less disturbs none of the others, and chances are as claimed."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.probability import row_keys as homes
from engine.maths.probability.row_keys import bootstrap, drawn, normals, random_keys, shuffled, winner

ROWS = st.integers(1, 60)
SEEDS = st.integers(0, 2**32)


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@given(ROWS, ROWS, SEEDS)
def test_row_keeps_its_key_and_rank(n: int, more: int, seed: int) -> None:
    assert (random_keys(range(n + more), rng(seed))[:n] == random_keys(range(n), rng(seed))).all()
    order = shuffled(range(n + more), rng(seed))
    assert order[order < n].tolist() == shuffled(range(n), rng(seed)).tolist()
    assert sorted(order.tolist()) == list(range(n + more))


@given(ROWS, ROWS, SEEDS)
def test_row_count_does_not_shift_later_draws(n: int, more: int, seed: int) -> None:
    few, many = rng(seed), rng(seed)
    for _ in range(3):
        assert (random_keys(range(n), few) == random_keys(range(n + more), many)[:n]).all()
    assert few.random() == many.random()


@given(st.lists(st.floats(0, 1e308), min_size=1, max_size=30), st.floats(0, 1e308), SEEDS)
def test_added_row_changes_the_winner_only_by_winning(weights: list[float], one_more: float, seed: int) -> None:
    before = winner(np.array(weights), range(len(weights)), rng(seed))
    after = winner(np.array([*weights, one_more]), range(len(weights) + 1), rng(seed))
    if any(weights):  # else they race alike, and a row with a weight is the only one to have a chance
        assert after in (before, len(weights))
    assert not any(weights) or weights[before] > 0


def test_probabilities_are_proportional_to_the_weights() -> None:
    weights, n = np.array([1.0, 0.0, 2.0, 5.0]), 8000
    generator = rng(3)
    won = np.bincount([winner(weights, range(4), generator) for _ in range(n)], minlength=4)
    chance = weights / weights.sum()
    assert (np.abs(won - n * chance) <= 4 * np.sqrt(n * chance * (1 - chance))).all()


@given(st.lists(st.sampled_from((0.0, 0.5, 2.0)), min_size=1, max_size=60), SEEDS)
def test_the_winner_is_the_first_to_arrive(weights: list[float], seed: int) -> None:
    """Also where all that race weigh alike, and nobody works out when each arrives."""
    racing = np.array(weights if any(weights) else [1.0] * len(weights))
    with np.errstate(divide="ignore"):
        times = -np.log1p(-random_keys(range(len(racing)), rng(seed))) / racing
    assert winner(np.array(weights), range(len(weights)), rng(seed)) == np.argmin(times)


@given(st.lists(st.sampled_from((0.0, 0.5, 2.0)), min_size=1, max_size=60), SEEDS, st.integers(1, 9))
def test_blockwise_race_has_the_same_winner(weights: list[float], seed: int, block: int) -> None:
    """A million rows race so many at a time, and what is drawn later is shifted by nothing."""
    whole, parts = rng(seed), rng(seed)
    once = winner(np.array(weights), range(len(weights)), whole)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(homes, "BLOCK", block)
        assert winner(np.array(weights), range(len(weights)), parts) == once
    assert whole.random() == parts.random()


def test_equal_weights_need_no_logarithm(monkeypatch) -> None:
    """A million of them are ranked for each centre at every move of a hand."""
    monkeypatch.setattr(np, "log1p", None)
    assert winner(np.array([0.0, 3.0, 3.0]), range(3), rng(0)) in (1, 2)


@pytest.mark.parametrize("weights", [[0.0, 0.0, 0.0], [5e-324] * 3, [np.inf] * 3, [1e308] * 3])
def test_equal_weights_let_each_row_win(weights: list[float]) -> None:
    generator = rng(1)
    assert {winner(np.array(weights), range(len(weights)), generator) for _ in range(60)} == {0, 1, 2}


def test_a_weight_beyond_all_numbers_wins() -> None:
    assert all(winner(np.array([1.0, np.inf, 1e-300]), range(3), rng(seed)) == 1 for seed in range(20))


# -- rows that others stood between ------------------------------------------------------------------------------------

KEYS = st.lists(st.integers(0, 9000), min_size=1, max_size=40, unique=True).map(np.array)
"""Of some tables of 9,001 rows those that are left, in any order; over most others it is leapt."""


@given(KEYS, SEEDS)
def test_row_draws_the_same_when_others_are_deleted(row_keys: np.ndarray, seed: int) -> None:
    every = range(9001)
    assert (random_keys(row_keys, rng(seed)) == random_keys(every, rng(seed))[row_keys]).all()
    assert (random_keys(row_keys, rng(seed), 3) == random_keys(every, rng(seed), 3)[row_keys]).all()
    assert (normals(row_keys, rng(seed), 2) == normals(every, rng(seed), 2)[row_keys]).all()
    order = shuffled(every, rng(seed))
    assert row_keys[shuffled(row_keys, rng(seed))].tolist() == order[np.isin(order, row_keys)].tolist()


@given(KEYS, SEEDS)
def test_winner_among_remaining_rows_has_the_least_key(row_keys: np.ndarray, seed: int) -> None:
    assert winner(np.ones(len(row_keys)), row_keys, rng(seed)) == np.argmin(
        random_keys(range(9001), rng(seed))[row_keys]
    )
    weights = 1.0 + np.arange(len(row_keys)) % 3
    times = -np.log1p(-random_keys(range(9001), rng(seed))[row_keys]) / weights
    assert winner(weights, row_keys, rng(seed)) == np.argmin(times)


@given(KEYS, SEEDS)
def test_skipped_rows_do_not_shift_later_draws(row_keys: np.ndarray, seed: int) -> None:
    few, many = rng(seed), rng(seed)
    for _ in range(3):
        assert (random_keys(row_keys, few) == random_keys(range(9001), many)[row_keys]).all()
    assert few.random() == many.random()


@pytest.mark.parametrize("kind", [np.random.PCG64, np.random.MT19937, np.random.SFC64])
def test_every_generator_can_skip_numbers(kind: type[np.random.BitGenerator]) -> None:
    row_keys, few, many = np.array([3, 4000, 4001, 90_000]), np.random.Generator(kind(3)), np.random.Generator(kind(3))
    assert (drawn(row_keys, few) == drawn(range(90_001), many)[row_keys]).all()


def test_no_keys_are_drawn_for_deleted_rows(monkeypatch) -> None:
    """Ten rows of a hundred million are as quick as ten."""
    row_keys = np.linspace(0, 99_999_999, 10).astype(int)
    counted: list[int] = []

    class Counting(np.random.Generator):
        def random(self, *args, **more):  # type: ignore[override]
            made = super().random(*args, **more)
            counted.append(np.size(made))
            return made

    assert len(random_keys(row_keys, Counting(np.random.PCG64(1)))) == 10
    assert sum(counted) == 10
    assert np.isfinite(normals(row_keys, Counting(np.random.PCG64(1)), 3)).all()
    assert sum(counted) == 10 + 30


def test_normals_are_normal_even_in_the_tails(monkeypatch: pytest.MonkeyPatch) -> None:
    found = normals(range(20_000), rng(5))
    places = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    assert np.allclose([(found < place).mean() for place in places], scipy.stats.norm.cdf(places), atol=0.012)
    monkeypatch.setattr(homes, "drawn", lambda *what: np.array([0.0, np.nextafter(1.0, 0.0)]))
    least, most = normals(range(2), rng(0))
    assert -8.4 < least < -8.2 and 8.1 < most < 8.3


def test_deleting_a_row_changes_only_draws_that_hit_it() -> None:
    for n in (3, 31, 32, 33, 200):
        for seed in range(10):
            gone = int(rng(seed).integers(n - 1))
            left = np.delete(np.arange(n), gone)
            before, after = bootstrap(range(n), rng(seed))[left], left[bootstrap(left, rng(seed))]
            assert ((before == after) | (before == gone)).all()


@pytest.mark.full
def test_remaining_rows_are_drawn_equally_often() -> None:
    row_keys, generator = np.array([40, 3, 4, 17, 9, 30]), rng(1)
    draws = np.array([bootstrap(row_keys, generator) for _ in range(4000)])
    counts = np.bincount(draws.ravel(), minlength=6) / draws.size
    assert counts == pytest.approx(np.full(6, 1 / 6), abs=4 * np.sqrt(5 / 36 / draws.size))
    assert all(len(np.unique(column)) == 6 for column in draws.T), "every row can draw every other"


@pytest.mark.full
def test_sampling_terminates_when_nearly_all_rows_are_deleted() -> None:
    row_keys, generator = np.array([5, 99_999_999]), rng(2)
    draws = np.array([bootstrap(row_keys, generator) for _ in range(2000)])
    assert draws.mean() == pytest.approx(0.5, abs=0.03)
