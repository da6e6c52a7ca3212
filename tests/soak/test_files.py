"""A small form of each attack on files; `python -m tests.soak` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.files import ATTACKS

SMALL = 120


@pytest.mark.parametrize("name", ATTACKS)
def test_fuzzed_files_are_read_or_refused_in_words(name: str, tmp_path: Path) -> None:
    wrong = {seed: words for seed in range(SMALL) if (words := ATTACKS[name](seed, tmp_path))}
    assert not wrong
