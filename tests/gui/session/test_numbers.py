"""Numbers as people type them: read as they are meant, written so that they are read back, and nothing else is one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.base.errors import Refusal
from gui.session.numbers import parsed, row_of_numbers, written
from gui.session.table import new_points
from gui.session.typed import parsed_cell


@given(some.floats(allow_nan=False, allow_infinity=False))
def test_written_numbers_are_read_back_exactly(value):
    assert parsed(written(value)) == value


@pytest.mark.parametrize("text", ["nan", "inf", "1_000", "1,2,3", "--1", "1e999", "0x10"])
def test_non_numbers_are_not_read_as_numbers(text):
    assert parsed(text) is None


def test_a_cell_and_a_field_read_alike() -> None:
    data = new_points().with_rows(np.zeros((1, 2)), np.zeros(1))
    for text in ("−2,5", " 1e-3 ", "7"):
        assert parsed_cell(data, 0, 0, text) == parsed(text)
    for text in ("1_000", "inf", "1e999", "two"):
        with pytest.raises(Refusal, match="is not a number"):
            parsed_cell(data, 0, 0, text)


def test_comma_before_three_digits_is_ambiguous() -> None:
    data = new_points().with_rows(np.zeros((1, 2)), np.zeros(1))
    for text, words in (("1,500", "1,500 may be 1500 or 1.500"), ("−12,345", "−12,345 may be −12345 or −12.345")):
        assert parsed(text) is None
        with pytest.raises(Refusal, match=words):
            parsed_cell(data, 0, 0, text)
    assert parsed("1,500", whole=True) == 1500 and parsed("0,500") == 0.5 and parsed("1.500") == 1.5
    assert parsed("1,5") == 1.5 and parsed("1500,250") == 1500.25 and row_of_numbers("1,500 2") is None
