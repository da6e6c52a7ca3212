"""Notes what a run asks of its parameters, or of its data set: what it never asks for can change nothing of it."""

from __future__ import annotations

import copy
from typing import Any

ALL = ("__dict__", "__reduce_ex__", "__getstate__")
"""Who asks for one of these has all there is."""


def noting(record: Any, asked: set[str]) -> Any:
    """The same parameters or data, which add to `asked` the name of each field that is looked up, whoever does it."""

    class Noting(type(record)):  # type: ignore[misc]  # a class that is known when it runs
        def __getattribute__(self, name: str) -> Any:
            asked.add(name)
            return super().__getattribute__(name)

    noted = copy.copy(record)
    object.__setattr__(noted, "__class__", Noting)
    asked.clear()
    return noted


def is_asked(name: str, asked: set[str]) -> bool:
    return name in asked or not asked.isdisjoint(ALL)
