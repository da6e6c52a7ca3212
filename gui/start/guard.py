"""One guard around every override of a Qt virtual, ours and pyqtgraph's, so that a bug in one is told and not fatal.

On Python 3.11 an exception that C code raises (`[][5]`, `1/0`, an index of numpy) inside a method that Qt calls ends
the process: PySide 6.8 to 6.10 fails before any hook has seen it. So no exception may reach Qt. Classes that exist
when `install` is called are guarded then, later ones as they are made: nothing else has to be done.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import wraps
from types import FunctionType
from typing import Any

from PySide6.QtCore import QRectF
from shiboken6 import Shiboken

OURS, THEIRS = "gui.", "pyqtgraph."
SILENT = ("paint", "undo", "redo", "highlightBlock", "reject")
"""Virtuals beside the events that return nothing: after an error nothing more is done."""
EMPTY: dict[str, Any] = {"boundingRect": QRectF(), "rowCount": 0, "columnCount": 0}
"""What is returned for a virtual that Qt itself has no answer to."""
PAUSE = 60.0
"""Seconds before the same fault is told again: one in a paint event happens at every frame."""


def install() -> None:
    """Guard what there is and whatever is to come. A second call changes nothing."""
    for kind in descendants(Shiboken.Object):
        guard(kind)
    setattr(Shiboken.Object, "__init_subclass__", classmethod(_made))  # noqa: B010  a class of C: mypy knows no method


def descendants(kind: type[Any]) -> Iterator[type[Any]]:
    """All classes below one, some perhaps more than once."""
    for below in type.__subclasses__(kind):
        yield below
        yield from descendants(below)


def _made(kind: type[Any], /, **_: Any) -> None:
    guard(kind)


def guard(kind: type) -> None:
    """Guard the overrides of Qt's virtuals that this class defines, if it is ours or pyqtgraph's."""
    for name in overrides(kind):
        if not is_guarded(method := vars(kind)[name]):
            setattr(kind, name, guarded(method, kind))


def overrides(kind: type) -> list[str]:
    """The methods of a class that Qt may call. Of pyqtgraph only events and painting: it calls the others itself."""
    if not kind.__module__.startswith((OURS, THEIRS)):
        return []
    names = [name for name, found in vars(kind).items() if isinstance(found, FunctionType) and name[:2] != "__"]
    if kind.__module__.startswith(THEIRS):
        names = [name for name in names if is_silent(name) or name in EMPTY]
    above = [vars(base) for base in kind.__mro__ if is_qt(base)]
    return [name for name in names if any(name in base for base in above)]


def is_qt(kind: type) -> bool:
    """Whether a class is Qt's own."""
    return kind.__module__.startswith("PySide6.")


def is_silent(name: str) -> bool:
    """Whether Qt expects no answer of a method."""
    return name.endswith("Event") or name in SILENT


def is_guarded(method: object) -> bool:
    """Whether errors of a method cannot reach Qt."""
    return hasattr(method, "guards")


def guarded(method: Callable[..., Any], kind: type) -> Callable[..., Any]:
    """The method; an error in it is given to `sys.excepthook`, and Qt gets what the class above would have said."""

    @wraps(method)
    def call(self: Any, *given: Any, **named: Any) -> Any:
        try:
            return method(self, *given, **named)
        except Exception as error:
            tell(error, method)
        return _instead(kind, method.__name__, self, given)

    vars(call)["guards"] = method
    return call


_told: dict[tuple[Callable[..., Any], type], float] = {}


def tell(error: Exception, method: Callable[..., Any]) -> None:
    """Report an error of a method, the same kind of error at most once a minute."""
    now, place = time.monotonic(), (method, type(error))
    if now - _told.get(place, -PAUSE) >= PAUSE:
        _told[place] = now
        sys.excepthook(type(error), error, error.__traceback__)


def _instead(kind: type, name: str, self: Any, given: tuple[Any, ...]) -> Any:
    if is_silent(name):
        return None
    try:
        return getattr(super(kind, self), name)(*given)
    except NotImplementedError:  # a pure virtual: Qt has no answer of its own
        return EMPTY.get(name)
