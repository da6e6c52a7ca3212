"""What a fitted thing can do. Models are few and shared; export is written once per kind of model.

Each is a read-only snapshot with the vocabulary of scikit-learn where it has one: `predict(X)` gives class codes,
`decision_function(X)`, `predict_proba(X)`, `transform(X)`. X is (n, d). What a model can do is what methods it has.

A kind of model is a class under `@model` in a file of this folder; it is found by itself. In a notebook all kinds are
here, `engine.models.Hyperplane`; our own files import them from where they stand, so that their types are known.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from engine.models.shapes import MARK


def kinds() -> dict[str, type]:
    """Every kind of model by its name: what save_model, load_model and recipes know."""
    return {name: kind for name, kind in parts().items() if vars(kind)[MARK] == "model"}


@cache
def parts() -> dict[str, type]:
    """Every kind of model and of what a model is made of: what a file may hold besides arrays and numbers."""
    found: dict[str, type] = {}
    for item in pkgutil.iter_modules(__path__):
        for kind in _marked(f"{__name__}.{item.name}"):
            if kind.__name__ in found:
                raise ImportError(f"Two kinds of model are called {kind.__name__}: rename one of the classes.")
            found[kind.__name__] = kind
    return found


def _marked(module: str) -> list[type]:
    """The classes that stand in a module under `@model` or `@part`, in their order."""
    here = (value for value in vars(import_module(module)).values() if isinstance(value, type))
    return [kind for kind in here if kind.__module__ == module and MARK in vars(kind)]


def __getattr__(name: str) -> Any:
    if name.startswith("_") or name not in parts():
        raise AttributeError(f"There is no kind of model {name!r}.")
    return parts()[name]


def __dir__() -> list[str]:
    return [*globals(), *parts()]
