"""What takes long lets the other threads go on meanwhile: a call that holds the interpreter stills the window."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from engine.maths.algebra.laplacian import smallest
from engine.maths.algebra.least_squares import solved
from engine.maths.optimisation.newton import newton_step

SIDE, TRIES = 600, 5
RNG = np.random.default_rng(0)
HALF = RNG.normal(size=(SIDE, SIDE // 2))

LONG: dict[str, Callable[[], object]] = {
    "Newton's step without full rank": lambda: newton_step(np.ones(SIDE), HALF @ HALF.T),
    "the smallest eigenvalues": lambda: smallest(HALF @ HALF.T, 3),
    "least squares": lambda: solved(HALF, HALF[:, :1]),
}


@pytest.mark.parametrize("name", LONG)
def test_long_computations_release_the_interpreter(name):
    """One try in a few is enough: on a busy machine nobody may have looked for a while."""
    LONG[name]()  # the first time it may import
    assert any(longest_share(LONG[name]) < 0.3 for _ in range(TRIES))


def longest_share(work: Callable[[], object]) -> float:
    """Of the time that a thread computes, the share that passes at most between two looks of another thread."""
    spent: list[float] = []
    begin, end = threading.Event(), threading.Event()

    def working() -> None:
        begin.wait()
        work()
        spent.append(time.thread_time())
        end.wait()

    thread = threading.Thread(target=working)
    thread.start()
    clock, looks = time.pthread_getcpuclockid(thread.ident or 0), [0.0]
    begin.set()
    while not spent:
        looks.append(time.clock_gettime(clock))
        time.sleep(0.0005)
    end.set()
    thread.join()
    return float(max(np.diff([*looks, *spent])) / spent[0])
