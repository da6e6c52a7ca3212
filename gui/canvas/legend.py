"""The legend in the heading of the plane: marker, name and count of every class, or of whatever groups are shown; of
numbers their scale, from the least to the greatest."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.base.words import counted, figure, spoken
from engine.data.dataset import Dataset
from engine.parts.over_feature import target_title
from gui.canvas.painters.markers import FADED, LOOKS
from gui.canvas.painters.shaded import scale_of
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.shading import Scale, is_shade
from gui.look.shapes import paint_shape
from gui.look.theme import FIRST_SHADE, SHADES

RINGS = (
    "Blue ring: what this step is about, or a blue rim where that is many points",
    "Red ring: on the wrong side, or a red rim where many are",
    "Thin ring: a point that the model rests on",
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


@dataclass(frozen=True)
class Entry:
    """A group: its code, what it is called and how many points it has."""

    code: int
    name: str
    count: int


@dataclass(frozen=True)
class Ends:
    """What stands beside the scale of numbers: what they are, the least and the greatest."""

    title: str
    low: str
    high: str


class Legend(QWidget):
    """One line of entries, with as many words as there is room for; the tool tip has them all. A click folds it.

    pointed  the code of the entry under the mouse, None for none: its points are lit, all others fade
    """

    pointed = Signal(object)

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.appearance, self.folded = appearance, False
        self.entries: tuple[Entry, ...] = ()
        self.ends: Ends | None = None
        self._alike = 0
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

    def show_entries(self, entries: tuple[Entry, ...], ends: Ends | None = None) -> None:
        """List these groups, or show the scale whose steps they are."""
        if (entries, ends) != (self.entries, self.ends):
            self.entries, self.ends = entries, ends
            self._alike = _alike([entry.name for entry in entries if entry.code >= 0])
            lines = [f"{self.appearance.theme.class_word(e.code)}: {e.name}, {e.count:,}" for e in entries]
            lines += ["", *RINGS]
            lines += ["", f"There are {LOOKS} looks: every {LOOKS}th class looks the same."] * self.repeats
            self.setToolTip(plain("\n".join([*lines, "", "Click to fold or unfold."])) if entries else "")
            self.setCursor(Qt.CursorShape.PointingHandCursor if entries else Qt.CursorShape.ArrowCursor)
            self.update()

    @property
    def repeats(self) -> bool:
        """Whether there are more classes than looks."""
        return any(entry.code >= LOOKS for entry in self.entries)

    def more(self, shown: int) -> str:
        """What is said of the entries beyond so many, and of looks that stand for several classes."""
        left = len(self.entries) - shown
        return ", ".join([f"+{left}"] * bool(left) + ["looks repeat"] * self.repeats)

    def _room(self, shown: int) -> float:
        """The width that is left for so many entries."""
        words = self.more(shown)
        return self.width() - (self.metrics.horizontalAdvance(words) + GAP) * bool(words)

    def entry_at(self, x: float) -> Entry | None:
        """The entry at a pixel of the line."""
        if self.ends is not None:
            step = math.floor((x - self._bar()) / self._cell(self.ends))
            return next((entry for entry in self.entries if entry.code == FIRST_SHADE - step), None)
        detail, shown = self._that_fit()
        ends = self.width() - sum(self._width(entry, detail) for entry in shown)
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
        entry = self.entry_at(event.position().x())
        self._point(None if entry is None else entry.code)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.folded = not self.folded
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(100, round(1.7 * self.metrics.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.appearance.font("small"))
        if self.ends is not None:
            self._paint_scale(painter, self.ends)
            painter.end()
            return
        detail, shown = self._that_fit()
        x = self.width() - sum(self._width(entry, detail) for entry in shown)
        self._write(painter, 0.0, self.more(len(shown)), QColor(self.appearance.theme.quiet), right=x - GAP / 2)
        for entry in shown:
            self._paint_entry(painter, entry, x, detail)
            x += self._width(entry, detail)
        painter.end()

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _bar(self) -> float:
        """Where the scale begins."""
        assert self.ends is not None
        wide = self.metrics.horizontalAdvance(self.ends.high) + GAP
        return self.width() - SHADES * self._cell(self.ends) - wide

    def _cell(self, ends: Ends) -> float:
        """How wide a shade is: both numbers stand beside them."""
        words = sum(map(self.metrics.horizontalAdvance, (ends.low, ends.high))) + 2 * GAP
        return float(np.clip((self.width() - words) / SHADES, NARROW, CELL * self.appearance.scale))

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
        title = ends.title if pointed is None else f"{pointed.name}: {counted(pointed.count, 'point')}"
        self._write_before(painter, start - GAP / 2, "" if self.folded else title, QColor(theme.quiet))

    def _write_before(self, painter: QPainter, end: float, words: str, colour: QColor) -> float:
        """Words that end there, cut where the line begins; where they begin."""
        cut = self.metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(end, 0.0))
        self._write(painter, 0.0, cut, colour, right=end)
        return end - self.metrics.horizontalAdvance(cut)

    # -- groups --------------------------------------------------------------------------------------------------------

    def _that_fit(self) -> tuple[str, tuple[Entry, ...]]:
        """How much can be said of each entry, and as many entries, from the first, as there is room for."""
        worded = [] if self.folded else ["count", "name", "brief"]
        details = worded if worded and self.repeats else [*worded, "marker"]
        for detail in details:
            if sum(self._width(entry, detail) for entry in self.entries) <= self._room(len(self.entries)):
                return detail, self.entries
        detail = "brief" if self.repeats and not self.folded else "marker"  # a marker alone says nothing if it repeats
        ends = np.cumsum([self._width(entry, detail) for entry in self.entries])
        return detail, self.entries[: int(np.searchsorted(ends, self._room(0), side="right"))]

    def _width(self, entry: Entry, detail: str) -> float:
        mark = MARK * self.appearance.scale
        if detail == "marker":
            return mark
        words = f"{entry.name} {entry.count:,}" if detail == "count" else self._called(entry, detail)
        return mark + self.metrics.horizontalAdvance(words) + GAP

    def _called(self, entry: Entry, detail: str) -> str:
        """Its name; a brief one leaves out the words with which all groups begin; what is in none keeps its words."""
        return entry.name[self._alike :] if detail == "brief" and entry.code >= 0 else entry.name

    def _paint_entry(self, painter: QPainter, entry: Entry, x: float, detail: str) -> None:
        theme, scale = self.appearance.theme, self.appearance.scale
        mark = MARK * scale
        painter.save()
        painter.translate(x + mark / 2, self.height() / 2)
        paint_shape(painter, theme, theme.class_shape(entry.code), theme.class_colour(entry.code), 9.0 * scale)
        painter.restore()
        lit = self._pointed in (None, entry.code)
        if detail != "marker":
            name = self._called(entry, detail)
            end = self._write(painter, x + mark + 1, f"{name} ", QColor(theme.ink if lit else theme.quiet))
        if detail == "count":
            self._write(painter, end, f"{entry.count:,}", QColor(theme.quiet))

    def _write(self, painter: QPainter, x: float, words: str, colour: QColor, right: float | None = None) -> float:
        """Words on the line from `x`, or up to `right`; where they end."""
        wide = self.metrics.horizontalAdvance(words)
        painter.setPen(colour)
        left = x if right is None else right - wide
        painter.drawText(int(left), round((self.height() + self.metrics.ascent() - self.metrics.descent()) / 2), words)
        return left + wide


def _alike(names: list[str]) -> int:
    """How many letters the word is long with which all names begin, its space with it; 0 if there is none."""
    first = names[0].partition(" ")[0] + " " if len(names) > 1 else ""
    return len(first) if all(name.startswith(first) for name in names) else 0


def entries_of(data: Dataset, codes: np.ndarray | None, names: tuple[str, ...]) -> tuple[Entry, ...]:
    """The groups there are with their names, `names` in the place of the classes' own if there are any.

    Groups without points are left out, unless there is nothing else to list.
    """
    if codes is None:
        return ()
    scale = scale_of(data)
    if scale is not None and codes.min(initial=0) <= FIRST_SHADE:
        return _shades(scale, codes)
    called = names or tuple(spoken(name) for name in data.class_names)
    own = codes is data.y and not names
    unnamed, *counted = data.class_sizes if own else np.bincount(codes + 1, minlength=len(called) + 1).tolist()
    counts = np.array(counted, dtype=np.int64)
    occurring = np.flatnonzero(counts) if np.count_nonzero(counts) > 1 else np.arange(len(called))
    listed = [Entry(code, called[code], int(counts[code])) for code in occurring.tolist()]
    if unnamed == data.n and data.classes_present:  # groups are shown, and there is none yet
        return (Entry(-1, "ungrouped", unnamed),)
    lacking = "ungrouped" if names and names != data.class_names else "no class"
    return tuple(listed) + ((Entry(-1, lacking, unnamed),) if unnamed else ())


def _shades(scale: Scale, codes: np.ndarray) -> tuple[Entry, ...]:
    """The steps of the scale, each with the numbers between which it lies, and the rows without a number."""
    counts = np.bincount(-1 - codes, minlength=SHADES + 1).tolist()
    steps = ((FIRST_SHADE - step, scale.ends(FIRST_SHADE - step)) for step in range(SHADES))
    listed = tuple(Entry(code, f"{figure(a)} to {figure(b)}", counts[-1 - code]) for code, (a, b) in steps)
    return listed + ((Entry(-1, "no number", counts[0]),) if counts[0] else ())


def ends_of(data: Dataset, entries: tuple[Entry, ...]) -> Ends | None:
    """What stands beside the scale; None where the entries are no steps of one."""
    scale = scale_of(data)
    if scale is None or not any(is_shade(entry.code) for entry in entries):
        return None
    return Ends(target_title(data), figure(scale.low), figure(scale.high))
