"""How the run of the timeline ended, or why it has not, beside the bar."""

from __future__ import annotations

import math
import re
from typing import ClassVar

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.core.ending import Ending
from gui.docks.scrub_bar import EDGE, State
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.lane import Lane
from gui.session.runner import AHEAD

LINES = 2
"""Maximum number of lines, which are no higher than a button."""
MOST_LINES, STEP = 6, 8
"""In a narrow window a long ending has so many lines at most; to so many pixels it is known how wide it must be."""
SHOWN = 7000
"""How many milliseconds what has just been done is told."""
READ = 60_000
"""How many milliseconds the whole of the words stays that a click has brought."""
CUT = "…"
SENTENCE, CLAUSE, WORD = re.compile(r"(?<=\.)\s"), re.compile(r"(?<=[,;])\s"), re.compile(r"(?<![=<>≤≥+−])\s")
"""The gaps behind a sentence, behind a part of one, and behind a word that what follows is not the number of."""
WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)


class EndingLine(QWidget):
    """How the run ended, with a sign and in words, on two lines; the tool tip has all of them, and a click brings it.

    The type is never smaller than any other of the window, and for the back row it is large and in ink. Of words that
    are too long whole sentences are shown, of a sentence whole clauses, and of a clause whole words.
    """

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
        self.kind, self.words, self.stepping, self._news = "", "", "", ""
        self._lines = LINES
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._over = QTimer(self, singleShot=True, interval=SHOWN)
        self._over.timeout.connect(lambda: self.say(""))

    def wanted(self, most: int) -> tuple[int, int]:
        """The least width, up to `most`, at which all of the words stand on two lines; and how many lines at that."""
        font, around = self._appearance.font("small"), 2 * EDGE + self.line_height() + 3

        def lines(width: int) -> int:
            return math.ceil((taken(font, self.said(), width - around) - 1) / self.line_height())

        if not self.said() or lines(most) > LINES:
            return most, min(max(lines(most), LINES), MOST_LINES)
        low, high = around + 1, most
        while high - low > STEP:
            middle = (low + high) // 2
            low, high = (low, middle) if lines(middle) <= LINES else (middle, high)
        return high, LINES

    def keep_lines(self, lines: int) -> None:
        """Have room for so many lines."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def line_height(self) -> int:
        """The height of one line of words."""
        return QFontMetrics(self._appearance.font("small")).lineSpacing() + 2

    def sizeHint(self) -> QSize:
        return QSize(200, self._lines * self.line_height())

    def say(self, words: str) -> None:
        """Something that has just been done takes the place of the ending for a while; "" for the ending again."""
        self._news = words
        self._over.start() if words else self._over.stop()
        self.update()

    def show_ending(
        self, ending: Ending | None, refusal: str, going_on: str, stepping: str = "", state: State = "ended"
    ) -> None:
        """Say how it ended, why it cannot run, or that it goes on; of several runs, first which of them step."""
        kind, words = ("refused", refusal) if refusal else (ending.kind, ending.words) if ending else (state, going_on)
        if (kind, words, stepping) != (self.kind, self.words, self.stepping):
            self.kind, self.words, self.stepping = kind, words, stepping
            self.setToolTip(plain(self.said()))
            self.setAccessibleName(self.said())
            self.update()

    def said(self) -> str:
        """The whole line."""
        ended = self.kind in ("converged", "stopped", "failed")
        return self.stepping + (f"{self.kind.capitalize()}: {self.words}" if ended else self.words)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._appearance.theme
        wrong = self.kind == "failed" and not self._news
        left, side = EDGE, self.line_height() - 3
        if self.kind in self.SIGNS and not self._news:
            tint = dict.fromkeys(("converged", "computing"), theme.accent).get(
                self.kind, theme.wrong if wrong else theme.quiet
            )
            top = (self.height() - side) // 2
            self._appearance.icon(self.SIGNS[self.kind], tint).paint(painter, left, top, side, side)
            left += side + 6
        calm = theme.ink if self._appearance.presentation else theme.quiet
        painter.setPen(QColor(theme.wrong if wrong else calm))
        room = QRect(left, 0, self.width() - left - EDGE, self.height())
        font, words = self.fitted(self._news or self.said(), room.size())
        painter.setFont(font)
        painter.drawText(room, WRAPPED, words)
        shape = Qt.CursorShape.PointingHandCursor if words.endswith(CUT) else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Accept the press, so that the release arrives here too."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """All of the words, until the mouse leaves them; before it is let go Qt would take them away again."""
        QToolTip.showText(event.globalPosition().toPoint(), self.toolTip(), self, self.rect(), READ)

    def fitted(self, words: str, room: QSize) -> tuple[QFont, str]:
        """The type, and as many of the words as fit, up to where a sentence, a clause or a word ends."""
        font = self._appearance.font("small")

        def fits(shown: str) -> bool:
            return taken(font, shown, room.width()) <= room.height()

        if fits(words):
            return font, words
        for ends in (SENTENCE, CLAUSE, WORD):
            parts = [f"{words[: end.start()].rstrip(',;')} {CUT}" for end in ends.finditer(words)]
            if fitting := [part for part in parts if fits(part)]:
                return font, fitting[-1]
        shown = len(words)
        while shown and not fits(words[:shown] + CUT):
            shown -= 1
        return font, words[:shown] + CUT


def taken(font: QFont, words: str, width: int) -> int:
    """The height of words that are broken at this width."""
    return QFontMetrics(font).boundingRect(QRect(0, 0, max(width, 1), 10_000), WRAPPED, words).height()


def state_of(lane: Lane) -> State:
    """Whether the rest of a run is being computed, waits until it is wanted, was stopped, or is known."""
    if lane.ending is not None or lane.refusal:
        return "ended"
    if lane.halted:
        return "halted"
    return "waiting" if lane.known >= AHEAD and lane.settled else "computing"


def told_at(lane: Lane) -> Ending | None:
    """The ending where the last step is in view; before, it would answer what the steps are there to ask.

    A run that failed says so at once: something has to be put right.
    """
    ending, frame = lane.ending, lane.frame
    if ending is None or frame is None or ending.kind == "failed":
        return ending
    return ending if frame.index >= lane.known - 1 else None


def going(state: State, known: int) -> str:
    """What is said of a run that has not ended, or whose end is not in view.

    >>> going("halted", 1200)
    'Stopped by you: 1,200 steps are known'
    >>> going("ended", 24)
    'The run ends at step 23: the ending is told there'
    """
    if not known:
        return ""
    if state == "ended":
        return f"The run ends at step {known - 1:,}: the ending is told there"
    steps = f"{known:,} steps are known"
    more = {"computing": f"Computing: {steps} so far", "halted": f"Stopped by you: {steps}"}
    return more.get(state, f"{steps}; the rest is computed on demand")
