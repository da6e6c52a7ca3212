"""Painting has priority: until a view has its first look, the pictures beside it wait."""

from __future__ import annotations

import math
import threading
import time


class Priority:
    """Which callers have priority, and until when. The workers of all views share it, as they share the processors.

    longest  how many seconds other workers wait at most
    """

    def __init__(self, longest: float) -> None:
        self.longest = longest
        self._mail = threading.Condition()
        self._until: dict[tuple[object, int], float] = {}

    def begin(self, worker: object, key: int, times: int = 1) -> None:
        """A caller waits for this worker, at most `times` as long as usual: other workers wait meanwhile."""
        with self._mail:
            self._until[worker, key] = time.perf_counter() + times * self.longest

    def end(self, worker: object, key: int) -> None:
        """Called when the worker is done or cancelled."""
        with self._mail:
            if self._until.pop((worker, key), None) is not None:
                self._mail.notify_all()

    @property
    def is_on(self) -> bool:
        """Whether any caller has priority."""
        with self._mail:
            return self._longest(None) > time.perf_counter()

    def wait(self, worker: object, longest: float = math.inf) -> None:
        """Wait while callers of other workers have priority, at most `longest` seconds."""
        over = time.perf_counter() + longest
        with self._mail:
            while (left := min(self._longest(worker), over) - time.perf_counter()) > 0:
                self._mail.wait(left)

    def _longest(self, worker: object) -> float:
        return max((until for (other, _), until in self._until.items() if other is not worker), default=0.0)


class WaitBudget:
    """Waits for a priority repeatedly, but no longer than `longest` seconds in total.

    waited  for how many seconds it has waited
    """

    def __init__(self, priority: Priority, longest: float) -> None:
        self._priority, self._longest = priority, longest
        self.waited = 0.0

    def wait(self) -> None:
        """Wait, unless the time limit is used up."""
        if self.waited < self._longest:
            began = time.perf_counter()
            self._priority.wait(self, self._longest - self.waited)
            self.waited += time.perf_counter() - began


FIRST_LOOK = Priority(0.03)
DRAG = Priority(0.1)
"""After an edit by the user: another may follow, and slow work beside the plane waits for it."""
STEP = Priority(0.03)
"""For a requested step: what is beside the plane waits until it is painted and explained."""
