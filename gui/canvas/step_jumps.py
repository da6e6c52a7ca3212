"""Whether a step was come to by a leap: only then the surfaces are arranged afresh, and nothing jumps on the way.

Other parameters are a leap too: what the run before drew may never come in this one.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

FAR = 3
"""A key that is held down may leave out a step or two; more is a leap."""


class StepJumps:
    """Follows the step in view of the active run."""

    def __init__(self) -> None:
        self._seen: tuple[int, Any] | None = None
        self._stood_in = False  # whether a step of the run was shown in the place of its first that is wanted

    def forget(self) -> None:
        """Another run: where it begins is no leap."""
        self._seen, self._stood_in = None, False

    def jumped(self, index: int, params: Any, playing: bool, provisional: bool = False) -> bool:
        """Whether the step at `index` is far from the one before, or of other parameters; not while a run plays, or
        the mouse holds anything, such as the timeline or a slider.

        provisional  it stands in for another step: which of them are seen is a matter of time, and they do not count
        """
        if provisional:
            self._stood_in |= self._seen is None
            return False
        before, self._seen = self._seen, (index, params)
        stood_in, self._stood_in = self._stood_in, False
        if before is None:
            return stood_in
        if playing or QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            return False
        return abs(index - before[0]) >= FAR or params != before[1]
