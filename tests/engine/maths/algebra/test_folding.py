"""Many logarithms as few: the sum is the same, to the digits of the smallest."""

import math

import numpy as np
import pytest

from engine.maths.algebra.folding import LARGEST, log1p_total


@pytest.mark.parametrize("count", [0, 1, 255, 257, 1000, 10_007, 65_537])
@pytest.mark.parametrize("size", [1e-300, 1e-17, 1.0, 9.0])
def test_it_is_the_sum_of_the_logarithms(count: int, size: float) -> None:
    u = size * np.random.default_rng(count).random(count)
    assert log1p_total(u) == pytest.approx(math.fsum(map(math.log1p, u.tolist())), rel=1e-13)


def test_overflowing_product_falls_back_to_single_values() -> None:
    for size in (LARGEST * 0.999, 1e300):
        assert log1p_total(np.full(5000, size)) == pytest.approx(5000 * math.log1p(size), rel=1e-12)


def test_nan_is_kept_and_inputs_are_unchanged() -> None:
    u = np.ones(1001)
    u[1000] = np.nan
    assert math.isnan(log1p_total(u)) and (u[:1000] == 1).all()
    assert math.isinf(log1p_total(np.full(1000, np.inf)))
