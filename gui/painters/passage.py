"""A text as it reads, folded to the width of its surface, with tinted and faint words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from engine.core.marks import Passage
from gui.look.appearance import Appearance
from gui.painters.painter import View
from gui.painters.sheet_item import SheetItem, SheetPainter, height_of, sheet_font, widest

WIDE, NARROW = 440.0, 160.0
"""The width of a text, and the least, in pixels at the usual text size."""
MOST = 3_000
"""A longer text shows only its beginning."""
DEEPEST = 0.6
"""The share of the colour of a class in the deepest tint."""
SPACING = 1.5
"""A line is so many times as high as its letters: the tints of two lines do not touch."""


class PassageItem(SheetItem):
    """One text with its title, laid out from its upper left corner; hidden until it has been given one."""

    mark: Passage

    def show_passage(self, mark: Passage, look: Appearance) -> None:
        self.mark, self.look, self.width = mark, look, WIDE * look.scale
        self._lay_out()

    def fit_into(self, width: float) -> None:
        """Folded to what there is room for."""
        wanted = float(np.clip(width, NARROW * self.look.scale, WIDE * self.look.scale))
        if wanted != self.width:
            self.width = wanted
            self._lay_out()

    def _lay_out(self) -> None:
        mark, look = self.mark, self.look
        self.heading, font = sheet_font(look.font("body", weight=600)), sheet_font(look.font("body"))
        self.head = 1.7 * height_of(sheet_font(look.font("small"))) if mark.title else 0.0
        cut = mark.text if len(mark.text) <= MOST else f"{mark.text[:MOST]}…"
        self.units = np.concatenate([[0], np.cumsum([1 + (ord(letter) > 0xFFFF) for letter in cut])]).astype(int)
        self.layout_of = self._folded(cut, font)
        high = sum(self.layout_of.lineAt(line).height() * SPACING for line in range(self.layout_of.lineCount()))
        wide = max(self.width, widest(self.heading, [mark.title]))
        self.boxes = [list(self._boxes(start, stop)) for start, stop in mark.spans.tolist()]
        self.resized(QRectF(0, 0, wide, self.head + high).adjusted(-3, -3, 3, 3))

    def _folded(self, text: str, font: QFont) -> QTextLayout:
        """The text in lines that are no wider than there is room for."""
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        folded = QTextLayout(text.replace("\n", "\u2028"), font)
        folded.setTextOption(option)
        folded.setFormats(list(self._formats()))
        folded.beginLayout()
        top = self.head
        while (line := folded.createLine()).isValid():
            line.setLineWidth(self.width)
            line.setPosition(QPointF(0.0, top + (SPACING - 1) / 2 * line.height()))
            top += SPACING * line.height()
        folded.endLayout()
        return folded

    def _formats(self) -> Iterator[QTextLayout.FormatRange]:
        """Words that do not count are written in quiet letters."""
        for start, stop in self.mark.spans[self.mark.faint].tolist():
            if stop < len(self.units):
                part, form = QTextLayout.FormatRange(), QTextCharFormat()
                form.setForeground(QColor(self.look.theme.quiet))
                part.start, part.length = int(self.units[start]), int(self.units[stop] - self.units[start])
                part.format = form
                yield part

    def _boxes(self, start: int, stop: int) -> Iterator[QRectF]:
        """Where the letters from `start` to `stop` stand, line by line; nothing beyond what is shown."""
        if stop >= len(self.units):
            return
        first, last = int(self.units[start]), int(self.units[stop])
        for number in range(self.layout_of.lineCount()):
            line = self.layout_of.lineAt(number)
            begins, ends = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
            if begins < ends:
                edges = [float(line.cursorToX(place)[0]) for place in (begins, ends)]  # type: ignore[index]
                yield QRectF(min(edges), line.y(), abs(edges[1] - edges[0]), line.height()).adjusted(-2, -1, 2, 1)

    # -- the mouse -----------------------------------------------------------------------------------------------------

    def told_at(self, place: QPointF) -> str:
        """The tool tip of the word under a position."""
        for boxes, told in zip(self.boxes, self.mark.told, strict=False):
            if any(box.contains(place) for box in boxes):
                return told
        return ""

    # -- painting ------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme, mark = self.look.theme, self.mark
        if mark.title:
            painter.setFont(self.heading)
            painter.setPen(QColor(theme.ink))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextDontClip
            painter.drawText(QRectF(0, 0, self.width, self.head), flags, mark.title)
        for boxes, group, depth in zip(self.boxes, mark.groups.tolist(), mark.depths.tolist(), strict=True):
            if group >= 0 and depth > 0:
                tint = QColor(theme.class_colour(group))
                tint.setAlphaF(DEEPEST * min(depth, 1.0))
                for box in boxes:
                    painter.fillPath(rounded(box), tint)
        if mark.chosen is not None and mark.chosen < len(self.boxes):
            for box in self.boxes[mark.chosen]:
                painter.strokePath(rounded(box), QPen(QColor(theme.accent), 2.0 * self.look.scale))
        painter.setPen(QColor(theme.ink))
        self.layout_of.draw(painter, QPointF(0.0, 0.0))


def rounded(box: QRectF) -> QPainterPath:
    """A box with round corners."""
    path = QPainterPath()
    path.addRoundedRect(box, 3.0, 3.0)
    return path


class PassagePainter(SheetPainter[Passage, PassageItem]):
    """Texts."""

    def __init__(self, view: View) -> None:
        super().__init__(view, PassageItem())

    def draw(self, mark: Passage) -> None:
        self.item.show_passage(mark, self.view.appearance)
        self.item.show()
