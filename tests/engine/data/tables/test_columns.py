"""What a cell is, and what a column seems to be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.tables.cells import Cells, from_text, in_order, number
from engine.data.tables.columns import Guess, column_guesses, kind_of, scale_of
from engine.data.tables.moments import is_date


@given(st.floats(allow_nan=False))
def test_every_number_is_read_back_from_its_shortest_text(value: float) -> None:
    assert number(repr(value)) == value


@pytest.mark.parametrize("text", ["", "a", "1 2", "1,5", "0x10", "1_000", "1e", "--1", "nan", "²", "1.2.3"])
def test_what_is_no_number(text: str) -> None:
    assert number(text) is None


@pytest.mark.parametrize(
    ("text", "value"), [("1,5", 1.5), ("-,5", -0.5), ("1e3", 1000.0), ("1.234,5", None), ("1.5", None)]
)
def test_numbers_with_a_decimal_comma(text: str, value: float | None) -> None:
    assert number(text, ",") == value


@pytest.mark.parametrize(
    "text",
    ["2020-01-31", "2020-01-31T10:00:00Z", "31.1.2020", "1/31/2020", "31/1/20", "12:30", "12:30:05.5",
     "2020/1/3 5:30 pm", "3 Mar 2021", "March 3, 2021"],
)  # fmt: skip
def test_dates_are_known(text: str) -> None:
    assert is_date(text)


@pytest.mark.parametrize("text", ["2020", "3.14", "1-2", "a:b", "10-20", "May", "1.2.3"])
def test_what_is_no_date(text: str) -> None:
    assert not is_date(text)


def test_texts_are_numbers_only_if_all_of_them_are() -> None:
    plain = from_text([" 1", "?", None, "2.5 "])
    np.testing.assert_array_equal(plain.numbers, [1, np.nan, np.nan, 2.5])
    assert (plain.missing, plain.distinct, plain.whole) == (2, 2, False)
    mixed = from_text(["1", "x", "1"])
    assert mixed.numbers is None
    assert mixed.levels == ("1", "x")
    assert mixed.codes is not None
    assert mixed.codes.tolist() == [0, 1, 0]


def test_levels_are_sorted_by_number_or_letter() -> None:
    assert in_order({"10", "9", "-1"}) == ("-1", "9", "10")
    assert in_order({"10", "9", "a"}) == ("10", "9", "a")
    assert scale_of(["high", "low"]) == ()
    assert scale_of(["L", "S", "M"]) == ("S", "M", "L")
    assert kind_of(from_text(["often", "never", "always"])) == "ordinal"


def test_given_roles_are_kept_and_others_guessed() -> None:
    names = ["who", "a", "kind"]
    columns = [from_text(["p", "q", "r"]), Cells(np.array([1.5, 2.5, 3.5])), from_text(["x", "y", "x"])]
    assert [one.role for one in column_guesses(names, columns)] == ["name", "feature", "target"]
    given_target = column_guesses(names, columns, {"a": "target"})
    assert [one.role for one in given_target] == ["name", "target", "feature"]
    assert given_target[1] == Guess("numeric", "target")
    assert [one.role for one in column_guesses(names, columns, {"kind": "skip"})] == ["name", "feature", "skip"]
    assert column_guesses(names, columns, {"who": "feature"})[0].role == "feature"
