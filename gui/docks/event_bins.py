"""The events of a run as codes and as counts by bins, so that a million of them are painted as fast as ten."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.story import Event

MOST_BINS = 4096
"""Maximum number of bins of equal width; when a run outgrows them, neighbouring bins are merged."""
AT_ONCE = 20_000
"""Maximum number of events read at a time, so that the picture is not delayed."""


class EventBins:
    """Extended as the run goes on: code k is the k-th kind seen, −1 is none.

    codes   (known,) the kind of each step
    counts  (kinds, bins) how often each kind occurs in each bin of `width` steps
    totals  (kinds,) how often in all
    """

    def __init__(self) -> None:
        self._list: Sequence[Event | None] = ()
        self._forget()

    def _forget(self) -> None:
        self.kinds: dict[Event, int] = {}
        self._codes = np.empty(1024, dtype=np.int16)
        self._read = 0
        self.width = 1
        self.counts = np.zeros((0, MOST_BINS), dtype=np.int64)

    @property
    def codes(self) -> np.ndarray:
        return self._codes[: self._read]

    @property
    def totals(self) -> np.ndarray:
        return np.asarray(self.counts.sum(axis=1))

    def read(self, events: Sequence[Event | None], known: int) -> bool:
        """Take in what is new, at most so much at once; another list is another run. True if more is left to read."""
        if events is not self._list:
            self._list = events
            self._forget()
        fresh = events[self._read : min(known, self._read + AT_ONCE)]
        if fresh:
            kinds = self.kinds
            self._add(np.array([-1 if event is None else kinds.setdefault(event, len(kinds)) for event in fresh]))
        return self._read < known

    def _add(self, fresh: np.ndarray) -> None:
        first, last = self._read, self._read + len(fresh)
        if last > len(self._codes):
            self._codes = np.concatenate([self._codes, np.empty(max(len(self._codes), len(fresh)), dtype=np.int16)])
        self._codes[first:last], self._read = fresh, last
        while last > MOST_BINS * self.width:
            halved = self.counts.reshape(len(self.counts), MOST_BINS // 2, 2).sum(axis=2)
            self.counts = np.pad(halved, ((0, 0), (0, MOST_BINS // 2)))
            self.width *= 2
        missing = len(self.kinds) - len(self.counts)
        self.counts = np.pad(self.counts, ((0, missing), (0, 0)))
        there = np.flatnonzero(fresh >= 0)
        np.add.at(self.counts, (fresh[there], (first + there) // self.width), 1)

    def shares(self, parts: int) -> np.ndarray:
        """(kinds, parts) the share of steps of each kind in each of so many equal parts of what has been read."""
        if not self._read or parts < 1:
            return np.zeros((len(self.kinds), max(parts, 0)))
        bins = -(-self._read // self.width)
        part = np.minimum((np.arange(bins) + 0.5) * self.width * parts // max(self._read, 1), parts - 1).astype(int)
        steps = np.full(bins, self.width)
        steps[-1] = self._read - (bins - 1) * self.width
        sums = np.zeros((len(self.kinds), parts))
        for kind, row in enumerate(self.counts):
            sums[kind] = np.bincount(part, row[:bins], parts)
        return sums / np.maximum(np.bincount(part, steps, parts), 1)

    def near(self, step: int, reach: int) -> int | None:
        """The step with an event that is nearest to this one and not further off than `reach`."""
        first = max(step - reach, 0)
        found = first + np.flatnonzero(self.codes[first : step + reach + 1] >= 0)
        return int(found[np.argmin(np.abs(found - step))]) if len(found) else None

    def between(self, first: int, last: int) -> dict[Event, int]:
        """How often each kind occurs from one step to another, both included."""
        codes = self.codes[max(first, 0) : last + 1]
        counts = np.bincount(codes[codes >= 0], minlength=len(self.kinds))
        return {kind: int(counts[code]) for kind, code in self.kinds.items() if counts[code]}
