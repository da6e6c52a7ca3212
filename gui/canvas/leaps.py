"""Whether a step was come to by a leap: only then the surfaces are arranged afresh, and nothing jumps on the way.

Other parameters are a leap too: what the run before drew may never come in this one.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

FAR = 3
"""A key that is held down may leave out a step or two; more is a leap."""


class Leaps:
    """Follows the step in view of the active run."""

    def __init__(self) -> None:
        self._seen: tuple[int, Any] | None = None

    def forget(self) -> None:
        """Another run: where it begins is no leap."""
        self._seen = None

    def leapt(self, index: int, params: Any, playing: bool) -> bool:
        """Whether the step at `index` is far from the one before, or of other parameters; not while a run plays, or
        the mouse holds anything, such as the timeline or a slider.
        """
        before, self._seen = self._seen, (index, params)
        if before is None or playing or QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            return False
        return abs(index - before[0]) >= FAR or params != before[1]
