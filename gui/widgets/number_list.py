"""A list of named numbers aligned on the decimal point, painted in one go to keep up with 60 steps a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolTip, QWidget

from gui.look.appearance import Appearance
from gui.look.numerals import halves
from gui.look.plain import plain
from gui.widgets.digits import exact, shown
from gui.widgets.growing_height import GrowingHeight

GAP = 10
WRAP = Qt.TextFlag.TextWordWrap


@dataclass(frozen=True)
class Entry:
    """A number with its name, what to know about it, and whether it is news."""

    name: str
    value: Any
    note: str = ""
    news: bool = False


@dataclass(frozen=True)
class Row:
    """Where an entry stands: its value as text and its halves, and whether the value stands on a line of its own.

    The note stands beside the name where there is room, at `note_left`, else below with the height `note_height`.
    """

    entry: Entry
    box: QRect
    text: str
    cut: tuple[str, str] | None
    below: bool
    note_left: int
    note_height: int


class NumberList(QWidget):
    """Names on the left, numbers on the right. Click or drag to select; Ctrl+C copies every digit.

    opened  a double click on a number, or Return where one is selected: its name, and where it stands
    """

    opened = Signal(str, QPoint)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._entries: tuple[Entry, ...] = ()
        self._laid_out: dict[int, list[Row]] = {}
        self._fraction = 0
        self._reserved = GrowingHeight()
        self._chosen: tuple[int, int] | None = None
        self._dress()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Numbers")
        appearance.changed.connect(self.forget)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show these numbers; the list never becomes lower until `forget`, so that nothing below it jumps."""
        self._entries = tuple(entries)
        self._laid_out.clear()
        self.setAccessibleDescription("; ".join(f"{entry.name}: {shown(entry.value)}" for entry in entries[:12]))
        width, before = self.width(), self._reserved.at(self.width())
        if self.heightForWidth(width) > min(before, self.height()):  # the layout may have asked before it got narrower
            self.updateGeometry()
        self.update()

    def forget(self) -> None:
        """Let go of the height kept so far."""
        self._reserved.clear()
        self._chosen = None
        self._dress()
        self._laid_out.clear()
        self.updateGeometry()
        self.update()

    def spare(self) -> int:
        """How much of the height kept is not needed for these numbers."""
        return max(self._reserved.at(self.width()) - self._height(self.width()), 0)

    def texts(self) -> list[tuple[str, str]]:
        """What is shown: names and numbers."""
        return [(entry.name, shown(entry.value)) for entry in self._entries]

    # -- layout --------------------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._reserved.grown(width, self._height(width))

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(max(self.width(), 160)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)

    def _height(self, width: int) -> int:
        rows = self._arranged(width)
        return rows[-1].box.bottom() + 1 if rows else 0

    def _arranged(self, width: int) -> list[Row]:
        """The rows at this width, kept until the entries change."""
        if width not in self._laid_out:
            self._laid_out[width] = self._arrange(width)
        return self._laid_out[width]

    def _arrange(self, width: int) -> list[Row]:
        texts = [shown(entry.value) for entry in self._entries]
        cuts = [halves(text) for text in texts]
        body, small = self._body, self._small
        self._fraction = max((body.horizontalAdvance(cut[1]) for cut in cuts if cut and cut[1]), default=0)
        rows: list[Row] = []
        top = 0
        for entry, text, cut in zip(self._entries, texts, cuts, strict=True):
            wide = body.horizontalAdvance(cut[0]) + self._fraction if cut else body.horizontalAdvance(text)
            beside = body.horizontalAdvance(entry.name) + GAP
            below = beside + wide > width
            left = beside if beside + small.horizontalAdvance(entry.note) + GAP + wide <= width else 0
            under = entry.note and not left
            note = small.boundingRect(QRect(0, 0, width, 999), WRAP, entry.note).height() if under else 0
            value = body.boundingRect(QRect(0, 0, width - GAP, 999), WRAP, text).height() if below else 0
            height = body.lineSpacing() + value + note + 3
            rows.append(Row(entry, QRect(0, top, width, height), text, cut, below, left, note))
            top += height
        return rows

    def _dress(self) -> None:
        """The fonts of the look in use, with their measures."""
        self._fonts = self._appearance.font("body"), self._appearance.font("small")
        self._body, self._small = (QFontMetrics(font) for font in self._fonts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.heightForWidth(event.size().width()) > event.size().height():  # what a layout keeps of a width is old
            self.updateGeometry()

    # -- painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._appearance.theme
        rows = self._arranged(self.width())
        body = self._body
        for number, row in enumerate(rows):
            if self._is_chosen(number):
                painter.fillRect(row.box, theme.mixed(theme.panel, theme.accent, 0.2))
            painter.setFont(self._fonts[0])
            painter.setPen(QColor(theme.quiet))
            line = QRect(0, row.box.top() + 1, self.width(), body.lineSpacing())
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, row.entry.name)
            painter.setPen(QColor(theme.accent if row.entry.news else theme.ink))
            self._paint_value(painter, row, line)
            if row.entry.note:
                painter.setFont(self._fonts[1])
                painter.setPen(QColor(theme.quiet))
                self._paint_note(painter, row, line)

    def _paint_note(self, painter: QPainter, row: Row, line: QRect) -> None:
        if row.note_left:
            painter.drawText(row.note_left, line.top() + self._body.ascent(), row.entry.note)
        else:
            note = QRect(0, row.box.bottom() - row.note_height - 1, self.width(), row.note_height + 2)
            painter.drawText(note, WRAP, row.entry.note)

    def _paint_value(self, painter: QPainter, row: Row, line: QRect) -> None:
        if row.below:
            place = QRect(
                GAP, line.bottom() + 1, line.width() - GAP, row.box.bottom() - line.bottom() - row.note_height
            )
            painter.drawText(place, WRAP | Qt.AlignmentFlag.AlignRight, row.text)
        elif row.cut is None:
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, row.text)
        else:
            left = line.right() + 1 - self._fraction - self._body.horizontalAdvance(row.cut[0])
            painter.drawText(left, line.top() + self._body.ascent(), row.text)

    # -- selecting and copying -----------------------------------------------------------------------------------------

    def copied(self) -> str:
        """The chosen rows, or all of them, as lines of name and number."""
        entries = [
            entry for number, entry in enumerate(self._entries) if self._chosen is None or self._is_chosen(number)
        ]
        return "\n".join(f"{entry.name}\t{exact(entry.value)}" for entry in entries)

    def _is_chosen(self, number: int) -> bool:
        return self._chosen is not None and min(self._chosen) <= number <= max(self._chosen)

    def _row_at(self, y: float) -> int | None:
        rows = enumerate(self._arranged(self.width()))
        return next((number for number, row in rows if row.box.top() <= y <= row.box.bottom()), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton:
            self._chosen = None if number is None else (number, number)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._row_at(event.position().y())
        if self._chosen is not None and number is not None:
            self._chosen = (self._chosen[0], number)
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self._row_at(event.position().y())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self._open(number)

    def _open(self, number: int) -> None:
        row = self._arranged(self.width())[number]
        self.opened.emit(row.entry.name, row.box.center())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen is not None:
            return self._open(self._chosen[1])
        if event.matches(QKeySequence.StandardKey.Copy):
            return QGuiApplication.clipboard().setText(self.copied())
        return super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction("Copy", lambda: QGuiApplication.clipboard().setText(self.copied()))
        menu.exec(event.globalPos())
        menu.deleteLater()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and (number := self._row_at(event.pos().y())) is not None:
            entry = self._entries[number]
            QToolTip.showText(event.globalPos(), plain(f"{entry.name}: {exact(entry.value)}"), self)
            return True
        return super().event(event)
