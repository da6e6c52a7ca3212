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
def test_cached_value_is_recomputed_only_after_a_change(what, parts, times):
    once, asked, one, other = Once[int](), [], np.zeros(2), np.ones(2)
    changed = {"same": (one, other), "equal": (one, np.ones(2)), "fewer": (one,), "turned": (other, one)}[parts]

    def find() -> int:
        asked.append(1)
        return len(asked)

    assert once.of((1.0, "a"), [one, other], find) == 1
    assert once.of(what, changed, find) == times == len(asked)


def test_cache_is_not_fooled_by_a_reused_memory_address():
    once = Once[str]()
    for turn in range(50):
        assert once.of("uv", [np.full(3, turn)], lambda turn=turn: f"turn {turn}") == f"turn {turn}"
