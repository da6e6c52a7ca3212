"""What counts as a leap: a step that only stands in for the one that is wanted does not."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from gui.canvas.step_jumps import StepJumps


@pytest.mark.parametrize("on_the_way", [(), (3,), (3, 11, 20)])
def test_picture_after_a_jump_does_not_depend_on_the_way(qapp: QApplication, on_the_way) -> None:
    jumps = StepJumps()
    assert not any(jumps.jumped(index, None, playing=False, provisional=True) for index in on_the_way)
    assert jumps.jumped(25, None, playing=False) == bool(on_the_way), "what only they have drawn on goes"
    assert not any(jumps.jumped(index, None, playing=False, provisional=True) for index in on_the_way)
    assert not jumps.jumped(26, None, playing=False) and jumps.jumped(5, None, playing=False)
