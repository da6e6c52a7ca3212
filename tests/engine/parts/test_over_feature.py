"""What a target is called and measured in."""

from __future__ import annotations

import numpy as np
import pytest

from engine.data.dataset import Dataset
from engine.parts.over_feature import target_unit


@pytest.mark.parametrize(
    ("name", "unit"), [("price (EUR)", " EUR"), ("price", ""), ("sales (2019)", ""), ("speed (km / h)", " km / h")]
)
def test_unit_is_the_bracket_at_the_end_unless_it_is_a_year(name: str, unit: str) -> None:
    assert target_unit(Dataset(np.zeros((2, 1)), np.array([1.5, 2.5]), target_name=name)) == unit
