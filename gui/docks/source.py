"""The source: which lines of the algorithm's own loop made this step, and what its variables have now."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from gui.docks.dock import REFUSED, Dock, run_alone
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.source import SourceView

GRACE = 150
"""Milliseconds for which the lines of the step before stay lit while it is found out what ran for this one."""


class SourceDock(Dock):
    """Lights the source of the step in view of the active lane, a moment after its picture."""

    title = "Source"
    moved = Signal(bool)
    """The panel is requested in the right column, or back under the picture."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.view = SourceView(appearance)
        self.content.addWidget(self.view, 1)
        self._key, self._right = "", False
        self._late = QTimer(self, singleShot=True, interval=GRACE)
        self._late.timeout.connect(self.view.put_out)
        self.view.moved.connect(lambda: self.moved.emit(not self._right))
        self.stand_right(False)
        for changed in (session.source_ran, session.frame_changed, session.run_changed):
            changed.connect(self._lane_changed)
        session.lanes_changed.connect(self.touch)
        self.section.folded.connect(self._look)

    def stand_right(self, on: bool) -> None:
        """Say where it stands, and offer the other place."""
        self._right = on
        self.view.mover.setText("To the bottom" if on else "To the right column")
        self.view.mover.setToolTip("Show the source under the picture" if on else "Show the source beside the picture")

    def _lane_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.touch()

    def refresh(self) -> None:
        if not self.session.lanes:
            return
        lane = self.session.lane
        if lane.key != self._key or lane.refusal:
            self._key = lane.key
            self.view.forget(REFUSED if lane.refusal else "")
        ran = None if lane.refusal else lane.seen_running
        if ran is not None:
            self._late.stop()
            if ran is not self.view.ran:
                self.view.show_ran(ran)
        elif self.view.ran is not None and not self._late.isActive():
            self._late.start()

    def showEvent(self, event: QShowEvent) -> None:
        self._look()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look()

    def _look(self, *_: object) -> None:
        """An invisible panel computes nothing."""
        self.session.set_reading(self.isVisible() and not self.section.is_folded)


if __name__ == "__main__":
    run_alone(SourceDock, width=1000, height=300)
