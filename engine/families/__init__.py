"""Every algorithm is found by itself: in the folder of a family each package is one, and its name is the key."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from engine.base.errors import Refusal
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset


@cache
def homes() -> dict[str, str]:
    """The package of every algorithm by its key, families and homes in alphabetical order."""
    found: dict[str, str] = {}
    for family in pkgutil.iter_modules(__path__):
        folder = importlib.import_module(f"{__name__}.{family.name}")
        for home in pkgutil.iter_modules(folder.__path__):
            if home.ispkg:
                if home.name in found:
                    raise ImportError(f"Two algorithms have the key {home.name!r}: rename one of the packages.")
                found[home.name] = f"{folder.__name__}.{home.name}"
    return found


@cache
def algorithms() -> dict[str, Algorithm]:
    """The card of every algorithm by its key, families and homes in alphabetical order."""
    return {key: importlib.import_module(home).ALGORITHM for key, home in homes().items()}


def algorithm(key: str) -> Algorithm:
    """The algorithm with this key, or a Refusal that lists the keys."""
    known = algorithms()
    if key not in known:
        raise Refusal(f"There is no algorithm {key!r}. The keys are: {', '.join(known)}.")
    return known[key]


def suitable(data: Dataset) -> str:
    """The key of the first algorithm that this data suits, and of the first of all when none does."""
    known = algorithms()
    return next((key for key, item in known.items() if not item.unsuitable(data)), next(iter(known)))
