"""The reader of worked text: what is right passes whatever its numbers, a changed sign or a dropped term does not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.words import figure, signed, vector
from engine.core.story import Number, Story
from tests.contract.recomputed import Findings, recomputed

RIGHT = (
    "E = 58.49 / 40 = 1.462   (before: 7.275)",
    "w ← (2.762, −1.123) + 1·(1.594, 4.363) = (4.356, 3.24)",
    "class B: w ← (0) + 1·(1.349) = (1.349)",
    "t a = −1·2.41 = −2.41 ≤ 0",
    "−ln P(class A) = −ln 0.5 = 0.6931: only the term of its own class counts",
    "H(S) = −13/24·log₂ 13/24 − 11/24·log₂ 11/24 = 0.995",
    "J = (4.536 + 0.1472)² / (8.171 + 5.755) = 1.575",
    "row 1: z = (−3.109, −1.783), ‖z‖²/39 = 12.84/39 = 0.3293 of the trace 6.343",
    "share = 5.981 / 6.343 = 94.3 %",
    "λ1 = u · S u = (0.745, 0.6671) · (4.456, 3.99) = 5.981",
    "κ = 1/√(1 + π·9.888/8) = 0.4525",
    "P(accept) = min(1, e^(−3.134)) = 0.04352",
    "y = [1.619 > 0] = 1,  t − y = 0 − 1 = −1",
    "y = softmax((0, 1.099)) = (0.25, 0.75)",
    "m2 − m1 = (12.15, 17.91, 78.08, 462.8, 0.09, …, 0.08) − (17.46, 21.6, 115.4, 978.4, 0.1, …, 0.09)"
    " = (−5.31, −3.69, −37.32, −515.6, −0.01, …, −0.01)",
    "cos θ = 0.7011 ≥ √n δ* / D = √1·0.7235 / 6.182 = 0.117",
    "the greatest margin has 1.264 ≤ δ ≤ 1.264",
    "E = 1,500 / 2 = 750",
    "M = [(2, 0), (0, 4)] · (1, 2) = (2, 8)",
)
WRONG = (
    "E = 58.49 / 40 = 1.472",
    "w ← (2.762, −1.123) + 1·(1.594, 4.363) = (4.356, −3.24)",
    "w ← (2.762, −1.123) − 1·(1.594, 4.363) = (4.356, 3.24)",
    "t a = −1·−2.41 = 2.41 ≤ 0",
    "−ln P(class A) = −ln 0.5 = 0.6939",
    "H(S) = −13/24·log₂ 13/24 = 0.995",
    "‖z‖²/39 = 12.84/39 = 0.3393 of the trace 6.343",
    "share = 5.981 / 6.343 = 94.1 %",
    "P(accept) = min(1, e^(3.134)) = 0.04352",
    "y = [1.619 > 0] = 0",
    "cos θ = 0.1011 ≥ √n δ* / D = √1·0.7235 / 6.182 = 0.117",
    "the greatest margin has 1.266 ≤ δ ≤ 1.264",
    "a = (1, 2) · (3, 4) = (3, 8)",
    "d = (1, 2) − (1, 2) = (0, 0, 0)",
)


def said(*lines: str, numbers: tuple[Number, ...] = ()) -> Findings:
    return recomputed(Story("It is said.", "", lines, numbers))


@pytest.mark.parametrize("line", RIGHT)
def test_what_is_right_is_computed_and_holds(line: str) -> None:
    findings = said(line)
    assert findings.right and not findings.wrong and not findings.unread


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_found(line: str) -> None:
    assert said(line).wrong


@pytest.mark.parametrize(
    "line",
    [
        "w = (0.7459, 0.6661), the bias first",
        "a = 0.2·3 + … + 2 = 7.1",
        "y = (1, 2) · x + 6.15",
        "S row 1 = (2.587, −0.342)",
        "w ∝ (1, 2), made of length 1",
        "w · x − 10.28 = 0",
        "λ1 = (1, 2, …, 3) · (4, 5, …, 6) = 32",
    ],
)
def test_words_and_ellipses_are_skipped(line: str) -> None:
    findings = said(line)
    assert not findings.right and not findings.wrong and not findings.unread


def test_unknown_number_notation_is_reported() -> None:
    assert said("x = 3 ⊗ 4 = 12").unread
    assert said("x = (1, 2 = 3").unread == [] and said("x = 3 4 = 12").unread


def test_name_has_the_value_of_an_earlier_clause() -> None:
    assert said("m = 4.77, s² = 2.286", "1/√s² = 1/√2.286", "m / 2 = 2.385").right == [
        "1/√s² = 1/√2.286",
        "m / 2 = 2.385",
    ]
    assert said("m = 4.77", "m / 2 = 2.4").wrong
    assert said("w ← (1, 2) + (1, 1) = (2, 3)", "‖w‖² = 13").right
    assert said("w ← (1, 2) + (1, 1) = (2, 3)", "‖w‖² = 5").wrong


def test_name_has_the_value_of_a_story_number() -> None:
    activation = (Number("activation a", -2.0), Number("votes for B", 7), Number("w", np.array([3.0, 4.0])))
    assert said("3·a = −6", "‖w‖ = 5", numbers=activation).right
    assert said("3·a = 6", numbers=activation).wrong
    assert not said("y of B = 3", numbers=activation).wrong


def test_printed_value_stands_for_all_that_round_to_it() -> None:
    assert said("x = 2 / 3 = 0.6667").right and said("x = 2 / 3 = 0.666").wrong
    assert said("x = 0.5·0.5 = 0.25").right and said("x = 0.5·0.5 = 0.2502").wrong
    assert said("x = 1000·0.5002 = 500.2").right


NUMBERS = st.floats(-1e4, 1e4).filter(lambda x: abs(x) > 1e-3)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=5)


@given(PAIRS, NUMBERS)
def test_a_printed_sum_of_products_holds(pairs: list[tuple[float, float]], last: float) -> None:
    total = sum(x * y for x, y in pairs) + last
    shown = " + ".join(f"{figure(x)}·{figure(y)}" for x, y in pairs)
    assert said(f"a = {shown} {signed(last)} = {figure(total)}").right


@given(PAIRS, NUMBERS)
def test_changed_sign_and_dropped_term_are_found(pairs: list[tuple[float, float]], last: float) -> None:
    """Wherever the change is greater than what the rounding of the terms may hide."""
    total = sum(x * y for x, y in pairs) + last
    shown = " + ".join(f"{figure(x)}·{figure(y)}" for x, y in pairs)
    hidden = 2e-3 * (sum(abs(x * y) for x, y in pairs) + abs(last) + abs(total))
    if abs(last) > hidden:
        assert said(f"a = {shown} = {figure(total)}").wrong
        assert said(f"a = {shown} {signed(-last)} = {figure(total)}").wrong


@given(st.lists(NUMBERS, min_size=2, max_size=9), NUMBERS)
def test_a_printed_update_of_a_vector_holds(values: list[float], rate: float) -> None:
    old, step = np.array(values), np.array(values[::-1]) / 7
    new = old - rate * step
    line = f"w ← {vector(old)} − {figure(rate)}·{vector(step)} = "
    assert not said(line + vector(new)).wrong
    new[0] += 0.01 * (abs(old[0]) + abs(rate * step[0]))
    assert said(line + vector(new)).wrong


@pytest.mark.parametrize("line", ["π·0.5 = 0.15", "p = (1 − π)·0.2 = 0.14"])
def test_prior_pi_is_not_the_circle_constant(line):
    assert not recomputed(Story("", "", (line,))).wrong
    assert not recomputed(Story("", "", (line,), (Number("π", 0.3),))).wrong
    assert recomputed(Story("", "", (line,), (Number("π", 0.4),))).wrong


@pytest.mark.parametrize(
    "line", ["a = 2π = 6.283", "b = 1 − 0.5/π = 0.8408", "c = √(1 + π·2) = 2.699", "d = √π = 1.772"]
)
def test_pi_after_a_number_slash_or_root_is_the_circle_constant(line):
    assert not recomputed(Story("", "", (line,))).wrong and recomputed(Story("", "", (line,))).checked == 1
    assert recomputed(Story("", "", (line[:-2] + "00",))).wrong
