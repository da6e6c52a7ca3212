"""A run beside the run: it makes a step once more, this time watched, to say what ran of the source."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Generator
from typing import Any

from engine.core.ending import Ending
from engine.core.passages import ran
from engine.core.ran import Ran
from engine.core.watching import NobodyWaits, Watch

Run = Generator[Any, None, Ending]

AT_HAND = 64
"""How many answers are kept, so that the steps around the one in view are told at once."""


class Rerun:
    """Goes on from where it was, or starts again when it is asked about an earlier step. `start_again()` must return
    a fresh generator of the very same steps: the run that is looked at never pays for the looking.
    """

    def __init__(self, start_again: Callable[[], Run]) -> None:
        self._start_again = start_again
        self._paused: tuple[Run, int, Any] | None = None
        """The run, the index of its next step, and its newest step."""
        self._told: OrderedDict[int, Ran] = OrderedDict()
        self._lock = threading.Lock()

    def ran(self, index: int, unless: Callable[[], bool]) -> Ran | None:
        """What ran for step `index`, or None when `unless()` became true before that was known."""
        with self._lock:
            if index not in self._told and (found := self._watched(index, unless)) is not None:
                self._told[index] = found
                if len(self._told) > AT_HAND:
                    self._told.popitem(last=False)
            return self._told.get(index)

    def away(self, index: int) -> int:
        """How many steps must be made again before step `index` can be watched."""
        paused = self._paused
        if index in self._told:
            return 0
        return index - paused[1] if paused is not None and paused[1] <= index else index

    def _watched(self, index: int, unless: Callable[[], bool]) -> Ran | None:
        run, here, newest = self._before(index)
        self._paused = None  # an interrupt below would leave it at an unknown position
        while here < index:
            newest, here = next(run), here + 1
            if unless():
                self._paused = run, here, newest
                return None
        watch = Watch(run, unless)
        try:
            step = watch.step()
        except NobodyWaits:
            return None
        self._paused = run, index + 1, step
        return ran(watch, run, step, newest)

    def _before(self, index: int) -> tuple[Run, int, Any]:
        """A run that has not made the step yet."""
        if self._paused is not None and self._paused[1] <= index:
            return self._paused
        return self._start_again(), 0, None
