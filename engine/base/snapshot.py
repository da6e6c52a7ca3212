"""A snapshot is a frozen record with read-only arrays, so that history cannot be corrupted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

import numpy as np

T = TypeVar("T")

BLOCK = 32_768
"""So many numbers of two arrays are compared at a time."""


@dataclass_transform(frozen_default=True)
def snapshot(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass with read-only arrays that compares by content.

    An array that could still be written to elsewhere is copied; one that is already read-only is shared,
    so an unchanged array costs nothing in the next step.
    """
    setattr(cls, "__eq__", same)  # noqa: B010
    setattr(cls, "__hash__", None)  # noqa: B010
    made = dataclasses.dataclass(frozen=True, eq=False, init=False)(cls)
    setattr(made, "__init__", _filling(made))  # noqa: B010
    return made


def _filling(cls: type) -> Callable[..., None]:
    """The `__init__` that dataclass() would write, where it asks for every field, and no array stays writeable.

    A field with `init=False` is refused, and an `InitVar` is no field: none is asked for. It fills the dictionary of
    the new record: to set each field past what freezes it takes three times as long, and a run makes many thousands
    of records. Its own names begin with an underscore, as those of fields do not.
    """
    if not all(item.init for item in dataclasses.fields(cls)):
        raise TypeError(f"{cls.__name__}: every field of a snapshot is asked for, so none can have init=False.")
    known: dict[str, Any] = {"_array": np.ndarray, "_read_only": read_only, "_absent": dataclasses.MISSING}
    heads, lines = ["self"], ["_fields = self.__dict__"]
    for item in sorted(dataclasses.fields(cls), key=lambda item: bool(item.kw_only)):
        if item.kw_only and "*" not in heads:
            heads.append("*")
        name, known[f"_{item.name}"], known[f"_new_{item.name}"] = item.name, item.default, item.default_factory
        asked = item.default is item.default_factory is dataclasses.MISSING
        heads.append(name if asked else f"{name}=_{name}")
        if item.default_factory is not dataclasses.MISSING:
            lines.append(f"if {name} is _absent: {name} = _new_{name}()")
        lines.append(f"_fields['{name}'] = _read_only({name}) if isinstance({name}, _array) else {name}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(heads)}):\n " + "\n ".join(lines), known)
    filling: Callable[..., None] = known["__init__"]
    filling.__qualname__ = f"{cls.__qualname__}.__init__"
    return filling


def fields_of(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a dataclass instance by name."""
    for name in _names(record.__class__):
        yield name, getattr(record, name)


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The names of its fields, looked up once for each class: a run makes many thousands of records."""
    return tuple(item.name for item in dataclasses.fields(kind))


@cache
def _held(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Looks up all its fields at once, the last first."""
    names = _names(kind)[::-1]
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)


def read_only(array: np.ndarray) -> np.ndarray:
    """The array itself if it is read-only, else a read-only copy."""
    if array.base is None and not array.flags.writeable:
        return array
    return array if _sealed(array) else sealed(np.array(array))


def sealed(array: np.ndarray) -> np.ndarray:
    """An array without other references, which is made read-only without a copy."""
    array.setflags(write=False)
    return array


def _sealed(array: Any) -> bool:
    """Whether neither the array nor anything it is a view of can be written to."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return False
        array = array.base
    return array is None


def signature(record: Any) -> Hashable:
    """A model, a basis, an array or a number as a key that can be hashed: equal for equal content.

    Functions with the same key draw the same picture.

    >>> signature(np.zeros(1)) == signature(np.zeros(1)), signature(np.zeros(1)) == signature(np.ones(1))
    (True, False)
    """
    if isinstance(record, np.ndarray):
        return record.shape, record.dtype.str, record.tobytes()
    if isinstance(record, (tuple, list)):
        return tuple(map(signature, record))
    if dataclasses.is_dataclass(record):
        return type(record).__name__, tuple((name, signature(value)) for name, value in fields_of(record))
    return record  # type: ignore[no-any-return]


def no_numbers() -> np.ndarray:
    """(0,) the default of a field whose numbers are not known yet."""
    return np.zeros(0)


def no_indices() -> np.ndarray:
    """(0,) the default of a field whose rows, or steps, are not known yet."""
    return np.zeros(0, dtype=np.intp)


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
            waiting.extend(_held(value.__class__)(value))
        else:
            continue  # a word or a number: so many ids would weigh more than they spare
        if met is not None:
            met.add(id(value))
