"""A number for each class; where there are many classes, for those alone that have most of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.core.story import Number
from engine.data.dataset import Dataset

FEW = 8
"""So many classes are named one by one; of more, those that have any and the others together."""


def leading(values: np.ndarray, data: Dataset) -> list[int]:
    """The classes that are named, in the order of the table.   values (K,) from 0"""
    present = list(data.classes_present)
    most = sorted(sorted(present, key=lambda code: -float(values[code]))[:FEW])
    some = [code for code in most if values[code] > 0]
    return present if len(present) <= FEW or len(present) - len(some) == 1 else some


def others(values: np.ndarray, data: Dataset) -> tuple[str, float]:
    """The classes that are not, in words, and what they have together; no words where all are named."""
    named = leading(values, data)
    rest = [code for code in data.classes_present if code not in named]
    words = f"the other {len(rest)} classes" if named else f"any of the {len(rest)} classes"
    return (words, values[rest].sum().item()) if rest else ("", 0.0)


def per_class(called: Callable[[str], str], values: np.ndarray, data: Dataset) -> tuple[Number, ...]:
    """What each class has; `called` makes the name of the number from that of the class."""
    words, rest = others(values, data)
    each = tuple(Number(called(data.class_name(c)), values[c].item()) for c in leading(values, data))
    return (*each, Number(called(words), rest)) if words else each
