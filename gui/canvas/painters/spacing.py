"""Where words in a row have room beside each other."""

from __future__ import annotations

from math import ceil


def spaced(places: range, size: float, room: float) -> range:
    """Every so many of some places in a row that what is written at them, of a size, does not overlap."""
    every = max(ceil(size / max(room, size / len(places))), 1) if places else 1
    return range(places.start - places.start % every, places.stop, every)
