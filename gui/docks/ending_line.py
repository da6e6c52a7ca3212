"""How the run of the timeline ended, or why it has not, on one line."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.ending import Ending
from gui.docks.scrub_bar import EDGE, State
from gui.look.appearance import Appearance
from gui.session.lane import Lane
from gui.session.runner import AHEAD


class EndingLine(QWidget):
    """How the run ended, with a sign and in words, on one line; the tool tip has all of them."""

    SIGNS: ClassVar[dict[str, str]] = {
        "converged": "check",
        "stopped": "stop",
        "failed": "warning",
        "refused": "warning",
        "halted": "pause",
        "computing": "play",
    }

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.kind, self.words, self.who = "", "", ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, QFontMetrics(self._appearance.font("small")).lineSpacing() + 2)

    def show_ending(
        self, ending: Ending | None, refusal: str, going_on: str, who: str = "", state: State = "ended"
    ) -> None:
        """Say how it ended, why it cannot run, or that it goes on; of several runs, first `who` steps."""
        kind, words = ("refused", refusal) if refusal else (ending.kind, ending.words) if ending else (state, going_on)
        if (kind, words, who) != (self.kind, self.words, self.who):
            self.kind, self.words, self.who = kind, words, who
            self.setToolTip(self.said())
            self.setAccessibleName(self.toolTip())
            self.update()

    def said(self) -> str:
        """The whole line."""
        ended = self.kind in ("converged", "stopped", "failed")
        return self.who + (f"{self.kind.capitalize()}: {self.words}" if ended else self.words)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._appearance.theme
        painter.setFont(self._appearance.font("small"))
        wrong = self.kind == "failed"
        left, side = EDGE, self.height() - 3
        if self.kind in self.SIGNS:
            tint = dict.fromkeys(("converged", "computing"), theme.accent).get(
                self.kind, theme.wrong if wrong else theme.quiet
            )
            self._appearance.icon(self.SIGNS[self.kind], tint).paint(painter, left, 1, side, side)
            left += side + 4
        painter.setPen(QColor(theme.wrong if wrong else theme.quiet))
        room = self.width() - left - EDGE
        text = painter.fontMetrics().elidedText(self.said(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)


def state_of(lane: Lane) -> State:
    """Whether the rest of a run is being computed, waits until it is wanted, was stopped, or is known."""
    if lane.ending is not None or lane.refusal:
        return "ended"
    if lane.halted:
        return "halted"
    return "waiting" if lane.known >= AHEAD and lane.settled else "computing"


def going(state: State, known: int) -> str:
    """What is said of a run that has not ended.

    >>> going("halted", 1200)
    'Stopped by you: 1,200 steps are known'
    """
    if not known:
        return ""
    steps = f"{known:,} steps are known"
    more = {"computing": f"Computing: {steps} so far", "halted": f"Stopped by you: {steps}"}
    return more.get(state, f"{steps}; the rest is computed when it is wanted")
