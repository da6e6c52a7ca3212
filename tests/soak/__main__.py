"""python -m tests.soak [count] attacks the program with so many spoilt files of each kind, and tells what fell."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.soak.files import ATTACKS

COUNT = 2_000


def main(count: int) -> int:
    """Every attack so often; how many went wrong."""
    fallen = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, attack in ATTACKS.items():
            wrong = {seed: words for seed in range(count) if (words := attack(seed, Path(folder)))}
            fallen += len(wrong)
            print(f"{name}: {count:,} attacks, {len(wrong)} went wrong", flush=True)
            for seed, words in wrong.items():
                print(f"  seed {seed}: {words}")
    return fallen


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT) else 0)
