"""python -m tests.soak [files [actions [first]]] attacks the program with so many spoilt files of each kind, and with
random actions. `first` is the seed to begin with, so that the whole can be done in parts.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import tests.conftest  # noqa: F401  a home of its own: nothing of the person who runs it is touched
from gui.start.app import application
from tests.soak.actions import Machine
from tests.soak.files import ATTACKS
from tests.soak.opened import OPENED_ATTACKS
from tests.soak.watched import watched

FILES, ACTIONS, FIRST = 2_000, 10_000, 0
SEEDS = 10
"""Number of seeds that share the actions."""


def main(files: int, actions: int, first: int) -> int:
    """Every attack so often; how many went wrong."""
    application()
    seeds = range(first, first + files)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fallen = sum(_told(kind, seeds, lambda seed, a=attack: a(seed, folder)) for kind, attack in ATTACKS.items())
        with watched() as under:
            for kind, opened in OPENED_ATTACKS.items():
                fallen += _told(kind, seeds, lambda seed, a=opened: a(seed, folder, under))  # type: ignore[misc]
    return fallen + sum(_hands(seed, actions // SEEDS) for seed in range(first, first + SEEDS))


def _told(name: str, seeds: range, attack: Callable[[int], str]) -> int:
    wrong = {seed: words for seed in seeds if (words := attack(seed))}
    print(f"{name}: {len(seeds):,} attacks, {len(wrong)} went wrong", flush=True)
    for seed, words in wrong.items():
        print(f"  seed {seed}: {words}")
    return len(wrong)


def _hands(seed: int, actions: int) -> int:
    with watched() as under:
        wrong = Machine(under, seed).run(actions)
    print(f"actions {seed}: {actions:,} actions, {len(wrong)} went wrong", flush=True)
    print("\n".join(wrong), end="\n" if wrong else "")
    return len(wrong)


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:4]]
    sys.exit(1 if main(*(given + [FILES, ACTIONS, FIRST][len(given) :])) else 0)
