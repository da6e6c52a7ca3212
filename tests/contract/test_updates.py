"""What the promise about worked updates notices."""

from __future__ import annotations

import numpy as np
import pytest

from engine.base.snapshot import snapshot
from engine.core.story import Story
from tests.contract.updates import check_updates


@snapshot
class Step:
    before: np.ndarray
    weights: np.ndarray
    rows: np.ndarray


STEP = Step(np.array([1.0, 2.0]), np.array([0.5, -1.2345678]), np.array([[3.0, 4.0], [5.0, 6.0]]))


@pytest.mark.parametrize(
    "line", ["w ← (1, 2) + (−0.5, −3.235) = (0.5, −1.235)", "w(b) ← (1, 1) + (4, 5) = (5, 6): it moved most"]
)
def test_update_ends_at_what_the_step_has(line):
    assert check_updates(Story("It is.", "", (line, "a = 3", "x = (1, 2)")), STEP) == 1


def test_update_ending_at_what_was_before_is_noticed():
    with pytest.raises(AssertionError, match="nothing that the step has now"):
        check_updates(Story("It is.", "", ("w ← (1, 2) + (0, 0) = (1, 2)",)), STEP)
