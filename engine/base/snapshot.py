"""A snapshot is a frozen record whose arrays nobody can write to, so that history cannot be corrupted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar, dataclass_transform

import numpy as np

T = TypeVar("T")

BLOCK = 32_768
"""So many numbers of two arrays are compared at a time."""


@dataclass_transform(frozen_default=True)
def snapshot(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass with read-only arrays that compares by content.

    An array that somebody else could still write to is copied; one that is already read-only is shared,
    so an unchanged array costs nothing in the next step.
    """
    if getattr(cls, "__eq__", None) is not same or "__post_init__" in vars(cls):  # else its base seals all fields
        setattr(cls, "__post_init__", _sealing(getattr(cls, "__post_init__", None)))  # noqa: B010
    setattr(cls, "__eq__", same)  # noqa: B010
    setattr(cls, "__hash__", None)  # noqa: B010
    return dataclasses.dataclass(frozen=True, eq=False)(cls)


def _sealing(inner: Callable[[Any], None] | None) -> Callable[[Any], None]:
    """What dataclass() lets follow on __init__: no array stays writeable, and then what the class itself asks."""

    def __post_init__(self: Any) -> None:
        fields = self.__dict__  # nothing else has been set yet
        for name, value in fields.items():
            if not isinstance(value, np.ndarray):
                continue
            if value.base is not None:
                fields[name] = read_only(value)
            elif value.flags.writeable:
                fields[name] = sealed(np.array(value))
        if inner is not None:
            inner(self)

    return __post_init__


def fields_of(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a dataclass instance by name."""
    for name in _names(record.__class__):
        yield name, getattr(record, name)


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The names of its fields, looked up once for each class: a run makes many thousands of records."""
    return tuple(item.name for item in dataclasses.fields(kind))


def read_only(array: np.ndarray) -> np.ndarray:
    """The array itself if nobody can write to it, else a read-only copy."""
    return array if _sealed(array) else sealed(np.array(array))


def sealed(array: np.ndarray) -> np.ndarray:
    """An array that nobody else has, so that it needs no copy to be read-only."""
    array.setflags(write=False)
    return array


def _sealed(array: Any) -> bool:
    """Whether neither the array nor anything it is a view of can be written to."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return False
        array = array.base
    return array is None


def same(one: Any, other: Any) -> bool:
    """Deep equality, to the last digit: arrays by type, shape and content; NaN equals NaN, and −0 equals 0."""
    if one is other:
        return True
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return _same_arrays(one, other)
    if type(one) is not type(other):
        return False
    if dataclasses.is_dataclass(one):
        return all(same(value, getattr(other, name)) for name, value in fields_of(one))
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other or (one != one and other != other))


def _same_arrays(one: Any, other: Any) -> bool:
    """Block by block: where they differ the rest is not looked at, and what is found of a block stays in the cache."""
    if not (isinstance(one, np.ndarray) and isinstance(other, np.ndarray)) or one.dtype != other.dtype:
        return False
    small = one.size <= BLOCK or one.shape != other.shape
    if small or not (one.flags.c_contiguous and other.flags.c_contiguous):
        return _same_numbers(one, other)
    flat, rest = one.reshape(-1), other.reshape(-1)
    parts = (slice(first, first + BLOCK) for first in range(0, flat.size, BLOCK))
    return all(_same_numbers(flat[part], rest[part]) for part in parts)


def _same_numbers(one: np.ndarray, other: np.ndarray) -> bool:
    """NaN is looked for only where something differs: it differs from itself."""
    return np.array_equal(one, other) or (one.dtype.kind in "fc" and np.array_equal(one, other, equal_nan=True))


PLAIN = frozenset({type(None), bool, int, float, str})
"""What most fields hold, and no array is in."""


def arrays_in(record: Any, met: set[int] | None = None) -> Iterator[np.ndarray]:
    """Every array inside a snapshot, however deep: what it weighs, and what must be read-only.

    met  the ids of what has been met before: it is passed over with all that it holds, and what is new is added
    """
    waiting = [record]
    while waiting:
        value = waiting.pop()
        if value.__class__ in PLAIN or (met is not None and id(value) in met):
            continue
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, (tuple, list)):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            waiting.extend(reversed(value.values()))
        elif hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
            waiting.extend([getattr(value, name) for name in reversed(_names(value.__class__))])
        else:
            continue  # a word or a number: so many ids would weigh more than they spare
        if met is not None:
            met.add(id(value))
