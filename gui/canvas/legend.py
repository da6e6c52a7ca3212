"""The legend in the heading of the plane: marker, name and count of every class, or of whatever groups are shown; of
numbers their scale, from the least to the greatest."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.base.words import counted, spoken
from gui.canvas.entries import Ends, Entry
from gui.look.appearance import Appearance
from gui.look.aside import show_aside
from gui.look.plain import plain
from gui.look.shapes import paint_shape
from gui.look.theme import FIRST_SHADE, SHADES
from gui.painters.markers import FADED, LOOKS

RINGS = (
    "Blue ring: what this step is about, or a blue rim where that is many points",
    "Red ring: on the wrong side, or a red rim where many are",
    "Thin ring: a point that the model depends on",
    "Thick ring: a point that was found, such as a nearest one",
    "Dashed ring: selected by you",
    "Blue square: a handle, which can be dragged",
)
"""What is drawn around points, for the tool tip."""
GAP = 14.0
MARK = 16.0
"""The room of a marker, in pixels."""
CELL, NARROW = 16.0, 4.0
"""How wide a shade of the scale is, in pixels, and at least, where the line is short."""

MOST = 3
"""Maximum number of lines, used if all names fit into them."""
TIGHT = "tight"
"""The least that is said of an entry in words: its brief name, closer to the next."""


class Legend(QWidget):
    """A line of entries, with as many words as there is room for; the tool tip has them all. A click folds it.

    lit      where the points are, of which its tip shall hide none, and the least of it
    lines    it has so many of them for its entries
    pointed  the code of the entry under the mouse, None for none: its points are lit, all others fade
    listed   other entries are listed, or they are folded: it may need another width
    """

    pointed = Signal(object)
    listed = Signal()

    def __init__(self, appearance: Appearance, lit: Sequence[QWidget] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.appearance, self.folded, self._lit = appearance, False, lit or (self,)
        self.entries: tuple[Entry, ...] = ()
        self.ends: Ends | None = None
        self.note = ""
        self.lines, self._alike = 1, 0
        """How many letters all names have in common at their beginning, as the words "class " and "cluster "."""
        self._pointed: int | None = None
        self._metrics: QFontMetricsF | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(0)
        appearance.changed.connect(self._restyle)

    def _restyle(self) -> None:
        """The theme or the text size changed."""
        self._metrics = None
        self.updateGeometry()
        self.update()

    @property
    def metrics(self) -> QFontMetricsF:
        """How wide words are here: asked some thirty times for one painting."""
        if self._metrics is None:
            self._metrics = QFontMetricsF(self.appearance.font("small"))
        return self._metrics

    def show_entries(self, entries: tuple[Entry, ...], ends: Ends | None = None, note: str = "") -> None:
        """List these groups, or show the scale whose steps they are, and beside them a note on all of them."""
        if (entries, ends, note) != (self.entries, self.ends, self.note):
            self.entries, self.ends, self.note = entries, ends, note
            self._alike = _alike([entry.name for entry in entries if entry.code >= 0])
            lines = [f"{self.appearance.theme.class_word(e.code)}: {e.name}, {e.count:,}" for e in entries]
            lines += ["", f"{note}."] * bool(note) + ["", *RINGS]
            lines += ["", f"There are {LOOKS} looks: every {LOOKS}th class looks the same."] * self.repeats
            self.setToolTip(plain("\n".join([*lines, "", "Click to fold or unfold."])) if entries else "")
            self.setCursor(Qt.CursorShape.PointingHandCursor if entries else Qt.CursorShape.ArrowCursor)
            self.update()
            self.listed.emit()

    def lines_for(self, width: float) -> int:
        """In how many lines so wide no word is left out but the counts, and those with which all names begin; or 0."""
        if self.ends is not None:
            return int(self._words_of(self.ends) + SHADES * 2 * NARROW <= width)
        needed = len(self._broken("marker" if self.folded else TIGHT, width))
        return needed if needed <= MOST else 0

    @property
    def repeats(self) -> bool:
        """Whether there are more classes than looks."""
        return any(entry.code >= LOOKS for entry in self.entries)

    def more(self, shown: int) -> str:
        """What is said of the entries beyond so many, and of looks that stand for several classes."""
        left = len(self.entries) - shown
        return ", ".join([f"+{left}"] * bool(left) + ["looks repeat"] * self.repeats + [self.note] * bool(self.note))

    def _room(self, shown: int, width: float) -> float:
        """Remaining width for this number of entries."""
        words = self.more(shown)
        return width - (self.metrics.horizontalAdvance(words) + GAP) * bool(words)

    def entry_at(self, x: float, y: float = 0.0) -> Entry | None:
        """The entry at a pixel."""
        if self.ends is not None:
            step = math.floor((x - self._bar()) / self._cell(self.ends))
            return next((entry for entry in self.entries if entry.code == FIRST_SHADE - step), None)
        detail, lines = self._that_fit()
        shown = lines[min(max(int(y * len(lines) // max(self.height(), 1)), 0), len(lines) - 1)]
        ends = self._start(lines, detail)
        for entry in shown:
            ends, start = ends + self._width(entry, detail), ends
            if start <= x < ends:
                return entry
        return None

    def _point(self, code: int | None) -> None:
        if code != self._pointed:
            self._pointed = code
            self.pointed.emit(code)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        entry = self.entry_at(event.position().x(), event.position().y())
        self._point(None if entry is None else entry.code)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def event(self, event: QEvent) -> bool:
        """The tip stands where it hides none of the points that are lit."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.toolTip():
            show_aside(self.toolTip(), self, self._lit, event.globalPos())
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.folded = not self.folded
        self.update()
        self.listed.emit()

    def sizeHint(self) -> QSize:
        return QSize(100, round((1.7 + 1.3 * (self.lines - 1)) * self.metrics.height()))

    def minimumSizeHint(self) -> QSize:
        """Its words stay whole where the picture below asks for more than there is; no higher than the buttons beside
        them, or its plane would be lower than the others.
        """
        return QSize(0, math.ceil(self.lines * self.metrics.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.appearance.font("small"))
        if self.ends is not None:
            self._paint_scale(painter, self.ends)
            painter.end()
            return
        detail, lines = self._that_fit()
        more, quiet = self.more(sum(map(len, lines))), QColor(self.appearance.theme.quiet)
        for number, line in enumerate(lines):
            middle, x = (number + 0.5) * self.height() / len(lines), self._start(lines, detail)
            if more and line is lines[-1]:
                self._write(painter, 0.0, more, quiet, right=x - GAP / 2, middle=middle)
            for entry in line:
                self._paint_entry(painter, entry, x, detail, middle)
                x += self._width(entry, detail)
        painter.end()

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _bar(self) -> float:
        """Where the scale begins."""
        assert self.ends is not None
        wide = self.metrics.horizontalAdvance(self.ends.high) + GAP
        return self.width() - SHADES * self._cell(self.ends) - wide

    def _cell(self, ends: Ends) -> float:
        """How wide a shade is: both numbers stand beside them, and before them what they are, whole if it can be."""
        whole = (self.width() - self._words_of(ends)) / SHADES
        numbers = sum(map(self.metrics.horizontalAdvance, (ends.low, ends.high))) + 2 * GAP
        cell = whole if whole >= 2 * NARROW else (self.width() - numbers) / SHADES
        return float(np.clip(cell, NARROW, CELL * self.appearance.scale))

    def _title(self, ends: Ends) -> str:
        """What the numbers are, and of how many rows."""
        return ", ".join(filter(None, (ends.title, self.note)))

    def _words_of(self, ends: Ends) -> float:
        """How wide all is that stands beside the shades."""
        title = "" if self.folded else self._title(ends)
        words = sum(map(self.metrics.horizontalAdvance, (title, ends.low, ends.high)))
        return words + (3.0 if title else 2.0) * GAP

    def _paint_scale(self, painter: QPainter, ends: Ends) -> None:
        """The shades in a row between the least number and the greatest; before them what they are."""
        theme, cell, x = self.appearance.theme, self._cell(ends), self._bar()
        high, ink = round(0.8 * CELL * self.appearance.scale), QColor(theme.ink)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for step in range(SHADES):
            code = FIRST_SHADE - step
            painter.setOpacity(1.0 if self._pointed in (None, code) else FADED)
            left, right = round(x + step * cell), round(x + (step + 1) * cell)
            painter.fillRect(left, (self.height() - high) // 2, right - left, high, theme.class_colour(code))
        painter.setOpacity(1.0)
        self._write(painter, x + SHADES * cell + GAP / 2, ends.high, ink)
        start = self._write_before(painter, x - GAP / 2, ends.low, ink)
        pointed = next((entry for entry in self.entries if entry.code == self._pointed), None)
        title = self._title(ends) if pointed is None else f"{pointed.name}: {counted(pointed.count, 'point')}"
        self._write_before(painter, start - GAP / 2, "" if self.folded else title, QColor(theme.quiet))

    def _write_before(self, painter: QPainter, end: float, words: str, colour: QColor) -> float:
        """Words that end there, cut where the line begins; where they begin."""
        cut = self.metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(end, 0.0))
        self._write(painter, 0.0, cut, colour, right=end)
        return end - self.metrics.horizontalAdvance(cut)

    # -- groups --------------------------------------------------------------------------------------------------------

    def _that_fit(self) -> tuple[str, list[tuple[Entry, ...]]]:
        """How much can be said of each entry, and lines of as many of them, from the first, as there is room for."""
        worded = [] if self.folded else ["count", "name", "brief", TIGHT]
        details = worded if worded and self.repeats else [*worded, "marker"]
        for detail in details:
            if len(lines := self._broken(detail, self.width())) <= self.lines:
                return detail, lines
        detail = TIGHT if self.repeats and not self.folded else "marker"  # a marker alone says nothing if it repeats
        ends = np.cumsum([self._width(entry, detail) for entry in self.entries])
        return detail, [self.entries[: int(np.searchsorted(ends, self._room(0, self.width()), side="right"))]]

    def _broken(self, detail: str, width: float) -> list[tuple[Entry, ...]]:
        """All entries in lines that are no wider, if each has room in one; what is said beside them, in every line."""
        lines, left, room = list[list[Entry]](), 0.0, self._room(len(self.entries), width)
        for entry in self.entries:
            wide = self._width(entry, detail)
            if not lines or wide > left:
                lines.append([])
                left = room if wide <= room else -np.inf  # no number of lines has room for it
            lines[-1].append(entry)
            left -= wide
        return [tuple(line) for line in lines] if left > -np.inf else [()] * (MOST + 1)

    def _start(self, lines: list[tuple[Entry, ...]], detail: str) -> float:
        """Where lines begin of which the longest ends at the right."""
        return self.width() - max(sum(self._width(entry, detail) for entry in line) for line in lines)

    def _width(self, entry: Entry, detail: str) -> float:
        mark = MARK * self.appearance.scale
        if detail == "marker":
            return mark
        words = f"{entry.name} {entry.count:,}" if detail == "count" else self._called(entry, detail)
        return mark + self.metrics.horizontalAdvance(words) + (GAP / 2 if detail == TIGHT else GAP)

    def _called(self, entry: Entry, detail: str) -> str:
        """Its name; a brief one leaves out the words with which all groups begin, as "class" before 0, 1, 2.

        What is in no group keeps its words, and so does the first of names that would be bare numbers: "class 0, 1, 2".
        """
        brief = entry.name[self._alike :]
        whole = entry.code < 0 or (entry is self.entries[0] and spoken(brief) != brief)
        return entry.name if whole or detail not in ("brief", TIGHT) else brief

    def _paint_entry(self, painter: QPainter, entry: Entry, x: float, detail: str, middle: float) -> None:
        theme, scale = self.appearance.theme, self.appearance.scale
        mark = MARK * scale
        painter.save()
        painter.translate(x + mark / 2, middle)
        paint_shape(painter, theme, theme.class_shape(entry.code), theme.class_colour(entry.code), 9.0 * scale)
        painter.restore()
        lit = self._pointed in (None, entry.code)
        if detail != "marker":
            name, colour = self._called(entry, detail), QColor(theme.ink if lit else theme.quiet)
            end = self._write(painter, x + mark + 1, f"{name} ", colour, middle=middle)
        if detail == "count":
            self._write(painter, end, f"{entry.count:,}", QColor(theme.quiet), middle=middle)

    def _write(
        self,
        painter: QPainter,
        x: float,
        words: str,
        colour: QColor,
        right: float | None = None,
        middle: float | None = None,
    ) -> float:
        """Words from `x`, or up to `right`, on the line with this middle, or the only one; where they end."""
        wide = self.metrics.horizontalAdvance(words)
        painter.setPen(colour)
        left = x if right is None else right - wide
        middle = self.height() / 2 if middle is None else middle
        painter.drawText(int(left), round(middle + (self.metrics.ascent() - self.metrics.descent()) / 2), words)
        return left + wide


def _alike(names: list[str]) -> int:
    """How many letters the word is long with which all names begin, its space with it; 0 if there is none."""
    first = names[0].partition(" ")[0] + " " if len(names) > 1 else ""
    return len(first) if all(name.startswith(first) for name in names) else 0
