"""Notes what a run asks of its parameters, or of its data set: what it never asks for can change nothing of it."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any

from engine.base.errors import Refusal
from engine.base.snapshot import fields_of, same

ALL = ("__dict__", "__reduce_ex__", "__getstate__")
"""Who asks for one of these has all there is."""


def noting(record: Any, asked: set[str], inside: bool = True) -> Any:
    """The same parameters or data, which add to `asked` the name of each field that is looked up, whoever does it.

    inside  also by a property; else the name of that alone is noted, for whoever compares what it comes to
    """
    opened: list[str] = []  # the properties that are being worked out

    class Noting(type(record)):  # type: ignore[misc]  # a class that is known when it runs
        def __getattribute__(self, name: str) -> Any:
            if opened:
                return super().__getattribute__(name)
            asked.add(name)
            if inside or not is_property(record, name):
                return super().__getattribute__(name)
            opened.append(name)
            try:
                return super().__getattribute__(name)
            finally:
                opened.pop()

    noted = copy.copy(record)
    object.__setattr__(noted, "__class__", Noting)
    asked.clear()
    return noted


def is_property(record: Any, name: str) -> bool:
    """Whether it is worked out from other fields when it is looked up."""
    return isinstance(getattr(type(record), name, None), (property, cached_property))


def is_asked(name: str, asked: set[str]) -> bool:
    return name in asked or not asked.isdisjoint(ALL)


def answers_alike(one: Any, other: Any, asked: set[str]) -> bool:
    """Whether two records have the same in all that was asked for, when what properties come to was noted by name."""
    if not asked.isdisjoint(ALL):
        return same(one, other)
    fields = {name for name, _ in fields_of(one)}
    try:
        names = (name for name in asked if name in fields or is_property(one, name))
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    except (Refusal, ValueError):  # one of them has it not, as one class alone has no signs: names come in any order
        return False
