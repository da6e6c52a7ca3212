"""The rooms of an algorithm are its modules: opened when one is first needed, and what is broken is said in words."""

from __future__ import annotations

import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from engine.base.errors import Refusal

WANTED = {"loop": ("run", "bound", "Params"), "drawing": ("marks",), "telling": ("explain",)}
"""Every room, and what must be in it."""
FURTHER = {"errata": ("ERRATA", "misprints"), "following": ("followed",)}
"""Rooms that a package may have besides."""


class Rooms:
    """The rooms of the package `home`. They are opened together, so that what is wrong with one is known at once.

    fault   why it cannot be opened, in words; "" as long as nothing is known to be wrong
    """

    def __init__(self, home: str, fault: str = "") -> None:
        self.home = home
        self.fault = fault
        self._open: dict[str, ModuleType] = {}

    def __getitem__(self, name: str) -> ModuleType:
        """A room, or a Refusal that says what is wrong."""
        if not self.opened():
            raise Refusal(self.fault)
        return self._open[name]

    def further(self, name: str) -> ModuleType | None:
        """A room that a package may have besides, or None; a Refusal as for the others."""
        return self[name] if self.opened() and name in self._open else None

    def opened(self) -> bool:
        """Whether all rooms can be entered; they are tried once."""
        if not self.fault and not self._open:
            try:
                there = {name: FURTHER[name] for name in FURTHER if find_spec(f"{self.home}.{name}")}
                self._open = {name: entered(f"{self.home}.{name}", *held) for name, held in (WANTED | there).items()}
            except Exception as error:  # whatever a module may do when it is run
                self.fault = broken(error)
        return not self.fault


def entered(module: str, *wanted: str) -> ModuleType:
    """A module in which all that is wanted of it stands."""
    room = import_module(module)
    for name in wanted:
        if not hasattr(room, name):
            raise ImportError(f"{Path(room.__file__ or module).name} has no {name}")
    return room


def broken(error: Exception) -> str:
    """What a module died of, and where.

    >>> broken(ImportError("loop.py has no bound"))
    'It cannot be opened: ImportError: loop.py has no bound.'
    """
    if isinstance(error, SyntaxError):
        said, place = error.msg, f"{Path(error.filename or '?').name}, line {error.lineno}"
    else:
        said, place = str(error).removesuffix(f" ({getattr(error, 'path', '')})").rstrip("."), _place(error)
    return f"It cannot be opened: {type(error).__name__}: {said}{f' ({place})' if place else ''}."


def _place(error: Exception) -> str:
    """The file and the line; '' where an import itself failed."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename]
    if not frames or frames[-1].filename == __file__:
        return ""
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
