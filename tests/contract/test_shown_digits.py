"""The reader of digits: what a hand comes to passes, a result that needs more than is shown of its parts does not."""

from __future__ import annotations

import pytest

from engine.core.story import Story
from tests.contract.shown_digits import coarse

ENOUGH = (
    "0.045376 + 0.015965 = 0.06134",
    "h₁ = tanh(1.369) = 0.8785",
    "(1.0739, 2) · (3, 4) − 11.222 = −0.0003",
    "40·1.23456 − 49.382 = 0",
    "x ← 0.5",
)
TOO_FEW = (
    "0.06219 − 0.06053 = 0.001657",
    "h₁ = tanh(1.369) = 0.8786",
    "40·1.235 − 49.38 = 0",
    "w ← (2.333) − 3·(0.3333) = (1.334)",
)


@pytest.mark.parametrize("line", ENOUGH)
def test_shown_digits_suffice_for_a_hand_computation(line: str) -> None:
    assert not coarse([Story("It is said.", "", (line,))])


@pytest.mark.parametrize("line", TOO_FEW)
def test_result_from_hidden_digits_is_reported(line: str) -> None:
    assert coarse([Story("It is said.", "", (line,))]) == [line]
