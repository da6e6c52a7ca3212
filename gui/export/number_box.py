"""A box for a number with decimals: typed as everywhere in the window, with a point or a comma, and never misread."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox

from gui.session.numbers import parsed

_BEGUN = re.compile(r"\d*[.,]?\d*")
"""Accept an unfinished number while typing."""


class NumberBox(QDoubleSpinBox):
    """Ambiguous texts such as 1,500 (1500 or 1.5) are rejected: Qt would read the first."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.setKeyboardTracking(False)  # on the way to 1,500 it would take 1,5 and stay there
        self.editingFinished.connect(lambda: self.setValue(self.value()))  # written as all are

    def validate(self, text: str, at: int) -> Any:
        """Whether this is a number in the range, or on the way to one; with the text and the place, as Qt asks."""
        bare, State = self._bare(text), QValidator.State
        number = parsed(bare)
        if number is not None and self.minimum() <= number <= self.maximum():
            return State.Acceptable, text, at
        begun = _BEGUN.fullmatch(bare) and (number is None or number <= self.maximum())
        return (State.Intermediate if begun else State.Invalid), text, at

    def fixup(self, text: str) -> str:
        """Nothing is corrected: Qt would drop the comma."""
        return text

    def valueFromText(self, text: str) -> float:
        number = parsed(self._bare(text))
        return self.value() if number is None else number

    def _bare(self, text: str) -> str:
        return text.removesuffix(self.suffix()).strip()
