"""The vocabulary of marks is closed: the engine's marks and the canvas's painters are the same set."""

from __future__ import annotations

from typing import get_args

from engine.core.marks import MARKS, Mark
from tests.contract.drawing import CHECKS


def test_every_mark_has_a_painter() -> None:
    from gui.painters import PAINTERS

    assert set(PAINTERS) == set(MARKS)


def test_every_mark_is_in_the_union_and_has_a_check() -> None:
    assert set(get_args(Mark)) == set(MARKS) == set(CHECKS)
