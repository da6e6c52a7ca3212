"""The transport: play, step and seek through the run of the active lane."""

from __future__ import annotations

import math
import re
import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from gui.docks.dock import Dock, run_alone
from gui.docks.ending_line import LINES, EndingLine, going, state_of, told_at
from gui.docks.scrub_bar import ScrubBar, State
from gui.docks.step_counter import StepCounter
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.regions.priority import DRAG, STEP
from gui.session.comparing import names
from gui.session.session import Session

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, math.inf)
REFUSED = "There are no steps."
"""All that is said here of a run that cannot be; why it cannot stands over the picture."""
BUTTONS = (
    ("first", "Go to the first step", lambda session: session.go_to(0)),
    ("previous_event", "Go back to the previous event", lambda session: session.next_event(-1)),
    ("previous", "Go back one step", lambda session: session.step(-1)),
    ("play", "Play", lambda session: session.toggle_play()),
    ("next", "Go on one step", lambda session: session.step(1)),
    ("next_event", "Go on to the next event", lambda session: session.next_event(1)),
    ("last", "Run to the last step", lambda session: session.go_to_end()),
)
"""Every button: its icon, what it does in words, and what it asks of the session."""
SHARES = {False: (1, 1), True: (1, 2)}
"""How the bar and the words share what the buttons leave, usually and for the back row, where words are larger."""
BAR = 120
"""Pixels that a long ending leaves of the bar."""
SOON = 30
"""Milliseconds after which it is told how far a run is that goes on."""
LONG = 400
"""Milliseconds after which a run that is still being computed can be stopped by a button."""


class TimelineDock(Dock):
    """Buttons, speed, the scrub bar, how far the run is, and how it ended."""

    title = "Timeline"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.show_heading(False)
        self.buttons: dict[str, QToolButton] = {}
        self.speed = SpeedChooser(session.speed, self)
        self.bar = ScrubBar(appearance, self)
        self.readout = self.counter = StepCounter(self)
        self.words = EndingLine(appearance, self)
        self.stop = QPushButton(self)
        self.stop.setStyleSheet("padding: 0 6px;")
        self.stop.clicked.connect(self._stop_or_go_on)
        self._since, self._done, self._goes_on = 0.0, session.table.undo.index(), False
        self._long = QTimer(self, singleShot=True, interval=LONG)
        self._long.timeout.connect(self.touch)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._tell)
        self._lay_out()
        self._dress()
        self.bar.sought.connect(self._seek)
        self.bar.stepped.connect(session.step)
        self.counter.sought.connect(self._seek)
        self.speed.chosen.connect(session.set_speed)
        session.speed_changed.connect(self.speed.show_speed)
        session.frame_changed.connect(self._lane_changed)
        session.progressed.connect(self._progressed)
        session.lanes_changed.connect(self.touch)
        session.together_changed.connect(self.touch)
        session.run_changed.connect(self._told_soon)
        session.playing_changed.connect(self._show_playing)
        session.said.connect(self._say)
        session.table.undo.indexChanged.connect(self._forget_undone)

    def _lay_out(self) -> None:
        """All on one line, the height of which the picture gets."""
        row = self._row = QHBoxLayout()
        row.setSpacing(1)
        for name, words, ask in BUTTONS:
            button = QToolButton(self)
            button.setToolTip(plain(words))
            button.setAccessibleName(words)
            button.clicked.connect(lambda _=False, ask=ask: ask(self.session))
            self.buttons[name] = button
            row.addWidget(button)
        for part, gap in ((self.speed, 6), (self.bar, 8), (self.readout, 4), (self.words, 8), (self.stop, 4)):
            row.addSpacing(gap)
            row.addWidget(part)
        self.content.setContentsMargins(8, 0, 8, 0)
        self.content.addLayout(row)
        self.readout.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def refresh(self) -> None:
        self._soon.stop()
        if not self.session.lanes:
            return
        lane = self.session.lane
        state = state_of(lane)
        if lane.refusal:
            self.bar.show_nothing()
            self.readout.setText("")
        self.bar.show_run(lane.events, lane.known, state)
        if lane.frame is not None and not lane.refusal:
            index = lane.frame.index
            if not self.bar.dragging:
                self.bar.show_index(index)
            known = max(lane.known, index + 1)
            self.readout.setText(readout(index, known, state == "ended"))
            self.readout.setFixedSize(self._width_for(known), self.readout.fontMetrics().height())
        refusal, words = REFUSED if lane.refusal else "", going(state, lane.known)
        steps = "" if self.appearance.presentation else stepping(self.session)  # there it stands on the picture
        self.words.show_ending(told_at(lane), refusal, words, steps, state)
        self._share()
        self._offer_to_stop(state if not lane.refusal else "ended")

    def _share(self) -> None:
        """The bar and the words share what the buttons leave; an ending that would be cut takes more, then lines."""
        room = self.bar.width() + self.words.width()
        usual = SHARES[self.appearance.presentation]
        wide, lines = self.words.wanted(max(room - BAR, 1))
        ended = self.session.lane.ending is not None
        fits = not ended or wide <= room * usual[1] / sum(usual)
        self.words.keep_lines(lines if ended else LINES)
        shares = usual if fits else (max(room - wide, 1), wide)
        for part, share in zip((self.bar, self.words), shares, strict=True):
            self._row.setStretch(self._row.indexOf(part), share)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.session.lanes:
            self._share()

    def _offer_to_stop(self, state: State) -> None:
        """A button while a long run is being computed, and another after it was stopped."""
        if state != "computing":
            self._long.stop()
            self._since = 0.0
        elif not self._since:
            self._since = time.monotonic()
            self._long.start()
        long = state == "computing" and time.monotonic() - self._since >= 0.001 * LONG
        if (state == "halted") is not self._goes_on:  # an icon, though it be the same, has all of it laid out again
            self._dress_stop(state == "halted")
        self.stop.setVisible(long or state == "halted")

    def _dress_stop(self, halted: bool) -> None:
        """Text and action of the button."""
        self._goes_on = halted
        self.stop.setText("Go on" if halted else "Stop")
        self.stop.setIcon(self.appearance.icon("play" if halted else "stop", self.appearance.theme.accent))
        tip = "Compute the rest of the run" if halted else "Leave the rest of the run uncomputed  (Ctrl+.)"
        self.stop.setToolTip(plain(tip))

    def _stop_or_go_on(self) -> None:
        self.session.go_on() if self.session.lane.halted else self.session.halt()
        self.touch()

    def _width_for(self, known: int) -> int:
        """Room for the longest readout of this run, so that the bar keeps its length from step to step."""
        longest = re.sub(r"\d", "0", readout(known - 1, known, False))
        room = self.readout.fontMetrics().horizontalAdvance(longest) + 4
        return max(room, self.readout.fontMetrics().horizontalAdvance("000 / 000…"))

    def _seek(self, index: int) -> None:
        self.session.pause()
        self.session.go_to(index)

    def _lane_changed(self, lane: int) -> None:
        if lane == self.session.active:
            self.touch()

    def _told_soon(self, lane: int) -> None:
        """Most of a new run, as at every move of a drag, is known a moment later: it is shown then."""
        if lane == self.session.active and not self._soon.isActive():
            self._soon.start()

    def _progressed(self, lane: int) -> None:
        """An end is told at once, and that more steps are known in a moment."""
        going_on = self.session.lanes[lane].ending is None and not self.session.lanes[lane].refusal
        self._told_soon(lane) if going_on else self._lane_changed(lane)

    def _tell(self) -> None:
        """The picture of the step that is wanted goes first, and those of the moves of a hand."""
        self._soon.start() if STEP.is_on or DRAG.is_on else self.touch()

    def _say(self, words: str) -> None:
        """For the back row there is no status line: what has just been said stands here for a while."""
        if self.appearance.presentation:
            self.words.say(words)

    def _forget_undone(self, done: int) -> None:
        """What was said of a change does not hold any more when the change is taken back."""
        if done < self._done:
            self.words.say("")
        self._done = done

    def _show_playing(self, playing: bool) -> None:
        self.buttons["play"].setIcon(self.appearance.icon("pause" if playing else "play", self.appearance.theme.accent))
        self.buttons["play"].setToolTip("Pause" if playing else "Play")

    def restyle(self) -> None:
        self._dress()
        super().restyle()

    def _dress(self) -> None:
        for name, button in self.buttons.items():
            button.setIcon(self.appearance.icon(name))
            button.setIconSize(self.appearance.icon_size())
        self._show_playing(self.session.playing)
        self.readout.setFont(self.appearance.font("body", weight=500))
        self._dress_stop(self._goes_on)
        self.stop.setFont(self.appearance.font("small", weight=500))
        self.stop.setIconSize(self.appearance.icon_size() * 0.7)
        self.stop.setFixedHeight(self.words.line_height())
        if self.session.lanes:
            self._share()


