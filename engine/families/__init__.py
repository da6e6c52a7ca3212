"""Finds every ALGORITHM: in a family folder each package is an algorithm, and its name is the key."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from engine.base.errors import Refusal
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset


@cache
def algorithms() -> dict[str, Algorithm]:
    """Every algorithm by its key, families and files in alphabetical order."""
    found: dict[str, Algorithm] = {}
    for module in _homes():
        algorithm = importlib.import_module(f"{module}.loop").ALGORITHM
        if algorithm.key in found:
            raise ImportError(f"Two algorithms have the key {algorithm.key!r}: rename one of the packages.")
        found[algorithm.key] = algorithm
    return found


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


def _homes() -> list[str]:
    """The package of every algorithm, by its full name."""
    names = []
    for family in pkgutil.iter_modules(__path__):
        package = importlib.import_module(f"{__name__}.{family.name}")
        names += [f"{package.__name__}.{item.name}" for item in pkgutil.iter_modules(package.__path__) if item.ispkg]
    return names
