"""Whether two runs are the same, step by step and bit by bit."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of, same


class SameRuns:
    """Compares the steps of two runs bit for bit; the records and arrays that steps share are compared once."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, int], tuple[Any, Any]] = {}  # which keeps them, so that nothing else gets their ids

    def alike(self, one: Any, other: Any) -> bool:
        """Whether two values, or all that two records hold, are the same to the last bit."""
        if one is other:
            return True
        if not (is_dataclass(one) or isinstance(one, (np.ndarray, tuple))):
            return same(one, other) and bits(one) == bits(other)
        key = (id(one), id(other))
        if key not in self._met:
            if not self._alike(one, other):
                return False
            self._met[key] = (one, other)
        return True

    def _alike(self, one: Any, other: Any) -> bool:
        if type(one) is not type(other):
            return False
        if isinstance(one, np.ndarray):
            return bool(bits(one) == bits(other))
        if isinstance(one, tuple):
            return len(one) == len(other) and all(map(self.alike, one, other))
        return all(self.alike(value, getattr(other, name)) for name, value in fields_of(one))


def bits(value: Any) -> Any:
    """Every bit of a snapshot: what its arrays hold, and the printed form of the rest, where −0 is not 0."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if is_dataclass(value):
        return type(value).__name__, *((name, bits(item)) for name, item in fields_of(value))
    return tuple(map(bits, value)) if isinstance(value, (tuple, list)) else repr(value)