def readout(index: int, known: int, ended: bool) -> str:
    """How far the run is: the step in view and the last one known, with dots while more may come.

    >>> readout(17, 44, True), readout(17, 44, False)
    ('17 / 43', '17 / 43…')
    """
    return f"{index:,} / {max(known - 1, 0):,}{'' if ended else '…'}" if known else ""


def stepping(session: Session) -> str:
    """Which of several runs the timeline is of, and whether the others step with it."""
    if len(session.lanes) < 2:
        return ""
    name = f"run {session.active + 1}, {names(session.lanes)[session.active]}"
    whole = "Both" if len(session.lanes) == 2 else f"All {len(session.lanes)}"
    return f"{whole} runs step; this is {name}. " if session.together else f"Only {name}, steps. "


def pace(speed: float) -> str:
    """A speed in words."""
    return "fastest" if math.isinf(speed) else f"{speed:g} step{'' if speed == 1 else 's'}/s"


class SpeedChooser(QComboBox):
    """Steps a second, or as fast as they can be painted."""

    chosen = Signal(float)

    def __init__(self, speed: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for value in SPEEDS:
            self.addItem(pace(value), value)
        self.setToolTip("How fast Play steps; the fastest is as fast as it paints")
        self.setAccessibleName("Speed")
        self.show_speed(speed)
        self.currentIndexChanged.connect(lambda i: self.chosen.emit(SPEEDS[i]))

    def show_speed(self, speed: float) -> None:
        """The offer that comes closest."""
        self.blockSignals(True)
        self.setCurrentIndex(min(range(len(SPEEDS)), key=lambda i: abs(1 / SPEEDS[i] - 1 / speed)))
        self.blockSignals(False)


if __name__ == "__main__":
    run_alone(TimelineDock, width=1000, height=64)
