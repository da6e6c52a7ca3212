"""Parameters typed in a line."""

from __future__ import annotations

import pytest

from engine.base.errors import ParameterError
from engine.base.params import Choice, Flag, Numbers, Real, Text, Whole
from engine.base.settings import read_settings, read_value

KNOWN = {
    "k": Whole(3, "", low=1, high=9, label="neighbours"),
    "penalty": Real(0.1, "", low=-5, high=5),
    "tie": Choice("a", "", options=("a", "b, c", "key"), names=("a", "b, c", "A name")),
    "bias": Flag(True, ""),
    "hidden": Numbers((), ""),
}


def test_values_are_parsed_by_parameter_kind() -> None:
    text = "k = 5, penalty=−0.5; tie = A name, bias = no, hidden = (8, 4)"
    assert read_settings(text, KNOWN) == {"k": 5, "penalty": -0.5, "tie": "key", "bias": False, "hidden": [8.0, 4.0]}
    assert read_settings("", KNOWN) == {} and read_settings("  ", KNOWN) == {}
    assert read_settings("Neighbours = 2", KNOWN) == {"k": 2}
    assert read_value(Text("", ""), "any words") == "any words"


NONE_READ = {
    "five": "not written as name = value",
    "5, k = 3": "not written as name = value",
    "q = 3": "There is no parameter 'q'; the parameters are: k, penalty",
}


@pytest.mark.parametrize("text", NONE_READ)
def test_unknown_parameter_is_refused_in_words(text: str) -> None:
    with pytest.raises(ParameterError, match=NONE_READ[text]):
        read_settings(text, KNOWN)


def test_unparsable_value_stays_text_and_is_refused_by_its_range() -> None:
    assert read_settings("k = many, bias = perhaps", KNOWN) == {"k": "many", "bias": "perhaps"}
