"""Very many rows are gone through in two halves: nothing is left out, lost or done twice, and an error is told."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.algebra import halves
from engine.maths.algebra.distances import group_sums, nearest, own_squares, squared_distances
from engine.maths.algebra.halves import MANY, in_halves


@pytest.mark.parametrize("n", [0, 1, MANY - 1, MANY, MANY + 1])
def test_every_row_is_done_once_and_few_of_them_at_once(n: int) -> None:
    done = np.zeros(n, dtype=int)

    def work(rows: slice) -> int:
        done[rows] += 1
        return rows.start

    assert in_halves(work, n) == ([0] if n < MANY else [0, n // 2])
    assert (done == 1).all()


@pytest.mark.parametrize("bad", [0, MANY // 2])
def test_an_error_of_either_half_is_raised_when_both_are_done(bad: int) -> None:
    done: list[int] = []

    def work(rows: slice) -> None:
        done.append(rows.start)
        if rows.start == bad:
            raise MemoryError(f"no room at row {bad}")

    with pytest.raises(MemoryError, match=f"row {bad}"):
        in_halves(work, MANY)
    assert sorted(done) == [0, MANY // 2]


def test_distances_in_two_halves_are_those_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    X, centres = np.round(rng.normal(size=(3001, 2)), 1), np.array([[-0.5, 0.0], [0.5, 0.0], [0.5, 0.0], [9.0, 9.0]])
    many = rng.normal(size=(40, 2))
    labels, squares, ties = nearest(X, centres)
    one = [own_squares(X, centres, labels), squared_distances(X, centres), squared_distances(X, many)]
    sums, sizes = group_sums(X, labels, 4)
    monkeypatch.setattr(halves, "MANY", 10)
    again = nearest(X, centres)
    assert np.array_equal(again.labels, labels) and np.array_equal(again.squares, squares) and again.ties == ties > 0
    two = [own_squares(X, centres, labels), squared_distances(X, centres), squared_distances(X, many)]
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    sums_again, sizes_again = group_sums(X, labels, 4)
    np.testing.assert_allclose(sums_again, sums, rtol=1e-12)
    assert np.array_equal(sizes_again, sizes) and sizes[3] == 0 and sizes.sum() == 3001
