"""What a screen reader is told of a slider: the number it stands at. Qt would tell the position, 48 for K = 3.

In words for readers that ask for text, and as a number with its range for those that ask for the value (AT-SPI, UIA).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, cast

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleObject, QAccessibleValueInterface
from PySide6.QtWidgets import QSlider
from shiboken6 import VoidPtr

Text = QAccessible.Text
NOTHING = VoidPtr(0)
"""The null pointer that a C++ caller gets. PySide cannot turn None into one here: it crashes."""


class Told(Protocol):
    """A slider that can say its number in words, and which numbers it goes to."""

    access: QAccessibleInterface | None

    @property
    def number(self) -> float: ...
    @property
    def span(self) -> tuple[float, float, float]: ...
    def number_words(self) -> str: ...
    def move_to(self, number: float) -> None: ...


class SliderValue(QAccessibleValueInterface):
    """The number of a slider, its least and its greatest, all on the scale of the parameter and not in positions."""

    def __init__(self, slider: QSlider) -> None:
        super().__init__()
        self._slider = cast(Told, slider)

    def currentValue(self) -> float:
        return self._slider.number

    def minimumValue(self) -> float:
        return self._slider.span[0]

    def maximumValue(self) -> float:
        return self._slider.span[1]

    def minimumStepSize(self) -> float:
        return self._slider.span[2]

    def setCurrentValue(self, value: Any) -> None:
        self._slider.move_to(float(value))


class SliderAccess(QAccessibleObject):
    """Qt asks it for as long as the slider lives, and deletes it with that."""

    def __init__(self, slider: QSlider) -> None:
        super().__init__(slider)
        self._value = SliderValue(slider)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        """Qt's door to the interface of the value, which its own class of objects does not have."""
        return self._value if kind == QAccessible.InterfaceType.ValueInterface else NOTHING

    def _slider(self) -> QSlider | None:
        found = self.object()
        return found if isinstance(found, QSlider) else None

    def parent(self) -> QAccessibleInterface:
        slider = self._slider()
        around = None if slider is None else slider.parentWidget()
        return None if around is None else QAccessible.queryAccessibleInterface(around)  # type: ignore[return-value]

    def child(self, index: int) -> QAccessibleInterface:
        return None  # type: ignore[return-value]  # it has none, which is a null pointer

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Slider

    def state(self) -> QAccessible.State:
        state, slider = QAccessible.State(), self._slider()
        if slider is not None:
            state.focusable = True
            state.focused = slider.hasFocus()
            state.invisible = not slider.isVisible()
            state.disabled = not slider.isEnabled()
        return state

    def rect(self) -> QRect:
        slider = self._slider()
        return QRect() if slider is None else QRect(slider.mapToGlobal(QPoint(0, 0)), slider.size())

    def text(self, kind: QAccessible.Text) -> str:
        """Its name, its number, and both the number and what is legal as a description: not every reader asks twice."""
        slider = self._slider()
        if slider is None:
            return ""
        number = cast(Told, slider).number_words()
        told = {Text.Name: slider.accessibleName(), Text.Value: number}
        told[Text.Description] = " · ".join(filter(None, (number, slider.accessibleDescription())))
        return told.get(kind, "")


@cache
def serve_sliders(kind: type[QSlider]) -> None:
    """From now on the sliders of this kind are told by their numbers."""

    def made(_: str, widget: QObject) -> QAccessibleInterface | None:
        if not isinstance(widget, kind):
            return None
        access = SliderAccess(widget)
        cast(Told, widget).access = access  # Qt holds a pointer, which does not keep the Python object alive
        return access

    QAccessible.installFactory(made)
