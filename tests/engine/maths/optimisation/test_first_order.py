"""Ways downhill that look at the gradient alone: two steps of each, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.optimisation.first_order import WAYS, nothing_yet

RATE, MU = 0.1, 0.5
FIRST, SECOND = np.array([2.0, -4.0]), np.array([1.0, 0.0])


@pytest.mark.parametrize(
    ("way", "one", "two"),
    [
        ("gradient descent", [-0.2, 0.4], [-0.1, 0.0]),
        ("momentum", [-0.2, 0.4], [-0.2, 0.2]),  # v = ½ (−0.2, 0.4) − (0.1, 0)
        ("Nesterov", [-0.3, 0.6], [-0.2, 0.1]),  # ½ v − η g
        ("AdaGrad", [-0.1, 0.1], [-0.1 / 5**0.5, 0.0]),
        ("RMSProp", [-0.1 / 0.1**0.5, 0.1 / 0.1**0.5], [-0.1 / (0.9 * 0.4 + 0.1) ** 0.5, 0.0]),
        ("Adam", [-0.1, 0.1], [-0.1 * (4 / 3) / (4.996 / 1.999) ** 0.5, 0.1 * (4 / 3) / (15.984 / 1.999) ** 0.5]),
    ],
)
def test_two_steps_by_hand(way: str, one: list[float], two: list[float]) -> None:
    step, memory = WAYS[way](FIRST, nothing_yet(2), RATE, MU)
    assert step == pytest.approx(one, abs=1e-7)
    assert WAYS[way](SECOND, memory, RATE, MU)[0] == pytest.approx(two, abs=1e-7)


def test_optimiser_state_is_read_only() -> None:
    _, memory = WAYS["Adam"](FIRST, nothing_yet(2), RATE, MU)
    assert memory.t == 1 and not memory.v.flags.writeable and not memory.s.flags.writeable
