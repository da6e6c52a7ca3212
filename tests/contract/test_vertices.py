"""What the promise about curves with dots and bars notices, on a step that is worked by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from engine.base.snapshot import snapshot
from engine.core.marks import Bars, Curve
from engine.core.story import Number, Story
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from tests.contract.vertices import Held

DATA = Dataset.from_arrays(np.arange(12.0).reshape(6, 2) ** 2, [0, 0, 1, 1, 1, 0])
CHART = Surface("chart", "Way", "x", "y")


@dataclass(frozen=True)
class Try:
    k: int
    error: float

    @property
    def twice(self) -> float:
        return 2 * self.error


@snapshot
class Step:
    way: np.ndarray
    tried: tuple[Try, ...]
    matrix: np.ndarray
    model: object = None


@dataclass(frozen=True)
class Params:
    k: int = 3


WAY = np.array([[0.0, 0.0], [0.5, 1.7], [2.5, -0.3]])
STEP = Step(WAY, (Try(2, 0.9), Try(4, 0.4), Try(7, 0.3)), np.array([[2.0, 1.0], [1.0, 2.0]]))
MEASURED = [{"E": 9.1}, {"E": 5.3}, {"E": 4.2}]
HELD = Held(STEP, DATA, Params(), Story("", "", (), (Number("D", 0.37), Number("R", 6.1))), MEASURED)


def curve(x, y, dots=True):
    return Curve(np.column_stack([x, y]), "path", dots=dots, surface=CHART)


def bars(*heights, **more):
    return Bars(np.array(heights), tuple("abcdef"[: len(heights)]), surface=CHART, **more)


@pytest.mark.parametrize(
    "right",
    [
        curve(*WAY.T),
        curve([0, 1, 2], [9.1, 5.3, 4.2]),
        curve([1, 2, 3], np.log10([0.9, 0.4, 0.3])),
        curve([2, 4, 7], [1.8, 0.8, 0.6]),
        bars(0.9, 0.4, 0.3, line=np.cumsum([0.9, 0.4, 0.3]) / 1.6),
        bars(3.0, 1.0),
        bars(0.4, 0.9),
        bars(0.37, 6.1),
        bars(0.1, -0.1, bases=np.array([0.3, 0.4])),
    ],
)
def test_what_the_step_holds_may_be_shown(right):
    assert HELD.check(right, {}) > 0


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (curve(*WAY[1:].T), "x of 'path'"),
        (curve([0, 1, 2], [5.3, 9.1, 4.2]), "y of 'path'"),
        (curve([2, 3, 4], [0.9, 0.4, 0.3]), "x of 'path'"),
        (curve([1, 2, 3], [0.9, 0.4, 1.3]), "y of 'path'"),
        (bars(0.9, 0.4, 0.31), "heights of 'bars'"),
        (bars(0.9, 0.4, 0.3, line=np.array([0.9, 1.3, 1.7])), "heights of 'line'"),
        (bars(0.37, 6.2), "heights of 'bars'"),
        (bars(0.15, 0.1, bases=np.array([0.3, 0.4])), "heights of 'bars'"),
    ],
)
def test_anything_else_needs_an_oracle(wrong, what):
    with pytest.raises(AssertionError, match=what):
        HELD.check(wrong, {})
    role = what.split("'")[1]
    HELD.check(wrong, {f"Way: {role}": lambda step, data, params: None})
