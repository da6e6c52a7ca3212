"""Imports as Python makes them. Imports no Qt until it is asked to."""

from __future__ import annotations

import builtins
from importlib import import_module


def without_reading() -> None:
    """Import Qt, and let Python's own `import` stay in force afterwards.

    PySide puts one of its own in its place, which reads the source of every module that is imported from then on, to
    see whether it asks for `from __feature__ import …`. None here does, and that reading is a tenth of the start.
    """
    own = builtins.__import__
    import_module("PySide6.QtCore")
    builtins.__import__ = own
