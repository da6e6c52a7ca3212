"""What takes long lets the other threads go on meanwhile: a call that holds the interpreter stills the window."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from engine.families.clustering.counting import distinct_points
from engine.maths.algebra.laplacian import smallest
from engine.maths.algebra.least_squares import solved
from engine.maths.optimisation.newton import newton_step

SIDE = 500
RNG = np.random.default_rng(0)
HALF = RNG.normal(size=(SIDE, SIDE // 2))
TALL = RNG.normal(size=(300_000, 2))

LONG: dict[str, Callable[[], object]] = {
    "Newton's step without full rank": lambda: newton_step(np.ones(SIDE), HALF @ HALF.T),
    "the smallest eigenvalues": lambda: smallest(HALF @ HALF.T, 3),
    "least squares": lambda: solved(HALF, HALF[:, :1]),
    "distinct points": lambda: distinct_points(TALL, 20),
}


@pytest.mark.parametrize("name", LONG)
def test_nobody_is_kept_waiting_for_the_interpreter(name):
    """Measured by the time that the working thread computes between two looks: a busy machine is no matter."""
    spent: list[float] = []
    begin, end = threading.Event(), threading.Event()

    def work():
        begin.wait()
        LONG[name]()
        spent.append(time.thread_time())
        end.wait()

    thread = threading.Thread(target=work)
    thread.start()
    clock, looks = time.pthread_getcpuclockid(thread.ident), [0.0]
    begin.set()
    while not spent:
        looks.append(time.clock_gettime(clock))
        time.sleep(0.0005)
    end.set()
    thread.join()
    longest = max(np.diff([*looks, *spent]))
    assert longest < 0.02 or longest < 0.5 * spent[0]
