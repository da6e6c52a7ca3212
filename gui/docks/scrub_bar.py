"""The scrub bar: the steps of a run from left to right, a mark for every event, a handle at the step in view."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.core.story import Event
from gui.docks.event_bins import EventBins
from gui.docks.event_marks import event_colours, painted
from gui.look.appearance import Appearance

EDGE = 9
"""Room at both ends for the handle."""
OPEN_END = 0.12
"""The share of the bar for steps that are not known yet, while there may be some."""
TRACK, MARK, KNOB = 4, 10, 7
"""The height of the track and of the marks above it, and the radius of the handle."""
NEAR = 3
"""Distance in pixels within which the mouse selects a mark."""

State = Literal["computing", "waiting", "halted", "ended"]
"""State of a run: being computed, computed on demand, stopped by the user, or known completely."""


class ScrubBar(QWidget):
    """Click or drag to seek, turn the wheel to step; `sought` tells the step."""

    sought = Signal(int)
    stepped = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.events = EventBins()
        self.index, self.known = 0, 0
        self.state: State = "computing"
        self._list: Sequence[Event | None] = ()
        self._run: tuple[int, State, int] = (0, "computing", 0)
        self._rest = QTimer(self, singleShot=True, interval=0)
        self._rest.timeout.connect(self._read_on)
        self._marks: QImage | None = None
        self.dragging = False
        self._wheel = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.setMinimumWidth(40)  # a narrow window keeps its buttons; its columns fold to make room
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Timeline")
        appearance.changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(400, round(28 * self._appearance.scale))

    @property
    def _edge(self) -> float:
        """The room at both ends in the size of type that is in use: the handle grows with it."""
        return EDGE * self._appearance.scale

    @property
    def ended(self) -> bool:
        """Whether all of the run is known."""
        return self.state == "ended"

    def show_run(self, events: Sequence[Event | None], known: int, state: State) -> None:
        """What is known of the run; while nothing is known of it yet, that of the last run stays."""
        if known and (known, state, id(events)) != self._run:
            self._list, self.known, self.state, self._run = events, known, state, (known, state, id(events))
            self._describe()
            self._read_on()
            self.update()

    def _read_on(self) -> None:
        """Take in the events, of a long run piece by piece."""
        if self.events.read(self._list, self.known):
            self._rest.start()
        self._marks = None
        self.update()

    def show_nothing(self) -> None:
        """There is no run."""
        self.events, self._list, self.known, self.index, self._marks = EventBins(), (), 0, 0, None
        self.state, self._run = "ended", (0, "ended", 0)
        self._describe()
        self.update()

    def show_index(self, index: int) -> None:
        """The step in view."""
        if index != self.index:
            self.index = index
            self._describe()
            self.update()

    def _describe(self) -> None:
        """For a screen reader: the step and the last one known, which may be known later than the step is shown."""
        known = max(self.known - 1, self.index)
        words = (
            f"step {self.index:,} of {known:,}{'' if self.ended else ', more may come'}" if self.known else "no steps"
        )
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)

    # -- steps and pixels ----------------------------------------------------------------------------------------------

    def known_width(self) -> float:
        """The length of the known part in pixels; the rest is the open end."""
        whole = max(self.width() - 2 * self._edge, 1)
        return whole if self.ended else whole * (1 - OPEN_END)

    def place(self, index: int) -> float:
        """Where a step is, in pixels from the left."""
        return self._edge + self.known_width() * min(index / max(self.known - 1, 1), 1.0)

    def step_at(self, x: float) -> int:
        """The known step nearest to a place."""
        share = (x - self._edge) / self.known_width()
        return round(min(max(share, 0.0), 1.0) * max(self.known - 1, 0))

    # -- painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._appearance.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, here, end = self.height() / 2 + 4, self.place(self.index), self._edge + self.known_width()
        painter.setPen(Qt.PenStyle.NoPen)
        self._bar(painter, self._edge, end, middle, theme.mixed(theme.line, theme.quiet, 0.35))
        self._bar(painter, self._edge, here, middle, QColor(theme.accent))
        self._paint_end(painter, end, middle)
        if self._marks is None:
            self._marks = self._painted_marks()
        if self._marks is not None:
            painter.drawImage(
                QPointF(self._edge, middle - TRACK / 2 - 2 - self._marks.deviceIndependentSize().height()), self._marks
            )
        radius = KNOB * self._appearance.scale
        painter.setPen(QPen(QColor(theme.accent), 4 if self.hasFocus() or self.underMouse() else 2))
        painter.setBrush(QColor(theme.paper))
        painter.drawEllipse(QPointF(here, middle), radius - 1, radius - 1)

    def _bar(self, painter: QPainter, left: float, right: float, middle: float, colour: QColor) -> None:
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(left, middle - TRACK / 2, max(right - left, 0), TRACK), TRACK / 2, TRACK / 2)

    def _paint_end(self, painter: QPainter, end: float, middle: float) -> None:
        """What comes after the known steps: nothing, dots while it is computed, a gap behind bars if it was stopped."""
        theme, right = self._appearance.theme, self.width() - self._edge
        if self.state == "ended":
            painter.setPen(QPen(QColor(theme.quiet), 2))
            painter.drawLine(QPointF(end, middle - TRACK), QPointF(end, middle + TRACK))
        elif self.state == "halted":
            painter.setPen(QPen(QColor(theme.wrong), 2))
            for x in (end + KNOB + 4, end + KNOB + 8):
                painter.drawLine(QPointF(x, middle - TRACK), QPointF(x, middle + TRACK))
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(end + KNOB + 14, middle), QPointF(right, middle))
        else:
            dots = Qt.PenStyle.DotLine if self.state == "computing" else Qt.PenStyle.DashLine
            painter.setPen(QPen(QColor(theme.accent if self.state == "computing" else theme.quiet), 1.5, dots))
            painter.drawLine(QPointF(end + 3, middle), QPointF(right, middle))

    def _painted_marks(self) -> QImage | None:
        """All marks of the known part of the bar."""
        ratio, scale = self.devicePixelRatioF(), self._appearance.scale
        size = QSize(round(self.known_width() * ratio) + 1, round(MARK * scale * ratio))
        image = painted(self.events, self.known, size, ratio, self._appearance.theme)
        if image is not None:
            image.setDevicePixelRatio(ratio)
        return image

    def _restyle(self) -> None:
        self._marks = None
        self.updateGeometry()
        self.update()

    def resizeEvent(self, event: QEvent) -> None:
        self._marks = None

    def enterEvent(self, event: QEvent) -> None:
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    # -- the person ----------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.dragging = True
            place = event.position()
            meant = self.mark_at(place.x()) if place.y() < self.marks_end() else None
            self._seek(self.step_at(place.x()) if meant is None else meant)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.dragging = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(self.step_at(place.x()))
        elif self.known and place.y() < self.marks_end() and self.mark_at(place.x()) is not None:
            self._tell(event.globalPosition().toPoint(), place.x())

    def _seek(self, index: int) -> None:
        """The handle follows the mouse at once; the picture follows when it is there."""
        if self.known and index != self.index:
            self.show_index(index)
            self.sought.emit(index)

    def marks_end(self) -> float:
        """Above this the mouse is over the marks, below it over the track."""
        return self.height() / 2 + 4 - TRACK / 2 - 1

    def reach(self) -> int:
        """How many steps stand within the pixels in which the mouse still means a mark."""
        return math.ceil(NEAR * max(self.known - 1, 1) / self.known_width())

    def mark_at(self, x: float) -> int | None:
        """The step of the mark that is meant here."""
        return self.events.near(self.step_at(x), self.reach()) if self.known else None

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._wheel += event.angleDelta().y() or event.angleDelta().x()
        notches = int(self._wheel / 120)
        if notches:
            self._wheel -= 120 * notches
            self.stepped.emit(-notches)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}.get(
            Qt.Key(event.key())
        )
        to = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self.known - 1}.get(Qt.Key(event.key()))
        if by is not None:
            self.stepped.emit(by)
        elif to is not None:
            self.sought.emit(max(to, 0))
        else:
            super().keyPressEvent(event)

    # -- words ---------------------------------------------------------------------------------------------------------

    def legend(self) -> str:
        """What the marks stand for, with how often each occurs, as rich text."""
        colours = event_colours(self.events.kinds, self._appearance.theme)
        totals = self.events.totals
        lines = [
            f"<span style='color:{colours[code].name()}'>▌</span>{kind.word} × {totals[code]:,}"
            for kind, code in self.events.kinds.items()
        ]
        return "<br>".join([*lines, "Click a mark to go to it, drag along the bar, turn the wheel to step."])

    def said(self, x: float) -> str:
        """What happened at this place: at the step of the mark that is meant, or in the steps of a density."""
        meant, reach = self.mark_at(x), self.reach()
        if meant is None:
            return f"Step {self.step_at(x):,}"
        found = self.events.between(meant - reach // 2, meant + reach // 2) if reach > 2 else {}
        if sum(found.values()) < 2:
            return f"Step {meant:,}: {next(iter(self.events.between(meant, meant))).word}"
        first, last = max(meant - reach // 2, 0), min(meant + reach // 2, self.known - 1)
        return f"Steps {first:,} to {last:,}: " + ", ".join(f"{kind.word} × {n:,}" for kind, n in found.items())

    def _tell(self, place: QPoint, x: float) -> None:
        QToolTip.showText(place, f"<b>{html.escape(self.said(x))}</b><br>{self.legend()}", self)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.known:
            self._tell(event.globalPos(), event.pos().x())
            return True
        return super().event(event)
