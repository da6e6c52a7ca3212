"""The pictures of one column at a step of the preparation, one below the other, each with its title and its words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.data.preparing.pictures import Picture
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.widgets.easel import Easel
from gui.widgets.steered import Steered
from gui.widgets.step_painters import height_of, paint

GAP = 8
FAR = 10_000
KEYS = {
    Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1,
    Qt.Key.Key_Home: -FAR, Qt.Key.Key_End: FAR,
}  # fmt: skip
"""By how many parts, or pictures, a key leads on."""
WRAP = Qt.TextFlag.TextWordWrap


class StepPictures(Steered):
    """Paints them; the part under the mouse is lit, and its tool tip names it. Arrow keys go from part to part."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._pictures: tuple[Picture, ...] = ()
        self._parts: list[list[QRectF]] = []
        self._lit: tuple[int, int] | None = None
        # a fixed height would be that of the width before: no more than what `sizeHint` said then
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("The column at the step")
        appearance.changed.connect(self._restyle)

    def show_pictures(self, pictures: Sequence[Picture]) -> None:
        """Show these."""
        self._pictures, self._parts, self._lit = tuple(pictures), [], None
        self.setAccessibleDescription(". ".join(self.texts()))
        self._restyle()

    def texts(self) -> list[str]:
        """What is written."""
        return [f"{one.title}: {one.words()}" for one in self._pictures]

    def part_at(self, spot: QPointF) -> tuple[int, int] | None:
        """Which picture is there, and which part of it."""
        for i, parts in enumerate(self._parts):
            for j, part in enumerate(parts):
                if part.contains(spot):
                    return i, j
        return None

    def part_count(self, i: int) -> int:
        """How many parts a picture has."""
        return len(self._parts[i])

    def place_of(self, i: int, j: int) -> QPointF:
        """The middle of a part."""
        return self._parts[i][j].center()

    # -- layout --------------------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(sum(self._height(one, width) for one in self._pictures))

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 120)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def _height(self, shown: Picture, width: int) -> float:
        title, words = self._texts_high(shown, width)
        return title + words + 2 + height_of(shown) * self._small().lineSpacing() + GAP

    def _small(self) -> QFontMetrics:
        return QFontMetrics(self._appearance.font("small"))

    def _texts_high(self, shown: Picture, width: int) -> tuple[float, float]:
        """How high the title and the words are."""
        title = QFontMetrics(self._appearance.font("body")).lineSpacing()
        return title, self._small().boundingRect(QRect(0, 0, width, 999), WRAP, shown.words()).height()

    # -- painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, top, found = QPainter(self), 0.0, []
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, shown in enumerate(self._pictures):
            height = self._height(shown, self.width())
            lit = self._lit[1] if self._lit is not None and self._lit[0] == number else -1
            found.append(self._paint(painter, shown, QRectF(0, top, self.width(), height - GAP), lit))
            top += height
        self._parts = found
        if self.hasFocus():
            painter.setPen(QColor(self._appearance.theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint(self, painter: QPainter, shown: Picture, place: QRectF, lit: int) -> list[QRectF]:
        theme, (title, words) = self._appearance.theme, self._texts_high(shown, self.width())
        painter.setPen(QColor(theme.ink))
        painter.setFont(self._appearance.font("body"))
        cut = painter.fontMetrics().elidedText(shown.title, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignTop, cut)
        painter.setPen(QColor(theme.quiet))
        painter.setFont(self._appearance.font("small"))
        painter.drawText(QRectF(0, place.top() + title, place.width(), words), int(WRAP), shown.words())
        below = place.adjusted(1, title + words + 2, -1, 0)
        return paint(Easel(painter, theme, below, self._small().lineSpacing(), lit), shown)

    # -- pointing ------------------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._light(self.part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._light(None)

    def _light(self, part: tuple[int, int] | None) -> None:
        if part != self._lit:
            self._lit = part
            self.update()

    # -- by keys -------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        there = self._led_to(Qt.Key(event.key()))
        if there is None:
            return super().keyPressEvent(event)
        self._light(there)
        words = self._pictures[there[0]].part(there[1])
        self.setAccessibleDescription(f"{self._pictures[there[0]].title}: {words}")
        QToolTip.showText(self.mapToGlobal(self.place_of(*there).toPoint()), plain(words), self)
        return None

    def _led_to(self, key: Qt.Key) -> tuple[int, int] | None:
        """The part that a key leads to: to the sides within a picture, up and down from one to the next."""
        shown = [i for i, parts in enumerate(self._parts) if parts]
        if key not in KEYS or not shown:
            return None
        if self._lit is None or self._lit[0] not in shown:
            return shown[0], 0
        (i, j), by = self._lit, KEYS[key]
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            i = shown[min(max(shown.index(i) + by, 0), len(shown) - 1)]
            return i, min(j, len(self._parts[i]) - 1)
        return i, min(max(j + by, 0), len(self._parts[i]) - 1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._light(None)
        self.setAccessibleDescription(". ".join(self.texts()))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and (words := self.said_at(QPointF(event.pos()))):
            QToolTip.showText(event.globalPos(), plain(words), self)
            return True
        return super().event(event)

    def said_at(self, spot: QPointF) -> str:
        """What is said of the part that is there."""
        part = self.part_at(spot)
        return "" if part is None else self._pictures[part[0]].part(part[1])
