"""A line and a slider for a number. Both step by the keys; the slider leaves the wheel to the panel it stands in."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessibleInterface, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSlider, QWidget

from gui.look.plain import plain
from gui.look.style_property import set_style_property
from gui.session.numbers import written
from gui.widgets.forms.scale import Scale
from gui.widgets.forms.slider_access import serve_sliders

STEPS = {
    Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1,
    Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10,
}  # fmt: skip

LONGEST = 20
"""A line is widened for so many digits; a number in double precision has hardly more."""
ROUND_IT = 18
"""What a line needs to the left and right of its text: frame, padding and the cursor."""


def show_wrong(line: QLineEdit, wrong: bool) -> None:
    """Give a line the look of a wrong input, or take it away."""
    set_style_property(line, "wrong", wrong)


class NumberEdit(QLineEdit):
    """A line for a number: the arrow keys step, and a wrong input shows. `legal` says what may be typed."""

    stepped = Signal(int)
    let_go = Signal()

    def __init__(self, parent: QWidget | None = None, digits: int = 8) -> None:
        super().__init__(parent)
        self._digits, self.legal = digits, ""
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._fit()

    def _fit(self) -> None:
        """As wide as `digits` digits, wider for a number with more of them."""
        zero = self.fontMetrics().horizontalAdvance("0")
        text = min(self.fontMetrics().horizontalAdvance(self.text()), LONGEST * zero)
        self.setFixedWidth(max(zero * self._digits, text) + ROUND_IT)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def show_number(self, value: float) -> None:
        """Write a number with all its digits."""
        self.show_text(written(value))

    def show_text(self, text: str) -> None:
        """Show this in the place of a number; of more than there is room for, the beginning."""
        self.setText(text)
        self._fit()
        self.setCursorPosition(0)
        self.setToolTip(plain(f"{text}\n{self.legal}" if len(text) > LONGEST else self.legal))

    def set_wrong(self, wrong: bool) -> None:
        show_wrong(self, wrong)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = STEPS.get(Qt.Key(event.key()))
        if by is None or event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            super().keyPressEvent(event)
        else:
            step(self, event, by)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()


class NumberSlider(QSlider):
    """A slider on a scale; the wheel moves it only when it has the focus, so that a panel can be scrolled."""

    moved = Signal(float)
    stepped = Signal(int)
    let_go = Signal()

    def __init__(self, scale: Scale, parent: QWidget | None = None) -> None:
        serve_sliders(NumberSlider)
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._scale, self._number = scale, scale.low
        self.access: QAccessibleInterface | None = None
        self.take_scale(scale)
        self.setSingleStep(1)
        self.setMinimumWidth(30)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(self._move)

    def take_scale(self, scale: Scale) -> None:
        """Take the numbers of this scale from now on, without a signal."""
        self._scale = scale
        blocked = self.blockSignals(True)
        self.setRange(0, scale.last)
        self.setPageStep(max(scale.last // 10, 1))
        self.blockSignals(blocked)

    def _move(self, position: int) -> None:
        self._number = self._scale.value(position)
        self.moved.emit(self._number)

    @property
    def number(self) -> float:
        """The number it stands at."""
        return self._number

    @property
    def span(self) -> tuple[float, float, float]:
        """The least and the greatest number it goes to, and the least step; of equal ratios the step from the least."""
        scale = self._scale
        return scale.low, scale.high, 1.0 if scale.whole else abs(scale.value(1) - scale.low)

    def move_to(self, number: float) -> None:
        """Move it to the place nearest to a number, as a screen reader asks for."""
        self.setValue(self._scale.position(number))

    def number_words(self) -> str:
        """The number it stands at, for a screen reader."""
        return written(self._number)

    def show_number(self, value: float, scale: Scale | None = None) -> None:
        """Stand at a value, on another scale with as many places where one is given."""
        self._scale, self._number = scale or self._scale, value
        blocked = self.blockSignals(True)
        self.setValue(self._scale.position(value))
        self.blockSignals(blocked)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.let_go.emit()  # of a key
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.let_go.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key goes to the next value, which a long scale of whole numbers may not have a place for."""
        by = STEPS.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            step(self, event, by)

    def neighbour(self, value: float, by: int) -> float:
        return self._scale.value(min(max(self._scale.position(value) + by, 0), self._scale.last))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def step(widget: NumberEdit | NumberSlider, event: QKeyEvent, by: int) -> None:
    """A key is pressed, or is held and repeats itself: only the first lets go of what was held before."""
    if not event.isAutoRepeat():
        widget.let_go.emit()
    widget.stepped.emit(by)
