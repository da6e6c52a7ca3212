"""Notes which parameters a run asks for: one that it never asks for can change nothing of it."""

from __future__ import annotations

import copy
from typing import Any

ALL = ("__dict__", "__reduce_ex__", "__getstate__")
"""Who asks for one of these has all of the parameters."""


def noting(params: Any, asked: set[str]) -> Any:
    """The same parameters, which add to `asked` the name of each that is looked up, whoever does it."""

    class Noting(type(params)):  # type: ignore[misc]  # a class that is known when it runs
        def __getattribute__(self, name: str) -> Any:
            asked.add(name)
            return super().__getattribute__(name)

    noted = copy.copy(params)
    object.__setattr__(noted, "__class__", Noting)
    asked.clear()
    return noted


def is_asked(name: str, asked: set[str]) -> bool:
    return name in asked or not asked.isdisjoint(ALL)
