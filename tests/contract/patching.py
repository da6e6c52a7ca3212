"""Puts a mutant in the place of a module that runs: whoever has its functions already calls what is broken."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tests.contract.mutating import Mutant, Neighbours


def source_of(module: ModuleType) -> str:
    return Path(file_of(module)).read_text(encoding="utf-8")


def file_of(module: ModuleType) -> str:
    assert module.__file__ is not None
    return module.__file__


def patch(module: ModuleType, mutant: Mutant) -> None:
    """Give the functions of a module the code that they have in the mutant, and its constants if it is one of those."""
    fresh: dict[str, Any] = {key: vars(module)[key] for key in ("__name__", "__file__", "__package__")}
    exec(compile(mutant.put_into(source_of(module)), file_of(module), "exec"), fresh)
    for name, old in list(vars(module).items()):
        if not name.startswith("__") and name in fresh and fresh[name] is not old:
            _put(module, name, old, fresh[name], constants=not mutant.within)


def _put(module: ModuleType, name: str, old: Any, new: Any, constants: bool) -> None:
    for one, other in zip(_functions(old), _functions(new), strict=True):
        one.__code__, one.__defaults__, one.__kwdefaults__ = other.__code__, other.__defaults__, other.__kwdefaults__
    if constants and not callable(old):
        for holder in list(sys.modules.values()):
            if getattr(holder, "__name__", "").startswith("engine.") and vars(holder).get(name) is old:
                setattr(holder, name, new)


def _functions(value: Any) -> Iterator[FunctionType]:
    """The function that it is at heart, or those of a class."""
    if isinstance(value, type):
        for _, part in sorted(vars(value).items()):
            inner = part.fget if isinstance(part, property) else part
            inner = inner.func if isinstance(inner, cached_property) else getattr(inner, "__func__", inner)
            if isinstance(inner, FunctionType) and inner.__module__ == value.__module__:
                yield inner
    elif callable(value) and isinstance(inner := inspect.unwrap(value), FunctionType):
        yield inner


def neighbours_in(*modules: ModuleType) -> Neighbours:
    """For each field of the records that these modules know the next one of the record with the same annotation."""
    found: dict[str, str] = {}
    for kind in {value for module in modules for value in vars(module).values() if isinstance(value, type)}:
        if dataclasses.is_dataclass(kind) and kind.__name__ not in ("Story", "Number", "Surface", "Algorithm"):
            alike: dict[str, list[str]] = {}
            for item in dataclasses.fields(kind):
                alike.setdefault(str(item.type), []).append(item.name)
            for names in alike.values():
                if len(names) > 1:
                    found |= zip(names, [*names[1:], names[0]], strict=True)
    return found


def forget(family: str) -> None:
    """Let go of what the functions of a family, and of what families share, have kept of their answers."""
    for name, module in list(sys.modules.items()):
        if name.startswith((f"engine.families.{family}.", "engine.parts.")):
            for kept in list(vars(module).values()):
                if callable(getattr(kept, "cache_clear", None)):
                    kept.cache_clear()
