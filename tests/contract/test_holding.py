"""The weights that worked lines name are held to those of the step, wherever they stand in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from engine.base.words import vector
from engine.core.story import Story
from engine.models.linear import Hyperplane
from tests.contract.holding import check_weights


@dataclass(frozen=True)
class Step:
    model: Hyperplane
    walk: np.ndarray


LONG = np.arange(1.0, 10.0)
STEP = Step(Hyperplane(np.array([2.0, -1.0 / 3]), 0.5), np.array([[7.0, 8.0], [9.0, 4.0]]))


def held(*worked: str, step: Step = STEP) -> int:
    return check_weights(Story("It is said.", "", worked), step)


@pytest.mark.parametrize(
    "line",
    [
        "w = (2, −0.3333)",
        "w = (0.5, 2, −0.3333), the bias first",
        "w ← (1, 0) + (1, −0.3333) = (2, −0.3333)",
        "w = (9, 4)",
        "b ← 0 + 0.5 = 0.5",
    ],
)
def test_what_the_step_keeps_passes(line: str) -> None:
    assert held(line) == 1


@pytest.mark.parametrize("line", ["w = (2, 0.3333)", "w = (−0.3333, 2)", "w = (2)", "w = (2, −0.333)", "b = −0.5"])
def test_value_not_stored_in_the_step_is_reported(line: str) -> None:
    with pytest.raises(AssertionError, match="none that the step keeps"):
        held(line)


def test_ends_of_a_long_vector_are_checked() -> None:
    step = Step(Hyperplane(LONG, 0.5), np.zeros(3))
    assert "…" in vector(LONG) and held(f"w = {vector(LONG)}", step=step) == 1
    with pytest.raises(AssertionError):
        held(f"w = {vector(LONG[::-1])}", step=step)
    assert held("v = (1, 2)", "w of the first output = (3, 4)") == 0
