"""The promise on random choices lets through what belongs to rows, and stops what depends on how many there are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import engine
from engine.maths.probability.row_keys import RowKeys, bootstrap, normals, shuffled, winner
from tests.contract.pool import pool
from tests.contract.row_randomness import Draws, check_draws, check_order, check_shared, recorder

Drawing = Callable[[RowKeys, np.random.Generator], object]
ALL, MORE, LESS = range(20), range(30), np.delete(np.arange(20), 7)


def drawn_by(drawing: Drawing, row_keys: RowKeys) -> Draws:
    drawn: Draws = {}
    rng = recorder(drawn, seed=1)
    drawing(row_keys, rng)
    rng.random()
    return drawn


RIGHT: dict[str, Drawing] = {
    "an order": shuffled,
    "a race": lambda row_keys, rng: winner(np.arange(1.0, len(row_keys) + 1), row_keys, rng),
    "a child a pass": lambda row_keys, rng: [shuffled(row_keys, rng) for _ in range(3)],
    "a sample": bootstrap,
    "places": lambda row_keys, rng: normals(row_keys, rng.spawn(1)[0], 2),
    "nothing of rows": lambda row_keys, rng: rng.uniform(size=4),
}
WRONG: dict[str, Drawing] = {
    "a permutation": lambda row_keys, rng: rng.permutation(len(row_keys)),
    "a choice": lambda row_keys, rng: rng.choice(len(row_keys), 9),
    "a row": lambda row_keys, rng: rng.integers(len(row_keys), size=9),
    "a shuffle": lambda row_keys, rng: rng.shuffle(np.arange(len(row_keys))),
    "numbers that shift what is drawn later": lambda row_keys, rng: rng.random(len(row_keys)),
}
BY_PLACE: dict[str, Drawing] = {
    "an order of places": lambda row_keys, rng: shuffled(range(len(row_keys)), rng),
    "a race of places": lambda row_keys, rng: winner(np.ones(len(row_keys)), range(len(row_keys)), rng),
    "a sample of places": lambda row_keys, rng: bootstrap(range(len(row_keys)), rng),
}


ASIDE: dict[str, dict[str, object]] = {
    "random_forest": {"trees": 1},  # else the shuffles come late
    "choosing_k": {"tie": "random"},
    "mds": {"method": "stress", "begin": "random places"},
    "optimisers": {"landscape": "error of a sigmoid", "batch": 7},
}
"""Draws that come only with parameters of their own."""


@pytest.mark.parametrize("key", ASIDE)
def test_independent_streams_also_belong_to_rows(key: str) -> None:
    algorithm, data = engine.algorithm(key), pool()["two classes"]
    assert check_shared(algorithm, data, algorithm.params(**ASIDE[key]), 40)


@pytest.mark.parametrize("what", RIGHT)
def test_what_belongs_to_rows_passes(what: str) -> None:
    less, one, more = (drawn_by(RIGHT[what], row_keys) for row_keys in (LESS, ALL, MORE))
    check_draws(one, more, np.arange(20), what)
    check_draws(less, one, LESS, what)
    assert less and one


@pytest.mark.parametrize("what", WRONG)
def test_dependence_on_the_row_count_is_found(what: str) -> None:
    with pytest.raises(AssertionError, match="what is drawn for the others changes"):
        check_draws(drawn_by(WRONG[what], ALL), drawn_by(WRONG[what], MORE), np.arange(20), what)


@pytest.mark.parametrize("what", [*WRONG, *BY_PLACE])
def test_dependence_on_row_positions_is_found_after_a_deletion(what: str) -> None:
    drawing = {**WRONG, **BY_PLACE}[what]
    with pytest.raises(AssertionError, match="what is drawn for the others changes"):
        check_draws(drawn_by(drawing, LESS), drawn_by(drawing, ALL), LESS, what)


def test_shuffled_order_keeps_other_rows_in_order() -> None:
    check_order([2, 0, 1, 1, 2, 0], [2, 3, 0, 1, 1, 2, 0, 3], np.arange(3), 4, "")
    check_order([3, 0, 1, 1, 3, 0], [3, 2, 0, 1, 1, 3, 0, 2], np.array([0, 1, 3]), 4, "without row 2")
    check_order([2, 0, 2], [1, 3, 0], np.arange(3), 4, "only mistakes are shown")
    for longer in ([2, 3, 1, 0], [2, 3, 0, 1, 1, 0, 2, 3]):
        with pytest.raises(AssertionError, match="order of the others"):
            check_order([2, 0, 1, 1, 2, 0], longer, np.arange(3), 4, "")
