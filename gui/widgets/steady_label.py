"""Words that keep their place: labels that do not become lower from step to step, and lines with a sign before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.base.words import minus, outside_dates
from engine.core.story import Check
from gui.look.appearance import Appearance
from gui.widgets.growing_height import GrowingHeight
from gui.widgets.subscripts import subscripted

LETTERS = 26
"""A vector of so many letters, or a sum in brackets, stands on one line, in type of the usual size."""
VECTOR = re.compile(r"\((?=[^()]*\d)([^()]+)\)")
"""A vector, or a sum in brackets."""
LONG = re.compile(r"[^ ]{24,}")
"""What may be wider than its panel, where the type is large."""
BETWEEN = re.compile(r"(?<=[·/])(?=\()|(?<=\)[·/])")
"""Where it may go on in the next line: between a factor and one in brackets."""
BREAK = "\u200b"
"""Nothing is seen of it, and a line may end at it."""
HYPHEN = re.compile(r"(?<![^\W\d_])(?<!<)-(?!>)|(?<!<)-(?![^\W\d_]|>)")
"""A minus sign typed as a hyphen: one between two letters joins words."""
FACTOR = re.compile(r"([·×+−/] ?)(−(?:\d[\d.]*(?:e[+−]?\d+)?|∞))(?![\d.e²³^])")
"""A negative number right after the sign of an operation."""
SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class SteadyLabel(QWidget):
    """Wrapped, selectable words. They grow and do not shrink until `forget`, so that nothing below them jumps.

    The label stands in a widget without a layout: at every text it would have all that is around it laid out anew.
    """

    def __init__(self, parent: QWidget | None = None, look: str = "") -> None:
        super().__init__(parent)
        self._reserved = GrowingHeight()
        self._measured: dict[int, int] = {}
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(SELECTABLE)
        self.label.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if look:
            self.label.setProperty("look", look)

    def say(self, text: str, rich: str = "") -> None:
        """Show this text, or the same as rich text that `subscripted` made."""
        if (rich or text) != self.text():
            self.label.setTextFormat(Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText)
            self.label.setText(rich or text)
            self._measured.clear()
            self._grow()

    def set_font(self, font: QFont) -> None:
        """Set the font of the text."""
        if font != self.label.font():
            self.label.setFont(font)
            self._measured.clear()
            self.updateGeometry()

    def text(self) -> str:
        """What is shown."""
        return self.label.text()

    def forget(self) -> None:
        """Let go of the height kept so far."""
        self._reserved.clear()
        self._measured.clear()
        self.updateGeometry()

    def spare(self) -> int:
        """How much of the height kept is not needed for what is said now."""
        if self.isHidden():
            return spare(self)
        return max(self._reserved.at(self.width()) - self._needed(self.width()), 0)

    # -- layout --------------------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._reserved.grown(width, self._needed(width))

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(max(self.width(), 120)))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.label.fontMetrics().height() if self.text() else 0)

    def _needed(self, width: int) -> int:
        """The height of what is said now, measured once at each width."""
        if width not in self._measured:
            self.label.ensurePolished()  # the font of its look
            self._measured[width] = self.label.heightForWidth(width)
        return self._measured[width]

    def _grow(self) -> None:
        """Ask for more room where there is too little: words that fit move nothing around them."""
        if self.heightForWidth(self.width()) > self.height():
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.label.resize(self.size())
        if event.oldSize().width() != event.size().width():
            self._grow()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._measured.clear()
            self.updateGeometry()


def unbroken(text: str, scale: float = 1.0) -> str:
    """The text with its short vectors kept on one line each, and what is long broken between factors if need be.

    scale  how large the type is: the larger, the fewer letters have room

    >>> [unbroken("(−0.06902, 0.1832, −0.1141)", scale).count(" ") for scale in (1.0, 1.5)]
    [0, 2]
    """
    whole = VECTOR.sub(partial(_kept_whole, most=LETTERS / scale), text)
    return LONG.sub(lambda long: BETWEEN.sub(BREAK, long.group()), whole)


def _kept_whole(vector: re.Match[str], most: float) -> str:
    return vector.group().replace(" ", "\u00a0") if len(vector[1]) <= most else vector.group()


def worked_out(text: str, scale: float = 1.0) -> str:
    """A worked line as it is shown: real minus signs, negative factors in brackets, and short vectors unbroken.

    >>> worked_out("+1·-1 = -1"), worked_out("5 - -3 = 8, off-line"), worked_out("m is at 2024-03-17")
    ('+1·(−1) = −1', '5 − (−3) = 8, off-line', 'm is at 2024-03-17')
    """
    signed = outside_dates(text, lambda part: HYPHEN.sub(lambda found: minus(found.group()), part))
    return unbroken(FACTOR.sub(r"\1(\2)", signed), scale)


def vacate(widget: QWidget) -> None:
    """Hide what has nothing to say in this step; where it has stood stays empty, so that nothing below it jumps."""
    if not widget.isHidden():
        _keep_place(widget, True)
        widget.hide()


def leave(widget: QWidget) -> None:
    """Let go of the place of what is hidden."""
    _keep_place(widget, False)


def spare(widget: QWidget) -> int:
    """The height of a place that is kept for what is hidden."""
    return widget.height() if widget.isHidden() and widget.sizePolicy().retainSizeWhenHidden() else 0


def _keep_place(widget: QWidget, kept: bool) -> None:
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(kept)
    widget.setSizePolicy(policy)


class CheckLines(QWidget):
    """Each invariant with a sign and a word: "✓ holds: E does not rise"."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._lines: list[tuple[QWidget, QLabel, SteadyLabel]] = []
        self._signs: dict[QLabel, tuple[str, str, QSize]] = {}
        self._checks: tuple[Check, ...] = ()
        self._names: Callable[[], Iterable[str]] = tuple
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2)
        appearance.changed.connect(self._write)

    def set_checks(self, checks: Sequence[Check], names: Callable[[], Iterable[str]] = tuple) -> None:
        """Show these; `names` come from the data (see `subscripted`)."""
        self._names = names
        if tuple(checks) != self._checks:
            self._checks = tuple(checks)
            self._write()

    def forget(self) -> None:
        """Let go of the heights kept so far, and of the places of checks that this step does not have."""
        for line, _, label in self._lines:
            label.forget()
            leave(line)

    def spare(self) -> int:
        """How much of the height kept is not needed for these checks."""
        return sum(spare(line) if line.isHidden() else label.spare() for line, _, label in self._lines)

    def texts(self) -> list[str]:
        """What is shown."""
        return [label.text() for line, _, label in self._lines if not line.isHidden()]

    def _write(self) -> None:
        while len(self._lines) < len(self._checks):
            self._add()
        theme = self._appearance.theme
        for number, (line, sign, label) in enumerate(self._lines):
            if number >= len(self._checks):
                vacate(line)
                continue
            check = self._checks[number]
            name, colour = ("check", theme.quiet) if check.holds else ("close", theme.wrong)
            self._sign(sign, name, colour)
            words = f"{'holds' if check.holds else 'broken'}: {check.words}"
            label.say(words, subscripted(words, self._names))
            line.show()

    def _sign(self, label: QLabel, name: str, colour: str) -> None:
        """The icon, put where another one is: a label lays out all around it at every picture."""
        look = (name, colour, size := self._appearance.icon_size() * 0.8)
        if self._signs.get(label) != look:
            self._signs[label] = look
            label.setPixmap(self._appearance.icon(name, colour).pixmap(size))

    def _add(self) -> None:
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        sign, label = QLabel(line), SteadyLabel(line)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label, 1)
        self._layout.addWidget(line)
        self._lines.append((line, sign, label))
