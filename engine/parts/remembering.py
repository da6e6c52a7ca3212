"""A function that is drawn twice is asked once, whichever of the pictures, each on its own thread, comes first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

import numpy as np

Function = Callable[[np.ndarray], np.ndarray]


class Remembering:
    """A function of places (m, 2) that knows its latest answer: two pictures of it on one grid cost one."""

    def __init__(self, function: Function) -> None:
        self.function, self._lock = function, Lock()
        self._latest: tuple[np.ndarray, np.ndarray] | None = None

    def __call__(self, places: np.ndarray) -> np.ndarray:
        with self._lock:
            if self._latest is None or not np.array_equal(self._latest[0], places):
                self._latest = np.array(places), self.function(places)
            return self._latest[1]
