"""Pauses of a worker that goes on and on."""

from __future__ import annotations

import time
from collections.abc import Callable

SLICE, REST, LONGEST = 0.004, 0.25, 0.02
"""Pulling ahead pauses this often, for this share of the time since the last pause, and at most this long, so that the
window keeps its share of the interpreter: beside a step of 60 ms a pause of 1 ms was none.
"""


class WorkerPauses:
    """Pauses after every slice of work, so that the window keeps its share of the interpreter.

    pause(seconds)   waits so long, or until a request comes
    """

    def __init__(self, pause: Callable[[float], object]) -> None:
        self._pause, self._since = pause, time.monotonic()

    def taken(self) -> bool:
        """Whether it was time for a pause, and one was made."""
        worked = time.monotonic() - self._since
        if worked <= SLICE:
            return False
        self._pause(min(REST * worked, LONGEST))
        self._since = time.monotonic()
        return True
