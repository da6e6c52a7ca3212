"""Painting goes first: until a view has its first look, the pictures beside it wait."""

from __future__ import annotations

import math
import threading
import time


class Hurry:
    """Which askers are in a hurry, and until when. The workers of all views share it, as they share the processors.

    longest  for how many seconds others stand back at most
    """

    def __init__(self, longest: float) -> None:
        self.longest = longest
        self._mail = threading.Condition()
        self._until: dict[tuple[object, int], float] = {}

    def begin(self, worker: object, key: int, times: int = 1) -> None:
        """The asker waits for what this worker computes for it, so many times as long as others at most."""
        with self._mail:
            self._until[worker, key] = time.perf_counter() + times * self.longest

    def end(self, worker: object, key: int) -> None:
        """Called when the worker is done or cancelled."""
        with self._mail:
            if self._until.pop((worker, key), None) is not None:
                self._mail.notify_all()

    @property
    def is_on(self) -> bool:
        """Whether any asker is in a hurry."""
        with self._mail:
            return self._longest(None) > time.perf_counter()

    def stand_back(self, worker: object, longest: float = math.inf) -> None:
        """Wait for askers in a hurry because of other workers, so many seconds at most."""
        over = time.perf_counter() + longest
        with self._mail:
            while (left := min(self._longest(worker), over) - time.perf_counter()) > 0:
                self._mail.wait(left)

    def _longest(self, worker: object) -> float:
        return max((until for (other, _), until in self._until.items() if other is not worker), default=0.0)


class Patience:
    """Stands back for a hurry again and again, but all in all no longer than so many seconds.

    waited  for how many seconds it has
    """

    def __init__(self, hurry: Hurry, longest: float) -> None:
        self._hurry, self._longest = hurry, longest
        self.waited = 0.0

    def stand_back(self) -> None:
        """Wait, while there is patience left."""
        if self.waited < self._longest:
            began = time.perf_counter()
            self._hurry.stand_back(self, self._longest - self.waited)
            self.waited += time.perf_counter() - began


HURRY = Hurry(0.03)
HAND = Hurry(0.1)
"""After an edit by hand: another may follow, and until none comes slow work beside the plane waits."""
STEP = Hurry(0.03)
"""For a requested step: what is beside the plane waits until it is painted and explained."""
