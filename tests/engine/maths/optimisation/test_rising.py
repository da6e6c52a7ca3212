"""What has risen or fallen by more than its last digits."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.optimisation.rising import change, has_risen


def test_a_value_that_is_no_number_has_risen():
    assert has_risen(np.inf, 2.0) and has_risen(np.nan, 2.0) and not has_risen(2.0, None)


@pytest.mark.parametrize("before", [2.0, -2.0, 1e9, 1e-9])
def test_the_last_digits_are_no_change(before):
    digits = 1e-13 * abs(before)
    assert change(before + digits, before) == change(before - digits, before) == 0.0
    assert not has_risen(before + digits, before)


@pytest.mark.parametrize("before", [2.0, -2.0, 1e9, 1e-9])
def test_change_beyond_rounding_has_its_sign(before):
    by = 1e-6 * abs(before)
    assert change(before + by, before) == pytest.approx(by, rel=1e-5) and has_risen(before + by, before)
    assert change(before - by, before) == pytest.approx(-by, rel=1e-5) and not has_risen(before - by, before)
