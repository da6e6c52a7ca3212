"""A parameter is declared once, and every refusal names it, its range and what was given."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import ParameterError
from engine.base.params import Choice, Flag, Real, Whole, build, choice, flag, real, specs, whole
from engine.base.words import quoted
from tests.texts import texts


@dataclass(frozen=True)
class Params:
    rate: float = real(1.0, low=1e-6, high=10.0, log=True, symbol=r"\eta", help="size of one correction")
    rounds: int = whole(5, low=1, high=100, help="passes over the data")
    order: str = choice("as given", ("as given", "shuffled"), help="the order of the examples")
    bias: bool = flag(True, help="whether there is a bias")


def test_specifications_follow_field_order() -> None:
    found = specs(Params)
    assert list(found) == ["rate", "rounds", "order", "bias"]
    assert [type(spec) for spec in found.values()] == [Real, Whole, Choice, Flag]
    assert found["rate"] == Real(1.0, "size of one correction", r"\eta", 1e-6, 10.0, True)
    bounds = [spec.bounds() for spec in found.values()]
    assert bounds == [(1e-6, 10.0), (1, 100), ("as given", "shuffled"), (False, True)]


def test_what_is_left_out_has_its_default() -> None:
    assert build(Params, {}) == Params(1.0, 5, "as given", True)
    assert build(Params, {"rounds": 7, "bias": False}) == Params(rounds=7, bias=False)


@pytest.mark.parametrize(
    ("name", "given_as", "kept_as"),
    [
        ("rate", 1, 1.0),
        ("rate", np.float32(0.5), 0.5),
        ("rate", np.int64(3), 3.0),
        ("rate", Fraction(1, 4), 0.25),
        ("rounds", 7.0, 7),
        ("rounds", np.int32(7), 7),
        ("rounds", np.float64(7), 7),
    ],
)
def test_a_value_is_kept_in_its_own_type(name: str, given_as: Any, kept_as: Any) -> None:
    value = getattr(build(Params, {name: given_as}), name)
    assert value == kept_as and type(value) is type(kept_as)


NO_RATES = (0.0, 10.5, "1", None, True, float("nan"), 10**400, Decimal(1), 1j)
NO_ROUNDS = (0, 101, 2.5, "5", None, False, float("inf"), np.float64("inf"))


@pytest.mark.parametrize(
    ("name", "value", "legal"),
    [
        *(("rate", value, "a number from 1e-06 to 10") for value in NO_RATES),
        *(("rounds", value, "a whole number from 1 to 100") for value in NO_ROUNDS),
        *(("order", value, "one of 'as given', 'shuffled'") for value in ("sorted", "", 0, None, ["shuffled"])),
        *(("bias", value, "True or False") for value in (0, 1, "True", None)),
    ],
)
def test_refusal_names_parameter_range_and_value(name: str, value: Any, legal: str) -> None:
    with pytest.raises(ParameterError) as refusal:
        build(Params, {name: value})
    assert str(refusal.value) == f"{name} = {quoted(value)} is not legal: {name} must be {legal}."
    assert len(str(refusal.value)) < 200


def test_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ParameterError, match="no parameter 'speed'; the parameters are: rate, rounds, order, bias"):
        build(Params, {"speed": 1})


@given(st.floats() | st.integers() | texts() | st.none() | st.booleans())
def test_any_value_is_legal_or_refused(value: Any) -> None:
    for name, spec in specs(Params).items():
        try:
            kept = spec.checked(name, value)
        except ParameterError:
            continue
        assert kept == value
        if isinstance(spec, (Real, Whole)):
            assert spec.low <= kept <= spec.high


def test_many_options_are_sampled_legally() -> None:
    @dataclass(frozen=True)
    class Params:
        learner: str = choice("b", ("a", "b", "c", "d"), typical=("b", "a", "d"), help="which")

    spec = specs(Params)["learner"]
    assert spec.bounds() == ("b", "a", "d") and spec.checked("learner", "c") == "c" and "'c'" in spec.legal()
