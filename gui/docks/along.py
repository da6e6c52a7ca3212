"""What the curves are drawn along: the steps, or a measure that never falls, such as the nodes of a tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gui.session.lane import Lane

STEPS = "steps"


def rising(curve: Sequence[float] | np.ndarray) -> bool:
    """Whether every step has a value, none below the one before, and the last is above the first.

    >>> rising([1, 3, 3, 5]), rising([1, 3, 2]), rising([2, 2]), rising([1, float("nan"), 3])
    (True, False, False, False)
    """
    values = np.asarray(curve, dtype=float)
    there = len(values) > 1 and bool(np.isfinite(values).all())
    return there and bool((np.diff(values) >= 0).all() and values[-1] > values[0])


def choices(lane: Lane) -> list[str]:
    """What there is to draw along: the steps, and what rises with them."""
    return [STEPS, *(name for name, curve in list(lane.curves.items()) if rising(curve[: lane.known]))]


def places(lane: Lane, along: str) -> np.ndarray:
    """(known,) where each step of a run is; none where the run does not measure what they are drawn along."""
    if along == STEPS:
        return np.arange(lane.known, dtype=float)
    values = np.array(lane.curves.get(along, [])[: lane.known], dtype=float)
    return values if rising(values) else values[:0]


def nearest(at: np.ndarray, x: float) -> tuple[int, float] | None:
    """The step that is nearest to a place of the axis, and where it is itself; None where there is no step."""
    if not len(at):
        return None
    step = int(np.argmin(np.abs(at - x)))
    return step, float(at[step])
