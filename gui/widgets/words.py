"""Words that keep their place: labels that do not become lower from step to step, and lines with a sign before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.base.words import minus
from engine.core.story import Check
from gui.look.appearance import Appearance
from gui.widgets.kept import KeptHeight
from gui.widgets.subscripts import subscripted

VECTOR = re.compile(r"\([^()]{1,26}\)")
"""A vector short enough to stand on one line."""
HYPHEN = re.compile(r"(?<![^\W\d_])(?<!<)-(?!>)|(?<!<)-(?![^\W\d_]|>)")
"""A minus sign typed as a hyphen: one between two letters joins words."""
FACTOR = re.compile(r"([·×+−/] ?)(−(?:\d[\d.]*(?:e[+−]?\d+)?|∞))(?![\d.e²³^])")
"""A negative number right after the sign of an operation."""
SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class SteadyLabel(QLabel):
    """Wrapped, selectable words. The label grows and does not shrink until `forget`, so that nothing below it jumps."""

    def __init__(self, parent: QWidget | None = None, look: str = "") -> None:
        super().__init__(parent)
        self._kept = KeptHeight()
        self._measured: dict[int, str] = {}
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(SELECTABLE)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if look:
            self.setProperty("look", look)

    def say(self, text: str, rich: str = "") -> None:
        """Show this text, or the same as rich text that `subscripted` made."""
        if (rich or text) != self.text():
            self.setTextFormat(Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText)
            self.setText(rich or text)

    def forget(self) -> None:
        """Let go of the height kept so far."""
        self._kept.clear()
        self._measured.clear()
        self.updateGeometry()

    def spare(self) -> int:
        """How much of the height kept is not needed for what is said now."""
        if self.isHidden():
            return spare(self)
        return max(self._kept.at(self.width()) - super().heightForWidth(self.width()), 0)

    def heightForWidth(self, width: int) -> int:
        if self._measured.get(width) != self.text():
            self._measured[width] = self.text()
            self._kept.grown(width, super().heightForWidth(width))
        return self._kept.at(width)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.fontMetrics().height() if self.text() else 0)


def unbroken(text: str) -> str:
    """The text with its short vectors kept on one line each."""
    return VECTOR.sub(lambda vector: vector.group().replace(" ", "\u00a0"), text)


def worked_out(text: str) -> str:
    """A worked line as it is shown: real minus signs, negative factors in brackets, and short vectors unbroken.

    >>> worked_out("+1·-1 = -1"), worked_out("5 - -3 = 8, off-line")
    ('+1·(−1) = −1', '5 − (−3) = 8, off-line')
    """
    signed = HYPHEN.sub(lambda found: minus(found.group()), text)
    return unbroken(FACTOR.sub(r"\1(\2)", signed))


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
        """Let go of the heights kept so far."""
        for _, _, label in self._lines:
            label.forget()

    def spare(self) -> int:
        """How much of the height kept is not needed for these checks."""
        return sum(label.spare() for line, _, label in self._lines if not line.isHidden())

    def texts(self) -> list[str]:
        """What is shown."""
        return [label.text() for line, _, label in self._lines if not line.isHidden()]

    def _write(self) -> None:
        while len(self._lines) < len(self._checks):
            self._add()
        theme = self._appearance.theme
        for number, (line, sign, label) in enumerate(self._lines):
            line.setVisible(number < len(self._checks))
            if number < len(self._checks):
                check = self._checks[number]
                name, colour = ("check", theme.quiet) if check.holds else ("close", theme.wrong)
                sign.setPixmap(self._appearance.icon(name, colour).pixmap(self._appearance.icon_size() * 0.8))
                words = f"{'holds' if check.holds else 'broken'}: {check.words}"
                label.say(words, subscripted(words, self._names))

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
