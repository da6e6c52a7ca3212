"""How far a query has come: the distances to the rows, sorted, and how many of the nearest were taken."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class QueryStep:
    """`distances` are those of the first rows, and of all once they are sorted."""

    distances: np.ndarray | None = None  # to the rows 0, 1, ...
    before: int = 0  # how many rows had been measured, or taken, at the step before
    order: np.ndarray | None = None  # (n,) the rows, the nearest first
    taken: int = 0  # so many of them are asked

    @property
    def told(self) -> int:
        """The row whose distance a step tells: the one just measured, of many the nearest."""
        assert self.distances is not None
        measured = len(self.distances)
        return measured - 1 if measured - self.before == 1 else int(np.argmin(self.distances))

    @property
    def near(self) -> np.ndarray:
        """The rows taken so far, the nearest first."""
        return np.zeros(0, dtype=np.intp) if self.order is None else self.order[: self.taken]

    @property
    def radius(self) -> float:
        """How far the last row taken is; 0 before there is one."""
        return float(self.distances[self.near[-1]]) if self.taken and self.distances is not None else 0.0

    @property
    def former_radius(self) -> float:
        """How far the last row was that had been taken at the step before; 0 before there was one."""
        assert self.order is not None and self.distances is not None
        return float(self.distances[self.order[self.before - 1]]) if 0 < self.before < self.taken else 0.0
