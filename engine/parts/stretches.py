"""Where a run over many rows pauses."""

from __future__ import annotations

FEW = 40
"""So many rows are gone through one by one."""


def pauses(count: int, stretches: int, every: bool) -> list[int]:
    """After how many of `count` rows to stop: each of a few; of many at the ends of so many stretches, or each.

    >>> pauses(3, 1, False), pauses(100, 4, False)
    ([1, 2, 3], [25, 50, 75, 100])
    """
    if every or count <= FEW:
        return list(range(1, count + 1))
    return [round(count * part / stretches) for part in range(1, stretches + 1)]
