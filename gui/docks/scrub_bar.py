"""The scrub bar: the steps of a run from left to right, a mark for every event, a handle at the step in view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
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

from engine.core.marks import Role
from engine.core.story import Event
from gui.look.appearance import Appearance
from gui.look.theme import Theme

EDGE = 9
"""Room at both ends for the handle."""
OPEN_END = 0.12
"""The share of the bar for steps that are not known yet, while there may be some."""
TRACK, MARK, KNOB = 4, 9, 7
"""The height of the track and of the marks above it, and the radius of the handle."""
FADED = 0.6
"""How much of its colour a kind of event keeps for every kind that has the same colour and came before it."""


class Events:
    """The events of a run as codes, extended as the run goes on: code k is the k-th kind seen, -1 is none."""

    def __init__(self) -> None:
        self.kinds: dict[Event, int] = {}
        self.codes = np.empty(0, dtype=np.int16)
        self._list: Sequence[Event | None] = ()
        self._read = 0

    def read(self, events: Sequence[Event | None], known: int) -> None:
        """Take in what is new; another list is another run."""
        if events is not self._list:
            self.kinds, self.codes, self._list, self._read = {}, self.codes[:0], events, 0
        fresh = events[self._read : known]
        if fresh:
            codes = [self.kinds.setdefault(event, len(self.kinds)) if event else -1 for event in fresh]
            self.codes = np.append(self.codes, np.array(codes, dtype=np.int16))
            self._read += len(fresh)

    def columns(self, width: int) -> np.ndarray:
        """(width,) the kind to paint in each column of pixels, the rarest where there are several; -1 for none."""
        painted = np.full(width, -1, dtype=np.int16)
        if len(self.codes) == 0 or width <= 0:
            return painted
        counts = np.bincount(self.codes[self.codes >= 0], minlength=len(self.kinds))
        last = max(len(self.codes) - 1, 1)
        for code in np.argsort(-counts, kind="stable"):
            painted[np.flatnonzero(self.codes == code) * (width - 1) // last] = code
        return painted


def event_colours(kinds: Iterable[Event], theme: Theme) -> list[QColor]:
    """Each kind of event in the colour of its role; where another kind has that colour already, paler each time."""
    plain: list[QColor] = []
    found = []
    for kind in kinds:
        colour = role_colour(kind.role, theme)
        found.append(theme.mixed(theme.paper, colour, FADED ** plain.count(colour)))
        plain.append(colour)
    return found


def role_colour(role: Role, theme: Theme) -> QColor:
    """The colour of a role on the timeline; the best so far is what the eye should find, as the focus is elsewhere."""
    return theme.role("focus" if role == "best" else role).colour


class ScrubBar(QWidget):
    """Click or drag to seek, turn the wheel to step; `sought` tells the step."""

    sought = Signal(int)
    stepped = Signal(int)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.events = Events()
        self.index, self.known, self.ended = 0, 0, False
        self._run = (0, False, 0)
        self._marks: QImage | None = None
        self.dragging = False
        self._wheel = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.setMinimumWidth(160)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Timeline")
        appearance.changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(400, round(28 * self._appearance.scale))

    def show_run(self, events: Sequence[Event | None], known: int, ended: bool) -> None:
        """What is known of the run; while nothing is known of it yet, that of the last run stays."""
        if known and (known, ended, id(events)) != self._run:
            self.events.read(events, known)
            self.known, self.ended, self._run = known, ended, (known, ended, id(events))
            self._marks = None
            self.update()

    def show_nothing(self) -> None:
        """There is no run."""
        self.events, self.known, self.index, self.ended, self._marks = Events(), 0, 0, True, None
        self._run = (0, True, 0)
        self.update()

    def show_index(self, index: int) -> None:
        """The step in view."""
        if index != self.index:
            self.index = index
            self.setAccessibleDescription(f"step {index} of {max(self.known - 1, 0)}")
            self.update()

    # -- steps and pixels ----------------------------------------------------------------------------------------------

    def known_width(self) -> float:
        """The length of the known part in pixels; the rest is the open end."""
        whole = max(self.width() - 2 * EDGE, 1)
        return whole if self.ended else whole * (1 - OPEN_END)

    def place(self, index: int) -> float:
        """Where a step is, in pixels from the left."""
        return EDGE + self.known_width() * min(index / max(self.known - 1, 1), 1.0)

    def step_at(self, x: float) -> int:
        """The known step nearest to a place."""
        share = (x - EDGE) / self.known_width()
        return round(min(max(share, 0.0), 1.0) * max(self.known - 1, 0))

    # -- painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._appearance.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, here, end = self.height() / 2 + 4, self.place(self.index), EDGE + self.known_width()
        painter.setPen(Qt.PenStyle.NoPen)
        self._bar(painter, EDGE, end, middle, theme.mixed(theme.line, theme.quiet, 0.35))
        self._bar(painter, EDGE, here, middle, QColor(theme.accent))
        if not self.ended:
            painter.setPen(QPen(QColor(theme.quiet), 1.5, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(end + 3, middle), QPointF(self.width() - EDGE, middle))
        if self._marks is None:
            self._marks = self._painted_marks()
        if self._marks is not None:
            painter.drawImage(
                QPointF(EDGE, middle - TRACK / 2 - 2 - self._marks.deviceIndependentSize().height()), self._marks
            )
        radius = KNOB * self._appearance.scale
        painter.setPen(QPen(QColor(theme.accent), 4 if self.hasFocus() or self.underMouse() else 2))
        painter.setBrush(QColor(theme.paper))
        painter.drawEllipse(QPointF(here, middle), radius - 1, radius - 1)

    def _bar(self, painter: QPainter, left: float, right: float, middle: float, colour: QColor) -> None:
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(left, middle - TRACK / 2, max(right - left, 0), TRACK), TRACK / 2, TRACK / 2)

    def _painted_marks(self) -> QImage | None:
        """All marks as one picture, aggregated by columns of pixels, so that 10,000 of them cost no more than ten."""
        ratio = self.devicePixelRatioF()
        columns = self.events.columns(round(self.known_width() * ratio) + 1)
        if not self.events.kinds or self.known < 2:
            return None
        colours = event_colours(self.events.kinds, self._appearance.theme)
        table = np.array([0, *(colour.rgba() for colour in colours)], dtype=np.uint32)
        crowded = self.known_width() < 6 * self.known
        line = table[_widened(columns, round((1 if crowded else 2) * ratio)) + 1]
        tall = round(MARK * self._appearance.scale * ratio)
        cells = np.ascontiguousarray(np.broadcast_to(line, (tall, len(line))))
        image = QImage(cells.data, len(line), tall, 4 * len(line), QImage.Format.Format_ARGB32).copy()
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
            self._seek(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.dragging = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(event.position().x())

    def _seek(self, x: float) -> None:
        """The handle follows the mouse at once; the picture follows when it is there."""
        index = self.step_at(x)
        if self.known and index != self.index:
            self.show_index(index)
            self.sought.emit(index)

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

    def legend(self) -> str:
        """What the marks stand for, with how often each occurs, as rich text."""
        colours = event_colours(self.events.kinds, self._appearance.theme)
        counts = np.bincount(self.events.codes[self.events.codes >= 0], minlength=len(self.events.kinds))
        lines = [
            f"<span style='color:{colours[code].name()}'>▌</span>{kind.word} × {counts[code]:,}"
            for kind, code in self.events.kinds.items()
        ]
        return "<br>".join([*lines, "Click or drag to go to a step, turn the wheel to step."])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            here = f"<b>Step {self.step_at(event.pos().x()):,}</b><br>" if self.known else ""
            QToolTip.showText(event.globalPos(), here + self.legend(), self)
            return True
        return super().event(event)


def _widened(columns: np.ndarray, width: int) -> np.ndarray:
    """Each mark `width` columns wide where there is room to its right."""
    wide = columns.copy()
    for shift in range(1, width):
        shifted = np.roll(columns, shift)
        shifted[:shift] = -1
        wide = np.where(wide < 0, shifted, wide)
    return wide
