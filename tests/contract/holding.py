"""Holds worked lines to the step that they are about: the weights they call w, and the bias b, are kept in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from engine.base.snapshot import arrays_in, fields_of
from engine.core.story import Story
from tests.contract.interval import Interval, Value
from tests.contract.recomputed import named

ROUNDING = 1e-9
LETTER = re.compile(r"(?<!\w)[wb](?!\w)")
"""Where w or b stands: what no line calls so need not be read again."""


def check_weights(story: Story, step: Any) -> int:
    """What the lines call w, or b, at last is printed from what the step keeps; how many of the two were looked up.

    A line agrees with itself whatever the weights are: "w = (2, 1), the bias first" relates nothing to nothing.
    """
    if not LETTER.search(" ".join(story.worked)):
        return 0
    lines = [line for line in _lines(step) if np.ndim(line.weights) == 1]
    if not lines:
        return 0
    called = named(story.worked)
    kept = {
        "w": [*(line.weights for line in lines), *(line.packed for line in lines), *arrays_in(step)],
        "b": [np.array([line.bias]) for line in lines],
    }
    there = [name for name in kept if called.get(name) is not None]
    for name in there:
        assert any(_is_row(called[name], array) for array in kept[name]), f"{name} is none that the step keeps: {story}"
    return len(there)


def _lines(record: Any) -> Iterator[Any]:
    """Every linear model inside a snapshot, however deep."""
    if is_dataclass(record) and not isinstance(record, type):
        if hasattr(record, "weights") and hasattr(record, "packed"):
            yield record
        for _, value in fields_of(record):
            yield from _lines(value)


def _is_row(said: Value, array: np.ndarray) -> bool:
    """Whether a printed vector may be one of the rows (n, M), with … for the middle of a long one."""
    shown = said if isinstance(said, tuple) else (said,)
    gap = shown.index(None) if None in shown else len(shown)
    parts = [part for part in shown if isinstance(part, Interval)]
    rows = np.atleast_2d(array)
    if rows.ndim != 2 or (rows.shape[1] != len(shown) if gap == len(shown) else rows.shape[1] < len(shown)):
        return False
    seen = np.concatenate([rows[:, :gap], rows[:, rows.shape[1] - len(parts) + gap :]], axis=1)
    low, high = np.array([part.low for part in parts]), np.array([part.high for part in parts])
    slack = ROUNDING * (1.0 + np.abs(low))
    return bool(((seen >= low - slack) & (seen <= high + slack)).all(axis=1).any())
