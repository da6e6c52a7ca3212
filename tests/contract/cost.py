"""What the contract takes of the processor for each algorithm: `python -m tests.contract.cost [key ...]` prints it.

Of two turns, on one thread, the smaller: on a machine that others use the clock on the wall says more of the others.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter

for _pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_pool, "1")

import engine  # noqa: E402  the settings above are read when the libraries are loaded
from engine.core.algorithm import Algorithm  # noqa: E402
from tests.contract.pool import pool  # noqa: E402
from tests.contract.promises import PROMISES  # noqa: E402
from tests.cycles import look_seldom  # noqa: E402

BUDGET = 2.0
"""Seconds an algorithm: with a hundred and twenty of them the contract then takes four minutes on one core."""
TURNS = 2
SHARED = "tests.contract.pool"
"""What all algorithms share is made once for all of them."""


def forget() -> None:
    """Let go of every run that an earlier turn has made."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tests.contract.") and name != SHARED:
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear") and kept.__module__ != SHARED:
                    kept.cache_clear()


def spent(algorithm: Algorithm) -> Counter[str]:
    """Seconds of the processor for each promise."""
    forget()
    taken: Counter[str] = Counter()
    for promise in PROMISES:
        began = time.process_time()
        promise(algorithm)
        taken[promise.__name__] = time.process_time() - began
    return taken


def main(keys: list[str]) -> None:
    pool()
    look_seldom()  # as the tests do
    whole = 0.0
    for key in keys or engine.algorithms():
        taken = min((spent(engine.algorithm(key)) for _ in range(TURNS)), key=Counter.total)
        whole += taken.total()
        most = ", ".join(f"{name} {seconds:.2f}" for name, seconds in taken.most_common(3))
        print(f"{key:24}{taken.total():6.2f} s{' !' if taken.total() > BUDGET else '  '} {most}", flush=True)
    print(f"{'all':24}{whole:6.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
