"""Intervals of a share against scipy and the worked case."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.evaluation.proportions import (
    covered,
    cut,
    exact_interval,
    later_interval,
    normal_interval,
    quantile,
    standard_error,
    wilson_interval,
)
from tests.catalogue import shows

COUNTS = [(0, 20), (15, 100), (1, 1), (0, 1), (7, 7), (3, 11), (500, 1000)]


@shows("EV11", "W56")
@pytest.mark.parametrize(("count", "n"), COUNTS)
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_wilson_and_exact_intervals_match_scipy(count: int, n: int, level: float) -> None:
    from scipy.stats import binomtest

    for method, ours in (("wilson", wilson_interval), ("exact", exact_interval)):
        right = binomtest(count, n).proportion_ci(level, method)
        assert ours(count, n, level) == pytest.approx((right.low, right.high), abs=1e-9)


@shows("EV11", "W56")
def test_w56_numbers() -> None:
    assert [quantile(p) for p in (0.95, 0.9)] == pytest.approx([1.95996398454, 1.64485362695], abs=1e-9)
    halves = [quantile(p) * standard_error(0.15, 100) for p in (0.95, 0.9)]
    assert halves == pytest.approx([0.0699847125906, 0.0587330222615], abs=1e-9)
    assert normal_interval(15, 100, 0.95) == pytest.approx((0.0800152874094, 0.219984712591), abs=1e-9)
    assert wilson_interval(15, 100, 0.95) == pytest.approx((0.0930598528366, 0.232835595908), abs=1e-9)
    assert exact_interval(15, 100, 0.95) == pytest.approx((0.0864543856416, 0.235307500149), abs=1e-9)
    assert normal_interval(0, 20, 0.95) == (0.0, 0.0)
    assert wilson_interval(0, 20, 0.95) == pytest.approx((0.0, 0.161125158053), abs=1e-9)
    assert exact_interval(0, 20, 0.95) == pytest.approx((0.0, 0.168433470983), abs=1e-9)
    assert later_interval(15, 100, 50, 0.95) == pytest.approx((0.02878292204, 0.27121707796), abs=1e-9)


def test_interval_is_clipped_to_0_and_1() -> None:
    assert cut((-0.1, 0.3)) == (0.0, 0.3) and cut((0.8, 1.2)) == (0.8, 1.0) and cut((0.2, 0.3)) == (0.2, 0.3)
    assert covered(np.array([[0.0, 0.2], [0.2, 0.4], [0.3, 0.4]]), 0.2).tolist() == [True, True, False]
