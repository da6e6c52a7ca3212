"""What is looked for once stays while what it follows from is equal, and its parts are the very same."""

from __future__ import annotations

import numpy as np
import pytest

from gui.painters.once import Once


@pytest.mark.parametrize(
    ("what", "parts", "times"),
    [
        ((1.0, "a"), "same", 1),
        ((2.0, "a"), "same", 2),
        ((1.0, "a"), "equal", 2),
        ((1.0, "a"), "fewer", 2),
        ((1.0, "a"), "turned", 2),
    ],
)
def test_it_is_looked_for_again_only_when_something_is_another(what, parts, times):
    once, asked, one, other = Once[int](), [], np.zeros(2), np.ones(2)
    changed = {"same": (one, other), "equal": (one, np.ones(2)), "fewer": (one,), "turned": (other, one)}[parts]

    def find() -> int:
        asked.append(1)
        return len(asked)

    assert once.of((1.0, "a"), [one, other], find) == 1
    assert once.of(what, changed, find) == times == len(asked)


def test_what_it_follows_from_cannot_be_replaced_unseen_by_another_in_the_same_place_in_memory():
    once = Once[str]()
    for turn in range(50):
        assert once.of("uv", [np.full(3, turn)], lambda turn=turn: f"turn {turn}") == f"turn {turn}"
