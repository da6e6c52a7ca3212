"""One picture for each move of a hand: moved points wait a moment for the frame that answers them."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QGraphicsView

from gui.canvas.surfaces.still import HELD

HOLD = 24
"""Milliseconds for which moved points wait at most."""
AT_ONCE = 10
"""Number of edits painted at once after a late frame, unless a frame is in time again."""


class Together(QObject):
    """Keeps the picture of a surface as it is from an edit of its points until their frame is there.

    To paint the points alone and then once more with the frame takes twice as long, and keeps the worker from the
    frame meanwhile. While frames take longer the points do not wait, and no paint that is due is put off again; once a
    frame comes in time, they wait again.

    waited  no frame has come in time: the points are to be drawn without it
    """

    waited = Signal()

    def __init__(self, view: QGraphicsView) -> None:
        super().__init__(view)
        self._view, self._mode = view, view.viewportUpdateMode()
        self._at_once = 0
        self._due = False
        self._since: float | None = None  # when the first edit was painted at once that no frame has followed yet
        self._timer = QTimer(self, singleShot=True, interval=HOLD)
        self._timer.timeout.connect(self._give_up)

    @property
    def holding(self) -> bool:
        """Whether an edit is not painted yet because its frame is awaited."""
        return self._view.viewportUpdateMode() == HELD

    def edited(self) -> None:
        """The points have moved, and a frame is on its way."""
        if self._at_once:
            self._at_once -= 1
            self._since = time.monotonic() if self._since is None else self._since
        elif not self._due and not self.holding:
            self._view.setViewportUpdateMode(HELD)
            self._timer.start()

    def framed(self) -> None:
        """A frame is shown now, or nothing in its place: have it painted with the points."""
        if self.holding:
            self._timer.stop()
            self._show()
        elif self._since is not None:
            in_time, self._since = 1000 * (time.monotonic() - self._since) < HOLD, None
            self._at_once = 0 if in_time else self._at_once

    def painted(self) -> None:
        """The picture is up to date."""
        self._due = False

    def _give_up(self) -> None:
        self._at_once = AT_ONCE
        self.waited.emit()
        self._show()

    def _show(self) -> None:
        self._due = True
        self._view.setViewportUpdateMode(self._mode)
        self._view.viewport().update()
