"""Whether an update that is worked out, `w ← w − η·g = (1, 2)`, ends at something that the step has now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of
from engine.core.story import Story
from tests.contract.claims import printed_number
from tests.contract.grounds import kept

ENDS = re.compile(r"←.*= \((?P<entries>[^()…]*)\)(?:[:,;] [^=]*)?$")
"""A worked line with an arrow, and the vector that it comes to."""


def check_updates(story: Story, step: Any) -> int:
    """The vector is a row or a column of what the step holds, but for what it calls before; how many there were."""
    ended = [(line, found["entries"].split(", ")) for line in story.worked if (found := ENDS.search(line))]
    for line, entries in ended:
        parts = [printed_number(entry.strip()) for entry in entries]
        low, high = (np.array([getattr(part, end) for part in parts]) for end in ("low", "high"))
        there = any(row.shape == low.shape and ((low <= row) & (row <= high)).all() for row in _rows_now(step))
        assert there, f"nothing that the step has now is what the update comes to: {line!r}"
    return len(ended)


def _rows_now(step: Any) -> Iterator[np.ndarray]:
    for name, value in fields_of(step):
        if "before" not in name and name != "origin":
            for array in kept(value):
                if np.ndim(array) in (1, 2):
                    matrix = np.atleast_2d(np.asarray(array, dtype=float))
                    yield from (*matrix, *(matrix.T if np.ndim(array) == 2 else ()))
