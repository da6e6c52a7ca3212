"""Preparing a table: each step is fitted to the training rows and then applied to any rows of the same columns.

A step is a class under `@step` in a file of this folder, with what it learns under `@learnt` beside it. It is found by
itself: a new step is one class, and nothing else is touched.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from engine.data.preparing.step import MARK, Step


def steps() -> dict[str, type[Step]]:
    """Every kind of step by its name, in the order in which people usually take them."""
    found: list[type[Step]] = [kind for kind in parts().values() if vars(kind)[MARK] == "step"]
    return {kind.__name__: kind for kind in sorted(found, key=lambda kind: (kind.ORDER, kind.__name__))}


@cache
def parts() -> dict[str, type]:
    """Every kind of step and of what one learns: what a file may hold of a preparation."""
    found: dict[str, type] = {}
    for item in pkgutil.iter_modules(__path__):
        for kind in vars(import_module(f"{__name__}.{item.name}")).values():
            if isinstance(kind, type) and kind.__module__ == f"{__name__}.{item.name}" and MARK in vars(kind):
                if kind.__name__ in found:
                    raise ImportError(f"Two parts of preparations are called {kind.__name__}: rename one of them.")
                found[kind.__name__] = kind
    return found
