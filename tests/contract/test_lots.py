"""The promise on random choices lets through what belongs to rows, and stops what depends on how many there are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.maths.probability.lots import shuffled, winner
from tests.contract.lots import Draws, check_draws, check_order, recorder

Drawing = Callable[[int, np.random.Generator], object]


def drawn_by(drawing: Drawing, n: int) -> Draws:
    drawn: Draws = {}
    rng = recorder(drawn, seed=1)
    drawing(n, rng)
    rng.random()
    return drawn


RIGHT: dict[str, Drawing] = {
    "an order": shuffled,
    "a race": lambda n, rng: winner(np.arange(1.0, n + 1), rng),
    "a child a pass": lambda n, rng: [shuffled(n, rng) for _ in range(3)],
    "nothing of rows": lambda n, rng: rng.uniform(size=4),
}
WRONG: dict[str, Drawing] = {
    "a permutation": lambda n, rng: rng.permutation(n),
    "a choice": lambda n, rng: rng.choice(n, 9),
    "a row": lambda n, rng: rng.integers(n, size=9),
    "a shuffle": lambda n, rng: rng.shuffle(np.arange(n)),
    "numbers that shift what is drawn later": lambda n, rng: rng.random(n),
}


@pytest.mark.parametrize("what", RIGHT)
def test_what_belongs_to_rows_passes(what: str) -> None:
    one, other = (drawn_by(RIGHT[what], n) for n in (20, 30))
    check_draws(one, other, what)
    assert one


@pytest.mark.parametrize("what", WRONG)
def test_what_depends_on_how_many_rows_there_are_is_found(what: str) -> None:
    with pytest.raises(AssertionError, match="change what is drawn"):
        check_draws(drawn_by(WRONG[what], 20), drawn_by(WRONG[what], 30), what)


def test_an_order_keeps_the_others_in_their_order_in_every_pass() -> None:
    check_order([2, 0, 1, 1, 2, 0], [2, 3, 0, 1, 1, 2, 0, 3], 3, 4, "")
    check_order([2, 0, 2], [1, 3, 0], 3, 4, "only mistakes are shown")
    for longer in ([2, 3, 1, 0], [2, 3, 0, 1, 1, 0, 2, 3]):
        with pytest.raises(AssertionError, match="order of the others"):
            check_order([2, 0, 1, 1, 2, 0], longer, 3, 4, "")
