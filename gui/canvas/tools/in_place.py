"""A field that opens over what is drawn, for the numbers that a drag would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from engine.base.errors import Refusal
from engine.base.words import listed, short
from gui.canvas.tools.holding import Hold, Holdable
from gui.look.appearance import Appearance
from gui.look.style_property import set_style_property
from gui.session.coordinates import Coordinate, line_of, read_line
from gui.session.session import Session

BESIDE = 16
"""Pixels between what is typed and the field."""
EDGE = 4
"""Pixels between the field and the edge of the picture."""
MOST = 64
"""More values than this are typed in a table."""
TAKES = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab})
"""The keys that take what was typed."""
STAYS = frozenset({Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason})
"""Focus that goes for these reasons comes back."""


@dataclass(frozen=True)
class Entry:
    """What can be typed: its name, its coordinates, where it is (2,) on the view, and what takes other values (m,).

    placed  where it is once it is typed, (m, 2) on the plane; None where that is not looked for
    """

    name: str
    coordinates: Sequence[Coordinate]
    uv: np.ndarray
    take: Callable[[np.ndarray], None]
    placed: Callable[[], np.ndarray] | None = None


def held_entry(session: Session, grip: Holdable, uv: np.ndarray, again: bool) -> Entry:
    """What is typed of a handle: the run begins from it as after a drag."""

    def take(values: np.ndarray) -> None:
        Hold(session, grip, f"type {grip.name}", again).type(values)

    return Entry(grip.name, grip.coordinates(session.table.data), uv, take)


class InPlaceField(QFrame):
    """A line over a picture. Return takes what was typed, Escape leaves it; a wrong value is told, and stays open."""

    def __init__(
        self, picture: QWidget, session: Session, appearance: Appearance, entry: Entry, back: QWidget | None = None
    ) -> None:
        super().__init__(picture)
        self._picture, self._session, self._entry = picture, session, entry
        self._back = back or picture
        self._on = self._ground()
        self.setProperty("look", "field")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        names = listed([short(one.name, 24) for one in entry.coordinates])
        title = entry.name[:1].upper() + entry.name[1:]
        self.label = QLabel(f"{title}: {names}" if names.casefold() != entry.name.casefold() else title, self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setProperty("look", "quiet")
        self.label.setFont(appearance.font("small"))
        self.label.setWordWrap(True)
        self.line = QLineEdit(line_of(entry.coordinates), self)
        self._first = self.line.text()
        self.line.setFont(appearance.font("body"))
        self.line.setAccessibleName(self.label.text())
        self.line.setAccessibleDescription("Return takes it, Escape leaves it as it was.")
        self.line.setProperty("unmet", True)  # the field itself gives the focus back, once what was typed will do
        self.line.installEventFilter(self)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 6, 6)
        column.setSpacing(2)
        column.addWidget(self.label)
        column.addWidget(self.line)

    def open_at(self, place: QPointF) -> None:
        """Beside a pixel of the picture, and within it."""
        room = self._picture.size()
        text = self.line.fontMetrics().horizontalAdvance(self._first + "00000000") + 2 * BESIDE
        label = self.label.fontMetrics().horizontalAdvance(self.label.text()) + 2 * BESIDE
        wide = min(max(text, min(label, 320), 120), max(room.width() - 2 * EDGE, 60))
        self.setFixedWidth(wide)
        high = self._column.heightForWidth(wide)
        self.setFixedHeight(high)
        right, below = place.x() + BESIDE, place.y() + BESIDE
        x = right if right + wide <= room.width() - EDGE else place.x() - BESIDE - wide
        y = below if below + high <= room.height() - EDGE else place.y() - BESIDE - high
        self.move(round(max(min(x, room.width() - EDGE - wide), EDGE)), round(max(y, EDGE)))
        self.show()
        self.raise_()
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._session.pause()
        self._session.said.emit("Type the value: Return takes it, Escape leaves it as it was.")

    def _ground(self) -> tuple[object, ...]:
        """What is typed over: in the place of others nothing of it is true."""
        session = self._session
        return (session.table.data, *([session.lane.identity, session.lane.run] if session.lanes else []))

    def _is_lost(self) -> bool:
        return any(one is not other for one, other in zip(self._on, self._ground(), strict=False))

    # -- keys ----------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """The line keeps every key: none is for the run while it is typed into."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._pressed(Qt.Key(event.key()))
        elif isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut and event.reason() not in STAYS:
            self._left()
        return False

    def _pressed(self, key: Qt.Key) -> bool:
        if key in TAKES:
            if not (problem := self._taken()):
                self._close()
            self._scold(problem)
        elif key == Qt.Key.Key_Escape:
            self._close()
        else:
            return False
        return True

    def _left(self) -> None:
        """A click elsewhere takes what was typed, if that will do."""
        if self.isVisible():
            self._taken()
            self._close(keep_focus=False)

    def _taken(self) -> str:
        """Hand over what was typed; or why it cannot be."""
        if self.line.text() == self._first:
            return ""
        if self._is_lost():
            self._session.said.emit("The data or the run have changed meanwhile, so nothing was typed.")
            return ""
        try:
            self._entry.take(read_line(self.line.text(), self._entry.coordinates))
        except Refusal as refusal:
            return str(refusal)
        return ""

    def _scold(self, problem: str) -> None:
        set_style_property(self.line, "wrong", bool(problem))
        if problem:
            self._session.said.emit(problem)
            self.label.setText(problem)
            set_style_property(self.label, "look", "wrong")
            self.setFixedHeight(self._column.heightForWidth(self.width()))

    def _close(self, keep_focus: bool = True) -> None:
        self.hide()
        if keep_focus:
            self._back.setFocus(Qt.FocusReason.OtherFocusReason)
        self.deleteLater()


def open_field(
    picture: QWidget, session: Session, appearance: Appearance, entry: Entry | None, place: QPointF,
    back: QWidget | None = None,
) -> InPlaceField | None:  # fmt: skip
    """A field at a pixel of the picture; None where nothing is to be typed, or too much for a line.

    back  what has the focus after it; None for the picture
    """
    if entry is None or not 0 < len(entry.coordinates) <= MOST:
        return None
    field = InPlaceField(picture, session, appearance, entry, back)
    field.open_at(place)
    return field
