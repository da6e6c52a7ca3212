"""Finds every ALGORITHM: each module of a family folder that has one is an algorithm, and its stem is the key."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import engine
from engine.base.errors import Refusal
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset

INFRASTRUCTURE = frozenset({"core", "data", "maths", "export"})


@cache
def algorithms() -> dict[str, Algorithm]:
    """Every algorithm by its key, families and files in alphabetical order."""
    found: dict[str, Algorithm] = {}
    for module in _family_modules():
        algorithm = getattr(importlib.import_module(module), "ALGORITHM", None)
        if algorithm is None:
            continue
        if algorithm.key in found:
            raise ImportError(f"Two algorithms have the key {algorithm.key!r}: rename one of the files.")
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


def _family_modules() -> list[str]:
    """Every module of every family folder, by its full name."""
    names = []
    for family in pkgutil.iter_modules(engine.__path__):
        if family.ispkg and family.name not in INFRASTRUCTURE:
            package = importlib.import_module(f"engine.{family.name}")
            names += [f"engine.{family.name}.{item.name}" for item in pkgutil.iter_modules(package.__path__)]
    return names
