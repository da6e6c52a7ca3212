"""What a legend lists: the groups of points there are, or the steps of the scale of numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.parts.over_feature import target_title
from gui.look.shading import Scale, is_shade
from gui.look.theme import FIRST_SHADE, SHADES
from gui.painters.shaded import scale_of


@dataclass(frozen=True)
class Entry:
    """A group: its code, what it is called and how many points it has."""

    code: int
    name: str
    count: int


@dataclass(frozen=True)
class Ends:
    """What stands beside the scale of numbers: what they are, the least and the greatest."""

    title: str
    low: str
    high: str


def entries_of(data: Dataset, codes: np.ndarray | None, names: tuple[str, ...]) -> tuple[Entry, ...]:
    """The groups there are with their names, `names` in the place of the classes' own if there are any.

    Groups without points are left out, unless there is nothing else to list.
    """
    if codes is None:
        return ()
    scale = scale_of(data)
    if scale is not None and codes.min(initial=0) <= FIRST_SHADE:
        return _shades(scale, codes)
    called = names or data.class_titles
    own = codes is data.y and not names
    unnamed, *counted = data.class_sizes if own else np.bincount(codes + 1, minlength=len(called) + 1).tolist()
    counts = np.array(counted, dtype=np.int64)
    occurring = np.flatnonzero(counts) if np.count_nonzero(counts) > 1 else np.arange(len(called))
    listed = [Entry(code, called[code], int(counts[code])) for code in occurring.tolist()]
    if unnamed == data.n and data.classes_present:  # groups are shown, and there is none yet
        return (Entry(-1, "ungrouped", unnamed),)
    lacking = "ungrouped" if names and names != data.class_titles else "no class"
    return tuple(listed) + ((Entry(-1, lacking, unnamed),) if unnamed else ())


def _shades(scale: Scale, codes: np.ndarray) -> tuple[Entry, ...]:
    """The steps of the scale, each with the numbers between which it lies, and the rows without a number."""
    counts = np.bincount(-1 - codes, minlength=SHADES + 1).tolist()
    steps = ((FIRST_SHADE - step, scale.ends(FIRST_SHADE - step)) for step in range(SHADES))
    listed = tuple(Entry(code, f"{figure(a)} to {figure(b)}", counts[-1 - code]) for code, (a, b) in steps)
    return listed + ((Entry(-1, "no number", counts[0]),) if counts[0] else ())


def ends_of(data: Dataset, entries: tuple[Entry, ...]) -> Ends | None:
    """What stands beside the scale; None where the entries are no steps of one."""
    scale = scale_of(data)
    if scale is None or not any(is_shade(entry.code) for entry in entries):
        return None
    return Ends(target_title(data), figure(scale.low), figure(scale.high))
