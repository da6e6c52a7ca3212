"""Imports as Python makes them. Imports no Qt until it is asked to."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from types import ModuleType

MIRRORED = ("QtCore", "QtGui", "QtWidgets")
"""The modules of Qt that pyqtgraph has again under its own name."""


def import_lightly() -> None:
    """Import Qt and pyqtgraph without what both do at that for other programs than this."""
    without_reading()
    without_copying()


def without_reading() -> None:
    """Import Qt, and let Python's own `import` stay in force afterwards.

    PySide puts one of its own in its place, which reads the source of every module that is imported from then on, to
    see whether it asks for `from __feature__ import …`. None here does, and that reading is a tenth of the start.
    """
    own = builtins.__import__
    import_module("PySide6.QtCore")
    builtins.__import__ = own


def without_copying() -> None:
    """Import pyqtgraph, and let it look up in Qt what it asks of its mirrors of Qt.

    It copies every name of three modules, so as to change some in its copy alone. PySide makes a class when its name is
    first asked for: of 900 the window needs a quarter, and the others are an eighth of the start.
    """
    if "pyqtgraph" in sys.modules:
        return
    originals = [import_module(f"PySide6.{name}") for name in MIRRORED]
    sys.modules.update({made.__name__: made for made in map(mirror, originals)})
    with ExitStack() as nothing_to_copy:
        for original in originals:
            nothing_to_copy.enter_context(names_hidden(original))
        import_module("pyqtgraph")


@contextmanager
def names_hidden(module: ModuleType) -> Iterator[None]:
    """Let `dir` find no name of a module, though all are there."""
    own = vars(module).get("__dir__")
    vars(module)["__dir__"] = list
    try:
        yield
    finally:
        del vars(module)["__dir__"]
        vars(module).update({"__dir__": own} if own else {})


def mirror(original: ModuleType) -> ModuleType:
    """A module that has all names of another, and may be given some of its own.

    It keeps what was looked up: to ask again takes a hundred times as long, and a zoom asks two hundred times.
    """
    made = ModuleType(f"pyqtgraph.Qt.{original.__name__.rpartition('.')[2]}")

    def looked_up(name: str) -> object:
        found = vars(made)[name] = getattr(original, name)
        return found

    vars(made)["__getattr__"] = looked_up
    vars(made)["__dir__"] = lambda: sorted({*vars(made), *dir(original)})
    return made
