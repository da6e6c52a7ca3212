"""A small form of the random actions, and of files opened in the window; the long one is `tests.soak`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.soak.actions import ASKING, FREE, Machine
from tests.soak.opened import OPENED_ATTACKS
from tests.soak.watched import watched

ACTIONS, SEEDS, FILES = 150, 3, 60


@pytest.mark.full
@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_user_actions_raise_nothing(qapp: QApplication, seed: int) -> None:
    with watched() as under:
        wrong = Machine(under, seed).run(ACTIONS)
    assert not wrong, "\n".join(wrong)


@pytest.mark.full
@pytest.mark.parametrize("name", OPENED_ATTACKS)
def test_corrupted_file_is_opened_or_refused_and_the_session_kept(
    qapp: QApplication, name: str, tmp_path: Path
) -> None:
    with watched() as under:
        found = {seed: words for seed in range(FILES) if (words := OPENED_ATTACKS[name](seed, tmp_path, under))}
    assert not found


def test_the_actions_that_ask_are_actions() -> None:
    assert len(FREE) > 40 and not ASKING & {action.name for action in FREE}
