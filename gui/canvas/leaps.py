"""Whether a step was come to by a leap: only then the surfaces are arranged afresh, and nothing jumps on the way."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

FAR = 3
"""A key that is held down may leave out a step or two; more is a leap."""


class Leaps:
    """Follows the step in view of the active run."""

    def __init__(self) -> None:
        self._seen: int | None = None

    def forget(self) -> None:
        """Another run: where it begins is no leap."""
        self._seen = None

    def leapt(self, index: int, playing: bool) -> bool:
        """Whether the step at `index` is far from the one before; not while a run plays, or the mouse holds anything,
        such as the timeline.
        """
        before, self._seen = self._seen, index
        held = QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton
        return before is not None and abs(index - before) >= FAR and not playing and not held
